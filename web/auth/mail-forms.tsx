import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/field.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { focusFirstError } from '#web/parts/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/human-check.tsx'
import { pageConfig } from '#web/parts/page-config.ts'
import { usePageTitle } from '#web/parts/page-title.ts'
import { useCoolDown } from '#web/parts/relative-times.ts'
import { fill } from '#web/parts/texts.ts'
import { authProblem, looksLikeEmail } from '#web/parts/auth-problem.ts'
import type { AuthModeProps } from './auth.page.tsx'
import { type MailKind, sendMail } from '#web/parts/send-mail.ts'

/** Asks for an address and sends the mail of a kind to it: a new password, or a new confirmation. */
export function AskForMail({ kind, email, onEmail, linkTo, onMailSent }: AuthModeProps & { kind: MailKind }) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const recovering = kind === 'recovery'
  const human = useHumanCheck()
  usePageTitle(recovering ? texts.forgotTitle : texts.linkTitle)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = email.trim() === '' ? texts.emailMissing : looksLikeEmail(email) ? undefined : texts.emailWrong
    setProblem(found)
    setRefusal(undefined)
    if (found) return focusFirstError(form.current)
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail(kind, email, proof)
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    if (error) setRefusal(authProblem(error, texts))
    else onMailSent(kind)
  }

  return (
    <form className="auth-form" ref={form} onSubmit={event => void submit(event)} noValidate>
      <h1>{recovering ? texts.forgotTitle : texts.linkTitle}</h1>
      <p className="lead">{recovering ? texts.forgotText : texts.linkText}</p>
      <Field
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onValue={value => {
          onEmail(value)
          if (problem) setProblem(undefined)
        }}
        error={problem}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.resending}>
        {recovering ? texts.sendRecovery : texts.sendLink}
      </Button>
      {human.dialog}
      <Link className="link link-alone justify-self-center" to={linkTo('sign-in')}>
        {texts.backToSignIn}
      </Link>
    </form>
  )
}

/** The mail is on its way: where to look, and a new one after a while. */
export function CheckMail({ kind, email, linkTo }: AuthModeProps & { kind: MailKind }) {
  const texts = useTexts(authTexts)
  const { left, start } = useCoolDown(pageConfig().mailGapSeconds)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<ReactNode>()
  const human = useHumanCheck()
  usePageTitle(texts.checkTitle)

  async function resend() {
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail(kind, email, proof)
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    setSaid(error ? <Notice tone="bad">{authProblem(error, texts)}</Notice> : <Notice tone="ok">{texts.resent}</Notice>)
    if (!error) start(pageConfig().mailGapSeconds)
  }

  const [before, after] = (kind === 'recovery' ? texts.checkTextRecovery : texts.checkText).split('{email}')
  return (
    <div className="auth-form">
      <span className="grid size-13 place-items-center rounded-[16px_16px_16px_4px] bg-leaf-soft text-leaf-text">
        <Icon name="mail-check" size="lg" />
      </span>
      <h1 className="-mb-2">{texts.checkTitle}</h1>
      <p className="lead">
        {before}
        <b className="break-words text-ink">{email}</b>
        {after}
      </p>
      <p className="hint">{texts.checkSpam}</p>
      {said}
      <Button
        size="lg"
        icon="mail"
        busy={busy}
        busyText={texts.resending}
        disabled={left > 0}
        onClick={() => void resend()}
      >
        <span className="num">{left > 0 ? fill(texts.resendIn, { seconds: left }) : texts.resend}</span>
      </Button>
      {human.dialog}
      <div className="row justify-between">
        <Link className="link link-alone" to={linkTo(kind === 'recovery' ? 'forgot' : 'sign-up')}>
          {texts.otherEmail}
        </Link>
        <Link className="link link-alone" to={linkTo('sign-in')}>
          {texts.backToSignIn}
        </Link>
      </div>
    </div>
  )
}
