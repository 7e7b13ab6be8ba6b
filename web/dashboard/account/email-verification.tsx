import { useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { useHumanCheck } from '#web/parts/auth/human-check.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { useCoolDown } from '#web/parts/time/relative-times.ts'
import { sendMail } from '#web/parts/auth/send-mail.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Person } from '#web/parts/auth/person.ts'
import { useAction } from '#web/kit/use-action.ts'

export function EmailVerification({ person }: { person: Person }) {
  const texts = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { session } = useSession()
  const verified = Boolean(session?.user.email_confirmed_at)
  const active = person.status === 'active'
  const name = person.full_name || person.email
  return (
    <section className="panel panel-body" aria-label={texts.account}>
      <div className="row account-person">
        <Avatar name={name} kind="person" size={56} />
        <div className="min-w-0">
          <b className="block break-words">{name}</b>
          <p className="muted break-all">{person.email}</p>
        </div>
      </div>
      <dl className="facts num">
        <dt>{texts.signInEmail}</dt>
        <dd>
          <Chip tone={verified ? 'ok' : 'warning'} icon={verified ? 'circle-check' : 'mail-warning'}>
            {verified ? texts.verifiedShort : texts.unverifiedShort}
          </Chip>
        </dd>
        <dt>{texts.accountStatus}</dt>
        <dd>
          <Chip tone={active ? 'ok' : 'bad'} icon={active ? 'circle-check' : 'lock'}>
            {active ? texts.accountActive : texts.accountLocked}
          </Chip>
        </dd>
        <dt>{texts.joined}</dt>
        <dd>{times.date(person.joined_at)}</dd>
        <dt>{texts.lastLogin}</dt>
        <dd>{person.last_login_at ? times.dateAndClock(person.last_login_at) : texts.never}</dd>
        <dt>{texts.language}</dt>
        <dd lang={language}>{language === 'vi' ? 'Tiếng Việt' : 'English'}</dd>
      </dl>
      {!verified && <Resend email={session?.user.email} />}
    </section>
  )
}

function Resend({ email }: { email: string | undefined }) {
  const texts = useTexts(dashboardTexts)
  const problems = useTexts(authTexts)
  const { left, start } = useCoolDown()
  const [sent, setSent] = useState(false)
  const human = useHumanCheck()
  const { busy, problem, setProblem, perform } = useAction({ wordsOf: wordsForAuth(problems) })

  async function resend() {
    if (!email) return setProblem(texts.noEmail)
    await perform(async () => {
      if (!(await human.prove(token => sendMail('signup', email, token)))) return
      setSent(true)
      start(pageConfig().mailGapSeconds)
    })
  }

  return (
    <div className="stack mt-4">
      {problem ? <Notice tone="bad">{problem}</Notice> : sent && <Notice tone="ok">{texts.resent}</Notice>}
      <Button icon="mail" busy={busy} busyText={texts.resending} disabled={left > 0} onClick={() => void resend()}>
        <span className="num">{left > 0 ? fill(texts.resendIn, { seconds: left }) : texts.resendVerification}</span>
      </Button>
      {human.dialog}
    </div>
  )
}
