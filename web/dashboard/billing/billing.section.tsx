import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { isCustomPlan, type OrderedPlan } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState, together } from '#web/kit/feedback/query-state.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { isPaidFor, type OfferedMethod } from '#web/parts/workspace/plan-prices.ts'
import { usePlanName, usePlans, useSubscription } from '#web/parts/workspace/plans.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import './billing.css'
import { usePayments } from './billing-rows.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { ExtraDialog, packPrice } from './extra-dialog.tsx'
import { InvoiceDetails } from './invoice-details.tsx'
import { Offers } from './offers.tsx'
import { orderAddress, orderLabel } from './order-label.ts'
import { PaymentHistory } from './payment-history.tsx'
import { PlanCard } from './plan-card.tsx'
import { UnappliedPayments } from './unapplied-payments.tsx'
import { LimitNotice, UsagePanel } from './usage-panel.tsx'

export function BillingSection() {
  const names = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  const [changing, setChanging] = useState<OrderedPlan | true>()
  return (
    <SectionPage
      title={names.billing}
      actions={role === 'admin' ? <ChooseButton onChange={() => setChanging(true)} /> : undefined}
    >
      <AdminsOnly>
        <Billing onChange={plan => setChanging(plan ?? true)} />
        {changing && (
          <ChangePlanDialog first={changing === true ? undefined : changing} onClose={() => setChanging(undefined)} />
        )}
      </AdminsOnly>
    </SectionPage>
  )
}

/** Paying shops change the plan here; others go to payment. */
function ChooseButton({ onChange }: { onChange(): void }) {
  const texts = useTexts(billingTexts)
  const { data: subscription } = useSubscription()
  if (!subscription) return null
  if (!isPaidFor(subscription))
    return (
      <Link className={buttonClass('filled')} to={addresses.payment}>
        {texts.choosePlan}
      </Link>
    )
  if (subscription.status !== 'active') return null
  const isLargest = (subscription.plan === 'pro' && subscription.interval === 'year') || isCustomPlan(subscription.plan)
  return (
    <Button look="filled" onClick={onChange}>
      {isLargest ? texts.changePlan : texts.upgrade}
    </Button>
  )
}

function Billing({ onChange }: { onChange(plan?: OrderedPlan): void }) {
  const texts = useTexts(billingTexts)
  const found = useSubscription()
  const all = together({ ...found, data: found.data ?? undefined }, usePayments(), usePlans())
  if (!all.data) return <QueryState query={all} failed={texts.loadFailed} loading={texts.loading} rows={5} />
  const [subscription, payments, plans] = all.data
  const { payments: rows, credit, refundable, spare, e_invoices: eInvoices } = payments
  return (
    <div className="billing">
      <PlanNotice subscription={subscription} />
      <LimitNotice paid={isPaidFor(subscription)} onChange={() => onChange()} />
      <UnappliedPayments spare={spare} />
      {rows
        .filter(({ order }) => order.status === 'processing')
        .map(({ order }) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      <Offers subscription={subscription} own={plans.own} onAccept={onChange} />
      <div className="billing-columns">
        <UsagePanel more={<BuyMore plan={subscription} plans={plans.plans} methods={plans.methods} />} />
        <PlanCard
          subscription={subscription}
          plans={plans.plans}
          methods={plans.methods}
          credit={credit}
          onChange={() => onChange()}
        />
      </div>
      <div className="billing-columns">
        <PaymentHistory payments={rows} refundable={refundable} eInvoices={eInvoices} />
        <InvoiceDetails subscription={subscription} methods={plans.methods} />
      </div>
    </div>
  )
}

/** `?buy=messages` opens it at once. */
function BuyMore({
  plan: { plan, status },
  plans,
  methods,
}: {
  plan: Row<'subscriptions'>
  plans: PricedPlan[]
  methods: OfferedMethod[]
}) {
  const texts = useTexts(billingTexts)
  const [query, setQuery] = useSearchParams()
  if (!isPaidFor({ status }) || !methods.some(method => packPrice(plans, plan, method))) return null
  const show = (open: boolean) => setQuery(open ? { buy: 'messages' } : {}, { replace: true })
  return (
    <>
      <Button size="sm" icon="plus" onClick={() => show(true)}>
        {texts.extraMore}
      </Button>
      {query.get('buy') === 'messages' && (
        <ExtraDialog plan={plan} plans={plans} methods={methods} onClose={() => show(false)} />
      )}
    </>
  )
}

function PlanNotice({ subscription }: { subscription: Row<'subscriptions'> }) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  if (subscription.status === 'past_due')
    return (
      <Notice>
        <b>{texts.pastDueTitle}</b>{' '}
        {fill(texts.pastDueText, { date: times.date(subscription.grace_until ?? subscription.period_end) })}
      </Notice>
    )
  if (subscription.status !== 'expired' && subscription.status !== 'ended') return null
  return (
    <Notice>
      <b>{texts.expiredTitle}</b> {texts.expiredText}{' '}
      <Link className="link billing-way" to={addresses.payment}>
        {texts.choosePlan}
      </Link>
    </Notice>
  )
}

function OpenOrder({ order }: { order: Row<'orders'> }) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const planName = usePlanName()
  const due = Math.max(0, order.amount - order.credit_used - order.received)
  const amount = formatMoney(due, order.currency, language)
  return (
    <Notice tone="info">
      <b>{texts.openTitle}</b> {fill(texts.openText, { what: orderLabel(order, planName, texts, language), amount })}{' '}
      <Link className="link billing-way" to={orderAddress(order)}>
        {texts.payNow}
      </Link>
    </Notice>
  )
}
