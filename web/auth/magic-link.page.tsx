import { useLocation } from 'react-router'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { AuthLayout, AuthSkeleton } from './auth-layout.tsx'
import { useSignInState } from './sign-in-state.ts'
import { ReturnAfterSignIn } from './auth.page.tsx'
import { MagicLinkForms } from './magic-link-forms.tsx'
import { SecondStep } from './second-step-screen.tsx'

export function MagicLinkPage() {
  const texts = useTexts(authTexts)
  const { status, unproven } = useSignInState()
  const { state } = useLocation()
  if (status === 'signed-in') return <ReturnAfterSignIn />
  if (unproven) return <SecondStep session={unproven} />
  return (
    <AuthLayout voice={texts.signInVoice}>
      {status === 'loading' ? (
        <AuthSkeleton />
      ) : (
        <MagicLinkForms kind="link" typed={(state as { email?: string } | null)?.email ?? ''} />
      )}
    </AuthLayout>
  )
}
