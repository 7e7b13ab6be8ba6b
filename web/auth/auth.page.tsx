import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AskForMail, CheckMail } from './mail-forms.tsx'
import { operatorSecret } from '#web/parts/operator-secret.ts'
import type { MailKind } from '#web/parts/send-mail.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** `forgot` asks for a mail for a new password, `link` for a new confirmation, `check-mail` says where to look. */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgot' | 'link' | 'check-mail'

export type AuthModeProps = {
  /** Kept while the modes change, so that nobody types it twice. */
  email: string
  onEmail: (email: string) => void
  linkTo: (mode: AuthMode) => string
  /** Where a session leads. */
  afterwards: string
  onMailSent: (kind: MailKind) => void
  /** What to know before signing in or up. */
  notice?: ReactNode
}

const modes: AuthMode[] = ['sign-in', 'sign-up', 'forgot', 'link', 'check-mail']

/** `/auth`: everything before a session. The mode stands in the address, so that back and forward work. */
export function AuthPage() {
  const texts = useTexts(authTexts)
  const { status } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<MailKind>()
  const afterwards = safeWay(query.get('next'))

  const asked = modes.find(mode => mode === query.get('mode')) ?? 'sign-in'
  const mode = asked === 'check-mail' && !sent ? 'link' : asked
  const notice = operatorSecret() && <Notice tone="info">{texts.operatorNote}</Notice>
  const props: AuthModeProps = {
    notice,
    email,
    onEmail: setEmail,
    afterwards,
    linkTo: next => `${addresses.auth}${withMode(query, next)}`,
    onMailSent: kind => {
      setSent(kind)
      void navigate(`${addresses.auth}${withMode(query, 'check-mail')}`)
    },
  }

  if (status === 'signed-in') return <Navigate to={afterwards} replace />
  if (status === 'loading') return null
  return (
    <AuthFrame voice={mode === 'sign-up' ? texts.signUpVoice : texts.signInVoice}>
      {mode === 'sign-in' && <SignInForm {...props} />}
      {mode === 'sign-up' && <SignUpForm {...props} />}
      {mode === 'forgot' && <AskForMail kind="recovery" {...props} />}
      {mode === 'link' && <AskForMail kind="signup" {...props} />}
      {mode === 'check-mail' && <CheckMail kind={sent ?? 'signup'} {...props} />}
    </AuthFrame>
  )
}

function withMode(query: URLSearchParams, mode: AuthMode): string {
  const next = new URLSearchParams(query)
  if (mode === 'sign-in') next.delete('mode')
  else next.set('mode', mode)
  return next.size > 0 ? `?${next}` : ''
}

/** Only a section of the dashboard: an address from outside must not lead anywhere else. */
function safeWay(next: string | null): string {
  return next && /^\/dashboard(?:\/[\w/-]*)?$/.test(next) ? next : addresses.dashboard
}
