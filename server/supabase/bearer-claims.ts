import { decodeJwt } from 'jose'
import { locateClaims } from '#platform/http/locate-claims.ts'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { sessionStanding } from './auth/sessions/live-session.ts'

export type Refused = 'invalid' | 'expired' | 'ended' | 'half'

export const secondStepNeeded = 'This account has a second step: prove it first (mfa.challengeAndVerify).'

/** Everything (rows, files, topics) asks this: a person whose second step is missing is nobody. */
export async function bearerClaims(
  platform: Platform,
  bearer: string,
  ip: string,
): Promise<{ claims: Claims } | { refused: Refused }> {
  const named = await namedBy(platform, bearer, ip)
  if ('refused' in named || named.claims.role !== 'authenticated') return named
  const standing = await sessionStanding(platform, named.claims)
  return standing === 'live' ? named : { refused: standing }
}

/** For callers that have the database check the session (`sessionGuard`). */
export async function namedBy(
  platform: Platform,
  bearer: string,
  ip: string,
): Promise<{ claims: Claims } | { refused: Refused }> {
  const claims = bearer === platform.tokens.anonKey ? { role: 'anon' as const } : await platform.tokens.verify(bearer)
  if (!claims) return { refused: isOver(platform, bearer) ? 'expired' : 'invalid' }
  if (claims.role !== 'authenticated') return { claims: { role: claims.role } }
  return { claims: locateClaims(claims, ip, platform.clock.now()) }
}

/** Only for the wording of a refusal: the signature is not checked. */
function isOver(platform: Platform, token: string): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= platform.clock.now().getTime()
  } catch {
    return false
  }
}
