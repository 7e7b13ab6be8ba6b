import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signUp } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { authErrorText, looksLikeEmail } from '#web/parts/auth/auth-error-text.ts'
import { Agreement } from './agreement.tsx'
import type { AuthModeProps } from './auth-mode.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { ReferralField, useReferralCode } from './referral-field.tsx'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'

type Problems = {
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  referral?: string | undefined
  form?: string | undefined
}

export function SignUpForm({ email, onEmail, linkTo, notice, afterwards, onMailSent }: AuthModeProps) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const referral = useReferralCode()
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const human = useHumanCheck()
  usePageTitle(texts.signUp)

  const check = {
    name: () => (name.trim() === '' ? texts.nameMissing : undefined),
    email: () => (email.trim() === '' ? texts.emailMissing : looksLikeEmail(email) ? undefined : texts.emailWrong),
    password: () => newPasswordProblem(texts, password, email),
    referral: () => (referral.wrong ? texts.referralWrong : undefined),
  }
  const settle = (field: keyof typeof check, value: string) => {
    if (value !== '') setProblems({ ...problems, [field]: check[field]() })
  }
  const forgive = (field: keyof typeof check) => {
    if (problems[field]) setProblems({ ...problems, [field]: undefined })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = { name: check.name(), email: check.email(), password: check.password(), referral: check.referral() }
    setProblems(found)
    if (found.name || found.email || found.password || found.referral) return focusFirstError(form.current)
    setBusy(true)
    const proof = await human.ask()
    if (proof === undefined) return setBusy(false)
    const told = referral.code === undefined ? {} : { referral_code: referral.code.trim() }
    const { session, error } = await signUp(email.trim(), password, { full_name: name.trim(), ...told }, proof)
    // With a session the page goes on by itself; until then the button stays busy.
    if (session) return
    setBusy(false)
    if (human.refused(error)) return
    if (!error) return onMailSent('signup')
    const problem = authErrorText(error, texts)
    setProblems(error.code === 'weak_password' ? { password: problem } : { form: problem })
    focusFirstError(form.current)
  }

  return (
    <form className="auth-form" ref={form} onFocus={human.prepare} onSubmit={event => void submit(event)} noValidate>
      {notice}
      <div>
        <h1>{texts.signUpTitle}</h1>
        <p className="soft text-[15px]">
          {texts.haveAccount}{' '}
          <Link className="link" to={linkTo('sign-in')}>
            {texts.signIn}
          </Link>
        </p>
      </div>
      <ProviderButtons afterwards={afterwards} />
      <Field
        label={texts.fullName}
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        value={name}
        onValue={value => {
          setName(value)
          forgive('name')
        }}
        onBlur={() => settle('name', name)}
        error={problems.name}
      />
      <Field
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onValue={value => {
          onEmail(value)
          forgive('email')
        }}
        onBlur={() => settle('email', email)}
        error={problems.email}
      />
      <NewPasswordField
        texts={texts}
        label={texts.password}
        value={password}
        onValue={value => {
          setPassword(value)
          forgive('password')
        }}
        onBlur={() => settle('password', password)}
        error={problems.password}
      />
      <ReferralField
        code={referral.code}
        error={problems.referral}
        onCode={code => {
          referral.setCode(code)
          forgive('referral')
        }}
      />
      {problems.form && <Notice tone="bad">{problems.form}</Notice>}
      {human.sign}
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.signingUp}>
        {texts.signUp}
      </Button>
      <Agreement />
      {human.dialog}
    </form>
  )
}
