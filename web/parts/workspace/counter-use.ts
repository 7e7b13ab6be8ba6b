import { useMemo } from 'react'
import type { Metric } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { UsageCounter } from '#web/data/wire-rows.ts'

export type CounterUse = { used: number; limit: number | null }

/** Of what is counted as it is, not by the month; undefined until read. */
export function useCounter(metric: Exclude<Metric, 'messages' | 'campaigns'>): CounterUse | undefined {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<UsageCounter>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'usage_counters',
      key: [metric],
      keyOf: row => `${row.metric} ${Date.parse(row.period_start)}`,
      accepts: row => row.metric === metric,
      compare: (a, b) => Date.parse(b.period_start) - Date.parse(a.period_start),
      load: () => readRows('usage_counters', query => query.eq('workspace_id', workspace.id).eq('metric', metric)),
    }),
    [workspace.id, metric],
  )
  const { rows } = useLiveRows(list)
  const current = rows.find(row => Date.parse(row.period_start) <= Date.now()) ?? rows[0]
  return current && { used: current.used, limit: current.hard_limit }
}
