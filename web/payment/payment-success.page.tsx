import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { OrderView } from './order-view.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { PaymentLayout, PaymentSkeleton, providerNames } from './payment-layout.tsx'
import { useOrder } from './use-order.ts'

type Hosted = 'stripe' | 'payoneer'

export function StripeSuccessPage() {
  return <SuccessPage method="stripe" />
}

export function PayoneerSuccessPage() {
  return <SuccessPage method="payoneer" />
}

function SuccessPage({ method }: { method: Hosted }) {
  const texts = useTexts(paymentTexts)
  return (
    <PaymentLayout title={method === 'stripe' ? texts.stripeTitle : texts.payoneerTitle}>
      <NewestOrder method={method} />
    </PaymentLayout>
  )
}

/** The order in the address if it is the workspace's and of this method, else the newest. Nothing else in the address counts. */
function NewestOrder({ method }: { method: Hosted }) {
  const texts = useTexts(paymentTexts)
  const { workspace } = useCurrentWorkspace()
  const [query] = useSearchParams()
  const newest = useQuery({
    queryKey: ['newest order', workspace.id, method],
    staleTime: 0,
    queryFn: () =>
      readRows('orders', rows =>
        rows.eq('workspace_id', workspace.id).eq('method', method).order('created_at', { ascending: false }).limit(20),
      ),
  })
  if (!newest.data) return <QueryState query={newest} failed={texts.loadFailed} skeleton={<PaymentSkeleton />} />
  const order = newest.data.find(({ id }) => id === query.get('order')) ?? newest.data[0]
  if (order) return <Confirmed id={order.id} method={method} />
  return (
    <EmptyState
      title={texts.noOrderTitle}
      text={texts.noOrderText}
      action={
        <Link className={buttonClass('filled')} to={addresses.billing}>
          {texts.goBilling}
        </Link>
      }
    />
  )
}

const longMs = 30_000

function Confirmed({ id, method }: { id: string; method: Hosted }) {
  const texts = useTexts(paymentTexts)
  const { data: order } = useOrder(id, true)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  if (order?.status === 'success') return <PaidPanel order={order} />
  if (order?.status === 'failed') return <OrderView id={id} />
  return (
    <section className="pay-paid">
      <PetalMeter filled="waiting" width={120} />
      <div role="status">
        <h2>{texts.confirming}</h2>
        <p className="soft">
          {long ? texts.confirmingLong : fill(texts.confirmingText, { provider: providerNames[method] })}
        </p>
      </div>
      <div className="pay-acts">
        <Link className={buttonClass('outline')} to={addresses.billing}>
          {texts.goBilling}
        </Link>
        <Link className={buttonClass('quiet')} to={addresses.dashboard}>
          {texts.goDashboard}
        </Link>
      </div>
    </section>
  )
}
