import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { ReactNode } from 'react'
import { type StatisticsTexts, statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'
import { formatDuration } from './format-duration.ts'

export function MainFigures({ statistics: { figures, before } }: { statistics: Statistics }) {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const time = (ms: number) => formatDuration(texts, ms, number)
  const percent = (part: number) => `${Math.round(part * 100)}%`
  const count = (value: number, old: number) => <CountChange texts={texts} value={value} old={old} number={number} />
  return (
    <>
      <dl className="figures statistics-figures" aria-label={texts.figures}>
        <Figure name={texts.total} value={number.format(figures.total)}>
          {count(figures.total, before.total)}
          <span className="soft">
            {fill(texts.totalParts, { bot: number.format(figures.answered), people: number.format(figures.replied) })}
          </span>
        </Figure>
        <Figure name={texts.resolution} value={figures.resolution === null ? undefined : percent(figures.resolution)}>
          {figures.resolution !== null && before.resolution !== null && (
            <Change
              texts={texts}
              by={Math.round(figures.resolution * 100) - Math.round(before.resolution * 100)}
              write={points => fill(texts.points, { points })}
              after={fill(texts.fromBefore, { before: percent(before.resolution) })}
            />
          )}
        </Figure>
        <Figure name={texts.opened} value={number.format(figures.opened)}>
          {count(figures.opened, before.opened)}
        </Figure>
        <Figure
          name={texts.response}
          value={figures.response_average_ms === null ? undefined : time(figures.response_average_ms)}
        >
          <TimeChange texts={texts} now={figures.response_average_ms} old={before.response_average_ms} time={time} />
          {figures.response_median_ms !== null && (
            <span className="soft">{fill(texts.median, { time: time(figures.response_median_ms) })}</span>
          )}
        </Figure>
      </dl>
      <p className="hint">{texts.resolutionText}</p>
    </>
  )
}

function Figure({ name, value, children }: { name: string; value: string | undefined; children: ReactNode }) {
  const texts = useTexts(statisticsTexts)
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <span className="soft statistics-none">{texts.none}</span>}</dd>
      <dd className="statistics-change num">{children}</dd>
    </div>
  )
}

function CountChange({
  texts,
  value,
  old,
  number,
}: {
  texts: StatisticsTexts
  value: number
  old: number
  number: Intl.NumberFormat
}) {
  if (old === 0) return null
  return (
    <Change
      texts={texts}
      by={Math.round(((value - old) / old) * 100)}
      write={size => `${number.format(size)}%`}
      after={fill(texts.fromBefore, { before: number.format(old) })}
    />
  )
}

/** More is better. The arrow repeats the colour, for those who cannot see it; screen readers get a word. */
function Change({
  texts,
  by,
  write,
  after,
}: {
  texts: StatisticsTexts
  by: number
  write: (size: number) => string
  after: string
}) {
  if (by === 0) return <span className="soft">{texts.same}</span>
  return (
    <span>
      <b data-good={by > 0}>
        <span aria-hidden="true">{by > 0 ? '▲' : '▼'} </span>
        <span className="unseen">{by > 0 ? texts.up : texts.down} </span>
        {write(Math.abs(by))}
      </b>{' '}
      <span className="soft">{after}</span>
    </span>
  )
}

function TimeChange({
  texts,
  now,
  old,
  time,
}: {
  texts: StatisticsTexts
  now: number | null
  old: number | null
  time: (ms: number) => string
}) {
  if (now === null || old === null) return null
  const by = now - old
  if (Math.abs(by) < 100) return <span className="soft">{texts.same}</span>
  return (
    <span>
      <b data-good={by < 0}>
        <span aria-hidden="true">{by > 0 ? '▲' : '▼'} </span>
        {fill(by < 0 ? texts.faster : texts.slower, { time: time(Math.abs(by)) })}
      </b>
    </span>
  )
}
