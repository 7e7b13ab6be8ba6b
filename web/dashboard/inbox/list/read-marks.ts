import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { RowWindow } from '#web/data/live/row-window.ts'
import { marksRead, unreadMessages } from '#shared/rules/unread.ts'
import type { Conversation, Row } from '#web/data/wire-rows.ts'

type ReadMark = Row<'conversation_reads'>

function useMarkList(): LiveList<ReadMark> {
  const { workspace, me } = useCurrentWorkspace()
  const personId = me?.person_id ?? ''
  return useMemo<LiveList<ReadMark>>(
    () => ({
      topic: `person:${personId}`,
      table: 'conversation_reads',
      key: [workspace.id],
      keyOf: row => row.conversation_id,
      accepts: row => row.workspace_id === workspace.id && row.person_id === personId,
      compare: (a, b) =>
        Date.parse(b.marked_at) - Date.parse(a.marked_at) || (a.conversation_id < b.conversation_id ? 1 : -1),
      load: () =>
        readRows('conversation_reads', query =>
          query
            .eq('workspace_id', workspace.id)
            .eq('person_id', personId)
            .order('marked_at', { ascending: false })
            .limit(marksRead),
        ),
    }),
    [workspace.id, personId],
  )
}

export function useUnread(): (conversation: Conversation) => number | undefined {
  const { me } = useCurrentWorkspace()
  const { rows, status } = useLiveRows(useMarkList())
  const joined = me?.joined_at
  return useCallback(
    conversation => (status === 'ready' ? unreadMessages(conversation, rows, joined ?? null) : undefined),
    [rows, status, joined],
  )
}

/** The answer at the moment of the call; the function itself is stable. */
export function useReadUnread(): (conversation: Conversation) => boolean {
  const { me } = useCurrentWorkspace()
  const queries = useQueryClient()
  const { topic, table, key } = useMarkList()
  const joined = me?.joined_at ?? null
  return useCallback(
    conversation => {
      const marks = queries.getQueryData<RowWindow<ReadMark>>(['live', topic, table, ...key])
      return marks !== undefined && unreadMessages(conversation, marks.rows, joined) > 0
    },
    [queries, topic, table, key, joined],
  )
}
