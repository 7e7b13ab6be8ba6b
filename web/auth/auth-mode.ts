import type { ReactNode } from 'react'
import type { MailKind } from '#web/parts/auth/send-mail.ts'

/** `link`: a new confirmation; `welcome`: with a session but no password, after an invitation or a confirmation elsewhere. */
export type AuthMode = 'sign-in' | 'sign-up' | 'sso' | 'forgot' | 'link' | 'check-mail' | 'welcome'

export type AuthModeProps = {
  email: string
  onEmail: (email: string) => void
  linkTo: (mode: AuthMode) => string
  onMailSent: (kind: MailKind) => void
  afterwards: string | undefined
  notice?: ReactNode
}
