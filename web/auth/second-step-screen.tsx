import type { Session } from '@supabase/supabase-js'
import { useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signOutHere } from '#web/data/session/sign-in.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { SecondStepForm, type SecondStepWay } from '#web/parts/auth/second-step-form.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { AuthLayout, AuthHead } from './auth-layout.tsx'

export function SecondStep({ session }: { session: Session }) {
  const texts = useTexts(twoStepTexts)
  const { secondStepVoice } = useTexts(authTexts)
  const [way, setWay] = useState<SecondStepWay>('app')
  usePageTitle(texts.section)
  return (
    <AuthLayout voice={secondStepVoice}>
      <div className="auth-form">
        {way === 'app' ? (
          <AuthHead icon="smartphone" title={texts.title}>
            {fill(texts.text, { email: session.user.email ?? '' })}
          </AuthHead>
        ) : (
          <AuthHead icon="key" title={texts.recoveryTitle}>
            {texts.recoveryText}
          </AuthHead>
        )}
        <SecondStepForm
          key={session.user.id}
          session={session}
          way={way}
          onWay={setWay}
          onOtherAccount={() => void signOutHere()}
        />
      </div>
    </AuthLayout>
  )
}
