import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { accepted, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AuthLayout, AuthHead, AuthSkeleton } from './auth-layout.tsx'
import { useSignInState } from './sign-in-state.ts'
import { SecondStep } from './second-step-screen.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'

export function ResetPasswordPage() {
  const texts = useTexts(authTexts)
  const { status, session, unproven, recovering } = useSignInState()
  const [open, setOpen] = useState(false)
  if (recovering && status === 'signed-in' && !open) setOpen(true)
  usePageTitle(texts.resetTitle)

  if (unproven) return <SecondStep session={unproven} />
  return (
    <AuthLayout voice={texts.resetVoice}>
      {status === 'loading' ? (
        <AuthSkeleton />
      ) : open && session ? (
        <NewPasswordForm email={session.user.email ?? ''} />
      ) : (
        <div className="auth-form">
          <AuthHead title={texts.resetTitle}>{texts.resetNeedsLink}</AuthHead>
          <Link
            className={buttonClass('filled', 'lg')}
            to={session ? addresses.account : `${addresses.auth}?mode=forgot`}
          >
            {session ? texts.toAccount : texts.sendLink}
          </Link>
        </div>
      )}
    </AuthLayout>
  )
}

function NewPasswordForm({ email }: { email: string }) {
  const texts = useTexts(authTexts)
  const navigate = useNavigate()
  const form = useForm({
    start: { password: '', repeated: '' },
    check: ({ password, repeated }) => ({
      password: newPasswordProblem(texts, password, email),
      repeated: repeated === password ? undefined : texts.repeatDiffers,
    }),
    async save({ password }) {
      await accepted(client().auth.updateUser({ password }))
      showToast(texts.passwordSaved)
      void navigate(addresses.dashboard, { replace: true })
    },
    fieldOf: () => 'password',
    wordsOf: wordsForAuth(texts),
  })

  return (
    <form {...form.props} className="auth-form">
      <AuthHead title={texts.resetTitle}>{fill(texts.resetText, { email })}</AuthHead>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField texts={texts} label={texts.newPassword} {...form.field('password')} />
      <PasswordField
        label={texts.repeatPassword}
        name="repeat-password"
        autoComplete="new-password"
        required
        {...form.field('repeated')}
        onBlur={() => form.settle('repeated')}
        show={texts.showPassword}
        hide={texts.hidePassword}
      />
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.savingPassword}>
        {texts.savePassword}
      </Button>
    </form>
  )
}
