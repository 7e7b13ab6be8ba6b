import { sql } from 'kysely'
import type { Claims } from '#platform/sql/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** `half`: the account has a second step, which this session, or this older token of it, lacks. */
export type Standing = 'live' | 'half' | 'ended'

/**
 * Whether an access token opens anything outside of sign-in. A sign-out and a switched on second step count at once. One
 * statement, by keys.
 */
export async function sessionStanding(platform: Platform, claims: Claims): Promise<Standing> {
  const { session_id: sessionId, sub } = claims
  if (!isUuid(sessionId) || !isUuid(sub)) return 'ended'
  const [session] = await platform.db.readAsService(
    sql<{
      standing: Standing
    }>`select auth.session_standing(${sessionId}, ${sub}, ${aalOf(claims)}, ${platform.clock.now()}) as standing`,
  )
  return session?.standing ?? 'ended'
}

/** SQLSTATE → why the session opens nothing: what the guard raises. */
export const standingOfState = new Map<string, Exclude<Standing, 'live'>>([
  ['SNEND', 'ended'],
  ['SNHLF', 'half'],
])

/** The same question as a statement that goes before another one and lets it run only for a live session. */
export function sessionGuard(platform: Platform, claims: Claims) {
  const { session_id: sessionId, sub } = claims
  const [session, person] = isUuid(sessionId) && isUuid(sub) ? [sessionId, sub] : [null, null]
  return sql`select auth.require_session(${session}, ${person}, ${aalOf(claims)}, ${platform.clock.now()})`
}

function aalOf(claims: Claims): string {
  return claims['aal'] === 'aal2' ? 'aal2' : 'aal1'
}
