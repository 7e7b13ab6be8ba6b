import type { AuthError } from '@supabase/supabase-js'
import { client } from '#web/data/client.ts'

export type MailKind = 'signup' | 'recovery'

/** Asks for a mail: the confirmation once more, or a link for a new password. Never says whether the account exists. */
export async function sendMail(kind: MailKind, email: string, captchaToken: string): Promise<AuthError | null> {
  const address = email.trim()
  const { auth } = client()
  const { error } =
    kind === 'recovery'
      ? await auth.resetPasswordForEmail(address, { redirectTo: `${location.origin}/reset-password`, captchaToken })
      : await auth.resend({
          type: 'signup',
          email: address,
          options: { emailRedirectTo: `${location.origin}/`, captchaToken },
        })
  return error
}
