import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { storable } from '#platform/text/storable-text.ts'

export type Arrival<E extends ChannelEvent = ChannelEvent> = {
  platform: Platform
  tx: Tx
  channel: Channel
  event: E
  receivedAt: Date
}

/** later: not yet decidable; read again in a second. */
export type Applied = 'done' | 'later'

export type LiveConversation = {
  id: string
  contact_id: string
  status: 'open' | 'snoozed' | 'closed'
  bot_status: 'on' | 'off'
  bot_off_by: string | null
  bot_off_until: Date | null
}

export async function lockLatestConversation(
  tx: Tx,
  channel: Channel,
  userId: string,
): Promise<LiveConversation | undefined> {
  const { rows } =
    await sql<LiveConversation>`select v.id, v.contact_id, v.status, v.bot_status, v.bot_off_by, v.bot_off_until
    from conversations v where v.workspace_id = ${channel.workspaceId} and v.contact_id = (
      select c.id from contacts c where c.workspace_id = ${channel.workspaceId} and c.channel_id = ${channel.id} and c.external_id = ${userId})
    order by v.status = 'closed', v.last_message_at desc limit 1 for no key update`.execute(tx)
  return rows[0]
}

export async function lockConversationsOfUser(tx: Tx, channel: Channel, userId: string): Promise<void> {
  await sql`select from conversations v where v.workspace_id = ${channel.workspaceId} and v.contact_id = (
      select c.id from contacts c where c.workspace_id = ${channel.workspaceId} and c.channel_id = ${channel.id} and c.external_id = ${userId})
    order by v.id for no key update`.execute(tx)
}

export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storable(one) : one))
}
