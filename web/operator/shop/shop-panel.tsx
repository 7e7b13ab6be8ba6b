import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DeskOffer, DeskOffers } from '#shared/contracts/billing/offers.results.ts'
import { limitNames } from '#shared/contracts/offers.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { offersTexts } from '#shared/texts/billing/offers-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { isCustomPlan } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useOffers } from '#web/operator/desk-lists.ts'
import { fill } from '#web/parts/language/texts.ts'
import { planLabel } from '../plan-label.ts'
import { OfferDialog } from './offer-dialog.tsx'

export function ShopPanel({ id }: { id: string }) {
  const texts = useTexts(offersTexts)
  const common = useTexts(operatorTexts)
  return (
    <>
      <Link className="link" to="?">
        ← {texts.allShops}
      </Link>
      <QueryState
        query={useOffers(id)}
        failed={common.loadFailed}
        loading={common.loading}
        className="panel panel-body"
      >
        {data => <Shop data={data} />}
      </QueryState>
    </>
  )
}

function Shop({ data }: { data: DeskOffers }) {
  const texts = useTexts(offersTexts)
  const common = useTexts(operatorTexts)
  const times = useHouseTimes()
  const [writing, setWriting] = useState<'offer' | 'terms'>()
  const [ending, setEnding] = useState<DeskOffer>()
  const { workspace, subscription, offers } = data
  const waits = offers.some(({ state }) => state === 'open' || state === 'waiting' || state === 'coming')
  const runs = subscription.status === 'active' || subscription.status === 'past_due'
  const custom = offers.find(({ plan }) => plan === subscription.plan)
  return (
    <>
      <section className="panel panel-body op-shop" aria-labelledby="op-shop">
        <h2 id="op-shop">{workspace.name}</h2>
        <dl className="facts num">
          <dt>{texts.plan}</dt>
          <dd>{planLabel(common, subscription.plan, subscription.status, custom?.name)}</dd>
          {runs && subscription.paid_until && (
            <>
              <dt>{texts.paidUntil}</dt>
              <dd>{times.date(subscription.paid_until)}</dd>
            </>
          )}
        </dl>
      </section>
      <section className="panel op-panel" aria-labelledby="op-offers">
        <header className="panel-head">
          <h2 id="op-offers" className="fill">
            {texts.offers}
          </h2>
          {!waits && runs && isCustomPlan(subscription.plan) && (
            <Button size="sm" icon="clock" onClick={() => setWriting('terms')}>
              {texts.newTerms}
            </Button>
          )}
          {!waits && (
            <Button size="sm" icon="plus" onClick={() => setWriting('offer')}>
              {texts.newOffer}
            </Button>
          )}
        </header>
        {offers.length === 0 ? (
          <p className="op-empty soft">{texts.noOffers}</p>
        ) : (
          <ul>
            {offers.map(offer => (
              <Offer key={offer.id} offer={offer} onEnd={setEnding} />
            ))}
          </ul>
        )}
      </section>
      {writing && <OfferDialog kind={writing} data={data} onClose={() => setWriting(undefined)} />}
      {ending && (
        <ActDialog
          title={fill(texts.endTitle, { plan: ending.name })}
          text={texts.endText}
          act={texts.endNow}
          danger
          address="POST /api/v1/operator/offers/:id/end"
          id={ending.id}
          done={texts.ended}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  )
}

const states = {
  open: { tone: 'warning', text: 'stateOpen' },
  waiting: { tone: 'info', text: 'stateWaiting' },
  coming: { tone: 'info', text: 'stateComing' },
  running: { tone: 'ok', text: 'stateRunning' },
  past: { tone: 'plain', text: 'statePast' },
} as const

function Offer({ offer, onEnd }: { offer: DeskOffer; onEnd(offer: DeskOffer): void }) {
  const texts = useTexts(offersTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const { name, note, state, limits, prices, made_at, valid_until, holds_from, accepted_at } = offer
  const count = numberFormat(language)
  const dates = [
    fill(texts.madeAt, { date: times.date(made_at) }),
    valid_until &&
      !accepted_at &&
      fill(texts.until, { date: times.date(new Date(new Date(valid_until).getTime() - 1)) }),
    holds_from && fill(texts.from, { date: times.date(holds_from) }),
    accepted_at && fill(texts.acceptedAt, { date: times.date(accepted_at) }),
  ]
  const words = { month: texts.month, year: texts.year, once: texts.once }
  const ends = state === 'open' || (state === 'coming' && !accepted_at)
  return (
    <li className="op-item">
      <div className="op-line">
        <b>{name}</b>
        <Chip tone={states[state].tone}>{texts[states[state].text]}</Chip>
      </div>
      <p className="num">
        {prices
          .map(({ interval, currency, amount }) => `${formatMoney(amount, currency, language)} ${words[interval]}`)
          .join(' · ')}
      </p>
      <p className="soft num op-text">
        {limitNames
          .map(one => `${texts[one]}: ${limits[one] === null ? texts.noLimit : count.format(limits[one])}`)
          .join(' · ')}
      </p>
      {note && <p className="soft op-text op-quote">{note}</p>}
      <div className="op-acts">
        <span className="muted num">{dates.filter(Boolean).join(' · ')}</span>
        {ends && (
          <span className="op-decide">
            <Button size="sm" aria-label={fill(texts.endOf, { plan: name })} onClick={() => onEnd(offer)}>
              {texts.end}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}
