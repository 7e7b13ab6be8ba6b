import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from '../../orders/close-order.ts'
import { findOrder, type Order } from '../../orders/order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { settleCharge } from './settle-charge.ts'
import { readStripe, postToStripe } from './stripe-api.ts'
import { stripeInvoice, type StripeSession, stripeSession } from './stripe-objects.ts'
import { workspaceOfCustomer } from './stripe-customer.ts'

/** Looks at a page of Stripe's as it is now, and acts on that: whoever told of it, however often and in whatever order. */
export async function takeSession(platform: Platform, id: string): Promise<void> {
  await actOn(platform, await readStripe(platform, `/checkout/sessions/${encodeURIComponent(id)}`, {}, stripeSession))
}

/** The same for one that a list of Stripe's told. */
export async function actOn(platform: Platform, session: StripeSession): Promise<void> {
  const orderId = session.metadata?.['order_id']
  const workspaceId = session.customer && (await workspaceOfCustomer(platform, session.customer))
  if (!orderId || !workspaceId) return
  const total = session.amount_total ?? 0
  const isFree = session.payment_status === 'no_payment_required' && total === 0
  if (session.status === 'complete' && (session.payment_status === 'paid' || isFree)) {
    // An answer that is not whole says nothing of a currency: Stripe is asked again.
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

/** When it was paid, and not when we heard of it: of two plans the one that was paid last is meant. */
async function paidAtOf(platform: Platform, invoice: string): Promise<Date> {
  const read = await readStripe(platform, `/invoices/${encodeURIComponent(invoice)}`, {}, stripeInvoice)
  return read.status_transitions?.paid_at ?? read.created
}

/** Nothing was paid by it and nothing will be. A renewal waits longer than its page: it gets another when somebody asks. */
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

/** The payment of a page that was complete already was refused in the end: Stripe said so, and only an event tells it. */
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

/** Closes a page that nobody is to pay by any more. One that was paid in between is settled, and becomes credit there. */
export async function expireSession(platform: Platform, order: Order): Promise<void> {
  if (!order.provider_ref) return
  const path = `/checkout/sessions/${encodeURIComponent(order.provider_ref)}`
  const session = await readStripe(platform, path, {}, stripeSession)
  if (session.status === 'open') await postToStripe(platform, `${path}/expire`, {}, undefined, stripeSession)
  else await actOn(platform, session)
}
