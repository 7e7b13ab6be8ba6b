import { Link, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ProviderRedirect } from './provider-redirect.tsx'
import { OrderSum } from './order-sum.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { PaymentSkeleton } from './payment-layout.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { type ShownOrder, useOrder } from './use-order.ts'

export function OrderView({ id, going = false }: { id: string; going?: boolean }) {
  const texts = useTexts(paymentTexts)
  const query = useOrder(id)
  const order = query.data
  if (!order) return <QueryState query={query} failed={texts.loadFailed} skeleton={<PaymentSkeleton />} />
  if (order.status === 'success') return <PaidPanel order={order} />
  return (
    <div className="pay-columns">
      <div>
        {order.status === 'failed' ? (
          <FailedOrder order={order} />
        ) : order.payment?.method === 'bank' ? (
          <>
            <TransferPanel order={order} details={order.payment} />
            <OtherWay order={order} />
          </>
        ) : (
          <>
            <ProviderRedirect order={order} going={going} />
            <OtherWay order={order} />
          </>
        )}
      </div>
      <OrderSum order={order} />
    </div>
  )
}

/** Back to the methods, with the same plan. Upgrades are chosen in billing. */
export function againAddress(order: Pick<ShownOrder, 'kind' | 'plan' | 'interval' | 'currency'>): string {
  if (order.kind === 'upgrade') return addresses.billing
  if (order.kind === 'extra') return `${addresses.billing}?buy=messages`
  const { plan, interval, currency } = order
  return `${addresses.payment}?${new URLSearchParams({ plan, interval, currency })}`
}

function OtherWay({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  if (order.received > 0) return null
  return (
    <p className="pay-other">
      <Link className="link link-alone" to={againAddress(order)}>
        {texts.otherWay}
      </Link>
    </p>
  )
}

const ends = {
  expired: { title: 'failedExpired', text: 'failedExpiredText' },
  cancelled: { title: 'failedCancelled', text: 'failedCancelledText' },
  declined: { title: 'failedDeclined', text: 'failedDeclinedText' },
  other_currency: { title: 'failedOtherCurrency', text: 'failedOtherCurrencyText' },
} as const

function isEnd(detail: string): detail is keyof typeof ends {
  return detail in ends
}

function FailedOrder({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const navigate = useNavigate()
  const { title, text } = ends[isEnd(order.status_detail) ? order.status_detail : 'declined']
  return (
    <div className="stack">
      <Notice tone={order.status_detail === 'declined' ? 'bad' : 'warning'}>
        <b>{texts[title]}</b>
        <p>
          {fill(texts[order.method !== 'bank' && title === 'failedExpired' ? 'failedCancelledText' : text], {
            currency: order.currency,
          })}
        </p>
      </Notice>
      <div className="pay-acts">
        <Button look="filled" onClick={() => void navigate(againAddress(order))}>
          {texts.orderAgain}
        </Button>
        <Link className={buttonClass('outline')} to={addresses.billing}>
          {texts.toBilling}
        </Link>
      </div>
    </div>
  )
}
