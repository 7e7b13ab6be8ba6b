import { sql } from 'kysely'
import { outsideTransaction } from '../sql/database.ts'
import type { Platform } from '../platform.ts'
import { makeLruCache, type LruCache } from '../lru-cache.ts'
import { tooMany } from './too-many-requests.ts'

/** `burst` (else `max`) at once, then `max` per `windowMs`, evenly. */
export type Limit = { max: number; windowMs: number; burst?: number }

/** Empty buckets remembered here, to spare the database. */
const maxEmpty = 10_000
const forgetEvery = 1000

type Memory = { emptyUntil: LruCache<number>; drawn: number }
const memories = new WeakMap<Platform, Memory>()

/** @throws request.too_many with the seconds to wait. Over all processes; `who`: for example 'recover:<address>' */
export async function limit(platform: Platform, who: string, { max, windowMs, burst = max }: Limit): Promise<void> {
  const memory = memories.get(platform) ?? { emptyUntil: makeLruCache<number>(maxEmpty), drawn: 0 }
  memories.set(platform, memory)
  const now = platform.clock.now().getTime()
  const emptyUntil = memory.emptyUntil.get(who) ?? 0
  if (emptyUntil > now) throw tooMany(emptyUntil - now)
  const stepMs = windowMs / max
  const { drawn, fullAt } = await platform.db.asHousekeeper(async tx => {
    const { rows } =
      await sql`insert into private.rate_buckets as b (who, full_at) values (${who}, ${new Date(now + stepMs)})
      on conflict (who) do update set full_at = greatest(b.full_at, ${new Date(now)}) + ${`${stepMs} milliseconds`}::interval
        where b.full_at <= ${new Date(now + (burst - 1) * stepMs)}
      returning full_at`.execute(tx)
    if (rows.length > 0) return { drawn: true, fullAt: 0 }
    const stored = await sql<{ full_at: Date }>`select full_at from private.rate_buckets where who = ${who}`.execute(tx)
    return { drawn: false, fullAt: stored.rows[0]?.full_at.getTime() ?? now }
  })
  if (!drawn) {
    const waitMs = Math.max(1, fullAt - (burst - 1) * stepMs - now)
    memory.emptyUntil.set(who, now + waitMs)
    throw tooMany(waitMs)
  }
  memory.emptyUntil.delete(who)
  memory.drawn += 1
  if (memory.drawn % forgetEvery === 0) {
    outsideTransaction(() => forgetFullBuckets(platform)).catch((error: unknown) =>
      platform.log.warn({ error }, 'Full buckets could not be forgotten'),
    )
  }
}

export async function forgetFullBuckets(platform: Platform): Promise<void> {
  await platform.db.asHousekeeper(tx =>
    sql`delete from private.rate_buckets where full_at <= ${platform.clock.now()}`.execute(tx),
  )
}
