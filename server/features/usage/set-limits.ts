import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Metric } from '#shared/words.ts'

export type Limits = Record<Metric, number | null>

/**
 * Sets what a workspace may use in a period. Messages are counted per period and start at nothing;
 * connections, documents and members are what there is, so their count goes on.
 * @param limits null: as many as one likes
 */
export async function setLimits(
  tx: Tx,
  workspaceId: string,
  period: { start: Date; end: Date },
  limits: Limits,
): Promise<void> {
  for (const [metric, limit] of Object.entries(limits) as [Metric, number | null][]) {
    const gauge = metric !== 'messages'
    await sql`insert into usage_counters (workspace_id, metric, period_start, period_end, used, hard_limit)
      values (${workspaceId}, ${metric}, ${gauge ? new Date(0) : period.start}, ${gauge ? null : period.end},
        ${metric === 'members' ? sql`(select count(*) from members where workspace_id = ${workspaceId})` : 0}, ${limit})
      on conflict (workspace_id, metric, period_start) do update set hard_limit = excluded.hard_limit, period_end = excluded.period_end,
        notice_80_at = null, notice_100_at = null`.execute(tx)
  }
}
