import type { FastifyRequest } from 'fastify'
import { after, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Bearer } from '../auth-bearer.ts'
import { refuse } from '../auth-error.ts'
import { countTry, forgetTries, triesFrom } from '../auth-limits.ts'
import { tokenOfCode } from '../email-links/one-time-tokens.ts'
import { passwordFits } from '../passwords/passwords.ts'

const recentMs = hours(24)
/** A sign-in by mail proves the mailbox; for this long it suffices for a new password. */
const byMailMs = hours(1)
const mailed = new Set(['otp', 'email/signup', 'magiclink', 'recovery', 'invite', 'email_change'])

export function isMailed(method: string): boolean {
  return mailed.has(method)
}

/**
 * Against a found screen or token: needs the current password or mailed digits; a recent sign-in is enough, except for a new password.
 * @throws reauthentication_needed, reauthentication_not_valid, current_password_required, current_password_invalid
 */
export async function proveRecent(
  platform: Platform,
  bearer: Bearer,
  proof: { current_password: string; nonce: string; password?: string },
  request: FastifyRequest,
): Promise<string | undefined> {
  const { user } = bearer
  if (proof.nonce !== '') {
    const hash = await tokenOfCode(platform, user.email, proof.nonce, ['reauthentication'])
    if (!hash) throw notValid()
    return hash
  }
  if (proof.current_password !== '') {
    const tries = await triesFrom(platform, request, user.email, bearer.sessionId)
    await countTry(platform, tries)
    if (!(await passwordFits(proof.current_password, user.encrypted_password))) {
      throw refuse('current_password_invalid', 'Current password is not correct')
    }
    await forgetTries(platform, tries)
    return undefined
  }
  if (!isRecent(platform, bearer)) throw refuse('reauthentication_needed', 'Password update requires reauthentication')
  if (proof.password && user.encrypted_password !== null && !isSignedInByMail(platform, bearer)) {
    throw refuse('current_password_required', 'Current password required when setting new password')
  }
  return undefined
}

function isSignedInByMail({ config, clock }: Platform, { methods, signedInAt }: Bearer): boolean {
  return !config.AUTH_REAUTHENTICATION || (methods.some(isMailed) && clock.now() < after(signedInAt, byMailMs))
}

/** Always true without AUTH_REAUTHENTICATION. */
export function isRecent({ config, clock }: Platform, { signedInAt }: Bearer): boolean {
  return !config.AUTH_REAUTHENTICATION || clock.now() < after(signedInAt, recentMs)
}

export function notValid() {
  return refuse('reauthentication_not_valid', 'Nonce has expired or is invalid')
}
