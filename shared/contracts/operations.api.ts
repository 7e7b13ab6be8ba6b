import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { byId, csvOf, instant, recordedDownload } from './endpoint.ts'
import { deskDeadLetter, deskHealth, deskWorkspaces } from './operator.results.ts'

export const claimBody = z.object({ secret: z.string().min(20).max(100) })

export const workspacesQuery = z.object({ search: z.string().trim().max(120).default('') })

/** `none`: never requested, or expired. */
const exportState = z.object({
  status: z.enum(['none', 'failed', 'preparing', 'ready']),
  size: z.number().nullable(),
  requested_at: instant.nullable(),
  ready_at: instant.nullable(),
  expires_at: instant.nullable(),
})

export const operationsApi = {
  'POST /api/v1/operator-link': {
    summary: 'Makes the caller an operator by a one-time link.',
    body: claimBody,
    result: z.object({
      is_operator: z.boolean(),
    }),
  },
  'GET /api/v1/account/export': {
    summary: "Returns the status of the export of the caller's own data.",
    result: exportState,
  },
  'POST /api/v1/account/export': { summary: "Starts the export of the caller's own data.", result: exportState },
  'POST /api/v1/dead-letters/replay': {
    summary: 'Retries all failed deliveries and jobs of the shop.',
    result: z.object({
      replayed: z.number(),
    }),
  },
  'POST /api/v1/dead-letters/:id/replay': {
    summary: 'Retries one failed delivery or job of the shop.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.literal('replayed'),
    }),
  },
  'POST /api/v1/dead-letters/:id/drop': {
    summary: 'Discards a failed delivery or job of the shop.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.literal('dropped'),
    }),
  },
  'GET /api/v1/operator/dead-letters': {
    summary: 'Lists the failed deliveries and jobs of the installation, without their contents.',
    result: z.object({
      dead_letters: z.array(deskDeadLetter),
    }),
  },
  'POST /api/v1/operator/dead-letters/replay': {
    summary: 'Retries all failed deliveries and jobs of the installation.',
    result: z.object({
      replayed: z.number(),
    }),
  },
  'POST /api/v1/operator/dead-letters/:id/replay': {
    summary: 'Retries one failed delivery or job of the installation.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'replayed', 'dropped']),
    }),
  },
  'POST /api/v1/operator/dead-letters/:id/drop': {
    summary: 'Discards a failed delivery or job of the installation.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'replayed', 'dropped']),
    }),
  },
  'GET /api/v1/operator/health': {
    summary: 'Returns the health of the installation: queues, failures, disk, backups.',
    result: deskHealth,
  },
  'GET /api/v1/operator/workspaces': {
    summary: 'Finds shops by name, id, or the name or email address of a member.',
    query: workspacesQuery,
    result: deskWorkspaces,
  },
  'GET /api/v1/audit-log/export': {
    summary: "Downloads the shop's audit log as CSV.",
    result: csvOf('time', 'who', 'act', 'code', 'target', 'details', 'address'),
    ...recordedDownload,
  },
  'GET /api/v1/account/export/file': {
    summary: 'Downloads the exported data of the caller.',
    result: z.file().mime('application/json'),
    ...recordedDownload,
  },
} satisfies ApiPart
