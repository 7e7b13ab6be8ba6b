import { numberFormat } from '#shared/rules/text/number-format.ts'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { limitNames } from '#shared/contracts/offers.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { offersTexts } from '#shared/texts/billing/offers-texts.ts'
import { isCustomPlan, type OrderedPlan } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { isPaidFor } from '#web/parts/workspace/plan-prices.ts'
import { isOpenOffer, type CustomPlan } from '#web/parts/workspace/plans.ts'

type Props = {
  subscription: Row<'subscriptions'>
  own: CustomPlan[]
  /** For shops that already pay for a plan. */
  onAccept(plan: OrderedPlan): void
}

export function Offers({ subscription, own, onAccept }: Props) {
  const texts = useTexts(offersTexts)
  const times = useTimes()
  const now = useMoment(60_000)
  const { plan: has, next_terms: next, next_terms_from: from, pending_plan: pending } = subscription
  const coming = own.find(({ code }) => code === next)
  const open = own.filter(({ code, offer }) => isOpenOffer(offer, now) && code !== pending && code !== has)
  return (
    <>
      {open.map(plan => (
        <section key={plan.code} className="panel billing-offer" aria-labelledby={plan.code}>
          <div className="billing-head">
            <h2 id={plan.code}>{fill(texts.title, { plan: plan.name })}</h2>
            <span className="muted num">{fill(texts.validUntil, { date: times.date(lastDayOf(plan)) })}</span>
          </div>
          <Terms plan={plan} />
          <div className="billing-acts">
            <Accept plan={plan} subscription={subscription} onAccept={onAccept} />
          </div>
        </section>
      ))}
      {coming && from && (
        <section className="panel billing-offer" aria-labelledby={coming.code}>
          <div className="billing-head">
            <h2 id={coming.code}>{fill(texts.comingTitle, { plan: coming.name })}</h2>
            <span className="muted num">{fill(texts.comingFrom, { date: times.date(from) })}</span>
          </div>
          <p className="soft">{texts.comingText}</p>
          <Terms plan={coming} />
        </section>
      )}
    </>
  )
}

/** It ends at midnight, so the last day is the one before. */
function lastDayOf({ offer }: CustomPlan): Date {
  return new Date(new Date(offer.valid_until ?? offer.made_at).getTime() - 1)
}

function Terms({ plan }: { plan: CustomPlan }) {
  const texts = useTexts(offersTexts)
  const { language } = useLanguage()
  const count = numberFormat(language)
  const packs = plan.extra_messages ?? []
  return (
    <>
      {plan.offer.note && <p className="billing-offer-note">{plan.offer.note}</p>}
      <p className="billing-offer-price num">
        {plan.prices.map(({ interval, currency, amount }) => (
          <span key={`${interval} ${currency}`}>
            <b>{formatMoney(amount, currency, language)}</b> {texts[interval]}
          </span>
        ))}
      </p>
      <dl className="billing-offer-holds num">
        {limitNames.map(name => (
          <div key={name}>
            <dt>{texts[name]}</dt>
            <dd>{plan[name] === null ? texts.noLimit : count.format(plan[name])}</dd>
          </div>
        ))}
        {packs.length > 0 && (
          <div>
            <dt>{texts.once}</dt>
            <dd>{packs.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(' · ')}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

function Accept({ plan, subscription, onAccept }: { plan: CustomPlan } & Omit<Props, 'own'>) {
  const texts = useTexts(offersTexts)
  const { code, prices } = plan
  if (subscription.status === 'past_due') return <p className="soft">{texts.payFirst}</p>
  if (isPaidFor(subscription))
    return (
      <Button look="filled" onClick={() => isCustomPlan(code) && onAccept(code)}>
        {texts.accept}
      </Button>
    )
  const query = new URLSearchParams({ plan: code, interval: prices[0]?.interval ?? 'month' })
  return (
    <Link className={buttonClass('filled')} to={`${addresses.payment}?${query}`}>
      {texts.accept}
    </Link>
  )
}
