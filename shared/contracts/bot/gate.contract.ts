import { z } from 'zod'
import type { RunDetail } from './bot.results.ts'

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

/** One entry of a knowledge version's `what`; a link's pages are one, `count` of them. */
export type KnowledgeChange = {
  source_id: string
  kind: 'file' | 'link' | 'pair'
  title: string
  change: 'added' | 'changed' | 'removed'
  count: number
}

/** Own test questions that it takes to measure by them. */
export const casesNeeded = 30
