import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { operatorSecret } from '#web/parts/auth/operator-secret.ts'
import type { MailKind } from '#web/parts/auth/send-mail.ts'
import { saveReturnPath, safeReturnPath, takeReturnPath } from '#web/parts/auth/return-path.ts'
import { AuthLayout, AuthSkeleton } from './auth-layout.tsx'
import type { AuthMode, AuthModeProps } from './auth-mode.ts'
import { useSignInState } from './sign-in-state.ts'
import { AskForMail } from './ask-for-mail.tsx'
import { CheckMail } from './check-mail.tsx'
import { AcceptInvitation, InvitationNotice, useInvitation } from './invitation.tsx'
import { ProviderError } from './provider-buttons.tsx'
import { SecondStep } from './second-step-screen.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SsoForm } from './sso-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { WelcomeForm } from './welcome-form.tsx'

const modes: AuthMode[] = ['sign-in', 'sign-up', 'sso', 'forgot', 'link', 'check-mail', 'welcome']

export type AuthPageState = { leftHereOnly?: boolean } | null

/** The mode is in the address, so that back and forward work. */
export function AuthPage() {
  const texts = useTexts(authTexts)
  const { status, unproven, recovering } = useSignInState()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const [typed, setTyped] = useState<string>()
  const [sent, setSent] = useState<MailKind>()
  const way = safeReturnPath(query.get('next'))
  const token = query.get('invitation')
  const invitation = useInvitation(token)
  const email = typed ?? invitation.data?.email ?? query.get('email') ?? ''

  // Most invited people are new.
  const asked = modes.find(mode => mode === query.get('mode')) ?? (invitation.data ? 'sign-up' : 'sign-in')
  const mode =
    asked === 'check-mail' && !sent ? 'link' : asked === 'welcome' && status !== 'signed-in' ? 'sign-in' : asked
  const props: AuthModeProps = {
    notice: (
      <Before
        leftHereOnly={(state as AuthPageState)?.leftHereOnly ?? false}
        problem={query.get('problem')}
        invitation={invitation}
      />
    ),
    email,
    onEmail: setTyped,
    afterwards: way,
    linkTo: next => `${addresses.auth}${withMode(query, next)}`,
    onMailSent: kind => {
      setSent(kind)
      if (way) saveReturnPath(way)
      void navigate(`${addresses.auth}${withMode(query, 'check-mail')}`)
    },
  }

  if (status === 'signed-in' && mode !== 'welcome') {
    if (token && !recovering)
      return <AcceptInvitation token={token} onLater={() => void navigate(addresses.dashboard)} />
    return recovering ? <Navigate to={addresses.resetPassword} replace /> : <ReturnAfterSignIn to={way} />
  }
  if (unproven) return <SecondStep session={unproven} />
  const voices: Partial<Record<AuthMode, string>> = {
    'sign-up': texts.signUpVoice,
    welcome: query.has('confirmed') ? texts.resetVoice : texts.welcomeVoice,
  }
  return (
    <AuthLayout
      voice={voices[mode] ?? texts.signInVoice}
      example={mode === 'sign-in' || mode === 'sign-up'}
      screen={mode}
    >
      {status === 'loading' || (token !== null && invitation.isPending) ? (
        // No form before it is known which one, and whose address it starts with: another would take its place.
        <AuthSkeleton />
      ) : (
        <>
          {mode === 'sign-in' && <SignInForm {...props} />}
          {mode === 'sign-up' && <SignUpForm {...props} />}
          {mode === 'sso' && <SsoForm {...props} />}
          {mode === 'welcome' && <WelcomeForm confirmed={query.has('confirmed')} />}
          {mode === 'forgot' && <AskForMail kind="recovery" {...props} />}
          {mode === 'link' && <AskForMail kind="signup" {...props} />}
          {mode === 'check-mail' && sent && (
            <CheckMail
              kind={sent}
              email={email}
              onOtherAddress={() =>
                void navigate(`${addresses.auth}${withMode(query, sent === 'recovery' ? 'forgot' : 'sign-up')}`)
              }
            />
          )}
        </>
      )}
    </AuthLayout>
  )
}

export function ReturnAfterSignIn({ to }: { to?: string | undefined }) {
  // Taken once, even if rendered twice.
  const [way] = useState(() => to ?? takeReturnPath() ?? addresses.dashboard)
  return <Navigate to={way} replace />
}

function Before({
  leftHereOnly,
  problem,
  invitation,
}: {
  leftHereOnly: boolean
  problem: string | null
  invitation: ReturnType<typeof useInvitation>
}) {
  const texts = useTexts(authTexts)
  return (
    <>
      <ProviderError code={problem} />
      <InvitationNotice data={invitation.data} error={invitation.error} />
      {leftHereOnly && <Notice tone="warning">{texts.leftHereOnly}</Notice>}
      {operatorSecret() && <Notice tone="info">{texts.operatorNote}</Notice>}
    </>
  )
}

function withMode(query: URLSearchParams, mode: AuthMode): string {
  const next = new URLSearchParams(query)
  next.delete('problem')
  if (mode === 'sign-in' && !next.has('invitation')) next.delete('mode')
  else next.set('mode', mode)
  return next.size > 0 ? `?${next}` : ''
}
