import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Source, UsageCounter } from '#web/data/wire-rows.ts'

const pageSize = 50

/** The workspace's files, newest first, with their states as they change. */
export function useSources(): LiveRows<Source> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Source>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: ['files'],
      keyOf: row => row.id,
      accepts: row => row.kind === 'file' && row.status !== 'removed',
      compare: newestFirst,
      pageSize,
      load: edge =>
        readRows('sources', start => {
          const query = start.eq('workspace_id', workspace.id).eq('kind', 'file').neq('status', 'removed')
          // Ids are made in the order of time.
          return (edge ? query.lt('id', edge.id) : query).order('id', { ascending: false }).limit(pageSize)
        }),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}

function newestFirst(a: Source, b: Source): number {
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

export function useSource(id: string): LiveRows<Source> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Source>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: ['one', id],
      keyOf: row => row.id,
      accepts: row => row.id === id && row.status !== 'removed',
      compare: newestFirst,
      load: () => readRows('sources', query => query.eq('workspace_id', workspace.id).eq('id', id)),
    }),
    [workspace.id, id],
  )
  return useLiveRows(list)
}

export type DocumentUse = { used: number; limit: number | null }

/** How many documents there are and may be, now. Undefined until it is known. */
export function useDocumentUse(): DocumentUse | undefined {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<UsageCounter>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'usage_counters',
      key: ['documents'],
      keyOf: row => `${row.metric} ${Date.parse(row.period_start)}`,
      accepts: row => row.metric === 'documents',
      compare: (a, b) => Date.parse(b.period_start) - Date.parse(a.period_start),
      load: () => readRows('usage_counters', query => query.eq('workspace_id', workspace.id).eq('metric', 'documents')),
    }),
    [workspace.id],
  )
  const { rows } = useLiveRows(list)
  const current = rows.find(row => Date.parse(row.period_start) <= Date.now()) ?? rows[0]
  return current && { used: current.used, limit: current.hard_limit }
}
