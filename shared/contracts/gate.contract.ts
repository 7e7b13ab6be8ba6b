import { z } from 'zod'
import type { RunDetail } from './bot.contract.ts'

/** `POST /api/v1/sources/:id/publish`: what the person saw who confirms it; absent: whatever it is by now. */
export const confirmation = z.object({ check_id: z.uuid().optional() })

/** `POST /api/v1/knowledge/versions/:version/restore`: without `confirm`, 409 where answers get worse. */
export const restoring = z.object({ confirm: z.boolean().default(false) })

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

/** What the chosen threshold means, by the workspace's own test questions or, where they are too few, by those of development. */
export type ErrorRate = {
  basis: 'own' | 'development'
  /** own test questions that can be counted, and how many are needed */
  cases: number
  needed: number
  /** in percent: the highest answer rate with at most so many wrong among what is answered; rising with the allowed share */
  curve: RatePoint[]
  /** the three named positions */
  named: { allowed: number; threshold: number | null; answered: number; wrong: number }[]
}

/** Of all questions `answered` are answered and `wrong` of those answered are wrong, 0 to 1. */
export type RatePoint = { threshold: number; answered: number; wrong: number }
