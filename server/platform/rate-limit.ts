import { sql } from 'kysely'
import { after } from './clock.ts'
import { failure } from './errors.ts'
import type { Platform } from './platform.ts'

export type Limit = { most: number; windowMs: number }

/**
 * Counts one more for `who` in a window that begins with its first count, over all processes.
 * @param who what is limited and whom, for example 'sign-in:<address>'
 * @throws request.too_many with the seconds to wait
 */
export async function limit(platform: Platform, who: string, { most, windowMs }: Limit): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      used: number
      window_start: Date
    }>`insert into private.rate_limits as l (who, window_start, used) values (${who}, ${now}, 1)
      on conflict (who) do update set
        used = case when l.window_start <= ${after(now, -windowMs)} then 1 else least(l.used, ${most}) + 1 end,
        window_start = case when l.window_start <= ${after(now, -windowMs)} then ${now} else l.window_start end
      returning used, window_start`.execute(tx),
  )
  const row = rows[0]
  if (!row || row.used <= most) return
  throw failure(
    'request.too_many',
    {},
    Math.max(1, Math.ceil((row.window_start.getTime() + windowMs - now.getTime()) / 1000)),
  )
}

/** Windows that ended a day ago count nothing any more. */
export async function forgetOldLimits(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -86_400_000)
  await platform.db.asService(null, tx =>
    sql`delete from private.rate_limits where window_start < ${before}`.execute(tx),
  )
}
