import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { accepted, authCodeOf, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { NewPasswordField, newPasswordProblem } from '#web/parts/auth/new-password-field.tsx'
import { sendMail } from '#web/parts/auth/send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useAction } from '#web/kit/use-action.ts'

const queryKey = ['own-password']

export function PasswordForm({ email }: { email: string }) {
  const texts = useTexts(dashboardTexts)
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/account/password'),
  })
  // If unknown or unreadable, assume the usual case.
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

/** For a forgotten password, or a sign-in too old to set a first one. */
function MailedPassword({ email, label }: { email: string; label: string }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const human = useHumanCheck()
  const { busy, perform } = useAction({ wordsOf: wordsForAuth(words), onProblem: showErrorToast })
  const send = () =>
    perform(async () => {
      const sent = await human.prove(proof => sendMail('recovery', email, proof))
      if (sent) showToast(fill(texts.passwordMailed, { email }))
    })
  return (
    <>
      <Button look="quiet" busy={busy} busyText={texts.resending} onFocus={human.prepare} onClick={() => void send()}>
        {label}
      </Button>
      {human.dialog}
    </>
  )
}

/** `first`: there is none yet, so only a sign-in of today is proof */
function Change({ email, first, onDone }: { email: string; first: boolean; onDone: () => void }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const queries = useQueryClient()
  const form = useForm({
    start: { current: '', next: '' },
    check: ({ current, next }) => ({
      current: !first && current === '' ? words.passwordMissing : undefined,
      next: newPasswordProblem(words, next, email),
    }),
    async save({ current, next }) {
      await accepted(client().auth.updateUser({ password: next, ...(first ? {} : { current_password: current }) }))
      showToast(first ? texts.passwordSet : texts.passwordChanged)
      void queries.invalidateQueries({ queryKey })
      onDone()
    },
    fieldOf: error => (isOfCurrent(error) ? 'current' : 'next'),
    wordsOf(error) {
      if (isOfCurrent(error)) return texts.currentPasswordWrong
      const isOld = first && authCodeOf(error) === 'reauthentication_needed'
      return isOld ? texts.passwordNeedsMail : wordsForAuth(words)(error)
    },
  })

  return (
    <form {...form.props} className="account-form">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {!first && (
        <PasswordField
          label={texts.currentPassword}
          name="current-password"
          autoComplete="current-password"
          autoFocus
          required
          {...form.field('current')}
          show={texts.showPassword}
          hide={texts.hidePassword}
        />
      )}
      <NewPasswordField texts={words} label={texts.newPassword} autoFocus={first} {...form.field('next')} />
      <div className="row">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button type="submit" look="filled" busy={form.busy} busyText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function isOfCurrent(error: unknown): boolean {
  return ['current_password_invalid', 'invalid_credentials'].includes(authCodeOf(error) ?? '')
}
