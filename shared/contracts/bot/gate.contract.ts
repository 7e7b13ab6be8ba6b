import { z } from 'zod'
import type { RunDetail } from './bot.results.ts'

/** absent: confirms whatever the state is now */
export const confirmation = z.object({ check_id: z.uuid().optional() })

const digest = z.string().regex(/^[\w-]{22}$/)

/** false: 409 where answers get worse. A `digest` accepts just those seen, true accepts any. */
export const confirm = z.union([z.boolean(), digest]).default(false)
export type Confirm = z.output<typeof confirm>

export const restoring = z.object({ confirm })

export const confirmQuery = z.object({
  confirm: z.union([z.enum(['true', 'false']).transform(given => given === 'true'), digest]).default(false),
})

/** `digest`: send it back as `confirm`. */
export type AnswersWorse = {
  total: number
  better: number
  worse: number
  changed: number
  details: RunDetail[]
  digest: string
}

export const sourceRestoring = restoring.extend({ version: z.int().min(1) })

/** A link's pages count as one entry. */
export type KnowledgeChange = {
  source_id: string
  kind: 'file' | 'link' | 'pair'
  title: string
  change: 'added' | 'changed' | 'removed'
  count: number
}

/** Minimum number of own test questions. */
export const casesNeeded = 30

/** A line by its name; `passage_id`: only of this passage or of those that are gone. */
export const lineUsesQuery = z.object({ name: z.string().min(1).max(200), passage_id: z.uuid() })
