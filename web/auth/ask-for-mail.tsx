import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { authErrorText, looksLikeEmail } from '#web/parts/auth/auth-error-text.ts'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { type MailKind, sendMail } from '#web/parts/auth/send-mail.ts'
import { AuthHead } from './auth-layout.tsx'

type Words = { title: keyof AuthTexts; text: keyof AuthTexts; send: keyof AuthTexts; back: keyof AuthTexts }

const magicWords: Words = { title: 'magicTitle', text: 'magicText', send: 'sendMagic', back: 'withPassword' }
const wordsOf: Record<MailKind, Words> = {
  recovery: { title: 'forgotTitle', text: 'forgotText', send: 'sendRecovery', back: 'backToSignIn' },
  signup: { title: 'linkTitle', text: 'linkText', send: 'sendLink', back: 'backToSignIn' },
  link: magicWords,
  'asked-link': magicWords,
}

type Props = { kind: MailKind; email: string; onEmail: (email: string) => void; onMailSent: (kind: MailKind) => void }

/** Asks for an address and sends the mail of a kind to it. */
export function AskForMail({ kind, email, onEmail, onMailSent }: Props) {
  const texts = useTexts(authTexts)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const words = wordsOf[kind]
  const human = useHumanCheck()
  usePageTitle(texts[words.title])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = emailProblem(texts, email)
    setProblem(found)
    setRefusal(undefined)
    if (found) return focusFirstError(form.current)
    setBusy(true)
    const proof = await human.ask()
    const error = proof === undefined ? undefined : await sendMail(kind, email, proof)
    setBusy(false)
    if (error === undefined || human.refused(error)) return
    if (error) setRefusal(authErrorText(error, texts))
    else onMailSent(kind)
  }

  return (
    <form className="auth-form" ref={form} onFocus={human.prepare} onSubmit={event => void submit(event)} noValidate>
      <AuthHead title={texts[words.title]}>{texts[words.text]}</AuthHead>
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
      {human.sign}
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.resending}>
        {texts[words.send]}
      </Button>
      {human.dialog}
      <Link className="link link-alone justify-self-center" to={addresses.auth}>
        {texts[words.back]}
      </Link>
    </form>
  )
}

/** What is wrong with an address, if anything. */
export function emailProblem(texts: AuthTexts, email: string): string | undefined {
  if (email.trim() === '') return texts.emailMissing
  return looksLikeEmail(email) ? undefined : texts.emailWrong
}
