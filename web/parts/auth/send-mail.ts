import type { AuthError } from '@supabase/supabase-js'
import { addresses } from '#shared/addresses.ts'
import { clearLinkRequest, recordLinkRequest } from '#web/data/session/link-request.ts'
import { client } from '#web/data/client.ts'
import { leadingTo } from '#web/data/stored-language.ts'
import { firstPasswordAddress } from '#web/landing.ts'

/** `signup` confirms again, `recovery` resets the password, `link` signs in, `asked-link` signs in after confirmation. */
export type MailKind = 'signup' | 'recovery' | 'link' | 'asked-link'

/** Never reveals whether the account exists. */
export async function sendMail(kind: MailKind, address: string, captchaToken: string): Promise<AuthError | null> {
  const email = address.trim()
  const { auth } = client()
  // Before the call: the mail may be opened here before the answer arrives.
  recordLinkRequest(email)
  const { error } = await send()
  if (error) clearLinkRequest()
  return error

  function send() {
    if (kind === 'recovery') {
      return auth.resetPasswordForEmail(email, { redirectTo: leadingTo(addresses.resetPassword), captchaToken })
    }
    if (kind === 'signup') {
      return auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: leadingTo(addresses.home), captchaToken },
      })
    }
    const emailRedirectTo = leadingTo(kind === 'link' ? addresses.home : addresses.firebaseMagicLink)
    return auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo, captchaToken } })
  }
}

/** The mail's digits, typed instead of opening its link. Returns null on success. */
export async function takeMailedCode(kind: MailKind, address: string, code: string): Promise<AuthError | null> {
  const type = kind === 'recovery' ? 'recovery' : 'email'
  const { data, error } = await client().auth.verifyOtp({ type, email: address.trim(), token: code })
  // Someone else may have signed up and know the password, so it is not accepted.
  const { password_needed: needed = false } = (data.session ?? {}) as { password_needed?: boolean }
  if (needed) location.replace(firstPasswordAddress)
  return error
}
