import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export async function feedLater(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  one?: { channelId: string; runAt: Date },
): Promise<void> {
  const { rows } = one
    ? { rows: [{ channel_id: one.channelId }] }
    : await sql<{ channel_id: string | null }>`select distinct channel_id from private.broadcast_recipients
        where broadcast_id = ${id} and workspace_id = ${workspaceId} and state in ('planned', 'waiting', 'queued')`.execute(
        tx,
      )
  // Even without recipients, a job has to finish the broadcast.
  for (const { channel_id: channelId } of rows.length > 0 ? rows : [{ channel_id: '' }])
    await platform.jobs.enqueue(tx, {
      kind: 'feed broadcast',
      key: `feed:${id}:${channelId}`,
      lane: `feed ${id} ${channelId}`,
      payload: { workspace_id: workspaceId, broadcast_id: id, channel_id: channelId },
      ...(one && { runAt: one.runAt }),
    })
}
