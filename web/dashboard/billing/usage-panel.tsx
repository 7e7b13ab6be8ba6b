import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { MeterBar } from '#web/kit/meter-bar.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useUsage } from './billing-rows.ts'
import { shareOf, type Use, usageNow } from './usage-now.ts'

const nearShare = 0.8

function useCounts(): (count: number) => string {
  const { language } = useLanguage()
  const format = numberFormat(language)
  return count => format.format(count)
}

export function UsagePanel({ more }: { more: ReactNode }) {
  const texts = useTexts(billingTexts)
  const usage = useUsage()
  const now = useMoment(60_000)
  const times = useTimes()
  const uses = usageNow(usage.rows, now)
  const end = uses.find(use => use.end)?.end
  return (
    <section className="panel billing-usage" aria-labelledby="billing-usage">
      <div className="billing-head">
        <h2 id="billing-usage">{texts.usage}</h2>
        {end && <span className="muted num">{fill(texts.until, { date: times.date(end) })}</span>}
      </div>
      <QueryState query={usage} failed={texts.usageFailed} loading={texts.loading}>
        {() => uses.map(use => <Meter key={use.metric} use={use} />)}
      </QueryState>
      {more}
    </section>
  )
}

function Meter({ use }: { use: Use }) {
  const texts = useTexts(billingTexts)
  const count = useCounts()
  const share = shareOf(use)
  const name = texts[use.metric]
  return (
    <div className="billing-use">
      <div className="billing-head">
        <span>{name}</span>
        <span className="num">
          <b>{count(use.used)}</b>{' '}
          <span className="muted">
            {use.limit === null ? texts.noLimit : fill(texts.ofLimit, { limit: count(use.limit) })}
          </span>
        </span>
      </div>
      {use.limit !== null && (
        <MeterBar share={share} role="meter" state={share >= nearShare ? 'almost' : undefined} aria-label={name} />
      )}
    </div>
  )
}

/** From 80 % of the messages on. */
export function LimitNotice({ paid, onChange }: { paid: boolean; onChange(): void }) {
  const texts = useTexts(billingTexts)
  const count = useCounts()
  const times = useTimes()
  const { rows } = useUsage()
  const messages = usageNow(rows, useMoment(60_000)).find(use => use.metric === 'messages')
  if (!messages || messages.limit === null || messages.limit === 0 || shareOf(messages) < nearShare) return null
  const full = messages.used >= messages.limit
  const values = {
    used: count(messages.used),
    limit: count(messages.limit),
    date: messages.end ? times.date(messages.end) : '',
  }
  return (
    <Notice>
      <b>{full ? texts.fullTitle : texts.nearTitle}</b> {fill(full ? texts.fullText : texts.nearText, values)}{' '}
      {paid ? (
        <button type="button" className="link billing-way" onClick={onChange}>
          {texts.upgrade}
        </button>
      ) : (
        <Link className="link billing-way" to={addresses.payment}>
          {texts.choosePlan}
        </Link>
      )}
    </Notice>
  )
}
