import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { buttonClass } from '#web/kit/button.tsx'
import { isPaidFor } from '#web/parts/workspace/plan-prices.ts'
import { usePlanName, useSubscription } from '#web/parts/workspace/plans.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { PlanCode } from '#shared/words.ts'

/** True without a plan, or when a renewal of this very plan is due; undefined while unknown. */
export function useMayOrder({ plan, interval }: { plan: PlanCode; interval: string }): boolean | undefined {
  const { workspace } = useCurrentWorkspace()
  const { data: subscription } = useSubscription()
  const paid = isPaidFor(subscription)
  const { data: renewals } = useQuery({
    queryKey: ['open renewals', workspace.id],
    enabled: paid,
    staleTime: 0,
    queryFn: () =>
      readRows('orders', query =>
        query.eq('workspace_id', workspace.id).eq('status', 'processing').eq('kind', 'renewal'),
      ),
  })
  if (subscription === undefined) return undefined
  if (!paid) return true
  return renewals?.some(order => order.plan === plan && order.interval === interval)
}

/** Paying customers change their plan in billing. */
export function AlreadyPaid() {
  const texts = useTexts(paymentTexts)
  const planName = usePlanName()
  const { data: subscription } = useSubscription()
  return (
    <section className="pay-way pay-way-on pay-hosted">
      <h2>{fill(texts.alreadyTitle, { plan: subscription ? planName(subscription.plan) : '' })}</h2>
      <p className="soft">{texts.already}</p>
      <div className="pay-acts">
        <Link className={buttonClass('filled')} to={addresses.billing}>
          {texts.alreadyGo}
        </Link>
      </div>
    </section>
  )
}
