import type { Order } from './order.ts'
import { isPaid, nextPlan, type Subscription } from './subscription-lock.ts'

export function isOrderStillValid(order: Order, subscription: Subscription | undefined, now: Date): boolean {
  if (!subscription || subscription.gone || order.period_end <= now) return false
  if (order.kind === 'extra') return isPaid(subscription)
  if (order.kind === 'first') return !isPaid(subscription)
  if (order.kind === 'upgrade') return isPaid(subscription) && leavesWhatItWas(order, subscription)
  const stands = isPaid(subscription) || subscription.status === 'ended'
  const wanted = nextPlan(subscription)
  const same = wanted.plan === order.plan && wanted.interval === order.interval
  return stands && same && subscription.paid_until?.getTime() === order.period_start.getTime()
}

/** The upgrade's original plan, paid as far as then and not refunded. */
function leavesWhatItWas(order: Order, { plan, interval, paid_until: until }: Subscription): boolean {
  const same = plan === order.from_plan && interval === order.from_interval
  return same && order.from_until !== null && until !== null && until >= order.from_until
}
