import { numberFormat } from '#shared/rules/text/number-format.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
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
      <table className="rows num statistics-intents">
        <thead>
          <tr>
            <th scope="col">{texts.intentKind}</th>
            <th scope="col">{texts.intentOpened}</th>
            <th scope="col">{texts.intentAgreed}</th>
            <th scope="col">{texts.intentDeclined}</th>
          </tr>
        </thead>
        <tbody>
          {intents.map(({ kind, opened, agreed, declined }) => (
            <tr key={kind}>
              <th scope="row">{kinds[kind]}</th>
              <td>{number.format(opened)}</td>
              <td>{number.format(agreed)}</td>
              <td>{number.format(declined)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
