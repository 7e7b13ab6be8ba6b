import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from '../../orders/close-order.ts'
import { findOrder, type Order } from '../../orders/order.ts'
import { recordRefusedReturned, refusedBy } from '../../payments/refused-payments.ts'
import { settleOrder } from '../../payments/settle-order.ts'
import { recordChargeback, paymentBy } from '../../payments/chargeback.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { minorAmount } from './minor-amount.ts'
import { callPayoneer, PayoneerError, type PayoneerObject } from './payoneer-api.ts'
import { recordReturnedPart } from './returned-parts.ts'

const paid = ['charged/debited', 'charged/closed']
const voided = ['canceled/preauthorization_canceled', 'pending/cancelation_requested']

/** Asks Payoneer itself; mails, browsers and notifications are not trusted. Returns why nothing was done. */
export async function takeCharge(
  platform: Platform,
  order: Order,
  longId: string,
  { isNews = false }: { isNews?: boolean } = {},
): Promise<{ ignored: string } | undefined> {
  const charge = await callPayoneer(platform, 'GET', `charges/${encodeURIComponent(longId)}`).catch(noCharge)
  if (!charge) return { ignored: 'no charge' }
  if (charge.identification.transactionId !== order.id) return { ignored: 'another order' }
  const pair = pairOf(charge)
  if (voided.includes(pair)) return declined(platform, order)
  if (pair.startsWith('paid_out/')) return moneyWentBack(platform, order, { longId, pair, isNews })
  if (!paid.includes(pair)) return { ignored: pair.slice(0, 100) }
  const { amount, currency } = charge.payment ?? {}
  if (amount === undefined || currency === undefined) return { ignored: 'no amount' }
  const minor = minorAmount(amount, currency)
  const isOther = currency !== order.currency
  // A failed order holds no credit any more, so late money is taken as it is.
  const isExpected = minor === order.amount - order.credit_used || order.status !== 'processing'
  if (!isOther && (minor === undefined || !isExpected)) {
    platform.log.error({ order: order.id, longId, amount, currency }, 'Payoneer took another amount than was ordered')
    await notifyOdd(platform, order, 'other_amount')
    return { ignored: 'another amount' }
  }
  const evidence = { reference: charge.identification.longId, amount: minor ?? 0, currency }
  await settleOrder(platform, order.id, { ...evidence, paidAt: platform.clock.now() })
  return undefined
}

/** 'charged/debited': only both words together give the state. */
export function pairOf({ status }: Pick<PayoneerObject, 'status'>): string {
  return `${status.code}/${status.reason ?? ''}`
}

function noCharge(error: unknown): undefined {
  if (error instanceof PayoneerError && error.status === 404) return undefined
  throw error
}

async function declined(platform: Platform, { id, workspace_id }: Order): Promise<undefined> {
  await platform.db.asService(workspace_id, async tx => {
    await lockSubscription(tx, workspace_id)
    const order = await findOrder(tx, id, 'lock')
    if (order?.status === 'processing') await closeOrder(platform, tx, order, 'declined')
  })
  return undefined
}

/** Notifies once, so that a person checks Payoneer's pages. */
async function notifyOdd(platform: Platform, { id, workspace_id }: Order, what: 'other_amount'): Promise<void> {
  await platform.db.asService(workspace_id, async tx => {
    await lockSubscription(tx, workspace_id)
    const reported =
      await sql`select 1 from private.events where workspace_id = ${workspace_id} and name = 'payment.odd'
      and payload ->> 'order_id' = ${id} and payload ->> 'what' = ${what} limit 1`.execute(tx)
    if (reported.rows.length === 0) await platform.jobs.emit(tx, 'payment.odd', { workspace_id, order_id: id, what })
  })
}

/** Our refund has arrived, or somebody refunded in Payoneer's own pages. */
async function moneyWentBack(
  platform: Platform,
  order: Order,
  { longId, pair, isNews }: { longId: string; pair: string; isNews: boolean },
): Promise<{ ignored: string } | undefined> {
  if (pair.endsWith('_partial')) {
    platform.log.error({ order: order.id, pair }, 'A part was given back at Payoneer, which does not say how much')
    await recordReturnedPart(platform, order, longId, isNews)
    return { ignored: pair.slice(0, 100) }
  }
  return platform.db.asService(order.workspace_id, async tx => {
    const refused = await refusedBy(tx, 'payoneer', [longId])
    if (refused) await recordRefusedReturned(platform, tx, refused)
    const paid = await paymentBy(tx, 'payoneer', [longId])
    const refund = paid && (await recordChargeback(platform, tx, paid, { reference: longId, note: 'Payoneer' }))
    if (!refund) return { ignored: pair.slice(0, 100) }
    await platform.jobs.enqueue(tx, {
      kind: 'record payoneer refund',
      key: `record payoneer refund ${refund}`,
      payload: { refund_id: refund },
    })
    return undefined
  })
}
