import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'
import { CodeField } from '#web/parts/auth/code-field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { useCoolDown } from '#web/parts/time/relative-times.ts'
import { type MailKind, sendMail, takeMailedCode } from '#web/parts/auth/send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AuthHead } from './auth-layout.tsx'

const sentences: Record<MailKind, keyof AuthTexts> = {
  signup: 'checkText',
  recovery: 'checkTextRecovery',
  link: 'checkTextLink',
  'asked-link': 'checkTextLink',
}

/** The mail is on its way: where to look, its digits instead of its link, and another one after a while. */
export function CheckMail({
  kind,
  email,
  onOtherAddress,
}: {
  kind: MailKind
  email: string
  onOtherAddress: () => void
}) {
  const texts = useTexts(authTexts)
  const [before, after] = texts[sentences[kind]].split('{email}')
  usePageTitle(texts.checkTitle)
  return (
    <div className="auth-form">
      <AuthHead icon="mail-check" title={texts.checkTitle}>
        {before}
        <b className="break-words text-ink">{email.trim()}</b>
        {after}
      </AuthHead>
      <MailBoxes email={email} />
      <MailedCode kind={kind} email={email} />
      <NoMail kind={kind} email={email} onOtherAddress={onOtherAddress} />
      <p className="hint">{kind === 'asked-link' ? texts.checkOtherDeviceAsked : texts.checkOtherDevice}</p>
    </div>
  )
}

const gmail = {
  text: 'openGmail',
  at: /^(?:gmail|googlemail)\./,
  to: 'https://mail.google.com/mail/u/0/#inbox',
} as const
const outlook = {
  text: 'openOutlook',
  at: /^(?:outlook|hotmail|live|msn)\./,
  to: 'https://outlook.live.com/mail/',
} as const
const yahoo = { text: 'openYahoo', at: /^(?:yahoo|ymail)\./, to: 'https://mail.yahoo.com/' } as const

/** The way to the mail box of the address; where its name says nothing, to the two that most people have. */
function MailBoxes({ email }: { email: string }) {
  const texts = useTexts(authTexts)
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  const known = [gmail, outlook, yahoo].find(one => one.at.test(domain))
  return (
    <div className="row gap-2.5">
      {(known ? [known] : [gmail, outlook]).map(one => (
        <a
          key={one.text}
          className={`${buttonClass()} min-h-11 flex-1`}
          href={one.to}
          target="_blank"
          rel="noopener noreferrer"
        >
          {texts[one.text]}
        </a>
      ))}
    </div>
  )
}

function MailedCode({ kind, email }: { kind: MailKind; email: string }) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const { codeLength } = pageConfig()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function take(digits: string) {
    setBusy(true)
    const error = await takeMailedCode(kind, email, digits)
    // With a session the page goes on by itself.
    if (!error) return
    setBusy(false)
    setProblem(authErrorText(error, texts))
    setCode('')
    focusFirstError(form.current)
  }

  return (
    <form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && code.length === codeLength) void take(code)
      }}
      noValidate
    >
      <CodeField
        label={fill(texts.mailedCode, { count: codeLength })}
        length={codeLength}
        small
        hint={busy ? texts.checking : texts.mailedCodeHint}
        error={problem}
        value={code}
        onValue={digits => {
          if (busy) return
          setCode(digits)
          setProblem(undefined)
          if (digits.length === codeLength) void take(digits)
        }}
      />
    </form>
  )
}

function NoMail({ kind, email, onOtherAddress }: { kind: MailKind; email: string; onOtherAddress: () => void }) {
  const texts = useTexts(authTexts)
  const { mailGapSeconds } = pageConfig()
  const { left, start } = useCoolDown(mailGapSeconds)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<ReactNode>()
  const human = useHumanCheck()

  async function resend() {
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail(kind, email, proof)
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    setSaid(
      error ? <Notice tone="bad">{authErrorText(error, texts)}</Notice> : <Notice tone="ok">{texts.resent}</Notice>,
    )
    if (!error) start(mailGapSeconds)
  }

  return (
    <section className="no-mail" aria-labelledby="no-mail">
      <h2 id="no-mail">{texts.noMailTitle}</h2>
      <ul className="soft">
        <li>{texts.noMailSpam}</li>
        <li>{texts.noMailAddress}</li>
      </ul>
      {said}
      <div className="row flex-wrap">
        <Button busy={busy} busyText={texts.resending} disabled={left > 0} onClick={() => void resend()}>
          <span className="num">{left > 0 ? fill(texts.resendIn, { seconds: left }) : texts.resend}</span>
        </Button>
        <Button look="quiet" onClick={onOtherAddress}>
          {texts.otherEmail}
        </Button>
      </div>
      {human.dialog}
    </section>
  )
}
