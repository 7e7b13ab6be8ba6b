import { z } from 'zod'
import { instant } from '../endpoint.ts'

/** `was`: what the document says; `value`: what the bot says instead, null: nothing. */
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

/** One line of a table or list as the bot understands it. Lines of one table or list have the same `group`. */
export const fact = z.object({
  source_id: z.uuid(),
  /** names the line in its source, through versions */
  subject: z.string(),
  name: z.string(),
  /** what stands above it, outermost first, without the document's title */
  path: z.array(z.string()),
  /** the line as it stands in the document */
  line: z.string(),
  group: z.number(),
  state: z.enum(['valid', 'old', 'past']),
  values: z.array(factValue),
})
export type Fact = z.output<typeof fact>

/** `GET /api/v1/facts`. */
export const facts = z.object({
  sources: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
    }),
  ),
  facts: z.array(fact),
  /** lines with figures of which the bot does not know what they belong to; they are still searched */
  unread: z.array(
    z.object({
      source_id: z.uuid(),
      line: z.string(),
    }),
  ),
  /** lines that the owner has switched off */
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

/**
 * `GET /api/v1/exam` → at most thirty, as customers type them. `expected`: words that a right answer has; null: nobody knows beforehand,
 * or it is not to be answered.
 */
export const examQuestion = z.object({
  topic: z.enum(['absent', 'other', 'place', 'price', 'list']),
  text: z.string(),
  expected: z.string().nullable(),
})
export type ExamQuestion = z.output<typeof examQuestion>
