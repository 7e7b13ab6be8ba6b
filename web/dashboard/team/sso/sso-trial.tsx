import { ssoSignInTexts } from '#shared/texts/team/sso-sign-in-texts.ts'
import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import type { SsoConnection } from './sso-settings.ts'

export function SsoTrial({ connection: { trial }, mayChange }: { connection: SsoConnection; mayChange: boolean }) {
  const texts = useTexts(ssoTexts)
  const { busy, problem, perform } = useAction({ once: true })
  const leave = () =>
    perform(async () => {
      const { url } = await call('POST /api/v1/sso/trial', { repeatable: true })
      location.assign(url)
    })
  return (
    <>
      <p className="soft">{texts.tryText}</p>
      {trial ? <Outcome trial={trial} /> : <p>{texts.trialNone}</p>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {mayChange && (
        <div>
          <Button size="sm" busy={busy} busyText={texts.trying} onClick={() => void leave()}>
            {texts.tryIt}
          </Button>
        </div>
      )}
    </>
  )
}

function Outcome({ trial: { at, problem, claims } }: { trial: NonNullable<SsoConnection['trial']> }) {
  const texts = useTexts(ssoTexts)
  const problems = useTexts(ssoSignInTexts)
  const times = useTimes()
  const date = times.dateAndClock(at)
  const said = Object.entries(claims)
  return (
    <>
      <Notice tone={problem ? 'warning' : 'ok'}>
        {fill(problem ? texts.trialBad : texts.trialOk, { date })} {problem && problems[problem]}
      </Notice>
      {said.length > 0 && (
        <>
          <p>
            <b>{texts.claims}</b>
          </p>
          <dl className="sso-facts">
            {said.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}
