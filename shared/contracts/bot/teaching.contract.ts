import { z } from 'zod'
import { acceptedWordings } from './accepted-wordings.ts'

const question = z.string().trim().min(1).max(300)

/** `POST /api/v1/teaching/wordings`; `model`: only what a language model proposes, which takes longer. */
export const wordingsAsked = z.strictObject({ question, model: z.boolean().default(false) })

/**
 * `POST /api/v1/teaching/preview`: what saving would change; nothing is saved. Of an answer or a question of the list, what customers wrote
 * is learned along, as it is when it is saved. `source_id`: the pair that is changed.
 */
export const teachingTried = z
  .strictObject({
    question,
    answer: z.string().trim().min(1).max(8_000).optional(),
    passage_id: z.uuid().optional(),
    wordings: acceptedWordings,
    answer_id: z.uuid().optional(),
    unanswered_id: z.uuid().optional(),
    source_id: z.uuid().optional(),
  })
  .refine(({ answer, passage_id: passage }) => (answer === undefined) !== (passage === undefined))
