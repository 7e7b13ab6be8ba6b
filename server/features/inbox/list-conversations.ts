import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { ConversationHit, conversationsQuery } from '#shared/contracts/conversations.contract.ts'
import type { Rows } from '#shared/rows.ts'
import { wantedWords } from '#shared/rules/search-words.ts'
import { findHits } from './find-hits.ts'
import { isUnreadBy, readUnreadFloor } from './unread-conversations.ts'
import { foundAmong, has, type Sought, soughtIn } from './sought-words.ts'

export type ConversationsQuery = z.output<typeof conversationsQuery>
export type ListedConversation = { [column in keyof Rows['conversations']]: unknown } & {
  id: string
  contact_id: string
  last_message_at: Date
}

type Listed = {
  conversations: (ListedConversation & { hit?: ConversationHit })[]
  /** What to name as `after` for the next page; null: this is the last one. */
  next: string | null
}

/** So many of the newest are looked through by themselves before the index of words is asked. */
const lookedThrough = 150

/**
 * A page of the workspace's conversations, newest first.
 *
 * Words that are in every other chat are found by walking down the list, rare ones by the index: each way is slow exactly
 * where the other is fast. So a short walk is tried first; where it does not fill the page, the words are rare.
 */
export async function listConversations(
  platform: Platform,
  caller: Caller,
  query: ConversationsQuery,
): Promise<Listed> {
  const wanted = wantedWords(query.q ?? '')
  const floor = query.unread ? await readUnreadFloor(platform, caller) : undefined
  const filters = [...filtersOf(caller, query), ...(floor ? [isUnreadBy(floor)] : []), ...edgeOf(query.after)]
  const page = query.limit + 1
  if (wanted.words.length === 0) {
    // Signs alone are no search; they find nothing, and not everything.
    const rows = query.q?.trim() ? [] : await readPage(platform, filters, page)
    return listed(rows, query.limit)
  }
  const sought = soughtIn(caller.workspaceId, wanted)
  const rows = await findPage(platform, caller.workspaceId, filters, sought, page)
  const { conversations, next } = listed(rows, query.limit)
  const hits = await findHits(platform, caller.workspaceId, conversations, sought)
  return { conversations: conversations.map(row => ({ ...row, ...hits.get(row.id) })), next }
}

function filtersOf({ workspaceId, personId }: Caller, query: ConversationsQuery): RawBuilder<unknown>[] {
  const { group, source, channel, bot, assignee, tag } = query
  return [
    sql`c.workspace_id = ${workspaceId}`,
    ...(group === 'all' ? [] : [sql`c.status = ${group === 'waiting' || group === 'bot' ? 'open' : group}`]),
    ...(group === 'waiting' ? [sql`c.waiting_since is not null`] : []),
    ...(group === 'bot' ? [sql`c.waiting_since is null`] : []),
    ...(source ? [sql`c.source = ${source}`] : []),
    ...(channel ? [sql`c.channel_id = ${channel}`] : []),
    // In the words of the index that holds them.
    ...(bot === 'off' ? [sql`c.bot_status = 'off'`] : bot === 'on' ? [sql`c.bot_status = 'on'`] : []),
    ...(assignee === 'nobody' ? [sql`c.assignee_id is null`] : []),
    ...(assignee && assignee !== 'nobody' ? [sql`c.assignee_id = ${assignee === 'me' ? personId : assignee}`] : []),
    ...(tag ? [sql`c.tag_ids @> array[${tag}::uuid]`] : []),
  ]
}

function edgeOf(after: string | undefined): RawBuilder<unknown>[] {
  if (!after) return []
  const at = new Date(Number(after.slice(0, 13)))
  return [sql`(c.last_message_at, c.id) < (${at}::timestamptz, ${after.slice(14)}::uuid)`]
}

const newestFirst = sql`order by c.last_message_at desc, c.id desc`

async function readPage(
  platform: Platform,
  filters: RawBuilder<unknown>[],
  limit: number,
): Promise<ListedConversation[]> {
  return platform.db.readAsService(
    sql<ListedConversation>`select c.* from conversations c where ${sql.join(filters, sql` and `)} ${newestFirst} limit ${limit}`,
  )
}

async function findPage(
  platform: Platform,
  workspaceId: string,
  filters: RawBuilder<unknown>[],
  sought: Sought,
  limit: number,
): Promise<ListedConversation[]> {
  const narrowed = sql.join(filters, sql` and `)
  // `offset 0`: asked for each conversation by itself; the planner would look for the words in all messages first.
  const walked = await platform.db.readAsService(sql<ListedConversation & { seen: number }>`
    with newest as materialized (select c.* from conversations c where ${narrowed} ${newestFirst} limit ${lookedThrough})
    select c.*, (select count(*)::int from newest) as seen from (values (1)) as one left join (select c.* from newest c where
      exists (select from private.message_words w where w.conversation_id = c.id and ${has(sought.inMessage)} offset 0)
      or exists (select from private.contact_words w where w.contact_id = c.contact_id and ${has(sought.inContact)} offset 0)
      ${newestFirst} limit ${limit}) c on true ${newestFirst}`)
  const found = walked.filter(row => row.id !== null)
  if (found.length >= limit || (walked[0]?.seen ?? 0) < lookedThrough) return found.map(withoutSeen)
  return platform.db.readAsService(
    sql<ListedConversation>`${foundAmong(workspaceId, sought)} select c.* from found f join conversations c on c.id = f.id
      where ${narrowed} ${newestFirst} limit ${limit}`,
  )
}

function withoutSeen({ seen: _, ...row }: ListedConversation & { seen: number }): ListedConversation {
  return row as ListedConversation
}

function listed(
  rows: ListedConversation[],
  limit: number,
): { conversations: ListedConversation[]; next: string | null } {
  const conversations = rows.slice(0, limit)
  const last = rows.length > limit ? conversations.at(-1) : undefined
  return { conversations, next: last ? `${last.last_message_at.getTime()}-${last.id}` : null }
}
