import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { ConversationHit, conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import { isLane } from '#shared/words.ts'
import { apartMark, wantedWords } from '#shared/rules/text/search-words.ts'
import { findHits } from '../search/find-hits.ts'
import type { ListedConversation } from './listed-conversation.ts'
import { isUnreadBy, readUnreadFloor } from './unread-conversations.ts'
import { findApart, findTogether, scanNewest } from '../search/search-conversations.ts'
import { type SearchTerms, searchTermsIn } from '../search/search-terms.ts'

export type ConversationsQuery = z.output<typeof conversationsQuery>
type Listed = {
  conversations: (ListedConversation & { hit?: ConversationHit })[]
  /** The next page's `after`; null on the last page. */
  next: string | null
}

/** Newest first, waiting ones by longest wait; in a search, words together before words apart. */
export async function listConversations(
  platform: Platform,
  caller: Caller,
  query: ConversationsQuery,
): Promise<Listed> {
  const { workspaceId } = caller
  const wanted = wantedWords(query.q ?? '')
  const floor = query.unread ? await readUnreadFloor(platform, caller) : undefined
  const filters = [...filtersOf(caller, query), ...(floor ? [isUnreadBy(floor)] : [])]
  const page = query.limit + 1
  if (wanted.words.length === 0) {
    // A query of punctuation alone finds nothing rather than everything.
    const order = query.group === 'waiting' ? byWaitingTime : newest
    const rows = query.q?.trim() ? [] : await readPage(platform, [...filters, ...order.after(query.after)], page, order)
    return listed(rows, query.limit, order)
  }
  const sought = searchTermsIn(workspaceId, wanted)
  const { conversations, next } = listed(await search(platform, workspaceId, filters, query, sought), query.limit)
  const hits = await findHits(platform, workspaceId, conversations, sought)
  return { conversations: conversations.map(row => ({ ...row, ...hits.get(row.id) })), next }
}

async function search(
  platform: Platform,
  workspaceId: string,
  filters: RawBuilder<unknown>[],
  { after, limit }: ConversationsQuery,
  sought: SearchTerms,
): Promise<ListedConversation[]> {
  const among = (edge: string | undefined, rows: number) => ({
    workspaceId,
    filters: [...filters, ...edgeOf(edge)],
    limit: rows,
  })
  const isApart = after?.startsWith(apartMark) ?? false
  const here = among(isApart ? after?.slice(apartMark.length) : after, limit + 1)
  const scan = await scanNewest(platform, here, sought)
  if (isApart) return markApart(await findApart(platform, here, sought, scan))
  const together = await findTogether(platform, here, sought, scan)
  const left = limit + 1 - together.length
  if (left === 0 || sought.each.length === 0) return together
  const all = among(undefined, left)
  const atTop = after ? await scanNewest(platform, all, sought) : scan
  return [...together, ...markApart(await findApart(platform, all, sought, atTop))]
}

function markApart(rows: ListedConversation[]): ListedConversation[] {
  return rows.map(row => ({ ...row, apart: true as const }))
}

function filtersOf({ workspaceId, personId }: Caller, query: ConversationsQuery): RawBuilder<unknown>[] {
  const { group, source, channel, bot, assignee, tag } = query
  return [
    sql`c.workspace_id = ${workspaceId}`,
    ...(isLane(group) ? [sql`c.lane = ${group}`] : group === 'all' ? [] : [sql`c.status = ${group}`]),
    ...(group === 'waiting' ? [sql`c.waiting_since is not null`] : []),
    ...(source ? [sql`c.source = ${source}`] : []),
    ...(channel ? [sql`c.channel_id = ${channel}`] : []),
    ...(bot === 'off' ? [sql`c.bot_status = 'off'`] : bot === 'on' ? [sql`c.bot_status = 'on'`] : []),
    ...(assignee === 'nobody' ? [sql`c.assignee_id is null`] : []),
    ...(assignee && assignee !== 'nobody' ? [sql`c.assignee_id = ${assignee === 'me' ? personId : assignee}`] : []),
    ...(tag ? [sql`c.tag_ids @> array[${tag}::uuid]`] : []),
  ]
}

function edgeOf(after: string | undefined): RawBuilder<unknown>[] {
  if (!after) return []
  const { at, id } = partsOf(after)
  return [sql`(c.last_message_at, c.id) < (${at}::timestamptz, ${id}::uuid)`]
}

function partsOf(edge: string): { at: Date; id: string } {
  return { at: new Date(Number(edge.slice(0, 13))), id: edge.slice(14) }
}

type Order = {
  by: RawBuilder<unknown>
  after(edge: string | undefined): RawBuilder<unknown>[]
  timeOf(row: ListedConversation): Date
}

const newest: Order = {
  by: sql`c.last_message_at desc, c.id desc`,
  after: edgeOf,
  timeOf: row => row.last_message_at,
}

const byWaitingTime: Order = {
  by: sql`c.waiting_since, c.id`,
  after(edge) {
    if (!edge || edge.startsWith(apartMark)) return []
    const { at, id } = partsOf(edge)
    return [sql`(c.waiting_since, c.id) > (${at}::timestamptz, ${id}::uuid)`]
  },
  timeOf: row => row.waiting_since ?? row.last_message_at,
}

async function readPage(
  platform: Platform,
  filters: RawBuilder<unknown>[],
  limit: number,
  { by }: Order,
): Promise<ListedConversation[]> {
  return platform.db.readAsService(
    sql<ListedConversation>`select c.* from conversations c where ${sql.join(filters, sql` and `)} order by ${by} limit ${limit}`,
  )
}

function listed(
  rows: ListedConversation[],
  limit: number,
  order = newest,
): { conversations: ListedConversation[]; next: string | null } {
  const conversations = rows.slice(0, limit)
  const last = rows.length > limit ? conversations.at(-1) : undefined
  return {
    conversations,
    next: last ? `${last.apart ? apartMark : ''}${order.timeOf(last).getTime()}-${last.id}` : null,
  }
}
