import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

/** The groups of the inbox: who needs a person, whom the bot looks after, what was put away, and what is closed. */
export type Group = 'waiting' | 'bot' | 'snoozed' | 'closed'

const pageSize = 50

function belongs(row: Conversation, group: Group): boolean {
  if (group === 'closed' || group === 'snoozed') return row.status === group
  return row.status === 'open' && (row.waiting_since !== null) === (group === 'waiting')
}

/** The conversations of one group, newest first, kept up to date. */
export function useConversations(group: Group): LiveRows<Conversation> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Conversation>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'conversations',
      key: [group],
      keyOf: row => row.id,
      accepts: row => belongs(row, group),
      compare: newestFirst,
      pageSize,
      load: edge => readGroup(workspace.id, group, edge),
    }),
    [workspace.id, group],
  )
  return useLiveRows(list)
}

function newestFirst(a: Conversation, b: Conversation): number {
  return Date.parse(b.last_message_at) - Date.parse(a.last_message_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

function readGroup(workspaceId: string, group: Group, edge: Conversation | undefined): Promise<Conversation[]> {
  return readRows('conversations', start => {
    let query = start.eq('workspace_id', workspaceId)
    query = query.eq('status', group === 'closed' || group === 'snoozed' ? group : 'open')
    if (group === 'waiting') query = query.not('waiting_since', 'is', null)
    if (group === 'bot') query = query.is('waiting_since', null)
    if (edge) query = query.or(below(edge))
    return query.order('last_message_at', { ascending: false }).order('id', { ascending: false }).limit(pageSize)
  })
}

function below(edge: Conversation): string {
  const at = `"${edge.last_message_at}"`
  return `last_message_at.lt.${at},and(last_message_at.eq.${at},id.lt.${edge.id})`
}

/** One conversation, whatever group it is in. */
export function useConversation(id: string): LiveRows<Conversation> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Conversation>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'conversations',
      key: ['one', id],
      keyOf: row => row.id,
      accepts: row => row.id === id,
      compare: newestFirst,
      load: () => readRows('conversations', query => query.eq('workspace_id', workspace.id).eq('id', id)),
    }),
    [workspace.id, id],
  )
  return useLiveRows(list)
}
