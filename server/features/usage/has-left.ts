import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { courtesyOf } from './reserve.ts'
import type { Metric } from '#shared/words.ts'

/** Whatever is left: false once the plan has ended. */
export async function isEntitled(platform: Platform, tx: Tx, workspaceId: string, metric: Metric): Promise<boolean> {
  const now = platform.clock.now()
  const { rows } = await sql`select from usage_counters where workspace_id = ${workspaceId} and metric = ${metric}
    and period_start <= ${now} and (period_end is null or period_end > ${now})`.execute(tx)
  return rows.length > 0
}

/** Only a check; `reserve` takes it. */
export async function hasLeft(platform: Platform, tx: Tx, workspaceId: string, metric: Metric): Promise<boolean> {
  const now = platform.clock.now()
  const { rows } = await sql`select from usage_counters
    where workspace_id = ${workspaceId} and metric = ${metric} and period_start <= ${now} and (period_end is null or period_end > ${now})
      and (hard_limit is null or used < hard_limit + ${courtesyOf(platform, metric)})`.execute(tx)
  return rows.length > 0
}
