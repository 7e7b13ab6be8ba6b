import { sql } from 'kysely'
import { campaignsIn, paceOf } from '#features/inbox/delivery/pace-of.ts'
import { minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Judged } from '../audience/members.ts'

export type ChannelShare = { kind: Judged['facts']['kind']; count: number }

/** Milliseconds until the slowest channel, by its pace, has sent its share. `shares`: by the channels' ids. */
export async function sendingTime(
  platform: Platform,
  workspaceId: string,
  shares: ReadonlyMap<string, ChannelShare>,
): Promise<number> {
  const { rows: limits } = await platform.db.asService(workspaceId, tx =>
    sql<{
      channel_id: string
      requests_per_minute: number | null
    }>`select channel_id, requests_per_minute from channel_limits
      where workspace_id = ${workspaceId}`.execute(tx),
  )
  const needed = [...shares].map(([id, { kind, count }]) => {
    const limit = limits.find(row => row.channel_id === id)?.requests_per_minute ?? null
    return count / campaignsIn(paceOf(platform.config, kind, limit), minutes(1))
  })
  return Math.ceil(Math.max(0, ...needed) * minutes(1))
}
