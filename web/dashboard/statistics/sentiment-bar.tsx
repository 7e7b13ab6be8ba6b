import { numberFormat } from '#shared/rules/text/number-format.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Figures } from '#web/parts/workspace/use-statistics.ts'
import { roundPercents } from './round-percents.ts'

const moods = ['positive', 'neutral', 'negative'] as const

/** The middle is hatched, to be told apart without colours. */
export function SentimentBar({ sentiment }: { sentiment: Figures['sentiment'] }) {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const all = moods.reduce((sum, mood) => sum + sentiment[mood], 0)
  const shares = roundPercents(moods.map(mood => sentiment[mood]))
  const share = (mood: (typeof moods)[number]) => shares[moods.indexOf(mood)] ?? 0
  return (
    <ChartPanel
      title={texts.sentiment}
      words={texts}
      table={{
        head: [texts.mood, texts.messages, texts.share],
        rows: moods.map(mood => [texts[mood], number.format(sentiment[mood]), `${share(mood)}%`]),
      }}
      foot={<p className="hint">{fill(texts.sentimentText, { count: number.format(all) })}</p>}
    >
      <div className="mood-bar" aria-hidden="true">
        {all === 0 && <i />}
        {moods.map(
          mood => sentiment[mood] > 0 && <i key={mood} data-mood={mood} style={{ flexGrow: sentiment[mood] }} />,
        )}
      </div>
      <dl className="moods num">
        {moods.map(mood => (
          <div key={mood}>
            <dt>
              <i data-mood={mood} aria-hidden="true" />
              {texts[mood]}
            </dt>
            <dd>{share(mood)}%</dd>
          </div>
        ))}
      </dl>
    </ChartPanel>
  )
}
