import { sql } from 'kysely'
import type { Claims } from '#platform/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Whether the session of an access token still stands. A sign-out counts at once. One statement, by primary keys. */
export async function sessionIsLive(platform: Platform, claims: Claims): Promise<boolean> {
  const { session_id: sessionId, sub } = claims
  if (!isUuid(sessionId) || !isUuid(sub)) return false
  const { rows } = await platform.db.asService(null, tx =>
    sql`select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${sub} and s.ended_at is null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${platform.clock.now()})`.execute(tx),
  )
  return rows.length > 0
}
