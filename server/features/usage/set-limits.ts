import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Metric } from '#shared/words.ts'

export type Limits = Record<Metric, number | null>
const monthly = ['messages', 'campaigns'] as const
type Monthly = Pick<Limits, (typeof monthly)[number]>
const isMonthly = sql`metric in ('messages', 'campaigns')`

/** Messages and campaigns restart per period, other counts go on. Null limits: unlimited. */
export async function setLimits(
  tx: Tx,
  workspaceId: string,
  period: { start: Date; end: Date },
  limits: Limits,
): Promise<void> {
  await closeOthers(tx, workspaceId, period.start)
  await openMonth(tx, workspaceId, period, limits)
  for (const [metric, limit] of Object.entries(limits) as [Metric, number | null][]) {
    if (monthly.some(one => one === metric)) continue
    await sql`insert into usage_counters (workspace_id, metric, period_start, period_end, used, hard_limit)
      values (${workspaceId}, ${metric}, ${new Date(0)}, null,
        ${metric === 'members' ? sql`(select count(*) from members where workspace_id = ${workspaceId})` : 0}, ${limit})
      on conflict (workspace_id, metric, period_start) do update set hard_limit = excluded.hard_limit, period_end = null, ${noticesAgain}`.execute(
      tx,
    )
  }
}

const noticesAgain = sql.raw(`
  notice_80_at = case when usage_counters.hard_limit is not distinct from excluded.hard_limit + usage_counters.extra then usage_counters.notice_80_at end,
  notice_100_at = case when usage_counters.hard_limit is not distinct from excluded.hard_limit + usage_counters.extra then usage_counters.notice_100_at end`)

/** Also a future one; an existing month keeps its count. */
export async function openMonth(
  tx: Tx,
  workspaceId: string,
  period: { start: Date; end: Date },
  limits: Monthly,
): Promise<boolean> {
  const { rows } = await sql<{
    made: boolean
  }>`insert into usage_counters (workspace_id, metric, period_start, period_end, hard_limit)
    values (${workspaceId}, 'messages', ${period.start}, ${period.end}, ${limits.messages}),
      (${workspaceId}, 'campaigns', ${period.start}, ${period.end}, ${limits.campaigns})
    on conflict (workspace_id, metric, period_start) do update set hard_limit = excluded.hard_limit + usage_counters.extra,
      period_end = excluded.period_end, ${noticesAgain}
    returning xmax = 0 as made`.execute(tx)
  return rows[0]?.made === true
}

/** Also drops periods that begin then or later. */
export async function closeMonths(tx: Tx, workspaceId: string, at: Date): Promise<void> {
  await sql`delete from usage_counters where workspace_id = ${workspaceId} and ${isMonthly} and period_start = ${at}`.execute(
    tx,
  )
  await closeOthers(tx, workspaceId, at)
}

async function closeOthers(tx: Tx, workspaceId: string, at: Date): Promise<void> {
  await sql`delete from usage_counters where workspace_id = ${workspaceId} and ${isMonthly} and period_start > ${at}`.execute(
    tx,
  )
  await sql`update usage_counters set period_end = ${at}
    where workspace_id = ${workspaceId} and ${isMonthly} and period_start < ${at} and period_end > ${at}`.execute(tx)
}

export async function monthAt(tx: Tx, workspaceId: string, at: Date): Promise<{ start: Date; end: Date } | undefined> {
  const { rows } = await sql<{
    start: Date
    end: Date
  }>`select period_start as start, period_end as "end" from usage_counters
    where workspace_id = ${workspaceId} and metric = 'messages' and period_start <= ${at} and period_end > ${at}
    order by period_start desc limit 1`.execute(tx)
  return rows[0]
}
