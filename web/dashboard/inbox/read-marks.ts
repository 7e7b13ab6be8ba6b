import { useCallback, useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import { marksRead, unreadMessages } from '#shared/rules/unread.ts'
import type { Conversation, Row } from '#web/data/wire-rows.ts'

type ReadMark = Row<'conversation_reads'>

/** How many messages of a conversation's customer the member has still to read; theirs alone, in all their tabs. Undefined until that is known. */
export function useUnread(): (conversation: Conversation) => number | undefined {
  const { workspace, me } = useCurrentWorkspace()
  const personId = me?.person_id ?? ''
  const list = useMemo<LiveList<ReadMark>>(
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
  const { rows, status } = useLiveRows(list)
  const joined = me?.joined_at
  return useCallback(
    conversation => (status === 'ready' ? unreadMessages(conversation, rows, joined ?? null) : undefined),
    [rows, status, joined],
  )
}
