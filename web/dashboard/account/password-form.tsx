import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { sendMail } from '#web/parts/auth/send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'

type Problems = { current?: string | undefined; next?: string | undefined }

const queryKey = ['own-password']

/** A new password, for who knows the present one; a first one, for who came by a provider or a mail. */
export function PasswordForm({ email }: { email: string }) {
  const texts = useTexts(dashboardTexts)
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/account/password'),
  })
  // While it is not known, and where it cannot be read, the usual case.
  const first = data?.has_password === false
  return (
    <section className="panel panel-body" aria-labelledby="password">
      <h2 id="password">{texts.passwordTitle}</h2>
      <p className="soft mt-1 mb-3">{first ? fill(texts.noPasswordText, { email }) : texts.passwordText}</p>
      {open ? (
        <Change email={email} first={first} onDone={() => setOpen(false)} />
      ) : (
        <div className="row flex-wrap">
          <Button onClick={() => setOpen(true)}>{first ? texts.setPassword : texts.changePassword}</Button>
          <MailedPassword email={email} label={first ? texts.setPasswordByMail : texts.passwordByMail} />
        </div>
      )}
    </section>
  )
}

/** For who has forgotten the present one, or whose sign-in is too old for a first one. */
function MailedPassword({ email, label }: { email: string; label: string }) {
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
    if (error) showErrorToast(authErrorText(error, words))
    else showToast(fill(texts.passwordMailed, { email }))
  }
  return (
    <>
      <Button look="quiet" busy={busy} busyText={texts.resending} onFocus={human.prepare} onClick={() => void send()}>
        {label}
      </Button>
      {human.dialog}
    </>
  )
}

/** @param first there is none yet: nothing proves who one is but a sign-in of today */
function Change({ email, first, onDone }: { email: string; first: boolean; onDone: () => void }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found: Problems = {
      current: !first && current === '' ? words.passwordMissing : undefined,
      next: newPasswordProblem(words, next, email),
    }
    setProblems(found)
    if (found.current || found.next) return focusFirstError(form.current)
    setBusy(true)
    const { error } = await client().auth.updateUser({
      password: next,
      ...(first ? {} : { current_password: current }),
    })
    setBusy(false)
    if (!error) {
      showToast(first ? texts.passwordSet : texts.passwordChanged)
      void queries.invalidateQueries({ queryKey })
      return onDone()
    }
    const wrong = error.code === 'current_password_invalid' || error.code === 'invalid_credentials'
    const old = first && error.code === 'reauthentication_needed'
    setProblems(
      wrong
        ? { current: texts.currentPasswordWrong }
        : { next: old ? texts.passwordNeedsMail : authErrorText(error, words) },
    )
    focusFirstError(form.current)
  }

  return (
    <form ref={form} className="account-form" onSubmit={event => void submit(event)} noValidate>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {!first && (
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
      )}
      <NewPasswordField
        texts={words}
        label={texts.newPassword}
        autoFocus={first}
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
