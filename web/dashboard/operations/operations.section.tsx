import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { givenName } from '#web/parts/names.ts'
import { SectionPage } from '#web/parts/section-page.tsx'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { BotState } from './bot-state-panel.tsx'
import { NeedsYou } from './needs-you.tsx'
import './operations.css'
import { Setup, useSetup } from './setup.tsx'
import { TodayFigures } from './today-figures.tsx'
import { UndeliveredPanel } from './undelivered-panel.tsx'

/** Is my bot working now? And until it is: what is left to do. */
export function OperationsSection() {
  const texts = useTexts(dashboardTexts)
  const setup = useSetup()
  return (
    <SectionPage title={texts.operations}>
      <Greeting />
      <div className={setup.shown ? 'operations' : 'operations operations-alone'}>
        <div>
          <BotState />
          <TodayFigures />
          <NeedsYou />
          <UndeliveredPanel />
        </div>
        {setup.shown && (
          <aside className={setup.finished ? undefined : 'first-when-narrow'} aria-label={texts.setup}>
            <Setup setup={setup} />
          </aside>
        )}
      </div>
    </SectionPage>
  )
}

function Greeting() {
  const texts = useTexts(dashboardTexts)
  const times = useTimes()
  const now = useMoment()
  const { me } = useCurrentWorkspace()
  const { session } = useSession()
  const hour = Number(times.clock(now).slice(0, 2))
  // After midnight the evening is still going on.
  const greeting = hour < 4 || hour >= 18 ? texts.evening : hour < 11 ? texts.morning : texts.afternoon
  const verified = Boolean(session?.user.email_confirmed_at)
  const day = times.longDay(now)
  return (
    <div className="greeting">
      <h2>{fill(greeting, { name: givenName(me?.name ?? '') || (session?.user.email ?? '') })}</h2>
      <Chip tone={verified ? 'ok' : 'warning'} icon={verified ? 'circle-check' : 'mail-warning'}>
        {verified ? texts.verified : texts.unverified}
      </Chip>
      <span className="muted num text-xs">
        {texts.welcomeBack} · {day.charAt(0).toUpperCase() + day.slice(1)}, {times.clock(now)}
      </span>
    </div>
  )
}
