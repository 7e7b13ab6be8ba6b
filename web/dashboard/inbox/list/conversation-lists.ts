import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ConversationHit } from '#shared/contracts/inbox/conversations.contract.ts'
import { type ConversationGroup, isLane } from '#shared/words.ts'
import { apartMark, wantedWords } from '#shared/rules/text/search-words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveConnection, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { type Filters, filterSuffix, fits, isNarrowed, listQuery } from './list-filters.ts'
import { useReadUnread } from './read-marks.ts'

/** Three lanes, snoozed and closed. A search shows one group: `open` or `all`. */
export type Group = ConversationGroup

const pageSize = 50

function belongs(row: Conversation, group: Group): boolean {
  if (group === 'all') return true
  return isLane(group) ? row.lane === group : row.status === group
}

/** `found`: chosen by the server's filters; `hit`: where the words are; `apart`: they are in different places. */
export type ListedConversation = Conversation & { found?: true; hit?: ConversationHit; apart?: true }

/** Newest first (waiting for a person: longest wait first). Keep `filters` stable (useMemo). */
export function useConversations(group: Group, filters: Filters): LiveRows<ListedConversation> {
  const { workspace, me } = useCurrentWorkspace()
  const isUnread = useReadUnread()
  const personId = me?.person_id ?? undefined
  const list = useMemo(
    () => listOf(workspace.id, group, filters, row => ({ personId, unread: isUnread(row) })),
    [workspace.id, group, filters, personId, isUnread],
  )
  useAskAgain(list, filters)
  return useLiveRows(list)
}

const askAgainMs = 1500

/** Rows do not hold older messages, so a search asks the server again soon after anything changes. */
function useAskAgain({ topic, table, key }: LiveList<ListedConversation>, { q, unread }: Filters): void {
  const connection = useLiveConnection()
  const queries = useQueryClient()
  // Refetching would drop conversations just read from the unread list.
  const wanted = q.trim() !== '' && !unread
  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = connection.onChange(topic, [table], () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: ['live', topic, table, ...key], exact: true })
      }, askAgainMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [connection, queries, topic, table, key, wanted])
}

/** Everything unread since these filters were chosen, whichever group it is in by now. */
const wasUnread = new WeakMap<Filters, Set<string>>()

function wasUnreadBy(filters: Filters): Set<string> {
  const known = wasUnread.get(filters) ?? new Set()
  wasUnread.set(filters, known)
  return known
}

type KnownOf = (row: Conversation) => { personId: string | undefined; unread: boolean }

function listOf(workspaceId: string, group: Group, filters: Filters, knownOf: KnownOf): LiveList<ListedConversation> {
  const wanted = wantedWords(filters.q)
  // Found rows stay while they are looked at: neither reading them nor a new message removes them.
  const lasting = { ...filters, unread: false, q: '' }
  const before = wasUnreadBy(filters)
  const known = (row: Conversation) => {
    const now = knownOf(row)
    if (now.unread) before.add(row.id)
    return { ...now, unread: before.has(row.id) }
  }
  return {
    topic: `workspace:${workspaceId}`,
    table: 'conversations',
    key: [group, filterSuffix({ ...filters, show: 'all' })],
    keyOf: row => row.id,
    accepts: row =>
      belongs(row, group) &&
      (row.found ? fits(row, lasting, known(row)) : fits(row, filters, { ...known(row), wanted })),
    merge: ({ hit, apart }, changed) => ({ ...changed, found: true, ...(hit && { hit }), ...(apart && { apart }) }),
    compare: (a, b) =>
      Number(a.apart ?? false) - Number(b.apart ?? false) ||
      (group === 'waiting' ? longestWaitFirst(a, b) : newestFirst(a, b)),
    pageSize,
    async load(edge) {
      if (!isNarrowed(filters)) return readGroup(workspaceId, group, edge)
      const at = edge && (group === 'waiting' && edge.waiting_since ? edge.waiting_since : edge.last_message_at)
      const after = edge && at ? `${edge.apart ? apartMark : ''}${Date.parse(at)}-${edge.id}` : undefined
      const page = await call('GET /api/v1/conversations', {
        query: { ...listQuery(group, filters), after, limit: pageSize },
      })
      if (filters.unread) for (const row of page.conversations) before.add(row.id)
      return page.conversations.map(row => ({ ...row, found: true }))
    },
  }
}

function newestFirst(a: Conversation, b: Conversation): number {
  return Date.parse(b.last_message_at) - Date.parse(a.last_message_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

function readGroup(workspaceId: string, group: Group, edge: Conversation | undefined): Promise<Conversation[]> {
  return readRows('conversations', start => {
    let query = start.eq('workspace_id', workspaceId)
    if (isLane(group)) query = query.eq('lane', group)
    else if (group !== 'all') query = query.eq('status', group)
    if (group === 'waiting') {
      query = query.not('waiting_since', 'is', null)
      if (edge?.waiting_since) query = query.or(shorterWaits(edge.waiting_since, edge.id))
      return query.order('waiting_since').order('id').limit(pageSize)
    }
    if (edge) query = query.or(below(edge))
    return query.order('last_message_at', { ascending: false }).order('id', { ascending: false }).limit(pageSize)
  })
}

function longestWaitFirst(a: Conversation, b: Conversation): number {
  return (
    Date.parse(a.waiting_since ?? '') - Date.parse(b.waiting_since ?? '') || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

function shorterWaits(since: string, id: string): string {
  return `waiting_since.gt."${since}",and(waiting_since.eq."${since}",id.gt.${id})`
}

function below(edge: Conversation): string {
  const at = `"${edge.last_message_at}"`
  return `last_message_at.lt.${at},and(last_message_at.eq.${at},id.lt.${edge.id})`
}

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
