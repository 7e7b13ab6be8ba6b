import { sql } from 'kysely'
import { findOrder, type Order } from '#features/billing/orders/order.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { commissionOf, referralPolicy, stillEarns } from '#shared/rules/money/referral.ts'
import { type Commission, moveCommission, postEarned, reviseCommission, notifyCommission } from './commission.ts'
import { findMoneyHolds } from './money-holds.ts'
import { lockEarnings } from './referral-code.ts'

export type Referral = { id: string; workspace_id: string; referred_id: string; status: 'active' | 'refused' }

/** `parts`: refunded so far, in the currency's smallest unit. */
type Payment = { refunded: boolean; refunding: boolean; disputed: boolean; lost: boolean; parts: number }

/** Derived from the order's state, so repeated, late or reordered events end the same. */
export async function syncCommission(platform: Platform, { order_id: orderId }: { order_id: string }): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<Referral>`select r.id, r.workspace_id, r.referred_id, r.status
      from orders o join referrals r on r.referred_id = o.workspace_id where o.id = ${orderId}`.execute(tx)
    if (rows[0]) await syncIn(platform, tx, rows[0].id, orderId)
  })
}

/** The transaction must hold no locks, or the earnings lock already. */
export async function syncIn(platform: Platform, tx: Tx, referralId: string, orderId: string): Promise<void> {
  const referral = await lockReferral(platform, tx, referralId)
  const order = await findOrder(tx, orderId)
  if (!order) return
  const payment = await paymentOf(tx, orderId)
  const commission = (await findCommission(tx, orderId)) ?? (await earn(platform, tx, referral, order, payment))
  if (!commission) return
  const { shareBp: _, ...worth } = worthOf(order, payment, commission.kind)
  const reason = payment.lost
    ? 'dispute'
    : payment.refunded
      ? 'refund'
      : referral.status === 'refused'
        ? 'refused'
        : null
  if (reason || worth.amount === 0) return moveCommission(platform, tx, commission, 'reversed', reason ?? 'refund')
  if (commission.status === 'reversed' || commission.amount !== worth.amount)
    await reviseCommission(platform, tx, commission, worth)
  const ripe = commission.matures_at <= platform.clock.now()
  if (ripe && commission.status === 'pending') await findMoneyHolds(platform, tx, referral, orderId)
  if (payment.disputed || (await isHeld(tx, referral.id))) {
    // Released earnings are not held again for later findings, only for disputes.
    if (payment.disputed || commission.status !== 'available') await moveCommission(platform, tx, commission, 'held')
    return
  }
  const earlier = commission.turns > 0
  await moveCommission(
    platform,
    tx,
    commission,
    (ripe || earlier) && !payment.refunding ? 'available' : waiting(commission),
  )
}

function worthOf({ amount, credit_used, tax_bp }: Order, { parts }: Payment, kind: Commission['kind']) {
  return commissionOf(amount - credit_used - parts, tax_bp, kind)
}

/** While a refund is undecided, available earnings stay so and others do not become available. */
function waiting({ status }: Commission): 'available' | 'pending' {
  return status === 'available' ? 'available' : 'pending'
}

export async function lockReferral(platform: Platform, tx: Tx, id: string): Promise<Referral> {
  const find = async () =>
    (await sql<Referral>`select id, workspace_id, referred_id, status from referrals where id = ${id}`.execute(tx))
      .rows[0]
  const seen = await find()
  if (seen) await lockEarnings(platform, tx, seen.workspace_id)
  const referral = await find()
  if (!referral) throw new Error(`No referral ${id}.`)
  return referral
}

async function findCommission(tx: Tx, orderId: string): Promise<Commission | undefined> {
  const { rows } =
    await sql<Commission>`select * from commissions where order_id = ${orderId} for no key update`.execute(tx)
  return rows[0]
}

async function isHeld(tx: Tx, referralId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from private.referral_holds where referral_id = ${referralId} and cleared_at is null limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Refunds or disputes of money that paid for nothing do not count. */
async function paymentOf(tx: Tx, orderId: string): Promise<Payment> {
  const { rows } = await sql<Payment>`select
      exists (select from refunds where order_id = ${orderId} and payment_id is null and not part and status = 'succeeded') as refunded,
      exists (select from refunds where order_id = ${orderId} and payment_id is null and not part and status in ('requested', 'approved', 'sent', 'failed')) as refunding,
      exists (select from private.payment_disputes where order_id = ${orderId} and closed_at is null) as disputed,
      exists (select from private.payment_disputes where order_id = ${orderId} and status = 'lost')
        and not exists (select from private.payments where order_id = ${orderId} and went_to = 'credit') as lost,
      (select coalesce(sum(amount), 0)::bigint from refunds
        where order_id = ${orderId} and payment_id is null and part and status = 'succeeded') as parts`.execute(tx)
  return rows[0] as Payment
}

/** @returns undefined if it earns nothing: not paid in money, a plan change, too late, or already reversed */
async function earn(
  platform: Platform,
  tx: Tx,
  referral: Referral,
  order: Order,
  payment: Payment,
): Promise<Commission | undefined> {
  if (referral.status === 'refused' || payment.refunded || payment.lost) return undefined
  if (order.status !== 'success' || !order.settled_at || order.kind === 'upgrade' || order.kind === 'extra')
    return undefined
  const first = await firstPaid(tx, referral)
  if (!first || !stillEarns(first.settled_at, order.settled_at)) return undefined
  const kind: Commission['kind'] = first.id === order.id ? 'first' : 'renewal'
  const { base, shareBp, amount } = worthOf(order, payment, kind)
  if (amount === 0) return undefined
  const id = newId()
  const row = {
    id,
    workspace_id: referral.workspace_id,
    referral_id: referral.id,
    order_id: order.id,
    kind,
    base,
    share_bp: shareBp,
    amount,
    currency: order.currency,
    status: 'pending' as const,
    earned_at: order.settled_at,
    matures_at: after(order.settled_at, days(referralPolicy.holdDays)),
    changed_at: platform.clock.now(),
  }
  await tx.insertInto('commissions').values(row).execute()
  const commission = await findCommission(tx, order.id)
  if (!commission) return undefined
  await postEarned(platform, tx, commission)
  await findMoneyHolds(platform, tx, referral, order.id)
  await notifyCommission(platform, tx, commission)
  return commission
}

/** By payment time, whatever was reported first; excludes duplicate purchases. */
async function firstPaid(tx: Tx, referral: Referral): Promise<{ id: string; settled_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; settled_at: Date }>`select id, settled_at from orders
    where workspace_id = ${referral.referred_id} and status = 'success' and kind not in ('upgrade', 'extra') and amount > credit_used and settled_at is not null
      and not exists (select from refunds r where r.order_id = orders.id and r.payment_id is null and r.path = 'auto' and r.requested_by is null)
    order by settled_at, id limit 1`.execute(tx)
  const [first] = rows
  if (first)
    await sql`update referrals set first_order_id = ${first.id}, first_paid_at = ${first.settled_at}
      where id = ${referral.id} and first_order_id is distinct from ${first.id}`.execute(tx)
  return first
}

export async function syncRefunded(platform: Platform, { refund_id: id }: { refund_id: string }): Promise<void> {
  const [refund] = await platform.db.readAsService<{ order_id: string }>(
    sql`select order_id from refunds where id = ${id}`,
  )
  if (refund) await syncCommission(platform, refund)
}
