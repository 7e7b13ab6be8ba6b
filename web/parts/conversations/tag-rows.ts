import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type TagRow = Row<'tags'>

const colours: Record<string, string> = {
  leaf: 'var(--leaf)',
  petal: 'var(--petal)',
  stamen: 'var(--stamen-mark)',
  water: 'var(--water)',
  lacquer: 'var(--lacquer)',
  violet: 'var(--messenger)',
  ink: 'var(--ink-3)',
}

export function tagColour(tag: Pick<TagRow, 'colour'>): string {
  return colours[tag.colour] ?? 'var(--ink-3)'
}

export function useTags(): readonly TagRow[] {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<TagRow>>(() => {
    const byName = new Intl.Collator('vi').compare
    return {
      topic: `workspace:${workspace.id}`,
      table: 'tags',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id,
      compare: (a, b) => byName(a.name, b.name) || (a.id < b.id ? -1 : 1),
      load: () => readRows('tags', query => query.eq('workspace_id', workspace.id).order('created_at')),
    }
  }, [workspace.id])
  return useLiveRows(list).rows
}
