import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../channel.ts'

/** Nothing is sent until the owner signs in again, but incoming messages are stored. Notifies once. */
export async function markChannelLost(platform: Platform, tx: Tx, channel: Channel, code: string): Promise<void> {
  const { rows } = await sql`update channels set status = 'needs_reconnect', status_reason = ${code}
    where workspace_id = ${channel.workspaceId} and id = ${channel.id} and status in ('connecting', 'connected', 'paused') returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await platform.jobs.emit(tx, 'channel.lost', {
    workspace_id: channel.workspaceId,
    channel_id: channel.id,
    kind: channel.kind,
    reason: code,
  })
}
