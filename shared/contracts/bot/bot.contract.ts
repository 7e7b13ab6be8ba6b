import { z } from 'zod'
import { acts } from '../../words.ts'
import { confirm } from './gate.contract.ts'
import { acceptedWordings } from './accepted-wordings.ts'

function exactlyOne(given: { answer?: string | undefined; passage_id?: string | undefined }): boolean {
  return (given.answer === undefined) !== (given.passage_id === undefined)
}

const improved = z.object({
  question: z.string().max(4_000).optional(),
  answer: z.string().max(8_000).optional(),
  passage_id: z.uuid().optional(),
  wordings: acceptedWordings,
  confirm,
})

/** Without a question, the customer's own. 409 with the answers that get worse, unless `confirm`. */
export const improvement = improved.refine(exactlyOne)

/** `reply_to`: conversations to be sent the answer now. */
export const settlement = improved.extend({ reply_to: z.array(z.uuid()).max(100).default([]) }).refine(exactlyOne)

/** Per workspace. */
export const maxCases = 200

const caseQuestion = z.string().trim().min(1).max(300)
/** Figures and words, in any spelling. */
const caseExpected = z.string().trim().min(1).max(1_000)

/** Expected words, an expected act, or a good answer from a conversation. */
export const newCase = z.union([
  z
    .strictObject({ question: caseQuestion, expected: caseExpected.optional(), act: z.enum(acts).default('answer') })
    .refine(({ act, expected }) => (act === 'answer') === (expected !== undefined)),
  z.strictObject({ answer_id: z.uuid() }),
])

export type NewCase = z.input<typeof newCase>

export const changedCase = z
  .strictObject({
    question: caseQuestion.optional(),
    expected: z.union([caseExpected, z.array(caseExpected).min(1).max(5)]).optional(),
    act: z.enum(acts).optional(),
  })
  .refine(({ act, expected }) => act === undefined || act === 'answer' || expected === undefined)
