import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import type { Tx } from '#platform/database.ts'
import type { Arrival } from './arrival.ts'

type Receipt = Extract<ChannelEvent, { kind: 'receipt.delivered' | 'receipt.read' }>

/** Which states a receipt may move: only forward, and never what was not sent. */
const moves = { delivered: ['sent'], read: ['sent', 'delivered'] }

/** Delivered or read, by ids or up to a time. What is told before the message's own number is known is kept for it. */
export async function markReceipt(arrival: Arrival<Receipt>): Promise<void> {
  const { platform, tx, channel, event } = arrival
  const state = event.kind === 'receipt.read' ? 'read' : 'delivered'
  const ids = event.externalIds ?? []
  if (ids.length > 0) {
    await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
      and external_id = any (${ids}::text[]) and direction = 'out' and status = any (${moves[state]}::text[])`.execute(
      tx,
    )
    await sql`insert into private.early_changes (workspace_id, channel_id, external_id, kind, change, created_at)
      select ${channel.workspaceId}::uuid, ${channel.id}::uuid, number, ${state}, '{}'::jsonb, ${platform.clock.now()}::timestamptz from unnest(${[...new Set(ids)]}::text[]) as told (number)
      where not exists (select from messages m where m.workspace_id = ${channel.workspaceId} and m.channel_id = ${channel.id} and m.external_id = number)
      on conflict do nothing`.execute(tx)
  }
  if (event.watermark) await markUpTo(arrival, event.watermark, state)
}

async function markUpTo({ tx, channel, event }: Arrival<Receipt>, watermark: Date, state: 'delivered' | 'read') {
  const column = sql.ref(state === 'read' ? 'read_up_to' : 'delivered_up_to')
  const { rows } = await sql<{ id: string }>`update conversations set ${column} = greatest(${column}, ${watermark})
    where workspace_id = ${channel.workspaceId} and contact_id = (
      select id from contacts where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${event.userId})
      and coalesce(${column}, '-infinity') < ${watermark}
    returning id`.execute(tx)
  await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId}
    and conversation_id = any (${rows.map(row => row.id)}::uuid[]) and direction = 'out'
    and status = any (${moves[state]}::text[]) and coalesce(provider_time, sent_at) <= ${watermark}`.execute(tx)
}

/** Receipts that came before the message had its number at the platform. */
export async function takeEarlyReceipts(tx: Tx, channel: Channel, externalId: string): Promise<void> {
  const { rows } = await sql<{ kind: 'delivered' | 'read' }>`delete from private.early_changes
    where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${externalId}
      and kind in ('delivered', 'read') returning kind`.execute(tx)
  for (const state of ['delivered', 'read'] as const) {
    if (!rows.some(row => row.kind === state)) continue
    await sql`update messages set status = ${state} where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
      and external_id = ${externalId} and direction = 'out' and status = any (${moves[state]}::text[])`.execute(tx)
  }
}
