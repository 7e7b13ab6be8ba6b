import { z } from 'zod'
import { acts } from '../../words.ts'
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

/** In a workspace. */
export const maxCases = 200

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

export type NewCase = z.input<typeof newCase>

/** `PATCH /api/v1/regression-cases/:id`: what is named is changed. */
export const changedCase = z
  .strictObject({
    question: caseQuestion.optional(),
    expected: z.union([caseExpected, z.array(caseExpected).min(1).max(5)]).optional(),
    act: z.enum(acts).optional(),
  })
  .refine(({ act, expected }) => act === undefined || act === 'answer' || expected === undefined)
