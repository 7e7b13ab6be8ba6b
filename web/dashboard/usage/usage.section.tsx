import { numberFormat } from '#shared/rules/text/number-format.ts'
import { dayIn } from '#shared/rules/time/calendar-days.ts'
import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useMoment } from '#web/parts/time/shop-times.ts'
import { useStatistics } from '#web/parts/workspace/use-statistics.ts'
import { type Meter, useMeters } from './counters.ts'
import { reachedOn } from './forecast.ts'
import { LimitNotice } from './limit-notice.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { PlanRest } from './plan-rest.tsx'
import { LargerPlanLink } from './larger-plan-link.tsx'
import { ConnectionList, DocumentList } from './usage-lists.tsx'
import './usage.css'

export function UsageSection() {
  const texts = useTexts(usageTexts)
  const { role } = useCurrentWorkspace()
  const usage = useMeters()
  return (
    <SectionPage title={texts.title} actions={role === 'admin' ? <LargerPlanLink look="filled" /> : undefined}>
      <QueryState
        query={usage}
        failed={texts.failed}
        skeleton={
          <div className="usage" role="status" aria-label={texts.loading}>
            <Skeleton height={340} />
            <Skeleton height={200} />
          </div>
        }
      >
        {() => <Shown meters={usage.meters} />}
      </QueryState>
    </SectionPage>
  )
}

function Shown({ meters }: { meters: Meter[] }) {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const number = numberFormat(language)
  const zone = workspace.time_zone
  const today = dayIn(zone, useMoment())
  const messages = meters.find(meter => meter.metric === 'messages')
  const from = messages ? dayIn(zone, new Date(messages.start)) : today
  // The end is exclusive.
  const last = messages?.end ? dayIn(zone, new Date(Date.parse(messages.end) - 1)) : undefined
  const { data } = useStatistics({ from, to: today }, 'day')
  const ours = data?.from === from ? data : undefined
  const perDay = ours?.steps.map(step => step.answered)
  const forecast = messages && perDay && reachedOn(perDay, messages.used, messages.limit, today, last)
  return (
    <div className="usage">
      <LimitNotice meters={meters} forecast={forecast} />
      <div className="usage-columns">
        {messages ? (
          <MessagesPanel
            meter={messages}
            from={from}
            today={today}
            last={last}
            perDay={perDay}
            forecast={forecast}
            number={number}
          />
        ) : (
          <Notice>{texts.noPeriod}</Notice>
        )}
        <PlanRest meters={meters} number={number} />
      </div>
      <div className="usage-lists">
        <ConnectionList counts={ours?.channels} number={number} />
        <DocumentList />
      </div>
    </div>
  )
}
