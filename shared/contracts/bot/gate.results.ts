import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { runDetail } from './bot.results.ts'

/** With so many of the given answers wrong (percent) the lowest threshold; of all questions `answered`, of those answered `wrong`, 0 to 1. */
export const rateStep = z.object({
  allowed: z.number(),
  threshold: z.number(),
  answered: z.number(),
  wrong: z.number(),
})
export type RateStep = z.output<typeof rateStep>

/** `GET /api/v1/bot/error-rate`: what each share of wrong answers costs, by own test questions or, where they are too few, by the development shops'. */
export const errorRate = z.object({
  basis: z.enum(['own', 'development']),
  /** own test questions, and those of them that are not to be answered from the documents */
  cases: z.number(),
  unanswerable: z.number(),
  /** from the most careful to the least */
  steps: z.array(rateStep),
  /** what holds now, by the same questions; null by those of the development shops */
  now: z
    .object({
      threshold: z.number(),
      answered: z.number(),
      wrong: z.number(),
    })
    .nullable(),
})
export type ErrorRate = z.output<typeof errorRate>

/** `GET /api/v1/sources/:id/uses`: in answers to customers of the last 30 days. */
export const sourceUses = z.object({
  /** of a file that has pages: where each begins in its text */
  pages: z.array(
    z.object({
      number: z.number(),
      start: z.number(),
    }),
  ),
  answers: z.number(),
  passages: z.array(
    z.object({
      passage_id: z.uuid(),
      answers: z.number(),
    }),
  ),
  /** the newest first */
  recent: z.array(
    z.object({
      answer_id: z.uuid(),
      conversation_id: z.uuid(),
      question: z.string(),
      created_at: z.string(),
    }),
  ),
})
export type SourceUses = z.output<typeof sourceUses>

/** `GET /api/v1/sources/:id/versions` */
export const sourceVersion = z.object({
  version: z.number(),
  title: z.string(),
  passages_count: z.number(),
  /** null: before anybody kept count */
  made_at: instant.nullable(),
  live: z.boolean(),
})
export type SourceVersion = z.output<typeof sourceVersion>

/** What a roll-back made of the test questions. `knowledge_version`: the new one, which says what the old one said. */
export const restored = z.object({
  knowledge_version: z.number(),
  total: z.number(),
  better: z.number(),
  worse: z.number(),
  changed: z.number(),
  details: z.array(runDetail),
})
export type Restored = z.output<typeof restored>
