import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AuthHead } from './auth-layout.tsx'

type Problems = { name?: string | undefined; password?: string | undefined }

/**
 * For who came by an invitation: a name that the team knows, and a password for the next time.
 * @param confirmed for who confirmed an address where nobody had signed up: the password of the sign-up counts no more
 */
export function WelcomeForm({ confirmed = false }: { confirmed?: boolean }) {
  const texts = useTexts(authTexts)
  const title = confirmed ? texts.ownPasswordTitle : texts.welcomeTitle
  const navigate = useNavigate()
  const { session } = useSession()
  const email = session?.user.email ?? ''
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(() => String(session?.user.user_metadata['full_name'] ?? ''))
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  usePageTitle(title)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found: Problems = {
      name: name.trim() === '' ? texts.nameMissing : undefined,
      password: newPasswordProblem(texts, password, email),
    }
    setProblems(found)
    if (found.name || found.password) return focusFirstError(form.current)
    setBusy(true)
    const { error } = await client().auth.updateUser({ password, data: { full_name: name.trim() } })
    setBusy(false)
    if (!error) return void navigate(addresses.dashboard, { replace: true })
    setProblems({ password: authErrorText(error, texts) })
    focusFirstError(form.current)
  }

  return (
    <form className="auth-form" ref={form} onSubmit={event => void submit(event)} noValidate>
      <AuthHead title={title}>{fill(confirmed ? texts.ownPasswordText : texts.welcomeText, { email })}</AuthHead>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={texts.fullName}
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        value={name}
        onValue={value => {
          setName(value)
          if (problems.name) setProblems({ ...problems, name: undefined })
        }}
        error={problems.name}
      />
      <NewPasswordField
        texts={texts}
        label={texts.password}
        value={password}
        onValue={value => {
          setPassword(value)
          if (problems.password) setProblems({ ...problems, password: undefined })
        }}
        error={problems.password}
      />
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.savingPassword}>
        {texts.welcomeSave}
      </Button>
    </form>
  )
}
