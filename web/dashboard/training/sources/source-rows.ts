import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Source } from '#web/data/wire-rows.ts'

const pageSize = 50

/** Newest first. `search` keeps those with these folded words in their question. */
export function useSources(kind: 'file' | 'link' | 'pair', search = ''): LiveRows<Source> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Source>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: [kind, search],
      keyOf: row => row.id,
      accepts: row =>
        row.kind === kind &&
        row.parent_id === null &&
        row.status !== 'removed' &&
        (search === '' || (row.title_folded ?? '').includes(search)),
      compare: newestFirst,
      pageSize,
      load: edge =>
        readRows('sources', start => {
          const all = start
            .eq('workspace_id', workspace.id)
            .eq('kind', kind)
            .is('parent_id', null)
            .neq('status', 'removed')
          const query = search === '' ? all : all.or(`title_folded.ilike.*${search}*`)
          // Ids are in order of time.
          return (edge ? query.lt('id', edge.id) : query).order('id', { ascending: false }).limit(pageSize)
        }),
    }),
    [workspace.id, kind, search],
  )
  return useLiveRows(list)
}

export function usePages(linkId: string): LiveRows<Source> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Source>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: ['pages', linkId],
      keyOf: row => row.id,
      accepts: row => row.parent_id === linkId && row.status !== 'removed',
      compare: byAddress,
      pageSize: 100,
      load: edge =>
        readRows('sources', start => {
          const query = start.eq('workspace_id', workspace.id).eq('parent_id', linkId)
          return (edge?.url ? query.gt('url', edge.url) : query).order('url').limit(100)
        }),
    }),
    [workspace.id, linkId],
  )
  return useLiveRows(list)
}

function byAddress(a: Source, b: Source): number {
  const [one, other] = [a.url ?? '', b.url ?? '']
  return one < other ? -1 : one > other ? 1 : 0
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
