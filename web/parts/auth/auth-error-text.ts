import { isAuthError } from '@supabase/auth-js'
import type { AuthError } from '@supabase/supabase-js'
import type { AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { fill } from '#web/parts/language/texts.ts'

const known: Record<string, keyof AuthTexts> = {
  invalid_credentials: 'wrongCredentials',
  email_not_confirmed: 'notConfirmed',
  weak_password: 'weakPassword',
  same_password: 'samePassword',
  over_request_rate_limit: 'tooMany',
  over_email_send_rate_limit: 'tooMany',
  user_banned: 'locked',
  signup_disabled: 'signUpClosed',
  email_provider_disabled: 'signUpClosed',
  otp_disabled: 'signUpClosed',
  otp_expired: 'mailedCodeWrong',
  identity_already_exists: 'identityTaken',
  identity_not_found: 'identityMissing',
  single_identity_not_deletable: 'identityLast',
  insufficient_aal: 'needsBothSteps',
}

export function authErrorText(error: AuthError, texts: AuthTexts): string {
  const known = knownErrorText(error.code, texts)
  if (known) return known
  if (error.status === undefined || error.status === 0) return texts.unreachable
  return fill(texts.unexpected, { code: error.code ?? error.status })
}

export function wordsForAuth(texts: AuthTexts): (error: unknown) => string {
  return error => (isAuthError(error) ? authErrorText(error, texts) : messageOf(error))
}

/**
 * Unwraps the sign-in server's answer.
 * @throws AuthError
 */
export async function accepted<Answer extends { error: AuthError | null }>(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.error) throw answer.error
  return answer
}

export function authCodeOf(error: unknown): string | undefined {
  return isAuthError(error) ? error.code : undefined
}

export function knownErrorText(code: string | undefined, texts: AuthTexts): string | undefined {
  const key = known[code ?? '']
  return key && texts[key]
}

export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
}
