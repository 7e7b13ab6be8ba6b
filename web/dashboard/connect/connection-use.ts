import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { UsageCounter } from '#web/data/wire-rows.ts'

export type ConnectionUse = { used: number; limit: number | null }

export function useConnectionUse(): ConnectionUse | undefined {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<UsageCounter>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'usage_counters',
      key: ['connections'],
      keyOf: row => `${row.metric} ${Date.parse(row.period_start)}`,
      accepts: row => row.metric === 'connections',
      compare: (a, b) => Date.parse(b.period_start) - Date.parse(a.period_start),
      load: () =>
        readRows('usage_counters', query => query.eq('workspace_id', workspace.id).eq('metric', 'connections')),
    }),
    [workspace.id],
  )
  const [current] = useLiveRows(list).rows
  return current && { used: current.used, limit: current.hard_limit }
}
