import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import type { Caller } from '#platform/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/** Ends a channel: nothing comes in or goes out any more, and its connection is free again. The history stays. */
export async function disconnectChannel(
  platform: Platform,
  caller: Caller,
  input: { id: string },
): Promise<{ id: string; status: 'disconnected' }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ kind: string; status: string }>`select kind, status from channels
      where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const channel = rows[0]
    if (!channel) throw failure('request.not_found')
    if (channel.status !== 'disconnected') {
      await sql`update channels set status = 'disconnected', status_reason = null
        where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
      await giveBack(platform, tx, workspaceId, 'connections')
      await platform.jobs.emit(tx, 'channel.disconnected', {
        workspace_id: workspaceId,
        channel_id: input.id,
        kind: channel.kind,
      })
    }
    return { id: input.id, status: 'disconnected' }
  })
}
