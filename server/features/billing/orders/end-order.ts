import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { allowPlan } from '../plans/allow-plan.ts'
import { closeOthers } from './close-others.ts'
import { chainOf, creditableOf, type Link, standOn, type Standing } from '../plans/chain.ts'
import { toCredit } from '../credit/credit.ts'
import type { Order } from './order.ts'
import { partsOfOrder } from '../credit/refunded-parts.ts'
import { isPaid, lockSubscription, saveSubscription, type Subscription } from './subscription-lock.ts'
import { endPlan } from '../plans/advance-periods.ts'

/**
 * Ends what a refunded order alone paid for; orders depending on it become credit for unused time. A past order ends nothing, except
 * the days of grace that followed it.
 */
export async function endOrder(platform: Platform, tx: Tx, order: Order): Promise<void> {
  const now = platform.clock.now()
  const subscription = await lockSubscription(tx, order.workspace_id)
  if (order.ended_at) return
  if (order.period_end <= now) return endGrace(platform, tx, subscription, order)
  await sql`update orders set ended_at = ${now} where id = ${order.id}`.execute(tx)
  const chain = await chainOf(tx, order.workspace_id)
  // It belongs to an earlier plan.
  if (!isPaid(subscription) || !chain.some(({ id }) => id === order.id)) return
  const { standing, fallen } = standOn(chain, now)
  for (const one of fallen) await sql`update orders set ended_at = ${now} where id = ${one.id}`.execute(tx)
  await creditEnded(
    platform,
    tx,
    fallen.map(one => ({ ...one, ended_at: now })),
  )
  await applyStanding(platform, tx, subscription, standing)
}

async function endGrace(platform: Platform, tx: Tx, subscription: Subscription | undefined, { id, period_end }: Order) {
  if (subscription?.status !== 'past_due' || !subscription.paid_until || subscription.paid_until > period_end) return
  const chain = await chainOf(tx, subscription.workspace_id)
  if (chain.some(one => one.id === id)) await endPlan(platform, tx, subscription)
}

/** The plan ended early and nobody asked for it: unused time becomes credit. */
export async function endChain(platform: Platform, tx: Tx, subscription: Subscription): Promise<void> {
  const now = platform.clock.now()
  const chain = await chainOf(tx, subscription.workspace_id)
  const unused = chain.filter(({ ended_at, period_end }) => ended_at === null && period_end > now)
  for (const { id } of unused) await sql`update orders set ended_at = ${now} where id = ${id}`.execute(tx)
  await creditEnded(
    platform,
    tx,
    unused.map(one => ({ ...one, ended_at: now })),
  )
  if (unused.length > 0) subscription.paid_until = now
  await endPlan(platform, tx, subscription)
}

/** Except orders whose money is being returned. Idempotent. */
export async function creditEnded(platform: Platform, tx: Tx, orders: readonly Link[]): Promise<void> {
  for (const order of orders) {
    const { id, ended_at: at } = order
    const back = await sql`select 1 from refunds
      where order_id = ${id} and payment_id is null and not part and status <> 'rejected' limit 1`.execute(tx)
    if (!at || back.rows.length > 0) continue
    const unused = creditableOf(order, await partsOfOrder(tx, id), at)
    if (unused <= 0) continue
    await recordCredited(tx, id, unused)
    await toCredit(platform, tx, order, { key: `ended:${id}`, amount: unused, from: 'sales', why: 'ended' })
  }
}

/** For refunds that were requested but not granted. */
export async function creditWhatStays(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<Link>`select * from orders
    where workspace_id = ${workspaceId} and ended_at is not null and settled_at is not null and credited = 0 and kind <> 'extra' order by settled_at, id`.execute(
    tx,
  )
  await creditEnded(platform, tx, rows)
}

export async function recordCredited(tx: Tx, orderId: string, amount: number): Promise<void> {
  await sql`update orders set credited = credited + ${amount} where id = ${orderId}`.execute(tx)
}

async function applyStanding(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  standing: Standing | undefined,
): Promise<void> {
  const now = platform.clock.now()
  if (!standing || standing.paid_until <= now) {
    subscription.paid_until = now
    return endPlan(platform, tx, subscription)
  }
  const { plan, interval } = subscription
  Object.assign(subscription, standing)
  if (plan !== standing.plan || interval !== standing.interval) {
    Object.assign(subscription, { status: 'active', grace_until: null, pending_plan: null, pending_interval: null })
    if (plan !== standing.plan) Object.assign(subscription, { next_terms: null, next_terms_from: null })
    await allowPlan(platform, tx, subscription, 'go on')
  }
  await saveSubscription(tx, subscription)
  await closeOthers(platform, tx, subscription)
  const { workspace_id, status } = subscription
  await platform.jobs.emit(tx, 'subscription.changed', { workspace_id, status, plan: subscription.plan })
}
