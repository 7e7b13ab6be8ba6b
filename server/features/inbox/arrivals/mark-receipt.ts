import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Arrival } from './arrival.ts'

type Receipt = Extract<ChannelEvent, { kind: 'receipt.delivered' | 'receipt.read' }>

const moves = { delivered: ['sent'], read: ['sent', 'delivered'] }

/** By ids or a watermark; kept if the message's platform id is not known yet. */
export async function markReceipt(arrival: Arrival<Receipt>): Promise<void> {
  const { platform, tx, channel, event, receivedAt } = arrival
  const state = event.kind === 'receipt.read' ? 'read' : 'delivered'
  const ids = event.externalIds ?? []
  // Locks conversations first (`lock-conversation.ts`). A watermark in the future is cut.
  if (event.watermark) await markUpTo(arrival, earlier(event.watermark, after(receivedAt, minutes(5))), state)
  if (ids.length > 0) {
    await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
      and external_id = any (${ids}::text[]) and direction = 'out' and status = any (${moves[state]}::text[])`.execute(
      tx,
    )
    await sql`insert into private.early_changes (workspace_id, channel_id, external_id, kind, change, created_at)
      select ${channel.workspaceId}::uuid, ${channel.id}::uuid, number, ${state}, '{}'::jsonb, ${platform.clock.now()}::timestamptz from unnest(${[...new Set(ids)]}::text[]) as received (number)
      where not exists (select from messages m where m.workspace_id = ${channel.workspaceId} and m.channel_id = ${channel.id} and m.external_id = number)
      on conflict do nothing`.execute(tx)
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

async function markUpTo({ tx, channel, event }: Arrival<Receipt>, watermark: Date, state: 'delivered' | 'read') {
  const column = sql.ref(state === 'read' ? 'read_up_to' : 'delivered_up_to')
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from conversations where workspace_id = ${channel.workspaceId} and contact_id = (
        select id from contacts where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${event.userId})
      order by id for no key update
    )
    update conversations set ${column} = greatest(${column}, ${watermark})
    where workspace_id = ${channel.workspaceId} and id in (select id from held) and coalesce(${column}, '-infinity') <= ${watermark}
    returning id`.execute(tx)
  await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId}
    and conversation_id = any (${rows.map(row => row.id)}::uuid[]) and direction = 'out'
    and status = any (${moves[state]}::text[]) and coalesce(provider_time, sent_at) <= ${watermark}`.execute(tx)
}

export async function takeEarlyReceipts(
  tx: Tx,
  channel: Channel,
  externalId: string,
  receipts: ('delivered' | 'read')[],
): Promise<void> {
  for (const state of ['delivered', 'read'] as const) {
    if (!receipts.includes(state)) continue
    await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
      and external_id = ${externalId} and direction = 'out' and status = any (${moves[state]}::text[])`.execute(tx)
  }
  await markByTime(tx, channel, externalId)
}

/** Applies earlier watermarks once the message's platform time is known. */
export async function markByTime(tx: Tx, channel: Channel, externalId: string): Promise<void> {
  await sql`update messages m set status = case when v.read_up_to >= coalesce(m.provider_time, m.sent_at) then 'read' else 'delivered' end
    from conversations v where v.workspace_id = m.workspace_id and v.id = m.conversation_id
      and m.workspace_id = ${channel.workspaceId} and m.channel_id = ${channel.id} and m.external_id = ${externalId}
      and m.direction = 'out' and m.status in ('sent', 'delivered')
      and (v.read_up_to >= coalesce(m.provider_time, m.sent_at)
        or (m.status = 'sent' and v.delivered_up_to >= coalesce(m.provider_time, m.sent_at)))`.execute(tx)
}
