import { useCallback, useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { isUnread, marksRead, type ReadMark } from './unread.ts'

/** Whether the member has still to read what the customer of a conversation wrote; theirs alone, in all their tabs. Undefined until that is known. */
export function useUnread(): (conversation: Conversation) => boolean | undefined {
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
        Date.parse(b.read_at) - Date.parse(a.read_at) || (a.conversation_id < b.conversation_id ? 1 : -1),
      load: () =>
        readRows('conversation_reads', query =>
          query.eq('workspace_id', workspace.id).order('read_at', { ascending: false }).limit(marksRead),
        ),
    }),
    [workspace.id, personId],
  )
  const { rows, status } = useLiveRows(list)
  const joined = me?.joined_at
  return useCallback(
    conversation => (status === 'ready' ? isUnread(conversation, rows, joined ?? null) : undefined),
    [rows, status, joined],
  )
}
