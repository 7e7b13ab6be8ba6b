import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import type { Channel } from '../channel.ts'

const known = new WeakMap<Platform, LruCache<number>>()
const maxKnown = 10_000

/** Requests per minute; written only if changed. */
export async function recordLimit(platform: Platform, channel: Channel, perMinute: number): Promise<void> {
  const limits = known.get(platform) ?? makeLruCache<number>(maxKnown)
  known.set(platform, limits)
  if (limits.get(channel.id) === perMinute) return
  try {
    await platform.db.asService(channel.workspaceId, async tx => {
      const { rows } = await sql<{ before: number | null }>`
        with before as (select requests_per_minute from channel_limits where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id})
        insert into channel_limits as l (workspace_id, channel_id, requests_per_minute, source, read_at)
        values (${channel.workspaceId}, ${channel.id}, ${perMinute}, 'header', ${platform.clock.now()})
        on conflict (workspace_id, channel_id) do update set requests_per_minute = excluded.requests_per_minute,
          source = excluded.source, read_at = excluded.read_at
        where l.requests_per_minute is distinct from excluded.requests_per_minute
        returning (select requests_per_minute from before) as before`.execute(tx)
      const payload = { workspace_id: channel.workspaceId, channel_id: channel.id }
      if (rows[0]?.before) await platform.jobs.emit(tx, 'channel.limits-changed', payload)
    })
    limits.set(channel.id, perMinute)
  } catch (error) {
    // The request itself succeeded, so this only warns.
    platform.log.warn({ error, channel: channel.id }, 'What a platform takes could not be kept')
  }
}
