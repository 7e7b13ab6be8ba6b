import type { refundBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { chainOf } from '../plans/chain.ts'
import { creditWhatStays } from '../orders/end-order.ts'
import { type Order, orderOf } from '../orders/order.ts'
import { approve, findRefund, type Refund, stepRefund, notifyRefund } from './refund.ts'
import { askBackPayment } from '../payments/return-payment.ts'
import { laterOf, refundableOf, ruleOrder, usageSince } from './rule-refund.ts'
import { isPaid, lockSubscription } from '../orders/subscription-lock.ts'

export type ShownRefund = Pick<
  Refund,
  'id' | 'order_id' | 'amount' | 'currency' | 'path' | 'status' | 'requested_at' | 'due_by'
> & {
  /** refunds of the orders that depend on it */
  with: Pick<Refund, 'id' | 'order_id' | 'amount' | 'currency'>[]
}

/**
 * @throws request.not_found, billing.refund_refused with the reason, billing.refund_open, billing.payment_disputed, billing.credit_spent.
 * Includes dependent orders
 */
export async function askRefund(
  platform: Platform,
  caller: Caller,
  asked: z.output<typeof refundBody>,
): Promise<ShownRefund> {
  const [refund, ...others] =
    'payment_id' in asked
      ? [await askBackPayment(platform, caller, asked)]
      : await askForOrders(platform, caller, asked)
  if (!refund) throw failure('request.not_found')
  const { id, order_id, amount, currency, path, status, requested_at, due_by } = refund
  const together = others.map(one => ({
    id: one.id,
    order_id: one.order_id,
    amount: one.amount,
    currency: one.currency,
  }))
  return { id, order_id, amount, currency, path, status, requested_at, due_by, with: together }
}

function askForOrders(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { order_id: orderId, reason, with: together = [] }: Exclude<z.output<typeof refundBody>, { payment_id: string }>,
): Promise<Refund[]> {
  return platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    const order = await orderOf(tx, workspaceId, orderId)
    const chain = isPaid(subscription) ? await chainOf(tx, workspaceId) : []
    const later = laterOf(chain, order, platform.clock.now()).filter(({ id }) => together.includes(id))
    if (later.length < new Set(together).size) throw failure('request.not_found')
    const orders: { order: Order; usageRatio: number; isAuto: boolean }[] = []
    for (const one of [order, ...later]) orders.push({ order: one, ...(await ruled(platform, tx, one)) })
    const path = orders.every(({ isAuto }) => isAuto) ? 'auto' : 'review'
    const written: Refund[] = []
    for (const { order: one, usageRatio } of orders) {
      const goesWith = written[0]?.id ?? null
      written.push(await writeRefund(platform, tx, one, { path, reason, usageRatio, by: personId, goesWith }))
    }
    if (path === 'review') {
      for (const refund of written) await notifyRefund(platform, tx, refund)
      return written
    }
    const approved: Refund[] = []
    for (const refund of written) approved.push(await approve(platform, tx, refund, null))
    return approved
  })
}

/** @throws billing.refund_refused, billing.payment_disputed and what `ruleOrder` throws */
async function ruled(platform: Platform, tx: Tx, order: Order): Promise<{ usageRatio: number; isAuto: boolean }> {
  await refuseDisputed(tx, order.id)
  const usageRatio = await usageSince(platform, tx, order)
  const ruling = await ruleOrder(platform, tx, order, usageRatio)
  if (ruling.verdict === 'refused') throw failure('billing.refund_refused', { reason: ruling.reason })
  return { usageRatio, isAuto: ruling.verdict === 'approved' }
}

/** @throws billing.payment_disputed: the bank is already taking it back */
async function refuseDisputed(tx: Tx, orderId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from private.payment_disputes where order_id = ${orderId} and closed_at is null`.execute(tx)
  if (rows.length > 0) throw failure('billing.payment_disputed')
}

/** @throws request.not_found also if nothing is left to refund, billing.payment_disputed, billing.refund_open. Against policy */
export async function overrideRefund(
  platform: Platform,
  operator: Operator,
  { order_id, reason }: { order_id: string; reason: string },
): Promise<Refund> {
  return platform.db.asService(null, async tx => {
    const { rows } =
      await sql<Order>`select * from orders where id = ${order_id} and status = 'success' and amount > 0`.execute(tx)
    const [order] = rows
    if (!order) throw failure('request.not_found')
    await lockSubscription(tx, order.workspace_id)
    await refuseDisputed(tx, order.id)
    const usageRatio = await usageSince(platform, tx, order)
    const refund = await writeRefund(platform, tx, order, { path: 'review', reason, usageRatio, by: operator.personId })
    await recordDecision(platform, tx, operator, refund, 'refund.overridden', reason)
    return approve(platform, tx, refund, operator.personId)
  })
}

/** @throws request.not_found, request.conflict if decided, billing.payment_disputed. Decides those requested with it too */
export async function decideRefund(
  platform: Platform,
  operator: Operator,
  { id, approved, note }: { id: string; approved: boolean; note: string },
): Promise<Refund> {
  return platform.db.asService(null, async tx => {
    const seen = await findRefund(tx, id)
    await lockSubscription(tx, seen.workspace_id)
    const { rows: group } = await sql<Refund>`select * from refunds
      where (id = ${seen.goes_with ?? id} or goes_with = ${seen.goes_with ?? id}) and (status = 'requested' or id = ${id})
      order by id <> ${id}, id`.execute(tx)
    const decided: Refund[] = []
    for (const refund of group) decided.push(await decide(platform, tx, operator, refund, { approved, note }))
    // Orders that ended in the meantime become credit.
    if (!approved) await creditWhatStays(platform, tx, seen.workspace_id)
    return decided[0] ?? seen
  })
}

async function decide(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  refund: Refund,
  { approved, note }: { approved: boolean; note: string },
): Promise<Refund> {
  if (approved && refund.payment_id === null) await refuseDisputed(tx, refund.order_id)
  await recordDecision(platform, tx, operator, refund, approved ? 'refund.approved' : 'refund.rejected', note)
  if (approved) return approve(platform, tx, refund, operator.personId)
  const decided = { note, decided_by: operator.personId, decided_at: platform.clock.now() }
  const rejected = await stepRefund(tx, refund.id, 'rejected', decided)
  if (!rejected) throw failure('request.conflict')
  await notifyRefund(platform, tx, rejected)
  return rejected
}

async function recordDecision(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  { id, workspace_id: workspaceId, order_id, amount, currency }: Refund,
  action: string,
  reason: string,
): Promise<void> {
  const meta = { order_id, amount, currency, reason }
  await recordOperatorAct(platform, tx, operator, { workspaceId, action, target: id, meta })
}

type Asked = { path: 'auto' | 'review'; reason: string; usageRatio: number; by: string; goesWith?: string | null }

async function writeRefund(
  platform: Platform,
  tx: Tx,
  order: Order,
  { path, reason, usageRatio, by, goesWith = null }: Asked,
): Promise<Refund> {
  const id = newId()
  const amount = await refundableOf(tx, order)
  if (amount === 0) throw failure('request.not_found')
  const { rows } =
    await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, reason, usage_ratio, requested_by, requested_at, goes_with)
    values (${id}, ${order.workspace_id}, ${order.id}, ${amount}, ${order.currency}, ${path}, 'requested', ${reason}, ${usageRatio}, ${by}, ${platform.clock.now()}, ${goesWith})
    on conflict (order_id) where status not in ('rejected') and payment_id is null and not part do nothing returning id`.execute(
      tx,
    )
  if (rows.length === 0) throw failure('billing.refund_open')
  return findRefund(tx, id)
}
