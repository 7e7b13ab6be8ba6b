import { z } from 'zod'
import type { RunDetail } from './bot.contract.ts'

/** `POST /api/v1/sources/:id/publish`: what the person saw who confirms it; absent: whatever it is by now. */
export const confirmation = z.object({ check_id: z.uuid().optional() })

const digest = z.string().regex(/^[\w-]{22}$/)

/** Absent or false: 409 where answers get worse. The `digest` of that: just those have been seen. True: whatever gets worse. */
export const confirm = z.union([z.boolean(), digest]).default(false)
export type Confirm = z.output<typeof confirm>

/** `POST /api/v1/knowledge/versions/:version/restore` */
export const restoring = z.object({ confirm })

/** The same of what is taken away, `?confirm=…`: a wording, a correction. */
export const confirmQuery = z.object({
  confirm: z.union([z.enum(['true', 'false']).transform(given => given === 'true'), digest]).default(false),
})

/** `details` of 409 `training.answers_worse`. `digest`: says, sent back as `confirm`, that these have been seen. */
export type AnswersWorse = {
  total: number
  better: number
  worse: number
  changed: number
  details: RunDetail[]
  digest: string
}

/** `POST /api/v1/sources/:id/restore` */
export const sourceRestoring = restoring.extend({ version: z.int().min(1) })

/** What a roll-back made of the test questions. `knowledge_version`: the new one, which says what the old one said. */
export type Restored = {
  knowledge_version: number
  total: number
  better: number
  worse: number
  changed: number
  details: RunDetail[]
}

/** `GET /api/v1/sources/:id/versions` */
export type SourceVersion = {
  version: number
  title: string
  passages_count: number
  /** null: before anybody kept count */
  made_at: string | Date | null
  live: boolean
}

/** One entry of a knowledge version's `what`; a link's pages are one, `count` of them. */
export type KnowledgeChange = {
  source_id: string
  kind: 'file' | 'link' | 'pair'
  title: string
  change: 'added' | 'changed' | 'removed'
  count: number
}

/** With so many of the given answers wrong (percent) the lowest threshold; of all questions `answered`, of those answered `wrong`, 0 to 1. */
export type RateStep = { allowed: number; threshold: number; answered: number; wrong: number }

/** Own test questions that it takes to measure by them. */
export const casesNeeded = 30

/** `GET /api/v1/bot/error-rate`: what each share of wrong answers costs, by own test questions or, where they are too few, by the development shops'. */
export type ErrorRate = {
  basis: 'own' | 'development'
  /** own test questions, and those of them that are not to be answered from the documents */
  cases: number
  unanswerable: number
  /** from the most careful to the least */
  steps: RateStep[]
  /** what holds now, by the same questions; null by those of the development shops */
  now: { threshold: number; answered: number; wrong: number } | null
}

/** `GET /api/v1/sources/:id/uses`: in answers to customers of the last 30 days. */
export type SourceUses = {
  /** of a file that has pages: where each begins in its text */
  pages: { number: number; start: number }[]
  answers: number
  passages: { passage_id: string; answers: number }[]
  /** the newest first */
  recent: { answer_id: string; conversation_id: string; question: string; created_at: string }[]
}
