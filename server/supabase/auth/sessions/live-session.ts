import { sql } from 'kysely'
import type { Claims } from '#platform/sql/database.ts'
import { onlyWorkspaceOf } from '#platform/http/caller.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** `half`: lacks the account's second step. */
export type Standing = 'live' | 'half' | 'ended'

/** Sign-out and a new second step take effect at once. A token that says otherwise than its session to which workspace it is bound opens nothing. */
export async function sessionStanding(platform: Platform, claims: Claims): Promise<Standing> {
  const { session_id: sessionId, sub } = claims
  if (!isUuid(sessionId) || !isUuid(sub)) return 'ended'
  const [session] = await platform.db.readAsService(
    sql<{
      standing: Standing
    }>`select auth.session_standing(${sessionId}, ${sub}, ${aalOf(claims)}, ${platform.clock.now()},
        ${onlyWorkspaceOf(claims)}::uuid) as standing`,
  )
  return session?.standing ?? 'ended'
}

/** SQLSTATE raised by the guard → reason. */
export const standingOfState = new Map<string, Exclude<Standing, 'live'>>([
  ['SNEND', 'ended'],
  ['SNHLF', 'half'],
])

export function sessionGuard(platform: Platform, claims: Claims) {
  const { session_id: sessionId, sub } = claims
  const [session, person] = isUuid(sessionId) && isUuid(sub) ? [sessionId, sub] : [null, null]
  return sql`select auth.require_session(${session}, ${person}, ${aalOf(claims)}, ${platform.clock.now()},
    ${onlyWorkspaceOf(claims)}::uuid)`
}

function aalOf(claims: Claims): string {
  return claims['aal'] === 'aal2' ? 'aal2' : 'aal1'
}
