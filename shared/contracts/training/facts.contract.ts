import { z } from 'zod'
import { confirm, confirmQuery } from '../bot/gate.contract.ts'

/** Characters. */
export const longestValue = 200
/** In a workspace. */
export const mostEdits = 1_000

/** What a value is. `words`: anything else. */
export type FactKind = 'money' | 'percent' | 'amount' | 'time' | 'place' | 'phone' | 'words'

/** `was`: what the document says; `value`: what the bot says instead, null: nothing. */
export type FactEdit = { id: string; was: string; value: string | null; at: string | Date }

export type FactValue = { head: string; value: string; kind: FactKind; edit: FactEdit | null }

/** `old`: a newer document says it now; `past`: it holds at another time. Neither is answered from. */
export type FactState = 'valid' | 'old' | 'past'

/** One line of a table or list as the bot understands it. Lines of one table or list have the same `group`. */
export type Fact = {
  source_id: string
  /** names the line in its source, through versions */
  subject: string
  name: string
  /** what stands above it, outermost first, without the document's title */
  path: string[]
  /** the line as it stands in the document */
  line: string
  group: number
  state: FactState
  values: FactValue[]
}

/** `GET /api/v1/facts`. */
export type Facts = {
  sources: { id: string; title: string }[]
  facts: Fact[]
  /** lines with figures of which the bot does not know what they belong to; they are still searched */
  unread: { source_id: string; line: string }[]
  /** lines that the owner has switched off */
  off: (FactEdit & { source_id: string })[]
}

/**
 * `GET /api/v1/exam` → at most thirty, as customers type them. `expected`: words that a right answer has; null: nobody knows beforehand,
 * or it is not to be answered.
 */
export type ExamQuestion = {
  topic: 'price' | 'list' | 'place' | 'other' | 'absent'
  text: string
  expected: string | null
}

/** `PUT /api/v1/facts`: another value for a column of a line; without `head` the line is switched off. */
export const factEdit = z.object({
  source_id: z.uuid(),
  subject: z.string().min(1).max(1_000),
  head: z.string().max(400).nullable().default(null),
  value: z.string().trim().max(longestValue).nullable().default(null),
  confirm,
})

/** `DELETE /api/v1/facts/:id`: the document's own words hold again. */
export const factEditGone = confirmQuery
