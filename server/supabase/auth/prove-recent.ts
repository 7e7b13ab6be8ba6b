import { after, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Bearer } from './auth-bearer.ts'
import { refuse } from './auth-error.ts'
import { countTry, forgetTries } from './auth-limits.ts'
import { tokenOfCode } from './one-time-tokens.ts'
import { passwordFits } from './passwords.ts'

/** A password or an address may be changed this long after the sign-in; later a proof is asked for. */
const recentMs = hours(24)

/**
 * Makes sure that the account's owner wants the change, and not who found a screen unlocked: the sign-in is recent, or
 * the current password or the digits of a fresh mail come with it.
 * @returns the hash of the digits' token, to be spent with the change
 * @throws reauthentication_needed, reauthentication_not_valid, current_password_invalid
 */
export async function proveRecent(
  platform: Platform,
  bearer: Bearer,
  proof: { current_password: string; nonce: string },
): Promise<string | undefined> {
  const { user } = bearer
  if (proof.nonce !== '') {
    const hash = await tokenOfCode(platform, user.email, proof.nonce, ['reauthentication'])
    if (!hash) throw notValid()
    return hash
  }
  if (proof.current_password !== '') {
    await countTry(platform, user.email)
    if (!(await passwordFits(proof.current_password, user.encrypted_password))) {
      throw refuse('current_password_invalid', 'Current password is not correct')
    }
    await forgetTries(platform, user.email)
    return undefined
  }
  if (!isRecent(platform, bearer)) throw refuse('reauthentication_needed', 'Password update requires reauthentication')
  return undefined
}

/** Whether the sign-in is fresh enough to change what guards the account. Always so without AUTH_REAUTHENTICATION. */
export function isRecent({ config, clock }: Platform, { signedInAt }: Bearer): boolean {
  return !config.AUTH_REAUTHENTICATION || clock.now() < after(signedInAt, recentMs)
}

export function notValid() {
  return refuse('reauthentication_not_valid', 'Nonce has expired or is invalid')
}
