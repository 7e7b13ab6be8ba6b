import { z } from 'zod'
import { confirm, confirmQuery } from '../bot/gate.contract.ts'

/** Characters. */
export const maxValueLength = 200
/** In a workspace. */
export const maxEdits = 1_000

/** What a value is. `words`: anything else. */
export type FactKind = 'money' | 'percent' | 'amount' | 'time' | 'place' | 'phone' | 'words'

/** `old`: a newer document says it now; `past`: it holds at another time. Neither is answered from. */
export type FactState = 'valid' | 'old' | 'past'

/** `PUT /api/v1/facts`: another value for a column of a line; without `head` the line is switched off. */
export const factEdit = z.object({
  source_id: z.uuid(),
  subject: z.string().min(1).max(1_000),
  head: z.string().max(400).nullable().default(null),
  value: z.string().trim().max(maxValueLength).nullable().default(null),
  confirm,
})

/** `DELETE /api/v1/facts/:id`: the document's own words hold again. */
export const factEditGone = confirmQuery
