import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { type CustomerScreensTexts, customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { ConsentChip } from '#web/parts/customers/consent-chip.tsx'
import type { Consent, ListedCustomer } from './read-customers.ts'

const hows = {
  message: 'byMessage',
  platform: 'byPlatform',
  joined: 'byJoined',
  recorded: 'recordedByTeam',
  remembered: 'byRemembered',
  imported: 'byImported',
  form: 'byForm',
  claim: 'byClaim',
} as const

export function ConsentPanel({
  consents,
  consent,
  onNote,
  onAsk,
}: {
  consents: Consent[]
  consent: ListedCustomer['consent']
  onNote?: () => void
  onAsk?: (() => void) | undefined
}) {
  const texts = useTexts(customerScreensTexts)
  const cardTexts = useTexts(customerCardTexts)
  const times = useTimes()
  return (
    <section className="panel" aria-label={texts.consents}>
      <header className="panel-head">
        <h2>{texts.consents}</h2>
        <ConsentChip consent={consent} />
      </header>
      {consents.length === 0 ? (
        <p className="panel-body soft">{texts.noConsents}</p>
      ) : (
        <ol className="customer-consents">
          {consents.map(consent => (
            <li key={consent.id}>
              <b>{texts[consent.purpose]}</b> {wordOf(consent.act, texts)}
              <span className="soft customer-how">
                {times.dateAndClock(consent.at)}, {consent.act === 'asked' ? texts.byTeam : howOf(consent, texts)}
                {consent.version !== null && `, ${fill(texts.wordsVersion, { version: consent.version })}`}
              </span>
              {consent.act !== 'withdrawn' && consent.words && <q className="soft">{consent.words}</q>}
            </li>
          ))}
        </ol>
      )}
      {onNote && (
        <p className="customer-note row gap-3 flex-wrap">
          {onAsk && (
            <Button size="sm" look="filled" onClick={onAsk}>
              {cardTexts.ask}
            </Button>
          )}
          <Button size="sm" onClick={onNote}>
            {cardTexts.noteConsent}
          </Button>
        </p>
      )}
    </section>
  )
}

function howOf({ how, proof }: Consent, texts: CustomerScreensTexts): string {
  return fill(texts[hows[how]], { proof: proof ?? '' })
}

function wordOf(act: string, texts: CustomerScreensTexts): string {
  if (act === 'asked') return texts.actAsked
  return act === 'given' || act === 'imported' ? texts.actGiven : texts.actWithdrawn
}
