import { Link } from 'react-router'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signUp } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { authCodeOf, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { Agreement } from './agreement.tsx'
import { emailProblem } from './ask-for-mail.tsx'
import type { AuthModeProps } from './auth-mode.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { isNoReferral, ReferralField, rememberedReferral } from './referral-field.tsx'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { EmailField, NameField } from '#web/parts/forms/common-fields.tsx'

export function SignUpForm({ email, onEmail, linkTo, notice, afterwards, onMailSent }: AuthModeProps) {
  const texts = useTexts(authTexts)
  const human = useHumanCheck()
  const form = useForm({
    start: () => ({ name: '', email, password: '', referral: rememberedReferral() }),
    onChange: change => change.email !== undefined && onEmail(change.email),
    check: typed => ({
      name: typed.name.trim() === '' ? texts.nameMissing : undefined,
      email: emailProblem(texts, typed.email),
      password: newPasswordProblem(texts, typed.password, typed.email),
      referral: isNoReferral(typed.referral) ? texts.referralWrong : undefined,
    }),
    async save(typed) {
      const given = typed.referral === undefined ? {} : { referral_code: typed.referral.trim() }
      return human.prove(async token => {
        const meta = { full_name: typed.name.trim(), ...given }
        const { session, error } = await signUp(typed.email.trim(), typed.password, meta, token)
        // With a session: busy until the page moves on by itself.
        if (!session && !error) onMailSent('signup')
        return error
      })
    },
    fieldOf: error => (authCodeOf(error) === 'weak_password' ? 'password' : undefined),
    once: true,
    wordsOf: wordsForAuth(texts),
  })
  usePageTitle(texts.signUp)

  return (
    <form {...form.props} className="auth-form" onFocus={human.prepare}>
      {notice}
      <div>
        <h1>{texts.signUpTitle}</h1>
        <p className="soft auth-lead">
          {texts.haveAccount}{' '}
          <Link className="link" to={linkTo('sign-in')}>
            {texts.signIn}
          </Link>
        </p>
      </div>
      <ProviderButtons afterwards={afterwards} />
      <NameField label={texts.fullName} {...form.field('name')} onBlur={() => form.settle('name')} />
      <EmailField label={texts.email} {...form.field('email')} onBlur={() => form.settle('email')} />
      <NewPasswordField
        texts={texts}
        label={texts.password}
        {...form.field('password')}
        onBlur={() => form.settle('password')}
      />
      <ReferralField
        code={form.values.referral}
        error={form.wrong.referral}
        onCode={referral => form.set({ referral })}
      />
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      {human.sign}
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.signingUp}>
        {texts.signUp}
      </Button>
      <Agreement />
      {human.dialog}
    </form>
  )
}
