import { z } from 'zod'
import { acts, intentKinds } from '../../words.ts'

/** By name, between 0 and about 1. Names come and go with what is learned. */
const measures = z.record(z.string(), z.number())

export const ownerRules = ['outside_hours', 'hand_over_word', 'never_say'] as const

/** Left out: what a call that failed never had. */
const tracedModel = z.object({
  ms: z.number(),
  kind: z.enum(['openai-compatible', 'anthropic', 'gemini']).optional(),
  name: z.string().optional(),
  tokens_in: z.number().optional(),
  tokens_out: z.number().optional(),
  /** null: the model has no known price */
  cost_usd: z.number().nullable().optional(),
  said: z.string().optional(),
  question: z.string().optional(),
  searched_again: z.literal(true).optional(),
  corrected: z.literal(true).optional(),
  /** why its reply was not used */
  why: z.string().optional(),
  detail: z.string().optional(),
})
export type TracedModel = z.output<typeof tracedModel>

/** How an answer came about. Stored traces of older versions may lack any of it. */
export const trace = z.object({
  route: z.enum(['question', ...acts]),
  rule: z.enum(ownerRules).optional(),
  threshold: z.number().optional(),
  questions: z
    .array(
      z.object({
        type: z.string(),
        words: z.string(),
        confidence: z.number(),
        measures,
        best: z.array(z.object({ text: z.string(), score: z.number() })),
      }),
    )
    .optional(),
  value: measures.optional(),
  class: measures.optional(),
  list: measures.optional(),
  card: measures.optional(),
  statement: measures.optional(),
  taught: z.literal(true).optional(),
  /** what the documents did not prove */
  loose: z.array(z.string()).optional(),
  model: tracedModel.optional(),
  intents: z.array(z.enum(intentKinds)).optional(),
})
export type Trace = z.output<typeof trace>
