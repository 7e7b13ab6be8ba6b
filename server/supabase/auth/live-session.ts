import { sql } from 'kysely'
import type { Claims } from '#platform/database.ts'
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
    sql<{ aal: string; has_second_step: boolean }>`select s.aal,
        exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_step
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${sub} and s.ended_at is null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${platform.clock.now()})`,
  )
  if (!session) return 'ended'
  const isWhole = !session.has_second_step || (session.aal === 'aal2' && claims['aal'] === 'aal2')
  return isWhole ? 'live' : 'half'
}
