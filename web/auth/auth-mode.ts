import type { ReactNode } from 'react'
import type { MailKind } from '#web/parts/auth/send-mail.ts'

/**
 * `forgot` asks for a mail for a new password, `link` for a new confirmation, `check-mail` says where to look; `welcome`
 * is for who was invited, or opened the mail of a sign-up elsewhere, and has a session but no password yet.
 */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgot' | 'link' | 'check-mail' | 'welcome'

export type AuthModeProps = {
  /** Kept while the modes change, so that nobody types it twice. */
  email: string
  onEmail: (email: string) => void
  linkTo: (mode: AuthMode) => string
  onMailSent: (kind: MailKind) => void
  /** Where one wanted to be, if anywhere. */
  afterwards: string | undefined
  /** What to know before signing in or up. */
  notice?: ReactNode
}
