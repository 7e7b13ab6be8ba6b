import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Metric } from '#shared/words.ts'

/** One conditional statement: two at once never exceed a limit. Returns false if none is left or the plan has ended. */
export async function reserve(platform: Platform, tx: Tx, workspaceId: string, metric: Metric): Promise<boolean> {
  const now = platform.clock.now()
  const { rows } = await sql<{
    used: number
    hard_limit: number | null
    notice_80_at: Date | null
    notice_100_at: Date | null
  }>`
    update usage_counters set used = used + 1
    where workspace_id = ${workspaceId} and metric = ${metric} and period_start <= ${now} and (period_end is null or period_end > ${now})
      and (hard_limit is null or used < hard_limit + ${courtesyOf(platform, metric)})
    returning used, hard_limit, notice_80_at, notice_100_at`.execute(tx)
  const counter = rows[0]
  if (!counter) return false
  const { used, hard_limit: limit } = counter
  if (limit !== null && limit > 0) {
    if (used >= limit && !counter.notice_100_at) await notice(platform, tx, workspaceId, metric, 'usage.reached')
    else if (used * 10 >= limit * 8 && used < limit && !counter.notice_80_at)
      await notice(platform, tx, workspaceId, metric, 'usage.almost-reached')
  }
  return true
}

/** Messages beyond the limit, so that a conversation need not break off. */
export function courtesyOf({ config }: Platform, metric: Metric): RawBuilder<number> {
  return metric === 'messages' ? sql`hard_limit * ${config.USAGE_COURTESY_PERCENT}::int / 100` : sql`0`
}

/** @throws usage.<metric>_reached */
export async function reserveOrRefuse(platform: Platform, tx: Tx, workspaceId: string, metric: Metric): Promise<void> {
  if (!(await reserve(platform, tx, workspaceId, metric))) throw failure(`usage.${metric}_reached`)
}

export async function giveBack(platform: Platform, tx: Tx, workspaceId: string, metric: Metric): Promise<void> {
  const now = platform.clock.now()
  await sql`update usage_counters set used = greatest(used - 1, 0)
    where workspace_id = ${workspaceId} and metric = ${metric} and period_start <= ${now} and (period_end is null or period_end > ${now})`.execute(
    tx,
  )
}

async function notice(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  metric: Metric,
  event: 'usage.reached' | 'usage.almost-reached',
): Promise<void> {
  const column = sql.ref(event === 'usage.reached' ? 'notice_100_at' : 'notice_80_at')
  const now = platform.clock.now()
  await sql`update usage_counters set ${column} = ${now}
    where workspace_id = ${workspaceId} and metric = ${metric} and period_start <= ${now} and (period_end is null or period_end > ${now})`.execute(
    tx,
  )
  await platform.jobs.emit(tx, event, { workspace_id: workspaceId, metric })
}
