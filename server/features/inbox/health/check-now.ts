import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { ChannelHealth } from '#shared/contracts/channels/channels.contract.ts'
import { checkChannel } from './check-channel.ts'

/** Each check makes several platform calls, which are limited. */
const checkLimit = { max: 30, windowMs: minutes(10) }

/** @throws request.not_found also for websites and disconnected channels, which cannot be checked */
export async function checkNow(
  platform: Platform,
  { workspaceId }: Caller,
  input: { id: string },
): Promise<{ id: string; status: Channel['status']; health: ChannelHealth }> {
  await limit(platform, `check now:${workspaceId}`, checkLimit)
  const health = await checkChannel(platform, { workspace_id: workspaceId, channel_id: input.id })
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ status: Channel['status'] }>`select status from channels
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx),
  )
  const [row] = rows
  if (!health || !row) throw failure('request.not_found')
  return { id: input.id, status: row.status, health }
}
