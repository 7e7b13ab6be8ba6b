import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signIn } from '#web/data/session/sign-in.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Field, PasswordField } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { authErrorText, looksLikeEmail } from '#web/parts/auth/auth-error-text.ts'
import type { AuthModeProps } from './auth-mode.ts'
import { ProviderButtons } from './provider-buttons.tsx'

type Problems = { email?: string | undefined; password?: string | undefined }

export function SignInForm({ email, onEmail, linkTo, afterwards, notice }: AuthModeProps) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [notConfirmed, setNotConfirmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const human = useHumanCheck()
  usePageTitle(texts.signIn)

  const emailProblem = () =>
    email.trim() === '' ? texts.emailMissing : looksLikeEmail(email) ? undefined : texts.emailWrong

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found: Problems = { email: emailProblem(), password: password === '' ? texts.passwordMissing : undefined }
    setProblems(found)
    setNotConfirmed(false)
    if (found.email || found.password) return focusFirstError(form.current)
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await signIn(email.trim(), password, proof)
    // Signed in, the page goes on by itself; until then the button stays busy.
    if (error === null) return
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    setNotConfirmed(error.code === 'email_not_confirmed')
    setProblems({ password: authErrorText(error, texts) })
    focusFirstError(form.current)
  }

  return (
    <form className="auth-form" ref={form} onFocus={human.prepare} onSubmit={event => void submit(event)} noValidate>
      {notice}
      <div>
        <h1>{texts.signInTitle}</h1>
        <p className="soft text-[15px]">
          {texts.noAccountYet}{' '}
          <Link className="link" to={linkTo('sign-up')}>
            {texts.toSignUp}
          </Link>
        </p>
      </div>
      <ProviderButtons afterwards={afterwards} />
      <Field
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onValue={value => {
          onEmail(value)
          if (problems.email && looksLikeEmail(value)) setProblems({ ...problems, email: undefined })
        }}
        onBlur={() => email !== '' && setProblems({ ...problems, email: emailProblem() })}
        error={problems.email}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={value => {
          setPassword(value)
          if (problems.password) setProblems({ ...problems, password: undefined })
        }}
        error={problems.password}
        show={texts.showPassword}
        hide={texts.hidePassword}
        aside={
          <Link className="link text-[13.5px]" to={linkTo('forgot')}>
            {texts.forgot}
          </Link>
        }
      />
      {notConfirmed && (
        <Link className="link link-alone" to={linkTo('link')}>
          {texts.sendLink}
        </Link>
      )}
      {human.sign}
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.signingIn}>
        {texts.signIn}
      </Button>
      {human.dialog}
      <Link className={`${buttonClass('quiet')} justify-self-center`} to={addresses.magicLink} state={{ email }}>
        <Icon name="mail" />
        {texts.askLink}
      </Link>
    </form>
  )
}
