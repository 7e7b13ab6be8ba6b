import { sql } from 'kysely'
import { after, days } from '../clock.ts'
import { inPortions } from '../sql/in-portions.ts'
import type { Platform } from '../platform.ts'

/** Delivery is by jobs; the rows stay for looking back. */
export async function forgetOldEvents(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -days(30))
  await inPortions(
    platform,
    limit =>
      sql`delete from private.events where id in (select id from private.events where at < ${before} limit ${limit})`,
  )
}
