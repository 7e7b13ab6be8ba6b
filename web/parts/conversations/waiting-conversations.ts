import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

export function useWaitingConversations(): LiveRows<Conversation> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Conversation>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'conversations',
      key: ['waits for a person'],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id && row.status === 'open' && row.waiting_since !== null,
      compare: (a, b) => (a.waiting_since ?? '').localeCompare(b.waiting_since ?? '') || a.id.localeCompare(b.id),
      load: () =>
        readRows('conversations', query =>
          query
            .eq('workspace_id', workspace.id)
            .eq('status', 'open')
            .not('waiting_since', 'is', null)
            .order('waiting_since')
            .limit(100),
        ),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}
