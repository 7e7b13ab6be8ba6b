import { sql } from 'kysely'
import { endPack } from '#features/usage/message-packs.ts'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { endOrder } from '../orders/end-order.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { balanceOf, post } from '../payments/ledger.ts'
import { methodOf } from '../methods.ts'
import { findOrder, type Order } from '../orders/order.ts'
import { partsOfOrder } from '../credit/refunded-parts.ts'
import { findRefund, type Refund, refundKey, stepRefund, notifyRefund } from './refund.ts'
import { recordReturnedRefund } from './returned-refund.ts'
import { lockSubscription } from '../orders/subscription-lock.ts'

/** Idempotent by the refund's id at the provider. Transfers are made by an operator (`refundSent`, `refundArrived`). */
export async function sendRefund(platform: Platform, { refund_id: id }: { refund_id: string }): Promise<void> {
  const { refund, order, cash } = await platform.db.asService(null, async tx => {
    const found = await findRefund(tx, id)
    return { refund: found, order: await findOrder(tx, found.order_id), cash: await cashOf(tx, found) }
  })
  if (!order || (refund.status !== 'approved' && refund.status !== 'failed')) return
  // What credit had paid becomes credit again at once.
  if (cash === 0) return refundArrived(platform, id)
  const send = methodOf(order.method).refund
  if (!send) return
  const { currency, payment_id: paymentId } = refund
  const sent = await send(platform, {
    id,
    amount: cash,
    currency,
    order,
    reference: await paidBy(platform, order, paymentId),
  })
  await refundSent(platform, id, sent.providerRef)
  if (sent.status === 'succeeded') await refundArrived(platform, id)
}

/** @throws request.conflict if a person (`by`) reports it and the provider may still send it */
export async function refundSent(platform: Platform, id: string, reference: string, by?: Operator): Promise<void> {
  await step(platform, id, async (tx, seen) => {
    const order = await findOrder(tx, seen.order_id)
    const instead = by !== undefined && order !== undefined && methodOf(order.method).refund !== undefined
    if (instead && seen.status !== 'failed') throw failure('request.conflict')
    const sent = await stepRefund(tx, id, 'sent', {
      sent_at: platform.clock.now(),
      provider_ref: reference,
      by_hand: instead,
    })
    if (by) await recordByHand(platform, tx, by, seen, sent)
    if (sent) await notifyRefund(platform, tx, sent)
  })
}

/** By a person, or by the provider under its id. */
type Report = { by?: Operator; reference?: string }

/** @throws request.conflict if a person reports one that arrived; from the provider, it came back. Only a person retries it */
export async function refundFailed(
  platform: Platform,
  id: string,
  note: string,
  { by, reference }: Report = {},
): Promise<void> {
  await step(platform, id, async (tx, seen) => {
    // About an earlier attempt, or one a person replaced since.
    if (reference && seen.provider_ref && seen.provider_ref !== reference) return
    if (seen.status === 'succeeded' && !by) return recordReturnedRefund(platform, tx, seen, note)
    if (seen.status === 'succeeded') throw failure('request.conflict')
    const named = reference ? { provider_ref: reference } : {}
    const failed = await stepRefund(tx, id, 'failed', { note, ...named })
    if (by) await recordByHand(platform, tx, by, seen, failed)
    if (failed) await notifyRefund(platform, tx, failed)
  })
}

/** Books it, writes the credit note and ends what it paid for. Idempotent; a failure under the same id is final. */
export async function refundArrived(platform: Platform, id: string, { by, reference }: Report = {}): Promise<void> {
  await step(platform, id, async (tx, seen) => {
    const another = reference !== undefined && seen.provider_ref !== null && seen.provider_ref !== reference
    if (reference && (seen.status === 'failed' ? !another : another)) return
    const named = reference ? { provider_ref: reference, by_hand: false } : {}
    const refund = await stepRefund(tx, id, 'succeeded', { done_at: platform.clock.now(), ...named })
    if (by) await recordByHand(platform, tx, by, seen, refund)
    const order = await findOrder(tx, seen.order_id)
    if (!refund || !order) return
    // Taken from credit at approval; it has no plan and no receipt.
    if (refund.payment_id) {
      if (refund.by_hand) await fromBankInstead(platform, tx, order, refund)
      return notifyRefund(platform, tx, refund)
    }
    await bookRefund(platform, tx, order, refund)
    await issueCreditNote(platform, tx, order, refund)
    if (!refund.part) await endWhatItPaid(platform, tx, order)
    await notifyRefund(platform, tx, refund)
  })
}

