import { z } from 'zod'
import { acceptedWordings } from './accepted-wordings.ts'

const question = z.string().trim().min(1).max(300)

/** `model`: only a language model's proposals, which take longer. */
export const wordingsAsked = z.strictObject({ question, model: z.boolean().default(false) })

/** A dry run of saving. `source_id`: the pair being changed. */
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
