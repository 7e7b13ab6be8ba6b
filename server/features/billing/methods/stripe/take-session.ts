import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from '../../orders/close-order.ts'
import { findOrder, type Order } from '../../orders/order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { settleCharge } from './settle-charge.ts'
import { readStripe, postToStripe } from './stripe-api.ts'
import { stripeInvoice, type StripeSession, stripeSession } from './stripe-objects.ts'
import { workspaceOfCustomer } from './stripe-customer.ts'

/** Acts on the session's current state, so repetition and order do not matter. */
export async function takeSession(platform: Platform, id: string): Promise<void> {
  await actOn(platform, await readStripe(platform, `/checkout/sessions/${encodeURIComponent(id)}`, {}, stripeSession))
}

export async function actOn(platform: Platform, session: StripeSession): Promise<void> {
  const orderId = session.metadata?.['order_id']
  const workspaceId = session.customer && (await workspaceOfCustomer(platform, session.customer))
  if (!orderId || !workspaceId) return
  const total = session.amount_total ?? 0
  const isFree = session.payment_status === 'no_payment_required' && total === 0
  if (session.status === 'complete' && (session.payment_status === 'paid' || isFree)) {
    // An incomplete answer: retried.
    if (!session.currency) throw new Error(`Stripe did not say in which currency ${session.id} was paid.`)
    const reference = session.invoice ?? session.payment_intent ?? session.id
    await settleCharge(platform, workspaceId, orderId, {
      reference,
      amount: total,
      currency: session.currency,
      paidAt: session.invoice ? await paidAtOf(platform, session.invoice) : platform.clock.now(),
      customer: session.customer,
      subscription: session.subscription,
    })
    return
  }
  if (session.status === 'expired') await pageExpired(platform, workspaceId, orderId, session.id)
}

/** By payment time, because the plan paid last is the intended one. */
async function paidAtOf(platform: Platform, invoice: string): Promise<Date> {
  const read = await readStripe(platform, `/invoices/${encodeURIComponent(invoice)}`, {}, stripeInvoice)
  return read.status_transitions?.paid_at ?? read.created
}

/** A renewal outlives its page and gets another on request. */
async function pageExpired(platform: Platform, workspaceId: string, orderId: string, sessionId: string): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    await lockSubscription(tx, workspaceId)
    const order = await findOrder(tx, orderId, 'lock')
    if (order?.workspace_id !== workspaceId || order.provider_ref !== sessionId || order.status !== 'processing') return
    if (order.kind === 'renewal')
      await sql`update orders set provider_ref = null, pay_url = null where id = ${orderId}`.execute(tx)
    else await closeOrder(platform, tx, { ...order, provider_ref: null }, 'expired')
  })
}

/** A completed page's payment failed later, which only an event reports. */
export async function paymentFailed(platform: Platform, id: string): Promise<void> {
  const session = await readStripe(platform, `/checkout/sessions/${encodeURIComponent(id)}`, {}, stripeSession)
  const orderId = session.metadata?.['order_id']
  const workspaceId = session.customer && (await workspaceOfCustomer(platform, session.customer))
  if (session.payment_status !== 'unpaid' || session.status !== 'complete' || !orderId || !workspaceId) return
  await platform.db.asService(workspaceId, async tx => {
    await lockSubscription(tx, workspaceId)
    const order = await findOrder(tx, orderId, 'lock')
    if (order?.workspace_id === workspaceId && order.provider_ref === id && order.status === 'processing')
      await closeOrder(platform, tx, { ...order, provider_ref: null }, 'declined')
  })
}

/** If it was paid in between, it is settled and becomes credit. */
export async function expireSession(platform: Platform, order: Order): Promise<void> {
  if (!order.provider_ref) return
  const path = `/checkout/sessions/${encodeURIComponent(order.provider_ref)}`
  const session = await readStripe(platform, path, {}, stripeSession)
  if (session.status === 'open') await postToStripe(platform, `${path}/expire`, {}, undefined, stripeSession)
  else await actOn(platform, session)
}
