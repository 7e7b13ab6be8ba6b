import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { looksLikeEmail, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { type MailKind, sendMail } from '#web/parts/auth/send-mail.ts'
import { AuthHead } from './auth-layout.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { EmailField } from '#web/parts/forms/common-fields.tsx'

type Words = { title: keyof AuthTexts; text: keyof AuthTexts; send: keyof AuthTexts; back: keyof AuthTexts }

const magicWords: Words = { title: 'magicTitle', text: 'magicText', send: 'sendMagic', back: 'withPassword' }
const wordsOf: Record<MailKind, Words> = {
  recovery: { title: 'forgotTitle', text: 'forgotText', send: 'sendRecovery', back: 'backToSignIn' },
  signup: { title: 'linkTitle', text: 'linkText', send: 'sendLink', back: 'backToSignIn' },
  link: magicWords,
  'asked-link': magicWords,
}

type Props = { kind: MailKind; email: string; onEmail: (email: string) => void; onMailSent: (kind: MailKind) => void }

export function AskForMail({ kind, email, onEmail, onMailSent }: Props) {
  const texts = useTexts(authTexts)
  const words = wordsOf[kind]
  const human = useHumanCheck()
  const form = useForm({
    start: { email },
    onChange: change => change.email !== undefined && onEmail(change.email),
    check: typed => ({ email: emailProblem(texts, typed.email) }),
    async save(typed) {
      if (await human.prove(token => sendMail(kind, typed.email, token))) onMailSent(kind)
    },
    wordsOf: wordsForAuth(texts),
  })
  usePageTitle(texts[words.title])

  return (
    <form {...form.props} className="auth-form" onFocus={human.prepare}>
      <AuthHead title={texts[words.title]}>{texts[words.text]}</AuthHead>
      <EmailField label={texts.email} {...form.field('email')} />
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      {human.sign}
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.resending}>
        {texts[words.send]}
      </Button>
      {human.dialog}
      <Link className="link link-alone justify-self-center" to={addresses.auth}>
        {texts[words.back]}
      </Link>
    </form>
  )
}

export function emailProblem(texts: AuthTexts, email: string): string | undefined {
  if (email.trim() === '') return texts.emailMissing
  return looksLikeEmail(email) ? undefined : texts.emailWrong
}
