import { z } from 'zod'
import { restoring } from '#shared/contracts/bot/gate.contract.ts'
import { linkModes } from '#shared/contracts/training/training.contract.ts'
import { acceptedWordings } from '#shared/contracts/bot/accepted-wordings.ts'

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

/** `PATCH /api/v1/sources/:id`, of a link. */
export const changedLink = z.object({ resync_days: days })

/** `POST /api/v1/sources/pairs`, `PUT /api/v1/sources/pairs/:id`. Lengths are checked after trimming, with their own text. */
export const newPair = restoring.extend({
  question: z.string().max(4_000),
  answer: z.string().max(8_000),
  wordings: acceptedWordings,
})

/** `DELETE /api/v1/sources/:id?erase=true`: nothing of it is kept for the way back. */
export const removalQuery = z.object({
  erase: z
    .enum(['true', 'false'])
    .optional()
    .transform(given => given === 'true'),
})

/** `POST /api/v1/passages/:id/questions`. Where other answers get worse by it, 409 without `confirm`. */
export const newQuestion = restoring.extend({ question: z.string().max(4_000) })

/** `POST /api/v1/passages/find`. */
export const soughtWords = z.object({ text: z.string().trim().min(1).max(1_000) })

/** `POST /api/v1/sources/pairs/import?how=…` */
export const importQuery = z.object({ how: z.enum(['preview', 'all', 'skip']).default('preview') })
