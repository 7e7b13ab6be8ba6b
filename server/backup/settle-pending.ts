import { sql } from 'kysely'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'

/**
 * Pending platform messages may have been sent since the backup, so a person decides on each. Website messages come from this database
 * alone and continue. Campaigns are held because `sending.count` is another file now.
 */
export async function settlePending(session: Session): Promise<void> {
  const elsewhere = sql`(select id from channels where kind <> 'website')`
  await queryRows(
    session,
    sql`update messages set status = 'unsure', held_reason = null, check_at = null, sends = greatest(sends, 2)
    where direction = 'out' and status in ('queued', 'sending', 'unsure', 'held') and channel_id in ${elsewhere}`,
  )
  const answers = sql`private.jobs where kind = 'answer' and payload ->> 'conversation_id' in (
    select id::text from conversations where channel_id in ${elsewhere})`
  await queryRows(
    session,
    sql`update conversations set waiting_since = coalesce(waiting_since, last_inbound_at, last_message_at)
    where id::text in (select payload ->> 'conversation_id' from ${answers})`,
  )
  await queryRows(session, sql`delete from ${answers}`)
}
