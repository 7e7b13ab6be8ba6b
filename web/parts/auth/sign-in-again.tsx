import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { signIn, signOutHere } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { authErrorText } from './auth-error-text.ts'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from './human-check.tsx'
import { SecondStepForm, type SecondStepWay } from './second-step-form.tsx'
import { sendMail } from './send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'

/**
 * The session ended while somebody was at work. Asks to sign in again over the open screen, which stays as it is, with
 * everything that was typed. Signing in from another tab, or by a mailed link, does as well.
 */
export function SignInAgain() {
  const texts = useTexts(authTexts)
  const { session, unproven } = useSession()
  const [open, setOpen] = useState(true)
  const [way, setWay] = useState<SecondStepWay>('app')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const email = session?.user.email ?? ''

  async function asSomebodyElse() {
    await signOutHere()
    void navigate(`${addresses.auth}?${new URLSearchParams({ next: pathname + search })}`)
  }

  return (
    <>
      <div className="offline-bar" role="status">
        <Icon name="lock" />
        <span>{texts.endedBar}</span>
        <Button size="sm" onClick={() => setOpen(true)}>
          {texts.endedAgain}
        </Button>
      </div>
      <Dialog open={open} role="alertdialog" title={texts.endedTitle} onClose={() => setOpen(false)}>
        {unproven ? (
          <SecondStepForm session={unproven} way={way} onWay={setWay} onOtherAccount={() => void asSomebodyElse()} />
        ) : (
          <PasswordAgain email={email} onLater={() => setOpen(false)} onOtherAccount={() => void asSomebodyElse()} />
        )}
      </Dialog>
    </>
  )
}

type Props = { email: string; onLater: () => void; onOtherAccount: () => void }

function PasswordAgain({ email, onLater, onOtherAccount }: Props) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState<ReactNode>()
  const [busy, setBusy] = useState<'signing in' | 'mailing'>()
  const human = useHumanCheck()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setProblem(password === '' ? texts.passwordMissing : undefined)
    if (password === '') return focusFirstError(form.current)
    setBusy('signing in')
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await signIn(email, password, proof)
    setBusy(undefined)
    if (!error || human.refused(error)) return
    setProblem(authErrorText(error, texts))
    focusFirstError(form.current)
  }

  async function mailLink() {
    setBusy('mailing')
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail('link', email, proof)
    setBusy(undefined)
    if (error === undefined || human.refused(error)) return
    setSaid(
      error ? (
        <Notice tone="bad">{authErrorText(error, texts)}</Notice>
      ) : (
        <Notice tone="ok">{fill(texts.endedLinkSent, { email })}</Notice>
      ),
    )
  }

  return (
    <form ref={form} className="stack gap-4" onFocus={human.prepare} onSubmit={event => void submit(event)} noValidate>
      <p className="soft">{texts.endedText}</p>
      <p className="break-all">
        <b>{email}</b>
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onValue={value => {
          setPassword(value)
          setProblem(undefined)
        }}
        error={problem}
        show={texts.showPassword}
        hide={texts.hidePassword}
      />
      {said}
      <div className="row flex-wrap justify-between">
        <Button look="quiet" size="sm" icon="mail" busy={busy === 'mailing'} onClick={() => void mailLink()}>
          {texts.askLink}
        </Button>
        <Button look="quiet" size="sm" onClick={onOtherAccount}>
          {texts.otherAccount}
        </Button>
      </div>
      <div className="dialog-foot">
        <Button onClick={onLater}>{texts.endedLater}</Button>
        <Button type="submit" look="filled" busy={busy === 'signing in'} busyText={texts.signingIn}>
          {texts.signIn}
        </Button>
      </div>
      {human.dialog}
    </form>
  )
}
