import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import type { Tokens } from '#web/data/session/arrival.ts'
import { clearLinkRequest, isRequestedHere, otherPersonHere } from '#web/data/session/link-request.ts'
import { useTexts } from '#web/data/language.tsx'
import { emailOf } from '#web/data/session/session-state.ts'
import { discardLink, adoptSession, useHeldLink } from '#web/data/session/session.tsx'
import { Button } from '#web/kit/button.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { LoadingScreen } from '#web/parts/page/loading-screen.tsx'
import { emailProblem } from './ask-for-mail.tsx'
import { AuthLayout, AuthHead, AuthSkeleton } from './auth-layout.tsx'
import { ReturnAfterSignIn } from './auth.page.tsx'
import { useSignInState } from './sign-in-state.ts'
import { MagicLinkForms } from './magic-link-forms.tsx'
import { SecondStep } from './second-step-screen.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { EmailField } from '#web/parts/forms/common-fields.tsx'

const guesses = 3

/** In another browser than the one that asked, the address is typed again, so that nobody ends up in somebody else's account. */
export function FirebaseMagicLinkPage() {
  const texts = useTexts(authTexts)
  const { status, unproven } = useSignInState()
  const { held } = useHeldLink()
  if (held) return <Held key={held.access_token} tokens={held} />
  if (status === 'signed-in') return <ReturnAfterSignIn />
  if (unproven) return <SecondStep session={unproven} />
  return (
    <AuthLayout voice={texts.signInVoice}>
      {status === 'loading' ? <AuthSkeleton /> : <MagicLinkForms kind="asked-link" />}
    </AuthLayout>
  )
}

function Held({ tokens }: { tokens: Tokens }) {
  const texts = useTexts(authTexts)
  const navigate = useNavigate()
  const { done } = useHeldLink()
  const owner = emailOf(tokens.access_token)
  const [isAskers] = useState(() => isRequestedHere(tokens) && otherPersonHere(tokens) === undefined)
  const [wrong, setWrong] = useState(0)

  const open = useCallback(async () => {
    const refusal = await adoptSession(tokens)
    clearLinkRequest()
    done()
    if (refusal) void navigate(`${addresses.error}?${new URLSearchParams({ code: refusal.code })}`, { replace: true })
  }, [tokens, done, navigate])

  async function refuse() {
    setWrong(wrong + 1)
    if (wrong + 1 < guesses) return
    await discardLink(tokens)
    done()
    void navigate(`${addresses.error}?code=invalid_link`, { replace: true })
  }

  useEffect(() => {
    if (isAskers) void open()
  }, [isAskers, open])

  if (isAskers) return <LoadingScreen title={texts.arriving} />
  return (
    <AuthLayout voice={texts.secondStepVoice}>
      <WhoseLink wrong={wrong > 0} onAnswer={email => (email.toLowerCase() === owner ? open() : refuse())} />
    </AuthLayout>
  )
}

function WhoseLink({ wrong, onAnswer }: { wrong: boolean; onAnswer: (email: string) => Promise<void> }) {
  const texts = useTexts(authTexts)
  const form = useForm({
    start: { email: '' },
    check: ({ email }) => ({ email: emailProblem(texts, email) }),
    async save({ email }) {
      await onAnswer(email.trim())
      throw new Error(texts.whoseWrong)
    },
    fieldOf: () => 'email',
    wordsOf: () => texts.whoseWrong,
  })
  usePageTitle(texts.whoseTitle)

  return (
    <form {...form.props} className="auth-form">
      <AuthHead icon="mail-check" title={texts.whoseTitle}>
        {texts.whoseText}
      </AuthHead>
      <EmailField
        label={texts.email}
        autoFocus
        {...form.field('email')}
        error={form.wrong.email ?? (wrong && form.values.email === '' ? texts.whoseWrong : undefined)}
      />
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.checking}>
        {texts.whoseContinue}
      </Button>
    </form>
  )
}
