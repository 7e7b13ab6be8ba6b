import { numberFormat } from '#shared/rules/text/number-format.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { FiguresTable } from '#web/kit/charts/figures-table.tsx'
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
      <FiguresTable
        className="statistics-intents"
        head={[texts.intentKind, texts.intentOpened, texts.intentAgreed, texts.intentDeclined]}
        rows={intents.map(({ kind, opened, agreed, declined }) => [
          kinds[kind],
          ...[opened, agreed, declined].map(count => number.format(count)),
        ])}
      />
    </section>
  )
}
