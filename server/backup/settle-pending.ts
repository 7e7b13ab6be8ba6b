import type { Session } from '#platform/sql/session.ts'

/**
 * Pending platform messages may have been sent since the backup, so a person decides on each. Website messages come from this database
 * alone and go on. Campaigns hold by `sending.count`, which is another file now.
 */
export async function settlePending(session: Session): Promise<void> {
  const elsewhere = "(select id from channels where kind <> 'website')"
  await session.query(
    `update messages set status = 'unsure', look_at = null, sends = greatest(sends, 2)
    where direction = 'out' and status in ('queued', 'sending', 'unsure') and channel_id in ${elsewhere}`,
    [],
  )
  const answers = `private.jobs where kind = 'answer' and payload ->> 'conversation_id' in (
    select id::text from conversations where channel_id in ${elsewhere})`
  await session.query(
    `update conversations set waiting_since = coalesce(waiting_since, last_inbound_at, last_message_at)
    where id::text in (select payload ->> 'conversation_id' from ${answers})`,
    [],
  )
  await session.query(`delete from ${answers}`, [])
}
