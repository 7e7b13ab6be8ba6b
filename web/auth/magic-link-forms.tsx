import { useState } from 'react'
import { flushSync } from 'react-dom'
import { focusMain } from '#web/parts/page/skip-link.tsx'
import { AskForMail } from './ask-for-mail.tsx'
import { CheckMail } from './check-mail.tsx'

type Props = {
  kind: 'link' | 'asked-link'
  typed?: string
}

export function MagicLinkForms({ kind, typed = '' }: Props) {
  const [email, setEmail] = useState(typed)
  const [sent, setSent] = useState(false)
  if (sent) return <CheckMail kind={kind} email={email} onOtherAddress={() => setSent(false)} />
  return (
    <AskForMail
      kind={kind}
      email={email}
      onEmail={setEmail}
      onMailSent={() => {
        flushSync(() => setSent(true))
        focusMain()
      }}
    />
  )
}
