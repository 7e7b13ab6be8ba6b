import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { worthOf } from '#shared/rules/money/billing-period.ts'
import { chainOf } from '../plans/chain.ts'
import { closeOthers } from './close-others.ts'
import { toCredit } from '../credit/credit.ts'
import type { Evidence } from './evidence.ts'
import { addExtra } from '../credit/add-extra.ts'
import { creditBase, creditRenewals } from '../credit/credit-base.ts'
import type { Order } from './order.ts'
import { priceById } from '../prices/prices.ts'
import { isPaid, saveSubscription, type Subscription } from './subscription-lock.ts'
import { allowPlan } from '../plans/allow-plan.ts'
import { recordAccepted } from '../offers/offer.ts'
import { isCustomPlan } from '#shared/words.ts'

/** Runs in the settling transaction; called only by `settleOrder`. */
export async function applyOrder(
  platform: Platform,
  tx: Tx,
  order: Order,
  subscription: Subscription,
  provider?: Evidence['provider'],
): Promise<void> {
  if (order.kind === 'extra') return addExtra(platform, tx, order)
  if (order.kind === 'first') await beginPlan(platform, tx, order, subscription)
  if (order.kind === 'renewal') await renewPlan(platform, tx, order, subscription)
  if (order.kind === 'upgrade') await upgradePlan(platform, tx, order, subscription)
  if (isCustomPlan(order.plan)) await recordAccepted(platform, tx, order)
  subscription.method = order.method
  subscription.currency = order.currency
  if (provider?.customer) subscription.provider_customer = provider.customer
  if (provider?.subscription) subscription.provider_subscription = provider.subscription
  await saveSubscription(tx, subscription)
  await closeOthers(platform, tx, subscription, order.id)
  const { workspace_id, status, plan } = subscription
  await platform.jobs.emit(tx, 'subscription.changed', { workspace_id, status, plan })
}

function asPaid(order: Order, subscription: Subscription) {
  return {
    ...planOf(order, subscription),
    status: 'active',
    period_end: order.period_end,
    paid_until: order.period_end,
    cancel_at_period_end: false,
    pending_plan: null,
    pending_interval: null,
    grace_until: null,
  }
}

async function beginPlan(platform: Platform, tx: Tx, order: Order, subscription: Subscription): Promise<void> {
  const start = platform.clock.now()
  Object.assign(subscription, {
    ...asPaid(order, subscription),
    period_start: start,
    first_discount_bp: 0,
  })
  await allowPlan(platform, tx, subscription, 'begin')
}

/** Paid early, it waits for the period's end (`advance-periods.ts`); paid in the grace period, it counts from there. */
async function renewPlan(platform: Platform, tx: Tx, order: Order, subscription: Subscription): Promise<void> {
  subscription.paid_until = order.period_end
  if (subscription.status === 'active' && platform.clock.now() < subscription.period_end) return
  await turnPeriod(platform, tx, order, subscription)
}

/** Also applies the changes scheduled for the period's end. */
export async function turnPeriod(platform: Platform, tx: Tx, order: Order, subscription: Subscription): Promise<void> {
  const continues = isPaid(subscription)
  const { plan, pending_plan, pending_interval, next_terms } = subscription
  // A change of the interval alone follows the plan's new terms.
  const pending = pending_plan === plan && order.plan === next_terms ? order.plan : pending_plan
  // A change requested after this renewal was paid waits for its end.
  const waits = pending !== null && (pending !== order.plan || pending_interval !== order.interval)
  Object.assign(subscription, {
    ...planOf(order, subscription),
    status: 'active',
    period_start: order.period_start,
    period_end: order.period_end,
    pending_plan: waits ? pending : null,
    pending_interval: waits ? pending_interval : null,
    grace_until: null,
  })
  await allowPlan(platform, tx, subscription, continues ? 'go on' : 'begin')
}

/** Takes effect at once. Renewals paid beyond the order's end, and the old plan's excess value, become credit. */
async function upgradePlan(platform: Platform, tx: Tx, order: Order, subscription: Subscription): Promise<void> {
  const { paid_until: paidUntil, price_id: priceId, time_zone: zone } = subscription
  const chain = (await chainOf(tx, order.workspace_id)).filter(({ id }) => id !== order.id)
  if (paidUntil && priceId && order.from_until && paidUntil > order.from_until) {
    const old = await priceById(tx, priceId)
    const amount = worthOf(old.amount, old.interval, { start: order.from_until, end: paidUntil }, zone)
    await creditRenewals(tx, chain, { from: order.from_until, amount, at: platform.clock.now() })
    await toCredit(platform, tx, order, { key: `rest:${order.id}`, amount, from: 'sales', why: 'unused' })
  }
  const over = order.unused_value - (order.list_amount - order.discount)
  await creditBase(tx, chain, over)
  await toCredit(platform, tx, order, { key: `unused:${order.id}`, amount: over, from: 'sales', why: 'unused' })
  const now = platform.clock.now()
  Object.assign(subscription, {
    ...asPaid(order, subscription),
    period_start: subscription.interval === order.interval ? subscription.period_start : now,
  })
  await allowPlan(platform, tx, subscription, 'go on')
}

/** Announced terms apply only to the plan they were announced for. */
function planOf({ plan, interval, price_id }: Order, before: Subscription) {
  return { plan, interval, price_id, ...(plan === before.plan ? {} : { next_terms: null, next_terms_from: null }) }
}
