import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { type Price, renewalPrice } from '../../prices/prices.ts'
import { isPaid, lockSubscription, nextPlan, type Subscription } from '../../orders/subscription-lock.ts'
import { findStripePrice } from './find-price.ts'
import { deleteAtStripe, postToStripe } from './stripe-api.ts'
import { stripeId, type StripeSubscription } from './stripe-objects.ts'

const live = ['active', 'trialing', 'past_due', 'unpaid']

/** On the 15th Stripe charges for the plan as it will be then, and nothing if it ended, is paid otherwise, or was bought twice. */
export async function alignStripe(
  platform: Platform,
  workspaceId: string,
  subscriptions: StripeSubscription[],
): Promise<void> {
  const { subscription, price, waiting } = await readWanted(platform, workspaceId)
  for (const one of subscriptions.filter(({ status }) => live.includes(status))) {
    const isOwn = one.id === subscription?.provider_subscription
    const firstOrder = one.metadata?.['order_id'] ?? ''
    if (isOwn && isPaid(subscription) && subscription.method === 'stripe') {
      if (price) await alignPrice(platform, subscription, one, price)
    } else if (!waiting.includes(firstOrder)) await endAtStripe(platform, workspaceId, one, isOwn)
  }
}

async function readWanted(platform: Platform, workspaceId: string) {
  return platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    const { rows } = await sql<{ id: string }>`select id from orders
      where workspace_id = ${workspaceId} and status = 'processing' and method = 'stripe'`.execute(tx)
    const waiting = rows.map(({ id }) => id)
    if (!isPaid(subscription) || !subscription.currency || !subscription.paid_until) return { subscription, waiting }
    const wanted = { ...nextPlan(subscription), currency: subscription.currency }
    return { subscription, waiting, price: await renewalPrice(tx, subscription, wanted, subscription.paid_until) }
  })
}

/** Changing the interval would start and charge at once, so it waits for the end of the paid time. */
async function alignPrice(
  platform: Platform,
  { paid_until: paidUntil }: Subscription,
  { id, items }: StripeSubscription,
  price: Price,
): Promise<void> {
  const [item] = items.data
  const now = item?.price
  const sameInterval = now?.recurring?.interval === price.interval
  if (!item || (sameInterval && now?.unit_amount === price.amount)) return
  const waits = !sameInterval && paidUntil && paidUntil > platform.clock.now()
  const form = {
    items: [{ id: item.id, price: await findStripePrice(platform, price) }],
    proration_behavior: 'none',
    ...(waits ? { trial_end: Math.floor(paidUntil.getTime() / 1000) } : {}),
  }
  await postToStripe(platform, `/subscriptions/${encodeURIComponent(id)}`, form, undefined, stripeId)
}

async function endAtStripe(
  platform: Platform,
  workspaceId: string,
  { id }: StripeSubscription,
  isOwn: boolean,
): Promise<void> {
  if (!isOwn)
    platform.log.error({ workspace: workspaceId, subscription: id }, 'A second subscription at Stripe is ended')
  await deleteAtStripe(platform, `/subscriptions/${encodeURIComponent(id)}`, stripeId)
  await platform.db.asService(workspaceId, tx =>
    sql`update subscriptions set provider_subscription = null
      where workspace_id = ${workspaceId} and provider_subscription = ${id}`.execute(tx),
  )
}
