import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { applyOrder } from '../orders/apply-order.ts'
import { earlierTwin, giveBackTwin } from '../orders/bought-twice.ts'
import { closeOrder } from '../orders/close-order.ts'
import { toCredit } from '../credit/credit.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import type { Evidence, Outcome } from '../orders/evidence.ts'
import { post } from './ledger.ts'
import { isOrderStillValid } from '../orders/order-still-valid.ts'
import { findOrder, type Order } from '../orders/order.ts'
import { dueOf } from '../orders/order-due.ts'
import { isEndedOffer, whyNotOffered } from '../offers/offer.ts'
import { priceAt } from '../prices/prices.ts'
import { returnPayment } from './return-payment.ts'
import { refusePayment } from './refuse-payment.ts'
import { paymentBy } from './chargeback.ts'
import { isPaid, lockSubscription, type Subscription } from '../orders/subscription-lock.ts'

/** Late money may still settle an order this long after its end. */
const reviveMs = days(7)

/** The only way from money to a plan. Idempotent; books, plan, limits, invoice and events are one transaction. */
export function settleOrder(platform: Platform, orderId: string, evidence: Evidence): Promise<Outcome> {
  return platform.db.asService(null, tx => settleOrderIn(platform, tx, orderId, evidence))
}

/** The transaction must not have locked anything yet. */
export async function settleOrderIn(platform: Platform, tx: Tx, orderId: string, evidence: Evidence): Promise<Outcome> {
  const seen = await findOrder(tx, orderId)
  if (!seen) throw new Error(`No order ${orderId}.`)
  const subscription = await lockSubscription(tx, seen.workspace_id)
  const order = await findOrder(tx, orderId, 'lock')
  if (!order) throw new Error(`No order ${orderId}.`)
  if (evidence.currency !== order.currency) {
    await refusePayment(platform, tx, order, evidence)
    return 'refused'
  }
  if (!Number.isSafeInteger(evidence.amount) || evidence.amount <= 0)
    throw new Error(`Order ${orderId} was paid ${evidence.amount} ${evidence.currency}.`)
  const takes =
    order.status === 'processing' ||
    (order.status === 'failed' && (await revives(platform, tx, order, subscription, evidence)))
  const twin = takes ? await earlierTwin(tx, order, subscription, evidence) : undefined
  const serves = takes && (twin !== undefined || isOrderStillValid(order, subscription, platform.clock.now()))
  if (!(await recordPayment(platform, tx, order, evidence, serves ? 'order' : 'credit'))) return 'known'
  await takeIntoBooks(platform, tx, order, evidence)
  if (!serves) {
    await creditPayment(platform, tx, order, evidence)
    if (subscription?.gone) await giveBack(platform, tx, order, evidence, 'workspace_gone')
    else if (evidence.provider?.subscription && order.kind === 'first' && isPaid(subscription))
      await giveBack(platform, tx, order, evidence, 'bought_twice')
    return 'credited'
  }
  order.received += evidence.amount
  if (dueOf(order) > 0) {
    order.status_detail = 'partial'
    await sql`update orders set received = ${order.received}, status_detail = 'partial' where id = ${order.id}`.execute(
      tx,
    )
    return 'partial'
  }
  await complete(platform, tx, order, subscription as Subscription, evidence)
  if (twin) await giveBackTwin(platform, tx, twin)
  return 'settled'
}

/** False if money is missing, or the order is over. */
export async function settleByCredit(
  platform: Platform,
  tx: Tx,
  order: Order,
  subscription: Subscription,
): Promise<boolean> {
  if (
    order.status !== 'processing' ||
    dueOf(order) > 0 ||
    !isOrderStillValid(order, subscription, platform.clock.now())
  )
    return false
  await complete(platform, tx, order, subscription)
  return true
}

/** Late money reopens an order if it covers the rest within seven days at an unchanged price. */
async function revives(
  platform: Platform,
  tx: Tx,
  order: Order,
  subscription: Subscription | undefined,
  { amount }: Evidence,
): Promise<boolean> {
  const now = platform.clock.now()
  if (!order.failed_at || now > after(order.failed_at, reviveMs) || amount < dueOf(order)) return false
  if (order.kind === 'extra') return true
  // An ended offer cannot be revived by late money.
  if (!subscription || (await isTakenBack(tx, subscription, order, now))) return false
  return order.kind === 'renewal' || (await priceAt(tx, order, now))?.id === order.price_id
}

