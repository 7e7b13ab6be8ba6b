import { sql } from 'kysely'
import type { Claims } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'

/** Whether the session of an access token still stands. A sign-out counts at once. */
export async function sessionIsLive(platform: Platform, claims: Claims): Promise<boolean> {
  const { rows } = await platform.db.asService(null, tx =>
    sql`select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${String(claims.session_id)}::uuid and s.user_id = ${String(claims.sub)}::uuid and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${platform.clock.now()})`.execute(tx),
  )
  return rows.length > 0
}
