import { z } from 'zod'
import { runDetail } from './bot.results.ts'

/** `count`: how often customers wrote it. `surely`: a true paraphrase, safe to keep unseen. */
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

/** `asked` of `total` could be tried in time. */
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
