import { z } from 'zod'
import { acts, languages } from '../../words.ts'

/** What the bot would answer in a conversation where a person does; null: nothing that would help. */
export const suggestedReply = z.object({
  reply: z.string().nullable(),
})
export type SuggestedReply = z.output<typeof suggestedReply>

/** What a person made of an answer. `DELETE /api/v1/corrections/:id` takes it back; where other answers get worse by that, with `?confirm=…`. */
export const correction = z.object({
  id: z.uuid(),
  answer_id: z.uuid().nullable(),
  kind: z.enum(['pair', 'passage']),
  question: z.string(),
  /** of a pair */
  answer: z.string().nullable(),
  source_id: z.uuid(),
  passage_id: z.uuid().nullable(),
  /** it would make other answers worse: a person decides first */
  waiting: z.boolean().optional(),
})
export type Correction = z.output<typeof correction>

/** What a reply quotes, and where it stands in its source. */
export const citation = z.object({
  source_id: z.uuid(),
  passage_id: z.uuid(),
  title: z.string(),
  quote: z.string(),
  start: z.number(),
  end: z.number(),
})

/** Of an answer that was kept: with the page of its file; null where the source has no pages. */
const placedCitation = citation.extend({ page: z.number().nullable().optional() })

/** What an answer was, or would be: side by side they show what has changed since. */
export const answerView = z.object({
  act: z.enum(acts),
  text: z.string(),
  language: z.enum(languages),
  confidence: z.number(),
  citations: z.array(placedCitation),
})

/** `POST /api/v1/answers/:id/replay`: the same messages, asked with what the bot knows now. By the embedded answerer, which costs nothing. */
export const replay = z.object({
  now: answerView,
  changed: z.boolean(),
  knowledge_version: z.number(),
})
export type Replay = z.output<typeof replay>

/** One of a run's `details`: a case that went otherwise than the time before. */
export const runDetail = z.object({
  /** Of what customers asked lately it is no id, and only tells them apart. */
  case_id: z.string(),
  question: z.string(),
  verdict: z.enum(['changed', 'better', 'worse']),
  before: z.object({
    act: z.string(),
    reply: z.string(),
  }),
  /** `quotes`: what it would quote, where it answers */
  now: z.object({
    act: z.enum(acts),
    reply: z.string(),
    quotes: z.array(z.string()).optional(),
  }),
})
export type RunDetail = z.output<typeof runDetail>

export const regressionCase = z.object({
  id: z.uuid(),
  question: z.string(),
  act: z.enum(acts),
  expected: z.array(z.string()),
  source_id: z.uuid().nullable(),
  made_from: z.enum(['owner', 'correction', 'liked']),
  ref_id: z.uuid().nullable(),
  last_right: z.boolean(),
  last_act: z.enum(acts),
  last_reply: z.string(),
})
export type RegressionCase = z.output<typeof regressionCase>

/** `sent`: how many customers were told; the others could not be. */
export const settled = z.object({
  correction: correction,
  sent: z.number(),
  not_sent: z.number(),
})
export type Settled = z.output<typeof settled>
