import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { doubts } from './facts.contract.ts'

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

/** Offsets in the passage's text as stored, before corrections. */
export const factPlace = z.object({ passage_id: z.uuid(), position: z.number(), start: z.number(), end: z.number() })
export type FactPlace = z.output<typeof factPlace>

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
  /** in words, as a reply would put it */
  said: z.string(),
  state: z.enum(['valid', 'old', 'past']),
  /** why it may be misread: a price far from its column's others, a price without a unit, two prices that nothing tells apart */
  doubt: z.enum(doubts).nullable(),
  /**
   * Another line with another price for the same; `head`: its column, as corrections name it; `own`: what this line says instead;
   * `settles`: a correction of the other line changes no third one; `start`: as in citations
   */
  differs: z
    .object({
      source_id: z.uuid(),
      subject: z.string(),
      head: z.string(),
      value: z.string(),
      own: z.string(),
      settles: z.boolean(),
      passage_id: z.uuid(),
      start: z.number(),
    })
    .nullable(),
  /** null: nobody has confirmed it, or the line has changed since */
  confirmed_at: instant.nullable(),
  /** null without `source_id` */
  place: factPlace.nullable(),
  values: z.array(factValue),
})
export type Fact = z.output<typeof fact>

export const facts = z.object({
  /** of the knowledge: pages of two versions do not join */
  version: z.number(),
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
      confirmed_at: instant.nullable(),
      place: factPlace.nullable(),
    }),
  ),
  off: z.array(
    z.object({
      id: z.uuid(),
      was: z.string(),
      value: z.string().nullable(),
      at: instant,
      source_id: z.uuid(),
      /** null without `source_id`, or where the line is gone */
      place: factPlace.nullable(),
    }),
  ),
  /** of facts; at most 2,000 come at once */
  total: z.number(),
  /** the `from` of the next ones; null: these are the last */
  next: z.number().nullable(),
})
export type Facts = z.output<typeof facts>

/** Lines with a price, and other lines that answer questions, in documents that have any. */
export const factCounts = z.array(z.object({ source_id: z.uuid(), prices: z.number(), rules: z.number() }))
export type FactCounts = z.output<typeof factCounts>

/** At most thirty. `expected` null: unknown, or not to be answered. */
export const examQuestion = z.object({
  topic: z.enum(['absent', 'other', 'place', 'price', 'list']),
  text: z.string(),
  expected: z.string().nullable(),
})
export type ExamQuestion = z.output<typeof examQuestion>
