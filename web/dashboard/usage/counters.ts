import { useMemo } from 'react'
import { type Metric, metrics } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { UsageCounter } from '#web/data/wire-rows.ts'
import { useMoment } from '#web/parts/time/shop-times.ts'

export type Meter = { metric: Metric; used: number; limit: number | null; start: string; end: string | null }

const almost = 0.8

/** Current period only; a metric without one is missing. */
export function useMeters() {
  const { workspace } = useCurrentWorkspace()
  const now = useMoment().getTime()
  const list = useMemo<LiveList<UsageCounter>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'usage_counters',
      key: ['all'],
      keyOf: row => `${row.metric} ${Date.parse(row.period_start)}`,
      accepts: row => row.workspace_id === workspace.id,
      compare: (a, b) => Date.parse(b.period_start) - Date.parse(a.period_start),
      load: () => readRows('usage_counters', query => query.eq('workspace_id', workspace.id)),
    }),
    [workspace.id],
  )
  const live = useLiveRows(list)
  const runs = (row: UsageCounter) =>
    Date.parse(row.period_start) <= now && (row.period_end === null || Date.parse(row.period_end) > now)
  const meters = metrics.flatMap((metric): Meter[] => {
    const row = live.rows.find(one => one.metric === metric && runs(one))
    return row ? [{ metric, used: row.used, limit: row.hard_limit, start: row.period_start, end: row.period_end }] : []
  })
  return { ...live, meters }
}

/** `reached`: nothing left. `almost`: four fifths used. */
export function stateOf({ used, limit }: Pick<Meter, 'used' | 'limit'>): 'free' | 'almost' | 'reached' {
  if (limit === null) return 'free'
  return used >= limit ? 'reached' : used >= limit * almost ? 'almost' : 'free'
}
