import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { linkModes } from './training.contract.ts'
import { foundPassage, pairsPreview, source } from './training.results.ts'
import { examQuestion, facts } from './facts.results.ts'
import { byId, nothing } from '../endpoint.ts'
import { linesLeft, photoLines } from './photos.results.ts'
import { decidedLines } from './photos.contract.ts'

const days = z.int().min(1).max(90).nullable()

/** `POST /api/v1/sources/links` → 201 with the new source. */
export const newLink = z.object({
  url: z.string().trim().min(1).max(2_048),
  /** Absent: by the depth and the address. */
  mode: z.enum(linkModes).optional(),
  depth: z.int().min(0).max(2).optional(),
  /** At most so many pages; the plan may allow fewer. */
  limit: z.int().min(1).max(500).optional(),
  /** Days between two looks, null: only when asked. Absent: a week. */
  resync_days: days.optional(),
})

/** `POST /api/v1/passages/find`. */
export const soughtWords = z.object({ text: z.string().trim().min(1).max(1_000) })

/** `PATCH /api/v1/sources/:id`, of a link. */
export const changedLink = z.object({ resync_days: days })

/** `DELETE /api/v1/sources/:id?erase=true`: nothing of it is kept for the way back. */
export const removalQuery = z.object({
  erase: z
    .enum(['true', 'false'])
    .optional()
    .transform(given => given === 'true'),
})

/** `POST /api/v1/sources/pairs/import?how=…` */
export const importQuery = z.object({ how: z.enum(['preview', 'all', 'skip']).default('preview') })

/** What the addresses of the shop’s documents take and give. */
export const trainingApi = {
  'POST /api/v1/sources/links': { body: newLink, result: source },
  'GET /api/v1/facts': { result: facts },
  'GET /api/v1/exam': { result: z.array(examQuestion) },
  'POST /api/v1/passages/find': { body: soughtWords, result: z.array(foundPassage) },
  'PATCH /api/v1/sources/:id': { params: byId, body: changedLink, result: source },
  'POST /api/v1/sources/:id/resync': { params: byId, result: source },
  'POST /api/v1/sources/:id/cancel': { params: byId, result: source },
  'DELETE /api/v1/sources/:id': { params: byId, query: removalQuery, result: nothing },
  'GET /api/v1/sources/:id/lines': { params: byId, result: photoLines },
  'PATCH /api/v1/sources/:id/lines': { params: byId, body: decidedLines, result: linesLeft },
  'POST /api/v1/sources/:id/retry': { params: byId, result: source },
  'POST /api/v1/sources/files': { body: z.file(), result: source },
  'PUT /api/v1/sources/:id/file': { params: byId, body: z.file(), result: source },
  'GET /api/v1/sources/:id/pages/:page': { params: byId.extend({ page: z.coerce.number().int() }), result: z.file() },
  'POST /api/v1/sources/pairs/import': { query: importQuery, body: z.file().mime('text/csv'), result: pairsPreview },
  'GET /api/v1/sources/pairs/export': { result: z.file().mime('text/csv') },
} satisfies ApiPart
