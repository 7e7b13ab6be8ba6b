import { sql } from 'kysely'
import type { Arrival } from './arrival.ts'
import { occurredAt } from './newest.ts'

type Owner = 'us' | 'other'

/**
 * Another app's control silences the bot; the event that happened last wins, and on a tie the silent one. A person's pause or hand-over
 * stays, but a pause caused by an outside reply ends when the outside app says so.
 */
export async function passThread(arrival: Arrival, userId: string, claimed: Owner): Promise<void> {
  const { platform, tx, channel } = arrival
  const { workspaceId } = channel
  const owner = await ownerSince(arrival, userId, claimed)
  if (!owner) return
  const mine = sql`workspace_id = ${workspaceId} and status <> 'closed' and contact_id = (
    select id from contacts where workspace_id = ${workspaceId} and channel_id = ${channel.id} and external_id = ${userId})`
  const { rows } =
    owner === 'us'
      ? await sql<{
          id: string
          changed: boolean
        }>`update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null
          where ${mine} and bot_status = 'off' and bot_off_by = 'standby' returning id, true as changed`.execute(tx)
      : await sql<{ id: string; changed: boolean }>`with before as (
            select id, bot_status from conversations where ${mine}
              and (bot_status = 'on' or bot_off_until <= ${platform.clock.now()} or bot_off_until is not null and bot_off_by = 'echo') order by id for no key update)
          update conversations v set bot_status = 'off', bot_off_by = 'standby', bot_off_until = null
          from before b where v.workspace_id = ${workspaceId} and v.id = b.id returning v.id, b.bot_status = 'on' as changed`.execute(
          tx,
        )
  for (const { id } of rows.filter(row => row.changed)) {
    const payload = { workspace_id: workspaceId, conversation_id: id, by: 'standby' }
    await platform.jobs.emit(tx, owner === 'us' ? 'bot.resumed' : 'bot.paused', payload)
  }
}

/** @returns undefined if it was only ever us */
async function ownerSince(arrival: Arrival, userId: string, claimed: Owner): Promise<Owner | undefined> {
  const { tx, channel } = arrival
  const { rows } = await sql<{ owner: Owner | null }>`
    with person as (
      select workspace_id, id from contacts where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${userId}
    ), claim as (
      insert into private.contact_reports as t (workspace_id, contact_id, what, reported_at)
      select workspace_id, id, ${`thread ${claimed}`}, ${occurredAt(arrival)}::timestamptz from person
      on conflict (workspace_id, contact_id, what) do update set reported_at = greatest(t.reported_at, excluded.reported_at) returning reported_at
    ), others as (
      select reported_at from private.contact_reports join person on contact_id = id
      where what = ${`thread ${claimed === 'us' ? 'other' : 'us'}`}
    )
    select case when ${claimed} = 'us' then case when o.reported_at is null then null when o.reported_at >= claim.reported_at then 'other' else 'us' end
      when o.reported_at > claim.reported_at then 'us' else 'other' end as owner
    from claim left join others o on true`.execute(tx)
  return rows[0]?.owner ?? undefined
}
