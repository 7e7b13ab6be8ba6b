import { dayInWords } from '#shared/rules/time/day-in-words.ts'
import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Meter, stateOf } from './counters.ts'
import { LargerPlanLink, MoreMessagesLink } from './larger-plan-link.tsx'

export function LimitNotice({ meters, forecast }: { meters: Meter[]; forecast: string | undefined }) {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { role } = useCurrentWorkspace()
  const reached = meters.filter(meter => stateOf(meter) === 'reached')
  const almost = meters.filter(meter => stateOf(meter) === 'almost')
  if (reached.length + almost.length === 0) return null
  const names = (list: Meter[]) => list.map(meter => texts[meter.metric].toLowerCase()).join(', ')
  const messages = meters.find(meter => meter.metric === 'messages')
  const state = messages && stateOf(messages)
  return (
    <Notice tone={state === 'reached' ? 'bad' : 'warning'}>
      <div className="usage-notice">
        <span className="fill">
          {reached.length > 0 && <b>{`${texts.reached} ${names(reached)}. `}</b>}
          {almost.length > 0 && <b>{`${texts.almost} ${names(almost)}. `}</b>}
          {state === 'almost' &&
            forecast &&
            `${fill(texts.almostMessages, { day: dayInWords(forecast, language, true) })} `}
          {state === 'almost' && texts.messagesEnd}
          {state === 'reached' && texts.messagesOver}
          {role !== 'admin' && ` ${texts.askAdmin}`}
        </span>
        {role === 'admin' && state !== 'free' && <MoreMessagesLink />}
        {role === 'admin' && <LargerPlanLink look="quiet" />}
      </div>
    </Notice>
  )
}
