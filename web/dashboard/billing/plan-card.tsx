import type { Interval, SoldPlan } from '#shared/words.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { isPaidFor, type OfferedMethod, priceOf } from '#web/parts/workspace/plan-prices.ts'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { usePaidPrice, useReread } from './billing-rows.ts'

type Subscription = Row<'subscriptions'>

type Props = {
  subscription: Subscription
  plans: PricedPlan[]
  methods: OfferedMethod[]
  credit: { currency: Currency; amount: number }[]
  onChange(): void
}

export function PlanCard({ subscription, plans, methods, credit, onChange }: Props) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const planName = usePlanName()
  const { plan, interval } = subscription
  const currency = subscription.currency ?? 'VND'
  const paid = usePaidPrice(subscription)
  const price = isPaidFor(subscription) ? paid : priceOf(plans, { plan, interval, currency })
  return (
    <section className="billing-plan" aria-labelledby="billing-plan">
      <div className="billing-head">
        <h2 id="billing-plan">{texts.activePlan}</h2>
        {interval && <span className="billing-chip">{interval === 'year' ? texts.year : texts.month}</span>}
      </div>
      <div className="billing-lotus" aria-hidden="true">
        <PetalMeter filled={5} width={84} tone="light" />
      </div>
      <p className="billing-name">{planName(plan)}</p>
      {price !== undefined && (
        <p className="billing-price num">
          {formatMoney(price, currency, language)} <span>{interval === 'year' ? texts.perYear : texts.perMonth}</span>
        </p>
      )}
      <PaidUntil subscription={subscription} />
      <p className="num">
        <RenewalWords subscription={subscription} methods={methods} />
      </p>
      <PendingPlan subscription={subscription} />
      {credit.map(one => (
        <p key={one.currency} className="num">
          {fill(texts.credit, { amount: formatMoney(one.amount, one.currency, language) })}
        </p>
      ))}
      <div className="billing-acts">
        {isPaidFor(subscription) ? (
          <>
            {subscription.status === 'active' && (
              <Button size="sm" className="billing-light" onClick={onChange}>
                {texts.changePlan}
              </Button>
            )}
            <Renewing subscription={subscription} />
            {subscription.method === 'stripe' && subscription.provider_customer && <CardButton />}
          </>
        ) : (
          <Link className="btn btn-sm billing-light" to={addresses.payment}>
            {texts.choosePlan}
          </Link>
        )}
      </div>
    </section>
  )
}

function RenewalWords({ subscription, methods }: { subscription: Subscription; methods: OfferedMethod[] }) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  const { status, period_end, paid_until, cancel_at_period_end, method } = subscription
  const date = times.date(paid_until ?? period_end)
  if (status === 'trialing')
    return (
      <>
        {fill(texts.trialUntil, { date: times.date(period_end) })} {texts.trialFree}
      </>
    )
  if (!isPaidFor(subscription)) return fill(texts.endedOn, { date })
  if (cancel_at_period_end) return fill(texts.endsOn, { date })
  const itself = methods.find(({ kind }) => kind === method)?.renews === 'itself'
  return fill(itself ? texts.renewsItself : texts.renewsByOrder, { date })
}

/** Includes a renewal paid early. */
function PaidUntil({ subscription }: { subscription: Subscription }) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  const { paid_until: until, cancel_at_period_end: ends } = subscription
  if (!isPaidFor(subscription) || !until || ends) return null
  return <p className="num">{fill(texts.paidUntil, { date: times.date(until) })}</p>
}

function PendingPlan({ subscription }: { subscription: Subscription }) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  const planName = usePlanName()
  const reread = useReread()
  const { pending_plan: plan, pending_interval, period_end, paid_until } = subscription
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  if (!plan) return null
  async function undoChange() {
    await perform(async () => {
      // Whatever is running was bought, so it is a sold plan.
      const body = { plan: subscription.plan as SoldPlan, interval: subscription.interval as Interval }
      await call('POST /api/v1/subscription/change', { body })
      showToast(texts.planUnchanged)
      reread()
    })
  }
  const interval = (pending_interval === 'year' ? texts.year : texts.month).toLowerCase()
  return (
    <div className="billing-pending">
      <span>
        {fill(texts.becomes, {
          date: times.date(paid_until ?? period_end),
          plan: planName(plan),
          interval,
        })}
      </span>
      <Button size="sm" className="billing-dark" busy={busy} onClick={() => void undoChange()}>
        {texts.keepPlan}
      </Button>
    </div>
  )
}

function CardButton() {
  const texts = useTexts(billingTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast, once: true })
  async function open() {
    await perform(async () => {
      const { url } = await call('POST /api/v1/billing/portal')
      location.assign(url)
    })
  }
  return (
    <Button size="sm" className="billing-dark" icon="external-link" busy={busy} onClick={() => void open()}>
      {texts.changeCard}
    </Button>
  )
}

function Renewing({ subscription }: { subscription: Subscription }) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  const planName = usePlanName()
  const reread = useReread()
  const [asking, setAsking] = useState(false)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const { plan, status, cancel_at_period_end: stopped, period_end, paid_until } = subscription
  const date = times.date(paid_until ?? period_end)

  async function resume() {
    await perform(async () => {
      await call('POST /api/v1/subscription/resume')
      showToast(texts.resumed)
      reread()
    })
  }

  async function stop() {
    const changed = await call('POST /api/v1/subscription/cancel')
    if (changed.status === 'ended') showToast(texts.ended)
    else showToast(fill(texts.stopped, { date }), { text: texts.undo, run: () => void resume() })
    reread()
  }

  return (
    <>
      <Button
        size="sm"
        className="billing-dark"
        busy={stopped && busy}
        onClick={() => (stopped ? void resume() : setAsking(true))}
      >
        {stopped ? texts.resume : texts.stop}
      </Button>
      {asking && (
        <ConfirmDialog
          title={fill(texts.stopTitle, { plan: planName(plan) })}
          keep={texts.stopKeep}
          act={texts.stopNow}
          busyText={texts.working}
          run={stop}
          onClose={() => setAsking(false)}
        >
          <p>{status === 'past_due' ? texts.stopNowText : fill(texts.stopText, { date })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
