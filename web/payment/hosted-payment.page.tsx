import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { OrderView } from './order-view.tsx'
import { PaymentLayout, PaymentSkeleton } from './payment-layout.tsx'
import { ChooseMethod } from './payment.page.tsx'
import type { OrderMade } from './start-order.ts'

export function StripePage() {
  const texts = useTexts(paymentTexts)
  return (
    <PaymentLayout title={texts.stripeTitle}>
      <HostedPayment method="stripe" />
    </PaymentLayout>
  )
}

export function PayoneerPage() {
  const texts = useTexts(paymentTexts)
  return (
    <PaymentLayout title={texts.payoneerTitle}>
      <HostedPayment method="payoneer" />
    </PaymentLayout>
  )
}

/** The order in the address; else a pending unpaid one; else a new one. */
function HostedPayment({ method }: { method: 'stripe' | 'payoneer' }) {
  const { workspace } = useCurrentWorkspace()
  const [query] = useSearchParams()
  const { state } = useLocation()
  const named = query.get('order')
  const isOrdering = query.has('plan')
  const { data: open, isPending } = useQuery({
    queryKey: ['open order', workspace.id, method],
    enabled: !named && !isOrdering,
    staleTime: 0,
    queryFn: () =>
      readRows('orders', rows =>
        rows
          .eq('workspace_id', workspace.id)
          .eq('method', method)
          .eq('status', 'processing')
          .order('created_at', { ascending: false })
          .limit(1),
      ),
  })
  const id = named ?? open?.[0]?.id
  if (id && !(isOrdering && !named)) return <OrderView key={id} id={id} going={(state as OrderMade)?.going ?? false} />
  if (!isOrdering && isPending && !named) return <PaymentSkeleton />
  return <ChooseMethod only={method} />
}
