import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { useBotSwitch } from '#web/parts/workspace/bot-switch.ts'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useVisit } from '#web/parts/workspace/use-visit.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useBrief } from './brief.ts'
import { BriefFigures } from './brief-figures.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { FirstTasks } from './first-tasks.tsx'
import { OvernightCard } from './overnight-card.tsx'
import './operations.css'
import { UndeliveredPanel } from './undelivered-panel.tsx'
import { HealthCard } from './health-card.tsx'

export function OperationsSection() {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(briefTexts)
  const query = useBrief()
  const brief = query.data
  return (
    <SectionPage title={texts.operations}>
      <Greeting />
      <div className="operations">
        <div className="operations-main">
          <BotOff />
          <QueryState
            query={query}
            failed={words.failed}
            skeleton={
              <div role="status" aria-label={texts.loading}>
                <Skeleton height={220} />
              </div>
            }
          >
            {read => <OvernightCard brief={read} />}
          </QueryState>
          <FirstTasks brief={brief} />
          <UndeliveredPanel />
        </div>
        <aside className="operations-side" aria-label={words.well}>
          <FirstStepsCard />
          <HealthCard />
          {brief && <BriefFigures brief={brief} />}
        </aside>
      </div>
    </SectionPage>
  )
}

function BotOff() {
  const texts = useTexts(dashboardTexts)
  const duty = useBotSwitch()
  if (duty.on) return null
  return (
    <Notice icon="pause">
      <div className="bot-off">
        <div className="fill">
          <h3>{texts.botOffTitle}</h3>
          <p>{texts.botOffText}</p>
          {!duty.mayChange && <p>{fill(texts.onlyAdmins, { names: duty.admins })}</p>}
        </div>
        {duty.mayChange && (
          <Button
            look="filled"
            icon="play"
            busy={duty.busy}
            busyText={texts.resuming}
            onClick={() => duty.change(true)}
          >
            {texts.resumeAll}
          </Button>
        )}
      </div>
    </Notice>
  )
}

function Greeting() {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(briefTexts)
  const times = useTimes()
  const now = useMoment()
  const { me } = useCurrentWorkspace()
  const { session } = useSession()
  const hour = Number(times.clock(now).slice(0, 2))
  const greeting = hour < 4 || hour >= 18 ? texts.evening : hour < 12 ? texts.morning : texts.afternoon
  const verified = Boolean(session?.user.email_confirmed_at)
  const day = times.longDay(now)
  const away = useVisit()
  return (
    <div className="greeting">
      <h2>{fill(greeting, { name: givenName(me?.name ?? '') || (session?.user.email ?? '') })}</h2>
      {!verified && (
        <Chip tone="warning" icon="mail-warning">
          {texts.unverified}
        </Chip>
      )}
      <span className="muted num text-xs">
        {day.charAt(0).toUpperCase() + day.slice(1)}, {times.clock(now)}
      </span>
      {away && (
        <p className="greeting-away num">
          {fill(away.received > 0 ? words.longAway : words.longAwayQuiet, {
            day: times.date(away.since),
            count: away.received,
          })}
        </p>
      )}
    </div>
  )
}
