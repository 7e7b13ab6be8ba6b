import { sql } from 'kysely'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { takeAway } from '#features/training/sources/remove-source.ts'
import { shadowKnowledge } from '#features/training/knowledge/shadow-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { compareAnswers, type Comparison, readCases } from '../regression/read-cases.ts'
import { readSettings } from '../settings/settings.ts'

const TRIALS = { max: 60, windowMs: minutes(10) }

/** @throws request.not_found */
export async function tryRemoval(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<Comparison> {
  await limit(platform, `try removal:${workspaceId}`, TRIALS)
  const { cases, settings } = await platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`select from sources where workspace_id = ${workspaceId} and id = ${id} and parent_id is null
      and status <> 'removed'`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    return { cases: await readCases(tx, workspaceId), settings: await readSettings(tx, workspaceId) }
  })
  if (cases.length === 0) return { total: 0, better: 0, worse: 0, changed: 0, details: [] }
  const live = await loadKnowledge(platform, workspaceId)
  const shadow = await shadowKnowledge(platform, workspaceId, tx => takeAway(platform, tx, workspaceId, id, null))
  return compareAnswers(cases, {
    live: { knowledge: live.knowledge, settings, today: dayOf(platform.clock.now()) },
    shadow: { knowledge: shadow.knowledge, settings, today: dayOf(platform.clock.now()) },
  })
}
