import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { endChain } from '../../orders/end-order.ts'
import { graceMs } from '../../orders/grace.ts'
import {
  isPaid,
  lockSubscription,
  saveChangedSubscription,
  saveSubscription,
  type Subscription,
} from '../../orders/subscription-lock.ts'
import { alignStripe } from './align-stripe.ts'
import { readStripe } from './stripe-api.ts'
import { knownCustomer, workspaceOfCustomer } from './stripe-customer.ts'
import { enqueueSync } from './stripe-hook.ts'
import { listOf, stripeInvoice, type StripeSubscription, stripeSubscription } from './stripe-objects.ts'
import { takeInvoice } from './take-invoice.ts'

/** Aligns a customer's plan with Stripe and Stripe's next charge with the plan. Serialised per customer; idempotent. */
export async function syncSubscription(platform: Platform, { customer }: { customer: string }): Promise<void> {
  const workspaceId = await workspaceOfCustomer(platform, customer)
  if (!workspaceId) return
  const paid = { customer, status: 'paid', limit: 100 }
  const invoices = await readStripe(platform, '/invoices', paid, listOf(stripeInvoice))
  for (const invoice of invoices.data.toSorted((a, b) => a.created.getTime() - b.created.getTime()))
    await takeInvoice(platform, workspaceId, invoice)
  const query = { customer, status: 'all', limit: 100 }
  const { data } = await readStripe(platform, '/subscriptions', query, listOf(stripeSubscription))
  await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    const own = data.find(one => one.id === subscription?.provider_subscription)
    if (subscription && own) await followStripe(platform, tx, subscription, own)
  })
  await alignStripe(platform, workspaceId, data)
}

/** An unknown status changes nothing and is logged. */
async function followStripe(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  own: StripeSubscription,
): Promise<void> {
  if (own.status === 'active' || own.status === 'trialing') return followRenewing(platform, tx, subscription, own)
  if (own.status === 'past_due') return fallDue(platform, tx, subscription)
  if (['unpaid', 'canceled', 'incomplete_expired'].includes(own.status))
    return over(platform, tx, subscription, own.status === 'unpaid')
  // A paused one is not charged: it runs as long as it is paid, and is then due.
  if (own.status !== 'incomplete' && own.status !== 'paused')
    platform.log.error(
      { workspace: subscription.workspace_id, status: own.status },
      'Stripe says what nobody here knows',
    )
}

/** Cards and cancellation can also be changed on Stripe's page. */
async function followRenewing(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  own: StripeSubscription,
): Promise<void> {
  const ends = own.cancel_at_period_end === true || typeof own.cancel_at === 'number'
  if (!isPaid(subscription) || subscription.cancel_at_period_end === ends) return
  subscription.cancel_at_period_end = ends
  await saveChangedSubscription(platform, tx, subscription)
}

/** Stripe retries the charge; the plan continues through the grace period. */
async function fallDue(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  const { status, period_end: end, paid_until: paidUntil } = subscription
  const now = platform.clock.now()
  if (status !== 'active' || now < end || (paidUntil && paidUntil > end)) return
  subscription.status = 'past_due'
  subscription.grace_until = after(end, graceMs)
  await saveChangedSubscription(platform, tx, subscription)
}

/** Unused paid time becomes credit. `stillThere`: unpaid ones can still be paid at Stripe, ended ones cannot. */
async function over(platform: Platform, tx: Tx, subscription: Subscription, stillThere: boolean): Promise<void> {
  if (!stillThere) subscription.provider_subscription = null
  if (isPaid(subscription) && subscription.method === 'stripe') await endChain(platform, tx, subscription)
  else await saveSubscription(tx, subscription)
}

export async function notifyStripeOfPlan(
  platform: Platform,
  tx: Tx,
  { workspace_id: id }: EventCatalogue['subscription.changed'],
): Promise<void> {
  const { rows } =
    await sql`select 1 from subscriptions where workspace_id = ${id} and provider_subscription is not null`.execute(tx)
  const customer = rows.length > 0 ? await knownCustomer(tx, id) : undefined
  if (customer) await enqueueSync(platform, tx, customer)
}
