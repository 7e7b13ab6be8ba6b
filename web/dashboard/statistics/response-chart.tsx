import { numberFormat } from '#shared/rules/text/number-format.ts'
import { daysInWords } from '#shared/rules/time/day-in-words.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { LineChart } from '#web/kit/charts/line-chart.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'
import { labelOf } from './volume-chart.tsx'
import { axisOfTimes, formatDuration } from './format-duration.ts'

export function ResponseChart({ statistics }: { statistics: Statistics }) {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const time = (ms: number | null) => (ms === null ? '–' : formatDuration(texts, ms, number))
  const { steps } = statistics
  const all = steps.flatMap(step => [step.response_average_ms ?? 0, step.before.response_average_ms ?? 0])
  const axis = axisOfTimes(texts, Math.max(...all))
  const scaled = (ms: number | null) => (ms === null ? null : ms / axis.unit)
  return (
    <ChartPanel
      title={texts.responseTitle}
      legend={[
        { name: texts.now, colour: 'var(--c1)', line: 'solid' },
        { name: texts.before, colour: 'var(--c6)', line: 'dashed' },
      ]}
      words={texts}
      table={{
        head: [texts.step, texts.now, texts.before],
        rows: steps.map(step => [
          daysInWords(step, language, texts.range),
          time(step.response_average_ms),
          time(step.before.response_average_ms),
        ]),
      }}
    >
      <LineChart
        title={texts.responseTitle}
        summary={fill(texts.responseSummary, {
          now: time(statistics.figures.response_average_ms),
          before: time(statistics.before.response_average_ms),
        })}
        write={value => fill(axis.text, { n: number.format(Math.round(value * 10) / 10) })}
        points={steps.map((step, at) => ({
          label: labelOf(step, at === 0, statistics.granularity, language),
          name: daysInWords(step, language, texts.range),
          value: scaled(step.response_average_ms),
          before: scaled(step.before.response_average_ms),
        }))}
      />
    </ChartPanel>
  )
}
