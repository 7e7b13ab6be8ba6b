import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Metric } from '#shared/words.ts'

type Use = { metric: Metric; used: number; limit: number | null; period_start: Date; period_end: Date | null }

export async function readUsage(platform: Platform, caller: Caller): Promise<{ usage: Use[] }> {
  const now = platform.clock.now()
  const { rows } = await platform.db.asPerson(caller.claims, tx =>
    sql<Use>`select metric, used, hard_limit as limit, period_start, period_end from usage_counters
      where workspace_id = ${caller.workspaceId} and period_start <= ${now} and (period_end is null or period_end > ${now}) order by metric`.execute(
      tx,
    ),
  )
  return { usage: rows }
}
