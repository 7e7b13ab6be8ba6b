import { numberFormat } from '#shared/rules/text/number-format.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { FiguresTable } from '#web/kit/charts/figures-table.tsx'
import { intentCounts } from './intent-counts.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'

export function IntentsPanel({ intents }: { intents: Statistics['intents'] }) {
  const texts = useTexts(statisticsTexts)
  const kinds = useTexts(intentsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  if (intents.every(({ opened }) => opened === 0)) return null
  return (
    <section className="panel" aria-labelledby="statistics-intents">
      <div className="panel-head">
        <h2 id="statistics-intents">{texts.intents}</h2>
      </div>
      <div className="statistics-intents-wide" tabIndex={0} role="group" aria-label={texts.intents}>
        <FiguresTable
          className="statistics-intents"
          head={[texts.intentKind, ...intentCounts.map(([, name]) => texts[name])]}
          rows={intents.map(one => [kinds[one.kind], ...intentCounts.map(([count]) => number.format(one[count]))])}
        />
      </div>
    </section>
  )
}
