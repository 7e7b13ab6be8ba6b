import { numberFormat } from '#shared/rules/text/number-format.ts'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { Brief } from '#shared/contracts/brief.results.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { MeterBar } from '#web/kit/meter-bar.tsx'
import { duration } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'

const dayMs = 86_400_000

export function BriefFigures({ brief }: { brief: Brief }) {
  const texts = useTexts(briefTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const { today, week } = brief
  const wait = week.response_median_ms
  // Shops that take no bookings have no use for a nought.
  const booked = (count: number): [string, string][] => (count > 0 ? [[texts.booked, number.format(count)]] : [])
  const isNothing = (figures: object) => Object.values(figures).every(value => !value)
  return (
    <>
      {!isNothing(today) && (
        <FigureCard
          title={texts.today}
          figures={[
            [texts.conversations, number.format(today.conversations)],
            [texts.answered, number.format(today.answered)],
            [texts.handedOver, number.format(today.handed_over)],
            [texts.unanswered, number.format(today.unanswered)],
            ...booked(today.booked),
          ]}
        />
      )}
      {!isNothing(week) && (
        <FigureCard
          title={texts.week}
          to={{ address: addresses.statistics, text: texts.statistics }}
          figures={[
            [texts.alone, week.resolution === null ? undefined : `${Math.round(week.resolution * 100)}%`],
            [
              texts.wait,
              wait === null ? undefined : wait < 60_000 ? shortWait(wait, language) : duration(language, wait),
            ],
            [texts.handedOver, number.format(week.handed_over)],
            [texts.unanswered, number.format(week.unanswered)],
            ...booked(week.booked),
          ]}
        />
      )}
      <Month brief={brief} number={number} />
    </>
  )
}

function shortWait(ms: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  return format.format(Math.max(1, Math.round(ms / 1000)))
}

function FigureCard({
  title,
  to,
  figures,
}: {
  title: string
  to?: { address: string; text: string }
  figures: [name: string, value: string | undefined][]
}) {
  const texts = useTexts(briefTexts)
  return (
    <section className="panel brief-card" aria-label={title}>
      <CardHead title={title} to={to} />
      <dl className="brief-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="muted brief-none">{texts.none}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function CardHead({ title, to }: { title: string; to?: { address: string; text: string } | undefined }) {
  return (
    <div className="row">
      <h3 className="fill">{title}</h3>
      {to && (
        <Link className="link link-alone" to={to.address}>
          {to.text}
        </Link>
      )}
    </div>
  )
}

function Month({ brief: { messages, week }, number }: { brief: Brief; number: Intl.NumberFormat }) {
  const texts = useTexts(briefTexts)
  const times = useTimes()
  if (!messages) return null
  const { used, limit, end } = messages
  const daily = week.answered / 7
  const out = limit !== null && daily > 0 && used < limit ? Date.now() + ((limit - used) / daily) * dayMs : undefined
  const early = out !== undefined && end !== null && out < Date.parse(end)
  return (
    <section className="panel brief-card" aria-label={texts.month}>
      <CardHead title={texts.month} to={{ address: addresses.usage, text: texts.usage }} />
      <p className="soft num">
        {limit === null
          ? fill(texts.monthFree, { used: number.format(used) })
          : fill(texts.monthOf, { used: number.format(used), limit: number.format(limit) })}{' '}
        {limit !== null &&
          used < limit &&
          (early ? fill(texts.monthEnds, { day: times.date(new Date(out)) }) : texts.monthLasts)}
      </p>
      {limit !== null && <MeterBar share={limit === 0 ? 1 : Math.min(1, used / limit)} />}
    </section>
  )
}
