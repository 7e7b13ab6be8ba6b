import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { openSince } from '#shared/rules/time/messaging-window.ts'
import { deliverLater } from './queue-delivery.ts'

type InChannel = { workspace_id: string; channel_id: string }

/** A job of its own: reconnecting holds the channel's row, which is locked after conversations. Windows are rechecked. */
export async function releaseHeld(platform: Platform, place: InChannel): Promise<void> {
  await platform.db.asService(place.workspace_id, async tx => {
    await release(tx, place, sql`held_reason = 'channel'`)
    const { rows } = await sql<{ conversation_id: string }>`select distinct conversation_id from messages
      where ${outgoing(place)} and status in ('queued', 'sending', 'unsure') order by conversation_id`.execute(tx)
    await deliverAll(platform, tx, place, rows)
  })
}

/**
 * The bot may pay more: what waited for that goes, the oldest first, as many as the ceiling has room for. Each is asked about again when
 * sent. What a later message has overtaken, or the platform no longer takes, stays held.
 */
export async function releasePaid(platform: Platform, place: InChannel): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = place
  const now = platform.clock.now()
  const price = platform.config.ZALO_PAID_REPLY_VND
  const { acted } = openSince('zalo', now, true)
  await platform.db.asService(workspaceId, async tx => {
    const { rows: ceiling } = await sql<{ room: number }>`
      select floor((p.most - coalesce(s.spent, 0)) / ${price}::numeric)::int as room from private.paid_replies p
      join workspaces w on w.id = p.workspace_id left join private.paid_reply_months s
        on s.workspace_id = p.workspace_id and s.channel_id = p.channel_id and s.month = ${monthOf(now)}
      where p.workspace_id = ${workspaceId} and p.channel_id = ${channelId}`.execute(tx)
    const room = ceiling[0]?.room ?? 0
    if (room <= 0) return
    // An error code says that the platform itself refused it.
    const affordable = sql`id in (select m.id from messages m
      join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
      join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
      where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.direction = 'out' and m.status = 'held'
        and m.held_reason in ('paid_limit', 'window_closed') and m.error_code is null and m.author <> 'member' and m.origin is null
        and m.deleted_at is null and greatest(v.last_interaction_at, c.last_interaction_at) > ${acted}
        and not exists (select from messages o where o.workspace_id = m.workspace_id and o.conversation_id = m.conversation_id
          and o.seq > m.seq and o.direction = 'out' and o.status not in ('queued', 'held', 'failed'))
      order by m.created_at, m.seq limit ${room})`
    await deliverAll(platform, tx, place, await release(tx, place, affordable))
  })
}

function outgoing({ workspace_id: workspaceId, channel_id: channelId }: InChannel): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId} and channel_id = ${channelId} and direction = 'out'`
}

/** Conversations are locked first, so that none of these is being sent. @returns whose messages were released */
async function release(tx: Tx, place: InChannel, which: RawBuilder<unknown>): Promise<{ conversation_id: string }[]> {
  const held = sql`${outgoing(place)} and status = 'held' and ${which}`
  await sql`select from conversations where workspace_id = ${place.workspace_id} and id in (
      select conversation_id from messages where ${held}) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ conversation_id: string }>`with released as (
      update messages set status = 'queued', held_reason = null, look_at = null, error_code = null where ${held} returning conversation_id)
    select distinct conversation_id from released order by conversation_id`.execute(tx)
  return rows
}

async function deliverAll(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId }: InChannel,
  all: { conversation_id: string }[],
): Promise<void> {
  for (const { conversation_id: conversationId } of all)
    await deliverLater(platform, tx, { workspaceId, conversationId })
}
