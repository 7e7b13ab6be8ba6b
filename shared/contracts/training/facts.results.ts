import { z } from 'zod'
import { instant } from '../endpoint.ts'

/** `was`: in the document; `value`: the replacement, null: nothing. */
export const factEditResult = z.object({
  id: z.uuid(),
  was: z.string(),
  value: z.string().nullable(),
  at: instant,
})
export type FactEdit = z.output<typeof factEditResult>

export const factValue = z.object({
  head: z.string(),
  value: z.string(),
  kind: z.enum(['phone', 'words', 'money', 'percent', 'amount', 'time', 'place']),
  edit: factEditResult.nullable(),
})

/** Lines of one table share a `group`. */
export const fact = z.object({
  source_id: z.uuid(),
  /** stable across versions */
  subject: z.string(),
  name: z.string(),
  /** headings, outermost first, without the title */
  path: z.array(z.string()),
  line: z.string(),
  group: z.number(),
  state: z.enum(['valid', 'old', 'past']),
  values: z.array(factValue),
})
export type Fact = z.output<typeof fact>

export const facts = z.object({
  sources: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
    }),
  ),
  facts: z.array(fact),
  /** lines with figures of unknown subject; still searched */
  unread: z.array(
    z.object({
      source_id: z.uuid(),
      line: z.string(),
    }),
  ),
  off: z.array(
    z.object({
      id: z.uuid(),
      was: z.string(),
      value: z.string().nullable(),
      at: instant,
      source_id: z.uuid(),
    }),
  ),
})
export type Facts = z.output<typeof facts>

/** At most thirty. `expected` null: unknown, or not to be answered. */
export const examQuestion = z.object({
  topic: z.enum(['absent', 'other', 'place', 'price', 'list']),
  text: z.string(),
  expected: z.string().nullable(),
})
export type ExamQuestion = z.output<typeof examQuestion>
