import { addDays } from '#shared/rules/time/calendar-days.ts'
import { dayInWords, daysInWords } from '#shared/rules/time/day-in-words.ts'
import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { LimitChart } from '#web/kit/charts/limit-chart.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Meter } from './counters.ts'
import { daysShown, sumsUpTo } from './forecast.ts'

export function MessagesPanel({
  meter,
  from,
  today,
  last,
  perDay,
  forecast,
  number,
}: {
  meter: Meter
  from: string
  today: string
  last: string | undefined
  /** Undefined while loading */
  perDay: number[] | undefined
  forecast: string | undefined
  number: Intl.NumberFormat
}) {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { used, limit } = meter
  const soFar = sumsUpTo(used, perDay ?? [])
  const limitText = limit === null ? undefined : fill(texts.chartLimit, { limit: number.format(limit) })
  const summary = [
    fill(texts.chartSummary, {
      used: number.format(used),
      day: dayInWords(today, language),
      limit: limit === null ? '∞' : number.format(limit),
    }),
    ...(forecast ? [fill(texts.chartForecast, { day: dayInWords(forecast, language) })] : []),
  ].join(' ')
  return (
    <ChartPanel
      title={texts.messages}
      words={texts}
      table={{
        head: [texts.day, texts.perDay, texts.soFar],
        rows: (perDay ?? []).map((count, at) => [
          dayInWords(addDays(from, at), language),
          number.format(count),
          number.format(soFar[at] ?? 0),
        ]),
      }}
    >
      <p className="usage-lead num">
        <b>{number.format(used)}</b>{' '}
        <span className="soft">
          {limit !== null && `${fill(texts.ofMessages, { limit: number.format(limit) })}, `}
          {daysInWords({ from, to: last ?? today }, language, texts.ofPeriod)}
        </span>
      </p>
      {perDay ? (
        <LimitChart
          title={texts.messages}
          summary={summary}
          values={soFar}
          days={daysShown(from, today, last)}
          dayName={at => dayInWords(addDays(from, at), language, true)}
          limit={limit === null || !limitText ? undefined : { value: limit, text: limitText }}
          reachedAfter={forecast ? daysShown(today, today, forecast) - 1 : undefined}
          write={value => number.format(value)}
        />
      ) : (
        <Skeleton height={220} />
      )}
    </ChartPanel>
  )
}
