import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Button } from '#web/kit/button.tsx'
import { accepted, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AuthHead } from './auth-layout.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { NameField } from '#web/parts/forms/common-fields.tsx'

/** `confirmed`: for an address confirmed without a session; the sign-up's password is no longer valid */
export function WelcomeForm({ confirmed = false }: { confirmed?: boolean }) {
  const texts = useTexts(authTexts)
  const title = confirmed ? texts.ownPasswordTitle : texts.welcomeTitle
  const navigate = useNavigate()
  const { session } = useSession()
  const email = session?.user.email ?? ''
  const form = useForm({
    start: () => ({ name: String(session?.user.user_metadata['full_name'] ?? ''), password: '' }),
    check: ({ name, password }) => ({
      name: name.trim() === '' ? texts.nameMissing : undefined,
      password: newPasswordProblem(texts, password, email),
    }),
    async save({ name, password }) {
      await accepted(client().auth.updateUser({ password, data: { full_name: name.trim() } }))
      void navigate(addresses.dashboard, { replace: true })
    },
    fieldOf: () => 'password',
    wordsOf: wordsForAuth(texts),
  })
  usePageTitle(title)

  return (
    <form {...form.props} className="auth-form">
      <AuthHead title={title}>{fill(confirmed ? texts.ownPasswordText : texts.welcomeText, { email })}</AuthHead>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NameField label={texts.fullName} {...form.field('name')} />
      <NewPasswordField texts={texts} label={texts.password} {...form.field('password')} />
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.savingPassword}>
        {texts.welcomeSave}
      </Button>
    </form>
  )
}
