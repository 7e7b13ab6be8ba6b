import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { byId, instant } from './endpoint.ts'
import { deskDeadLetter, deskHealth, deskWorkspaces } from './operator.results.ts'

export const claimBody = z.object({ secret: z.string().min(20).max(100) })

export const workspacesQuery = z.object({ search: z.string().trim().max(120).default('') })

/** `none`: never asked for, or expired. */
const exportState = z.object({
  status: z.enum(['none', 'failed', 'preparing', 'ready']),
  size: z.number().nullable(),
  requested_at: instant.nullable(),
  ready_at: instant.nullable(),
  expires_at: instant.nullable(),
})

/** What the addresses of the operator’s desk take and give. */
export const operationsApi = {
  'POST /api/v1/operator-link': {
    body: claimBody,
    result: z.object({
      is_operator: z.boolean(),
    }),
  },
  'GET /api/v1/account/export': { result: exportState },
  'POST /api/v1/account/export': { result: exportState },
  'POST /api/v1/dead-letters/replay': {
    result: z.object({
      replayed: z.number(),
    }),
  },
  'POST /api/v1/dead-letters/:id/replay': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.literal('replayed'),
    }),
  },
  'POST /api/v1/dead-letters/:id/drop': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.literal('dropped'),
    }),
  },
  'GET /api/v1/operator/dead-letters': {
    result: z.object({
      dead_letters: z.array(deskDeadLetter),
    }),
  },
  'POST /api/v1/operator/dead-letters/replay': {
    result: z.object({
      replayed: z.number(),
    }),
  },
  'POST /api/v1/operator/dead-letters/:id/replay': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.string(),
    }),
  },
  'POST /api/v1/operator/dead-letters/:id/drop': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.string(),
    }),
  },
  'GET /api/v1/operator/health': { result: deskHealth },
  'GET /api/v1/operator/workspaces': { query: workspacesQuery, result: deskWorkspaces },
  'GET /api/v1/audit-log/export': { result: z.file().mime('text/csv') },
  'GET /api/v1/account/export/file': { result: z.file().mime('application/json') },
} satisfies ApiPart
