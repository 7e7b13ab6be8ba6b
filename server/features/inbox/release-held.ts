import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { deliverLater } from './delivery/queue-delivery.ts'

/** The channel is there again: what was held for it goes on, in order, and each message's window is looked at again. */
export async function releaseHeld(
  platform: Platform,
  tx: Tx,
  connected: { workspace_id: string; channel_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = connected
  const { rows } = await sql<{ conversation_id: string }>`
    with released as (
      update messages set status = 'queued', held_reason = null, look_at = null, error_code = null
      where workspace_id = ${workspaceId} and channel_id = ${channelId} and direction = 'out' and status = 'held' and held_reason = 'channel'
      returning conversation_id
    )
    select conversation_id from released
    union select conversation_id from messages where workspace_id = ${workspaceId} and channel_id = ${channelId}
      and direction = 'out' and status in ('queued', 'sending', 'unsure')`.execute(tx)
  for (const { conversation_id: conversationId } of rows)
    await deliverLater(platform, tx, { workspaceId, conversationId })
}
