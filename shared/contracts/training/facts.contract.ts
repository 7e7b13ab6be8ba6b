import { z } from 'zod'
import { confirm, confirmQuery } from '../bot/gate.contract.ts'

/** Characters. */
export const maxValueLength = 200
/** Per workspace. */
export const maxEdits = 1_000

export type FactKind = 'money' | 'percent' | 'amount' | 'time' | 'place' | 'phone' | 'words'

/** `old`: superseded; `past`: at another time. Neither is used in answers. */
export type FactState = 'valid' | 'old' | 'past'

export const doubts = ['far_off', 'no_unit', 'unclear'] as const
export type Doubt = (typeof doubts)[number]

/** `from`: how many facts to skip. */
export const factsQuery = z.object({
  source_id: z.uuid().optional(),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** `subject` '': a line that was not understood. It holds as long as the line reads the same. */
export const lineConfirmation = z.object({
  source_id: z.uuid(),
  subject: z.string().max(1_000),
  line: z.string().min(1).max(10_000),
  confirmed: z.boolean(),
})

/** Without `head` the whole line is switched off. */
export const factEdit = z.object({
  source_id: z.uuid(),
  subject: z.string().min(1).max(1_000),
  head: z.string().max(400).nullable().default(null),
  value: z.string().trim().max(maxValueLength).nullable().default(null),
  confirm,
})

export const factEditGone = confirmQuery
