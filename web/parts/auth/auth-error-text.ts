import type { AuthError } from '@supabase/supabase-js'
import type { AuthTexts } from '#shared/texts/account/auth-texts.ts'
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
}

/** What to tell people about a refusal of the sign-in server. */
export function authErrorText(error: AuthError, texts: AuthTexts): string {
  const told = knownErrorText(error.code, texts)
  if (told) return told
  if (error.status === undefined || error.status === 0) return texts.unreachable
  return fill(texts.unexpected, { code: error.code ?? error.status })
}

/** The words for a code, where there are some. */
export function knownErrorText(code: string | undefined, texts: AuthTexts): string | undefined {
  const key = known[code ?? '']
  return key && texts[key]
}

/** Whether an address can be one; the last word is the mail that arrives. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
}
