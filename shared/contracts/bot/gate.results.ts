import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { runDetail } from './bot.results.ts'

/** `allowed`: percent wrong of those given; `answered` (of all) and `wrong` (of answered): 0 to 1. */
export const rateStep = z.object({
  allowed: z.number(),
  threshold: z.number(),
  answered: z.number(),
  wrong: z.number(),
})
export type RateStep = z.output<typeof rateStep>

/** By own test questions or, if too few, the development shops'. */
export const errorRate = z.object({
  basis: z.enum(['own', 'development']),
  cases: z.number(),
  unanswerable: z.number(),
  /** from the most careful */
  steps: z.array(rateStep),
  /** null for the development shops */
  now: z
    .object({
      threshold: z.number(),
      answered: z.number(),
      wrong: z.number(),
    })
    .nullable(),
})
export type ErrorRate = z.output<typeof errorRate>

export const sourceUse = z.object({
  answer_id: z.uuid(),
  conversation_id: z.uuid(),
  question: z.string(),
  created_at: instant,
})
export type SourceUse = z.output<typeof sourceUse>

/** Last 30 days. */
export const sourceUses = z.object({
  /** offsets in the text */
  pages: z.array(
    z.object({
      number: z.number(),
      start: z.number(),
    }),
  ),
  answers: z.number(),
  /** by the line's name: a new version has other passages */
  lines: z.array(z.object({ passage_id: z.uuid(), live: z.boolean(), name: z.string(), answers: z.number() })),
  recent: z.array(sourceUse),
})
export type SourceUses = z.output<typeof sourceUses>

export const sourceVersion = z.object({
  version: z.number(),
  title: z.string(),
  passages_count: z.number(),
  /** null: before versions were dated */
  made_at: instant.nullable(),
  live: z.boolean(),
})
export type SourceVersion = z.output<typeof sourceVersion>

export const restored = z.object({
  knowledge_version: z.number(),
  total: z.number(),
  better: z.number(),
  worse: z.number(),
  changed: z.number(),
  details: z.array(runDetail),
})
export type Restored = z.output<typeof restored>
