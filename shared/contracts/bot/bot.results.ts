import { z } from 'zod'
import { acts, languages } from '../../words.ts'

/** null: no useful suggestion. */
export const suggestedReply = z.object({
  reply: z.string().nullable(),
})
export type SuggestedReply = z.output<typeof suggestedReply>

/** Deleting it needs `?confirm=…` where other answers get worse. */
export const correction = z.object({
  id: z.uuid(),
  answer_id: z.uuid().nullable(),
  kind: z.enum(['pair', 'passage']),
  question: z.string(),
  answer: z.string().nullable(),
  source_id: z.uuid(),
  passage_id: z.uuid().nullable(),
  /** makes other answers worse: a person must decide */
  waiting: z.boolean().optional(),
})
export type Correction = z.output<typeof correction>

export const citation = z.object({
  source_id: z.uuid(),
  passage_id: z.uuid(),
  title: z.string(),
  quote: z.string(),
  start: z.number(),
  end: z.number(),
})
/** `start` and `end` are offsets in the document's text. */
export type Citation = z.output<typeof citation>

/** null: the source has no pages. */
const placedCitation = citation.extend({ page: z.number().nullable().optional() })
export type PlacedCitation = z.output<typeof placedCitation>

export const answerView = z.object({
  act: z.enum(acts),
  text: z.string(),
  language: z.enum(languages),
  confidence: z.number(),
  citations: z.array(placedCitation),
})

/** By the embedded answerer, which costs nothing. */
export const replay = z.object({
  now: answerView,
  changed: z.boolean(),
  knowledge_version: z.number(),
})
export type Replay = z.output<typeof replay>

/** A case whose outcome changed. */
export const runDetail = z.object({
  /** For recent customer questions no id, only a distinguishing key. */
  case_id: z.string(),
  question: z.string(),
  verdict: z.enum(['changed', 'better', 'worse']),
  before: z.object({
    act: z.string(),
    reply: z.string(),
  }),
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

/** `sent`: customers reached. */
export const settled = z.object({
  correction: correction,
  sent: z.number(),
  not_sent: z.number(),
})
export type Settled = z.output<typeof settled>
