import { z } from 'zod'
import { type Act, acts, type Language } from '../../words.ts'
import { confirm } from './gate.contract.ts'
import { acceptedWordings } from './accepted-wordings.ts'

/** Either an answer in a person's own words, or the passage that says it. */
function exactlyOne(given: { answer?: string | undefined; passage_id?: string | undefined }): boolean {
  return (given.answer === undefined) !== (given.passage_id === undefined)
}

/**
 * `POST /api/v1/answers/:id/improve` → 201 with the correction. Without a question it is the customer's own. A passage that makes other
 * answers worse is refused with 409 and those answers, unless `confirm` says that they have been seen.
 */
export const improvement = z
  .object({
    question: z.string().max(4_000).optional(),
    answer: z.string().max(8_000).optional(),
    passage_id: z.uuid().optional(),
    /** other ways to ask, for a pair to be found by */
    wordings: acceptedWordings,
    confirm,
  })
  .refine(exactlyOne)

/** `POST /api/v1/unanswered/:id/answer` → 201. `reply_to`: conversations that are told the answer now. `confirm`: as of `improvement`. */
export const settlement = z
  .object({
    question: z.string().max(4_000).optional(),
    answer: z.string().max(8_000).optional(),
    passage_id: z.uuid().optional(),
    /** other ways to ask, for a pair to be found by */
    wordings: acceptedWordings,
    confirm,
    reply_to: z.array(z.uuid()).max(100).default([]),
  })
  .refine(exactlyOne)

/** What a person made of an answer. `DELETE /api/v1/corrections/:id` takes it back; where other answers get worse by that, with `?confirm=…`. */
export type Correction = {
  id: string
  answer_id: string | null
  kind: 'pair' | 'passage'
  question: string
  /** of a pair */
  answer: string | null
  source_id: string
  passage_id: string | null
  /** it would make other answers worse: a person decides first */
  waiting?: boolean
}

/** `sent`: how many customers were told; the others could not be. */
export type Settled = { correction: Correction; sent: number; not_sent: number }

/** What an answer was, or would be: side by side they show what has changed since. */
export type AnswerView = {
  act: Act
  text: string
  language: Language
  confidence: number
  citations: { source_id: string; passage_id: string; title: string; quote: string; start: number; end: number }[]
}

/** `POST /api/v1/answers/:id/replay`: the same messages, asked with what the bot knows now. By the embedded answerer, which costs nothing. */
export type Replay = { now: AnswerView; changed: boolean; knowledge_version: number }

/** In a workspace. */
export const mostCases = 200

const caseQuestion = z.string().trim().min(1).max(300)
/** What a right reply says: figures and words, however they are written. */
const caseExpected = z.string().trim().min(1).max(1_000)

/** `POST /api/v1/regression-cases` → 201. Words that a right reply has; or what the bot is to do instead of answering; or an answer of a conversation that was good. */
export const newCase = z.union([
  z
    .strictObject({ question: caseQuestion, expected: caseExpected.optional(), act: z.enum(acts).default('answer') })
    .refine(({ act, expected }) => (act === 'answer') === (expected !== undefined)),
  z.strictObject({ answer_id: z.uuid() }),
])

/** `PATCH /api/v1/regression-cases/:id`: what is named is changed. */
export const changedCase = z
  .strictObject({
    question: caseQuestion.optional(),
    expected: z.union([caseExpected, z.array(caseExpected).min(1).max(5)]).optional(),
    act: z.enum(acts).optional(),
  })
  .refine(({ act, expected }) => act === undefined || act === 'answer' || expected === undefined)

export type RegressionCase = {
  id: string
  question: string
  act: Act
  expected: string[]
  source_id: string | null
  made_from: 'owner' | 'correction' | 'liked'
  ref_id: string | null
  last_right: boolean
  last_act: Act
  last_reply: string
}

/** One of a run's `details`: a case that went otherwise than the time before. */
export type RunDetail = {
  case_id: string
  question: string
  verdict: 'better' | 'worse' | 'changed'
  before: { act: string; reply: string }
  /** `quotes`: what it would quote, where it answers */
  now: { act: string; reply: string; quotes?: string[] }
}

/** What the bot would answer in a conversation where a person does; null: nothing that would help. */
export type SuggestedReply = { reply: string | null }
