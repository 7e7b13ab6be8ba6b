import { consentWordsTexts } from '#shared/texts/customers/consent-words-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { ConsentTextForm } from './consent-text-form.tsx'

export function ConsentTextPanel({ stored }: { stored: ConsentText[] }) {
  const texts = useTexts(consentWordsTexts)
  const times = useTimes()
  const { role } = useCurrentWorkspace()
  return (
    <div className="page-column">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.intro}</p>
      {role === 'admin' && <ConsentTextForm stored={stored} />}
      <section className="panel" aria-label={texts.versions}>
        <header className="panel-head">
          <h3>{texts.versions}</h3>
        </header>
        {stored.length === 0 ? (
          <p className="panel-body soft">{texts.none}</p>
        ) : (
          <ul>
            {stored.map(one => (
              <li key={`${one.purpose} ${one.language} ${one.version}`} className="consent-version">
                <p className="row gap-3 flex-wrap">
                  <b>{texts[one.purpose]}</b>
                  <span className="soft num">
                    {texts[one.language]} ·{' '}
                    {fill(texts.version, { version: one.version, date: times.date(one.created_at) })} ·{' '}
                    {fill(texts.often, { max: one.max_messages, days: one.in_days })}
                  </span>
                </p>
                <q>{one.words}</q>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
