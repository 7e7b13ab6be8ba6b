import { type FormEvent, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/field.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'
import { authProblem } from '#web/parts/auth-problem.ts'
import { focusFirstError } from '#web/parts/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/human-check.tsx'
import { NewPasswordField, newPasswordProblem } from '#web/parts/new-password-field.tsx'
import { sendMail } from '#web/parts/send-mail.ts'
import { fill } from '#web/parts/texts.ts'

type Problems = { current?: string | undefined; next?: string | undefined }

/** A new password, for who knows the present one. */
export function PasswordForm({ email }: { email: string }) {
  const texts = useTexts(dashboardTexts)
  const [open, setOpen] = useState(false)
  return (
    <section className="panel panel-body" aria-labelledby="password">
      <h2 id="password">{texts.passwordTitle}</h2>
      <p className="soft mt-1 mb-3">{texts.passwordText}</p>
      {open ? (
        <Change email={email} onDone={() => setOpen(false)} />
      ) : (
        <div className="row flex-wrap">
          <Button onClick={() => setOpen(true)}>{texts.changePassword}</Button>
          <MailedPassword email={email} />
        </div>
      )}
    </section>
  )
}

/** For who has forgotten the present one, or came by Google and never had one. */
function MailedPassword({ email }: { email: string }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const human = useHumanCheck()
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail('recovery', email, proof)
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    if (error) showErrorToast(authProblem(error, words))
    else showToast(fill(texts.passwordMailed, { email }))
  }
  return (
    <>
      <Button look="quiet" busy={busy} busyText={texts.resending} onFocus={human.prepare} onClick={() => void send()}>
        {texts.passwordByMail}
      </Button>
      {human.dialog}
    </>
  )
}

function Change({ email, onDone }: { email: string; onDone: () => void }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found: Problems = {
      current: current === '' ? words.passwordMissing : undefined,
      next: newPasswordProblem(words, next, email),
    }
    setProblems(found)
    if (found.current || found.next) return focusFirstError(form.current)
    setBusy(true)
    const { error } = await client().auth.updateUser({ password: next, current_password: current })
    setBusy(false)
    if (!error) {
      showToast(texts.passwordChanged)
      return onDone()
    }
    const wrong = error.code === 'current_password_invalid' || error.code === 'invalid_credentials'
    setProblems(wrong ? { current: texts.currentPasswordWrong } : { next: authProblem(error, words) })
    focusFirstError(form.current)
  }

  return (
    <form ref={form} className="account-form" onSubmit={event => void submit(event)} noValidate>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={texts.currentPassword}
        name="current-password"
        autoComplete="current-password"
        autoFocus
        required
        value={current}
        onValue={value => {
          setCurrent(value)
          if (problems.current) setProblems({ ...problems, current: undefined })
        }}
        error={problems.current}
        show={texts.showPassword}
        hide={texts.hidePassword}
      />
      <NewPasswordField
        texts={words}
        label={texts.newPassword}
        value={next}
        onValue={value => {
          setNext(value)
          if (problems.next) setProblems({ ...problems, next: undefined })
        }}
        error={problems.next}
      />
      <div className="row">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button type="submit" look="filled" busy={busy} busyText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
