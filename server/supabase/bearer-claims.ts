import { decodeJwt } from 'jose'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { sessionStanding } from './auth/sessions/live-session.ts'

export type Refused = 'invalid' | 'expired' | 'ended' | 'half'

/** Told where a session lacks the second step that its account has. */
export const secondStepNeeded = 'This account has a second step: prove it first (mfa.challengeAndVerify).'

/**
 * Whom a bearer stands for: the role of one of the two keys, or a person whose session lives. Who switched a second step
 * on is nobody here before it was made: rows, files and topics all ask this function.
 */
export async function bearerClaims(
  platform: Platform,
  bearer: string,
): Promise<{ claims: Claims } | { refused: Refused }> {
  const named = await namedBy(platform, bearer)
  if ('refused' in named || named.claims.role !== 'authenticated') return named
  const standing = await sessionStanding(platform, named.claims)
  return standing === 'live' ? named : { refused: standing }
}

/** The same without a look at the session: for whoever lets the database look at it before the first statement. */
export async function namedBy(platform: Platform, bearer: string): Promise<{ claims: Claims } | { refused: Refused }> {
  const claims = bearer === platform.tokens.anonKey ? { role: 'anon' as const } : await platform.tokens.verify(bearer)
  if (!claims) return { refused: isOver(platform, bearer) ? 'expired' : 'invalid' }
  if (claims.role !== 'authenticated') return { claims: { role: claims.role } }
  return { claims }
}

/** Only chooses the words of a refusal: the signature is not looked at. */
function isOver(platform: Platform, token: string): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= platform.clock.now().getTime()
  } catch {
    return false
  }
}
