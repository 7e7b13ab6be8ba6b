import { z } from 'zod'
import { runDetail } from './bot.results.ts'

/**
 * `from`: customers of the shop wrote it (`count`: so many times), Sen or a language model proposes it. `surely`: it asks the very same, and
 * may be kept without a second look.
 */
export const proposedWording = z.object({
  text: z.string(),
  from: z.enum(['model', 'customers', 'sen']),
  surely: z.boolean(),
  count: z.number().optional(),
})
export type ProposedWording = z.output<typeof proposedWording>

export const proposedWordings = z.object({
  wordings: z.array(proposedWording),
})
export type ProposedWordings = z.output<typeof proposedWordings>

/** One way of asking, as it is answered now and would be. `taught`: just as the person wrote it, or from the passage that was chosen. */
export const triedAsk = z.object({
  question: z.string(),
  before: z.object({
    act: z.string(),
    reply: z.string(),
  }),
  now: z.object({
    act: z.string(),
    reply: z.string(),
  }),
  taught: z.boolean(),
})
export type TriedAsk = z.output<typeof triedAsk>

/** What else would be answered otherwise, of `total`, of which `asked` could be asked in time. */
export const elseChanged = z.object({
  total: z.number(),
  asked: z.number(),
  details: z.array(runDetail),
})
export type ElseChanged = z.output<typeof elseChanged>

export const teachingPreview = z.object({
  asks: z.array(triedAsk),
  tests: elseChanged,
  recent: elseChanged,
})
export type TeachingPreview = z.output<typeof teachingPreview>