async function isTakenBack(tx: Tx, subscription: Subscription, order: Order, now: Date): Promise<boolean> {
  if (order.kind !== 'renewal') return (await whyNotOffered(tx, subscription, order.plan, now)) !== undefined
  return isEndedOffer(tx, order.plan)
}

async function recordPayment(
  platform: Platform,
  tx: Tx,
  order: Order,
  { reference, amount, paidAt }: Evidence,
  wentTo: 'order' | 'credit',
): Promise<boolean> {
  const { rows } =
    await sql`insert into private.payments (id, order_id, workspace_id, method, reference, amount, currency, went_to, paid_at, recorded_at)
    values (${newId()}, ${order.id}, ${order.workspace_id}, ${order.method}, ${reference}, ${amount}, ${order.currency}, ${wentTo}, ${paidAt}, ${platform.clock.now()})
    on conflict (method, reference) do nothing returning id`.execute(tx)
  return rows.length > 0
}

async function takeIntoBooks(platform: Platform, tx: Tx, order: Order, evidence: Evidence): Promise<void> {
  const { amount, reference } = evidence
  await post(platform, tx, {
    kind: 'payment',
    key: `payment:${order.method}:${reference}`,
    currency: order.currency,
    meta: { order_id: order.id },
    entries: [
      { kind: evidence.from ?? `${order.method}_clearing`, amount: -amount },
      { owner: order.workspace_id, kind: 'order_held', amount },
    ],
  })
}

async function creditPayment(platform: Platform, tx: Tx, order: Order, { amount, reference }: Evidence): Promise<void> {
  const why = order.status === 'success' ? 'duplicate' : 'late'
  await toCredit(platform, tx, order, { key: `credit:${order.method}:${reference}`, amount, from: 'order_held', why })
  if (order.status === 'processing') await closeOrder(platform, tx, order, 'cancelled')
}

/** A second plan by card in another tab, or a deleted workspace: returned unasked. */
async function giveBack(
  platform: Platform,
  tx: Tx,
  { id, workspace_id, method }: Order,
  { reference }: Evidence,
  what: 'bought_twice' | 'workspace_gone',
): Promise<void> {
  const paid = await paymentBy(tx, method, [reference])
  if (!paid) return
  await platform.jobs.emit(tx, 'payment.odd', { workspace_id, order_id: id, what })
  await returnPayment(platform, tx, paid, null)
}

async function complete(
  platform: Platform,
  tx: Tx,
  order: Order,
  subscription: Subscription,
  evidence?: Evidence,
): Promise<void> {
  const now = platform.clock.now()
  const held = order.credit_used + order.received
  await post(platform, tx, {
    kind: 'settle',
    key: `settle:${order.id}`,
    currency: order.currency,
    entries: [
      { owner: order.workspace_id, kind: 'order_held', amount: -order.amount },
      { kind: 'sales', amount: order.amount },
    ],
  })
  const surplus = held - order.amount
  await toCredit(platform, tx, order, {
    key: `surplus:${order.id}`,
    amount: surplus,
    from: 'order_held',
    why: 'surplus',
  })
  await sql`update orders set status = 'success', status_detail = 'paid', received = ${order.received}, settled_at = ${now}, failed_at = null
    where id = ${order.id}`.execute(tx)
  Object.assign(order, { status: 'success', status_detail: 'paid', settled_at: now })
  await sql`update private.payment_proofs set status = 'closed', decided_at = ${now} where order_id = ${order.id} and status = 'submitted'`.execute(
    tx,
  )
  await applyOrder(platform, tx, order, subscription, evidence?.provider)
  await issueInvoice(platform, tx, order)
  const { workspace_id, id: order_id, kind } = order
  await platform.jobs.emit(tx, 'order.settled', { workspace_id, order_id, kind })
}
