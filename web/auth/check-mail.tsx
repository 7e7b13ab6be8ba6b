import { useState } from 'react'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { useCodeForm } from '#web/kit/forms/use-code-form.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { useCoolDown } from '#web/parts/time/relative-times.ts'
import { type MailKind, sendMail, takeMailedCode } from '#web/parts/auth/send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AuthHead } from './auth-layout.tsx'
import { useAction } from '#web/kit/use-action.ts'

const sentences: Record<MailKind, keyof AuthTexts> = {
  signup: 'checkText',
  recovery: 'checkTextRecovery',
  link: 'checkTextLink',
  'asked-link': 'checkTextLink',
}

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
        <b className="auth-address">{email.trim()}</b>
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

/** For unknown domains, the two most common mailboxes. */
function MailBoxes({ email }: { email: string }) {
  const texts = useTexts(authTexts)
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  const known = [gmail, outlook, yahoo].find(one => one.at.test(domain))
  return (
    <div className="row mail-boxes">
      {(known ? [known] : [gmail, outlook]).map(one => (
        <a key={one.text} className={buttonClass()} href={one.to} target="_blank" rel="noopener noreferrer">
          {texts[one.text]}
        </a>
      ))}
    </div>
  )
}

function MailedCode({ kind, email }: { kind: MailKind; email: string }) {
  const texts = useTexts(authTexts)
  const { codeLength } = pageConfig()
  const form = useCodeForm({
    length: codeLength,
    // With a session the page moves on by itself.
    async save(code) {
      const refusal = await takeMailedCode(kind, email, code)
      if (refusal) throw refusal
    },
    once: true,
    wordsOf: wordsForAuth(texts),
  })
  return (
    <form {...form.props}>
      <CodeField
        label={fill(texts.mailedCode, { count: codeLength })}
        small
        hint={form.busy ? texts.checking : texts.mailedCodeHint}
        {...form.field}
      />
    </form>
  )
}

function NoMail({ kind, email, onOtherAddress }: { kind: MailKind; email: string; onOtherAddress: () => void }) {
  const texts = useTexts(authTexts)
  const { mailGapSeconds } = pageConfig()
  const { left, start } = useCoolDown(mailGapSeconds)
  const [sent, setSent] = useState(false)
  const human = useHumanCheck()
  const { busy, problem, perform } = useAction({ wordsOf: wordsForAuth(texts) })
  const resend = () =>
    perform(async () => {
      if (!(await human.prove(token => sendMail(kind, email, token)))) return
      setSent(true)
      start(mailGapSeconds)
    })

  return (
    <section className="no-mail" aria-labelledby="no-mail">
      <h2 id="no-mail">{texts.noMailTitle}</h2>
      <ul className="soft">
        <li>{texts.noMailSpam}</li>
        <li>{texts.noMailAddress}</li>
      </ul>
      {problem ? <Notice tone="bad">{problem}</Notice> : sent && <Notice tone="ok">{texts.resent}</Notice>}
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
