import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { deliverLater } from './queue-delivery.ts'

/** A job of its own: reconnecting holds the channel's row, which is locked after conversations. Windows are rechecked. */
export async function releaseHeld(
  platform: Platform,
  connected: { workspace_id: string; channel_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = connected
  const ours = sql`workspace_id = ${workspaceId} and channel_id = ${channelId} and direction = 'out'`
  const held = sql`${ours} and status = 'held' and held_reason = 'channel'`
  await platform.db.asService(workspaceId, async tx => {
    await sql`select from conversations where workspace_id = ${workspaceId} and id in (
        select conversation_id from messages where ${held}) order by id for no key update`.execute(tx)
    await sql`update messages set status = 'queued', held_reason = null, look_at = null, error_code = null where ${held}`.execute(
      tx,
    )
    const { rows } = await sql<{ conversation_id: string }>`select distinct conversation_id from messages
      where ${ours} and status in ('queued', 'sending', 'unsure') order by conversation_id`.execute(tx)
    for (const { conversation_id: conversationId } of rows)
      await deliverLater(platform, tx, { workspaceId, conversationId })
  })
}
