import type { Language } from '#shared/words.ts'
import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { ReactNode } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import { chargedPeriod, firstPeriod, worthOf } from '#shared/rules/money/billing-period.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { refundPolicy } from '#shared/rules/refund.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { type Interval, isCustomPlan, type OrderedPlan, soldPlans } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { planNames, priceOf } from '#web/parts/workspace/plan-prices.ts'
import { isOpenOffer, type CustomPlan, usePlanName, useSubscription } from '#web/parts/workspace/plans.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { messagesOf } from './pack-label.ts'
import type { ShownOrder } from './use-order.ts'

export type OrderDraft = { plan: OrderedPlan; interval: Interval; currency: Currency }

export function OrderDraftSum({
  plans,
  own,
  order,
  byItself,
  onOrder,
}: {
  plans: PricedPlan[]
  own: CustomPlan[]
  order: OrderDraft
  /** The provider charges on every 15th, and counts the first days by its own clock. */
  byItself: boolean
  onOrder(change: Partial<OrderDraft>): void
}) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const times = useTimes()
  const { data: subscription } = useSubscription()
  const now = useMoment(60_000)
  const price = priceOf(plans, order)
  const plan = plans.find(one => one.code === order.plan)
  if (price === undefined || !plan) return null
  const period = (byItself ? chargedPeriod : firstPeriod)(now, order.interval, workspace.time_zone)
  const list = worthOf(price, order.interval, period, workspace.time_zone)
  const discount = Math.round((list * (subscription?.first_discount_bp ?? 0)) / 10_000)
  const money = (amount: number) => formatMoney(amount, order.currency, language)
  const offered = own.filter(one => one.code === order.plan || isOpenOffer(one.offer, now))
  const isOwn = isCustomPlan(order.plan)
  const intervals = [
    { value: 'month' as const, text: texts.month },
    { value: 'year' as const, text: isOwn ? texts.yearOwn : texts.year },
  ].filter(({ value }) => plan.prices.some(one => one.interval === value))
  return (
    <Sum title={texts.yourPlan}>
      <SegmentedControl
        label={texts.choosePlan}
        value={order.plan}
        options={[
          ...soldPlans.map(value => ({ value, text: planNames[value] ?? value })),
          ...offered.flatMap(({ code }) => (isCustomPlan(code) ? { value: code, text: texts.ownPlan } : [])),
        ]}
        onChoose={value => onOrder({ plan: value })}
      />
      {isOwn && <b>{own.find(({ code }) => code === order.plan)?.name}</b>}
      <p className="soft pay-holds">{holdsOf(plan, texts.holds, language)}</p>
      <SegmentedControl
        label={texts.chooseInterval}
        value={order.interval}
        options={intervals}
        onChoose={interval => onOrder({ interval })}
      />
      <dl>
        <Line name={order.interval === 'year' ? texts.priceYear : texts.priceMonth} value={money(price)} />
        <Line name={fill(texts.untilDate, { date: times.date(period.end) })} value={money(list)} />
        {discount > 0 && <Line name={texts.discount} value={`−${money(discount)}`} />}
        <Line total name={texts.toPay} value={money(list - discount)} />
      </dl>
      <p className="hint">
        {texts.taxIn} {fill(texts.renews, { date: times.date(period.end), amount: money(price) })}{' '}
        {byItself && texts.exact}
      </p>
    </Sum>
  )
}

function holdsOf(plan: PricedPlan, text: string, language: Language): string {
  const count = numberFormat(language)
  const limit = (max: number | null) => (max === null ? '∞' : count.format(max))
  const { messages, connections, documents, members } = plan
  return fill(text, {
    messages: limit(messages),
    connections: limit(connections),
    documents: limit(documents),
    members: limit(members),
  })
}

/** The amounts frozen on the order. */
export function OrderSum({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const planName = usePlanName()
  const money = (amount: number) => formatMoney(amount, order.currency, language)
  const percent = numberFormat(language, { style: 'percent' })
  const partly = order.received > 0 || order.credit_used > 0
  return (
    <Sum
      title={
        order.packs
          ? fill(texts.extra, { count: messagesOf(order.packs, language) })
          : fill(texts.plan, { plan: planName(order.plan) })
      }
    >
      <p className="soft num">
        {times.date(order.period_start)} – {times.date(order.period_end)}
      </p>
      <dl>
        {order.discount > 0 && <Line name={texts.discount} value={`−${money(order.discount)}`} />}
        {order.unused_value > 0 && <Line name={texts.unused} value={`−${money(order.unused_value)}`} />}
        <Line minor name={texts.net} value={money(order.net)} />
        <Line
          minor
          name={fill(texts.tax, { percent: percent.format(order.tax_bp / 10_000) })}
          value={money(order.tax)}
        />
        <Line total={!partly} name={texts.total} value={money(order.amount)} />
        {order.credit_used > 0 && <Line name={texts.credit} value={`−${money(order.credit_used)}`} />}
        {order.received > 0 && <Line name={texts.received} value={`−${money(order.received)}`} />}
        {partly && <Line total name={texts.stillToPay} value={money(order.due)} />}
      </dl>
    </Sum>
  )
}

function Line({
  name,
  value,
  total = false,
  minor = false,
}: {
  name: string
  value: string
  total?: boolean
  minor?: boolean
}) {
  return (
    <div className={total ? 'pay-total' : minor ? 'pay-minor' : undefined}>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

function Sum({ title, children }: { title: string; children: ReactNode }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  return (
    <aside className="pay-sum" aria-labelledby="pay-sum">
      <h2 id="pay-sum">{title}</h2>
      {children}
      <ul className="pay-promises">
        <li>
          <Icon name="shield-check" size="sm" />
          <span>
            {fill(texts.guarantee, { days: refundPolicy.guaranteeWindowDays })} (
            <a className="link" href={addressIn(language, addresses.refund)} target="_blank" rel="noreferrer">
              {texts.conditions}
            </a>
            )
          </span>
        </li>
        <li>
          <Icon name="message-circle" size="sm" />
          {texts.support}
        </li>
      </ul>
    </aside>
  )
}
