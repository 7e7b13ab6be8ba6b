import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { ssoSignInTexts } from '#shared/texts/team/sso-sign-in-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signIn } from '#web/data/session/sign-in.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { emailProblem } from './ask-for-mail.tsx'
import type { AuthModeProps } from './auth-mode.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { EmailField } from '#web/parts/forms/common-fields.tsx'

export function SignInForm({ email, onEmail, linkTo, afterwards, notice }: AuthModeProps) {
  const texts = useTexts(authTexts)
  const sso = useTexts(ssoSignInTexts)
  const [notConfirmed, setNotConfirmed] = useState(false)
  const human = useHumanCheck()
  // Busy until the page moves on by itself.
  const form = useForm({
    start: { email, password: '' },
    onChange: change => change.email !== undefined && onEmail(change.email),
    check: typed => ({
      email: emailProblem(texts, typed.email),
      password: typed.password === '' ? texts.passwordMissing : undefined,
    }),
    save: typed =>
      human.prove(async token => {
        const refusal = await signIn(typed.email.trim(), typed.password, token)
        setNotConfirmed(refusal?.code === 'email_not_confirmed')
        return refusal
      }),
    fieldOf: () => 'password',
    once: true,
    wordsOf: wordsForAuth(texts),
  })
  usePageTitle(texts.signIn)

  return (
    <form {...form.props} className="auth-form" onFocus={human.prepare}>
      {notice}
      <div>
        <h1>{texts.signInTitle}</h1>
        <p className="soft auth-lead">
          {texts.noAccountYet}{' '}
          <Link className="link" to={linkTo('sign-up')}>
            {texts.toSignUp}
          </Link>
        </p>
      </div>
      <ProviderButtons afterwards={afterwards} />
      <EmailField
        label={texts.email}
        autoComplete="username webauthn"
        {...form.field('email')}
        onBlur={() => form.settle('email')}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
        show={texts.showPassword}
        hide={texts.hidePassword}
        aside={
          <Link className="link text-note" to={linkTo('forgot')}>
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
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.signingIn}>
        {texts.signIn}
      </Button>
      {human.dialog}
      <PasskeySignIn />
      <Link
        className={`${buttonClass('quiet')} justify-self-center`}
        to={addresses.magicLink}
        state={{ email: form.values.email }}
      >
        <Icon name="mail" />
        {texts.askLink}
      </Link>
      <Link className={`${buttonClass('quiet')} justify-self-center`} to={linkTo('sso')}>
        <Icon name="key" />
        {sso.ask}
      </Link>
    </form>
  )
}
