import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type CannedReply = Row<'canned_replies'>

export function useCannedReplies(): LiveRows<CannedReply> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<CannedReply>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'canned_replies',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id,
      compare: (a, b) => byName.compare(a.title, b.title) || (a.id < b.id ? -1 : 1),
      load: () => readRows('canned_replies', query => query.eq('workspace_id', workspace.id)),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}

const byName = new Intl.Collator('vi')
