import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { inPortions } from '#platform/sql/in-portions.ts'
import type { Platform } from '#platform/platform.ts'

const retention = days(400)

export async function forgetOldGreetingHours(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -retention)
  await inPortions(
    platform,
    limit => sql`delete from private.greeting_hours where (workspace_id, greeting_id, hour) in (
      select workspace_id, greeting_id, hour from private.greeting_hours where hour < ${before} limit ${limit})`,
  )
}