async function bookRefund(platform: Platform, tx: Tx, order: Order, refund: Refund): Promise<void> {
  const { workspace_id: owner, currency, amount } = refund
  const cash = await cashOf(tx, refund)
  // Credit is taken back first and spent credit is owed; a part of an ended order counts against it first.
  const others = (await partsOfOrder(tx, order.id)) - (refund.part ? amount : 0)
  const beyond = refund.part && order.ended_at ? amount : amount + others + order.credited - order.amount
  const over = Math.max(0, Math.min(amount, order.credited, beyond))
  const credit = Math.min(over, await balanceOf(tx, owner, 'user_credit', currency))
  await post(platform, tx, {
    kind: 'refund',
    key: refundKey(refund),
    currency,
    meta: { order_id: order.id },
    entries: [
      { kind: 'sales', amount: over - amount },
      { owner, kind: 'user_credit', amount: -credit },
      { owner, kind: 'clawback_receivable', amount: credit - over },
      { kind: refund.by_hand ? 'bank_clearing' : `${order.method}_clearing`, amount: cash },
      { owner, kind: 'user_credit', amount: amount - cash },
    ],
  })
  if (over === 0) return
  await sql`update orders set credited = credited - ${over} where id = ${order.id}`.execute(tx)
  await sql`update refunds set from_credit = ${over} where id = ${refund.id}`.execute(tx)
}

/** The money left the bank account instead of the provider's. */
async function fromBankInstead(platform: Platform, tx: Tx, { method }: Order, refund: Refund): Promise<void> {
  await post(platform, tx, {
    kind: 'sent otherwise',
    key: `${refundKey(refund)}:bank`,
    currency: refund.currency,
    entries: [
      { kind: `${method}_clearing`, amount: -refund.amount },
      { kind: 'bank_clearing', amount: refund.amount },
    ],
  })
}

/** @throws request.not_found, request.conflict */
export async function sendRefundAgain(platform: Platform, id: string, by: Operator): Promise<void> {
  await step(platform, id, async (tx, { status, workspace_id, order_id, amount, note }) => {
    const order = await findOrder(tx, order_id)
    if (status !== 'failed' || !order || !methodOf(order.method).refund) throw failure('request.conflict')
    const payload = { workspace_id, refund_id: id }
    await platform.jobs.enqueue(tx, { kind: 'send refund', key: `send refund ${id}`, payload })
    const meta = { order_id, amount, note }
    await recordOperatorAct(platform, tx, by, { workspaceId: workspace_id, action: 'refund.again', target: id, meta })
  })
}

async function paidBy(platform: Platform, { id, method }: Order, paymentId: string | null): Promise<string> {
  const [paid] = await platform.db.readAsService<{ reference: string }>(sql`select reference from private.payments
    where order_id = ${id} and method = ${method} and (id = ${paymentId} or (${paymentId}::uuid is null and went_to = 'order'))
    order by recorded_at limit 1`)
  if (!paid) throw new Error(`Order ${id} has no payment by ${method}.`)
  return paid.reference
}

/** Paid with money; the rest was credit. */
async function cashOf(tx: Tx, refund: Refund): Promise<number> {
  if (refund.payment_id || refund.part) return refund.amount
  const { rows } = await sql<{
    cash: number
  }>`select greatest(0, amount - credit_used) as cash from orders where id = ${refund.order_id}`.execute(tx)
  const parts = await partsOfOrder(tx, refund.order_id)
  return Math.max(0, Math.min(refund.amount, (rows[0]?.cash ?? 0) - parts))
}

async function endWhatItPaid(platform: Platform, tx: Tx, order: Order): Promise<void> {
  if (order.kind === 'extra') {
    await lockSubscription(tx, order.workspace_id)
    return endPack(tx, order.id, platform.clock.now())
  }
  await endOrder(platform, tx, order)
}

/** @throws request.conflict if the state changed, or the provider reports the outcome itself */
async function recordByHand(
  platform: Platform,
  tx: Tx,
  by: Operator,
  seen: Refund,
  now: Refund | undefined,
): Promise<void> {
  const order = await findOrder(tx, seen.order_id)
  if (!now || !order || (methodOf(order.method).refund && !now.by_hand)) throw failure('request.conflict')
  await recordOperatorAct(platform, tx, by, {
    workspaceId: seen.workspace_id,
    action: `refund.${now.status}`,
    target: seen.id,
    meta: { order_id: order.id, amount: now.amount, reference: now.provider_ref, note: now.note },
  })
}

async function step(platform: Platform, id: string, run: (tx: Tx, refund: Refund) => Promise<void>): Promise<void> {
  await platform.db.asService(null, async tx => {
    await lockSubscription(tx, (await findRefund(tx, id)).workspace_id)
    await run(tx, await findRefund(tx, id))
  })
}
