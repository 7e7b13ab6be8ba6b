import { sql } from 'kysely'
import { outsideTransaction } from '../sql/database.ts'
import type { Platform } from '../platform.ts'
import { makeLruCache, type LruCache } from '../lru-cache.ts'
import type { Limit } from './rate-limit.ts'
import { tooMany } from './too-many-requests.ts'

// Counted in memory and shared between processes, so each may give an eighth of a bucket that it does not know to be empty.

const maxBuckets = 20_000
const share = 8
const syncMs = 250
const maxAtOnce = 500

type Bucket = { fullAt: number; stepMs: number; unsent: number }
type Buckets = { known: LruCache<Bucket>; pending: Set<string>; synchronising: boolean }

const bucketsOfPlatform = new WeakMap<Platform, Buckets>()

/** @throws request.too_many with the seconds to wait; `who`: for example 'messages:203.0.113.7' */
export function drawInMemory(platform: Platform, who: string, { max, windowMs, burst = max }: Limit, count = 1): void {
  const buckets = bucketsOfPlatform.get(platform) ?? {
    known: makeLruCache(maxBuckets),
    pending: new Set(),
    synchronising: false,
  }
  bucketsOfPlatform.set(platform, buckets)
  const { known } = buckets
  const now = platform.clock.now().getTime()
  const bucket = known.get(who) ?? { fullAt: now, stepMs: windowMs / max, unsent: 0 }
  const fullAt = Math.max(bucket.fullAt, now) + count * bucket.stepMs
  // Set again at each draw, so that idle buckets are evicted first.
  known.set(who, bucket)
  const waitMs = fullAt - now - Math.max(burst, count) * bucket.stepMs
  if (waitMs > 0) throw tooMany(waitMs)
  bucket.fullAt = fullAt
  bucket.unsent += count
  if (bucket.unsent * share >= burst && platform.db.engine.kind === 'postgresql') notifySoon(platform, buckets, who)
}

function notifySoon(platform: Platform, buckets: Buckets, who: string): void {
  if (buckets.pending.size < maxAtOnce) buckets.pending.add(who)
  if (buckets.synchronising) return
  buckets.synchronising = true
  const timer = outsideTransaction(() =>
    setTimeout(() => {
      synchronise(platform, buckets)
        .catch((error: unknown) => platform.log.warn({ error }, 'Limits could not be shared'))
        .finally(() => {
          buckets.synchronising = false
        })
    }, syncMs),
  )
  timer.unref()
}

async function synchronise(platform: Platform, { known, pending }: Buckets): Promise<void> {
  const now = platform.clock.now().getTime()
  // Sorted, so that two processes cannot deadlock.
  const draws = [...pending].sort().flatMap(who => {
    const bucket = known.get(who)
    const unsent = bucket?.unsent ?? 0
    if (bucket) bucket.unsent = 0
    return bucket && unsent > 0 ? [{ who, until: new Date(now + unsent * bucket.stepMs).toISOString() }] : []
  })
  pending.clear()
  if (draws.length === 0) return
  const { rows } = await platform.db.asHousekeeper(tx =>
    sql<{ who: string; full_at: Date }>`insert into private.rate_buckets as b (who, full_at)
      select who, until::timestamptz from unnest(${draws.map(one => one.who)}::text[], ${draws.map(one => one.until)}::text[])
        as sent (who, until)
      on conflict (who) do update set
        full_at = greatest(b.full_at, ${new Date(now)}) + (excluded.full_at - ${new Date(now)}::timestamptz)
      returning who, full_at`.execute(tx),
  )
  for (const { who, full_at: shared } of rows) {
    const bucket = known.get(who)
    if (bucket) bucket.fullAt = Math.max(bucket.fullAt, shared.getTime() + bucket.unsent * bucket.stepMs)
  }
}
