import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { consentWordsTexts } from '#shared/texts/consent-words-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { usePageTitle } from '#web/parts/page-title.ts'
import { useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { useConsentTexts } from './read-words.ts'
import { WordsForm } from './words-form.tsx'
import './words.css'

/** The sentences that people agree to before anything is sent to them, version by version. */
export function WordsSection() {
  const texts = useTexts(consentWordsTexts)
  usePageTitle(texts.title)
  return (
    <>
      <header className="section-head">
        <Link className="icon-btn" to={addresses.customers} aria-label={texts.back} title={texts.back}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{texts.title}</h1>
      </header>
      <div className="section-body">
        <Words />
      </div>
    </>
  )
}

function Words() {
  const texts = useTexts(consentWordsTexts)
  const times = useTimes()
  const { role } = useCurrentWorkspace()
  const { data, status, error, refetch } = useConsentTexts()
  if (status === 'error') return <LoadFailed title={texts.failed} error={error} retry={() => void refetch()} />
  if (status === 'pending') return <SkeletonRows rows={3} label={texts.loading} />
  return (
    <div className="consent-words">
      <p className="soft">{texts.intro}</p>
      {role === 'admin' && <WordsForm kept={data} />}
      <section className="panel" aria-label={texts.versions}>
        <header className="panel-head">
          <h2>{texts.versions}</h2>
        </header>
        {data.length === 0 ? (
          <p className="panel-body soft">{texts.none}</p>
        ) : (
          <ul>
            {data.map(one => (
              <li key={`${one.purpose} ${one.language} ${one.version}`} className="consent-version">
                <p className="row gap-3 flex-wrap">
                  <b>{texts[one.purpose as 'promotion' | 'care']}</b>
                  <span className="soft num">
                    {texts[one.language as 'vi' | 'en']} ·{' '}
                    {fill(texts.version, { version: one.version, date: times.date(one.created_at) })} ·{' '}
                    {fill(texts.often, { most: one.most, days: one.in_days })}
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
