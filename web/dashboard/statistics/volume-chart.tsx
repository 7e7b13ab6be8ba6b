import { numberFormat } from '#shared/rules/text/number-format.ts'
import { dayInWords, daysInWords, monthInWords } from '#shared/rules/time/day-in-words.ts'
import type { Language } from '#shared/words.ts'
import { type StatisticsTexts, statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { StackedBars } from '#web/kit/charts/stacked-bars.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { DayRange, Statistics, StatisticsChannel } from '#web/parts/workspace/use-statistics.ts'

const kinds = { facebook: 'var(--c3)', zalo: 'var(--c4)', website: 'var(--c2)' }
const spare = ['var(--c1)', 'var(--c5)', 'var(--c3)', 'var(--c4)', 'var(--c2)']

type Series = { name: string; colour: string; ids: string[] }

export function VolumeChart({ statistics }: { statistics: Statistics }) {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const { steps } = statistics
  const series = seriesOf(statistics.channels, texts)
  const values = steps.map(step => series.map(({ ids }) => ids.reduce((sum, id) => sum + (step.channels[id] ?? 0), 0)))
  const peak = steps.reduce((best, step) => (step.total > best.total ? step : best), steps[0]!)
  const trough = steps.reduce((best, step) => (step.total < best.total ? step : best), steps[0]!)
  const summary = fill(texts.volumeSummary, {
    total: number.format(statistics.figures.total),
    max: number.format(peak.total),
    maxDay: daysInWords(peak, language, texts.range),
    min: number.format(trough.total),
    minDay: daysInWords(trough, language, texts.range),
  })
  return (
    <ChartPanel
      title={texts.volume}
      legend={series}
      words={texts}
      table={{
        head: [texts.step, ...series.map(one => one.name), texts.sum],
        rows: steps.map((step, at) => [
          daysInWords(step, language, texts.range),
          ...(values[at] ?? []).map(value => number.format(value)),
          number.format(step.total),
        ]),
      }}
    >
      <StackedBars
        title={texts.volume}
        summary={summary}
        write={value => number.format(value)}
        bars={steps.map((step, at) => ({
          label: labelOf(step, at === 0, statistics.granularity, language),
          name: daysInWords(step, language, texts.range),
          parts: series.map(({ colour }, place) => ({ colour, value: values[at]?.[place] ?? 0 })),
        }))}
      />
    </ChartPanel>
  )
}

/** A colour per active channel, its platform's if still free; from the sixth on they share one. */
function seriesOf(channels: StatisticsChannel[], texts: StatisticsTexts): Series[] {
  const spoke = channels.filter(channel => channel.responses > 0).toSorted((a, b) => b.responses - a.responses)
  const shown = spoke.slice(0, spoke.length > 6 ? 5 : 6)
  const taken = new Set<string>()
  const colourFor = ({ kind }: StatisticsChannel) => {
    const colour = [kinds[kind], ...spare].find(one => !taken.has(one)) ?? 'var(--c6)'
    taken.add(colour)
    return colour
  }
  const series = shown.map(channel => ({ name: channel.name, colour: colourFor(channel), ids: [channel.id] }))
  const rest = spoke.slice(shown.length)
  return rest.length > 0
    ? [...series, { name: texts.others, colour: 'var(--c6)', ids: rest.map(one => one.id) }]
    : series
}

/** Days after the first omit the month until a new one begins. */
export function labelOf(
  { from }: DayRange,
  first: boolean,
  granularity: Statistics['granularity'],
  language: Language,
): string {
  if (granularity === 'month') return monthInWords(from, language)
  const named = first || granularity === 'week' || from.endsWith('-01')
  return named ? dayInWords(from, language, true) : String(Number(from.slice(8)))
}
