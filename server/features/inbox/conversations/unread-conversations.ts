import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { marksRead } from '#shared/rules/unread.ts'

export type UnreadFloor = { at: Date; seen: string[]; again: string[] }

/** The screen's own rule (`unreadMessages`): only the newest marks count; anything older is read. */
export async function readUnreadFloor(platform: Platform, { workspaceId, personId }: Caller): Promise<UnreadFloor> {
  const [floor] = await platform.db.readAsService(sql<UnreadFloor>`
    with marks as materialized (select conversation_id, read_at, marked_at from conversation_reads
      where workspace_id = ${workspaceId} and person_id = ${personId} order by marked_at desc limit ${marksRead}),
    floor as (select greatest(
      (select joined_at from members where workspace_id = ${workspaceId} and person_id = ${personId} and status = 'active'),
      (select case when count(*) = ${marksRead} then min(marked_at) end from marks), 'epoch'::timestamptz) as at),
    known as materialized (select c.id, c.last_inbound_at > marks.read_at as unread, c.last_inbound_at > floor.at as news
      from floor, marks join conversations c on c.workspace_id = ${workspaceId} and c.id = marks.conversation_id)
    select floor.at, array(select id from known where news and not unread) as seen,
      array(select id from known where unread and not news) as again from floor`)
  if (!floor) throw new Error('What is unread could not be told.')
  return floor
}

/** Lists the ids: a subquery for each conversation would cost more than walking the list. */
export function isUnreadBy({ at, seen, again }: UnreadFloor): RawBuilder<unknown> {
  return sql`(c.last_inbound_at > ${at}::timestamptz and c.id <> all (${seen}::uuid[]) or c.id = any (${again}::uuid[]))`
}

const maxCounted = 100

export async function countUnread(platform: Platform, caller: Caller): Promise<{ count: number }> {
  const floor = await readUnreadFloor(platform, caller)
  const [row] = await platform.db.readAsService(sql<{ count: number }>`select count(*)::int as count from (
    select from conversations c where c.workspace_id = ${caller.workspaceId} and c.status = 'open' and ${isUnreadBy(floor)}
    order by c.last_message_at desc, c.id desc limit ${maxCounted}) counted`)
  return { count: row?.count ?? 0 }
}
