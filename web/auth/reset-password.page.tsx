import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { focusFirstError } from '#web/parts/focus-first-error.ts'
import { usePageTitle } from '#web/parts/page-title.ts'
import { fill } from '#web/parts/texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { authProblem } from '#web/parts/auth-problem.ts'
import { NewPasswordField, newPasswordProblem } from '#web/parts/new-password-field.tsx'

/** `/reset-password`: where the link in the recovery mail leads, with a session. */
export function ResetPasswordPage() {
  const texts = useTexts(authTexts)
  const { status, session } = useSession()
  const email = session?.user.email ?? ''
  usePageTitle(texts.resetTitle)

  if (status === 'loading') return null
  return (
    <AuthFrame voice={texts.signInVoice}>
      {status === 'signed-in' ? (
        <NewPasswordForm email={email} />
      ) : (
        <div className="auth-form">
          <h1>{texts.resetTitle}</h1>
          <p className="lead">{texts.resetNeedsLink}</p>
          <Link className={buttonClass('filled', 'lg')} to={`${addresses.auth}?mode=forgot`}>
            {texts.sendLink}
          </Link>
        </div>
      )}
    </AuthFrame>
  )
}

function NewPasswordForm({ email }: { email: string }) {
  const texts = useTexts(authTexts)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = newPasswordProblem(texts, password, email)
    setProblem(found)
    if (found) return focusFirstError(form.current)
    setBusy(true)
    const { error } = await client().auth.updateUser({ password })
    setBusy(false)
    if (error) {
      setProblem(authProblem(error, texts))
      return focusFirstError(form.current)
    }
    showToast(texts.passwordSaved)
    void navigate(addresses.dashboard, { replace: true })
  }

  return (
    <form className="auth-form" ref={form} onSubmit={event => void submit(event)} noValidate>
      <h1>{texts.resetTitle}</h1>
      <p className="lead">{fill(texts.resetText, { email })}</p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        texts={texts}
        label={texts.newPassword}
        value={password}
        onValue={value => {
          setPassword(value)
          if (problem) setProblem(undefined)
        }}
        error={problem}
      />
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.savingPassword}>
        {texts.savePassword}
      </Button>
    </form>
  )
}
