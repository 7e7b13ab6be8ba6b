import { z } from 'zod'
import type { RunDetail } from './bot.contract.ts'
import { acceptedWordings } from './accepted-wordings.ts'

const question = z.string().trim().min(1).max(300)

/** `POST /api/v1/teaching/wordings`; `model`: only what a language model proposes, which takes longer. */
export const wordingsAsked = z.strictObject({ question, model: z.boolean().default(false) })

/**
 * `from`: customers of the shop wrote it (`count`: so many times), Sen or a language model proposes it. `surely`: it asks the very same, and
 * may be kept without a second look.
 */
export type ProposedWording = { text: string; from: 'customers' | 'sen' | 'model'; surely: boolean; count?: number }
export type ProposedWordings = { wordings: ProposedWording[] }

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

/** One way of asking, as it is answered now and would be. `taught`: just as the person wrote it, or from the passage that was chosen. */
export type TriedAsk = {
  question: string
  before: { act: string; reply: string }
  now: { act: string; reply: string }
  taught: boolean
}

/** What else would be answered otherwise, of `total`, of which `asked` could be asked in time. */
export type ElseChanged = { total: number; asked: number; details: RunDetail[] }

export type TeachingPreview = { asks: TriedAsk[]; tests: ElseChanged; recent: ElseChanged }
