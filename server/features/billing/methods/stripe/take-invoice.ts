import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from '../../orders/close-order.ts'
import { openOrderOf } from '../../orders/open-order.ts'
import { dueOf } from '../../orders/order-due.ts'
import { findOrder, type Order } from '../../orders/order.ts'
import { repriceOrder } from '../../orders/reprice-order.ts'
import { settleOrderIn } from '../../payments/settle-order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { writeRenewal } from '../../plans/write-renewal.ts'
import { settleCharge } from './settle-charge.ts'
import { stripeMethod } from './stripe.ts'
import type { StripeInvoice } from './stripe-objects.ts'

/** Matches a subscription's paid invoice to its first order, or to a new renewal order. */
export async function takeInvoice(platform: Platform, workspaceId: string, invoice: StripeInvoice): Promise<void> {
  const { subscription_details: about } = invoice.parent ?? {}
  const firstOrder = about?.metadata?.['order_id']
  if (invoice.status !== 'paid' || !about?.subscription || !firstOrder) return
  const charge = {
    reference: invoice.id,
    amount: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: invoice.status_transitions?.paid_at ?? invoice.created,
    customer: invoice.customer,
    subscription: about.subscription,
  }
  if (invoice.billing_reason === 'subscription_create') return settleCharge(platform, workspaceId, firstOrder, charge)
  if (charge.amount === 0) return
  await platform.db.asService(workspaceId, async tx => {
    const order = await renewalFor(platform, tx, workspaceId, { firstOrder, ...charge })
    if (!order) return
    const { reference, amount, currency, paidAt, customer, subscription } = charge
    const evidence = { reference, amount, currency: currency.toUpperCase(), paidAt }
    const provider = { subscription, ...(customer ? { customer } : {}) }
    await settleOrderIn(platform, tx, order.id, { ...evidence, provider })
  })
}

type Renewing = { firstOrder: string; reference: string; amount: number; currency: string; subscription: string }

/** Undefined if known; the first order if there is nothing to renew, which makes the money credit. */
async function renewalFor(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  { firstOrder, reference, amount, currency, subscription: at }: Renewing,
): Promise<Order | undefined> {
  const subscription = await lockSubscription(tx, workspaceId)
  const known = await sql`select 1 from private.payments where method = 'stripe' and reference = ${reference}`.execute(
    tx,
  )
  const first = await findOrder(tx, firstOrder)
  if (known.rows.length > 0 || !subscription || first?.workspace_id !== workspaceId) return undefined
  // Money from a subscription that is no longer the plan's renews nothing.
  if (subscription.provider_subscription !== at) return first
  // Another currency is refused; the pending renewal can be paid otherwise.
  if (currency.toUpperCase() !== first.currency) return first
  const open = await openOrderOf(tx, workspaceId, 'renewal')
  if (open && open.method !== 'stripe') await closeOrder(platform, tx, open, 'cancelled')
  const order =
    open?.method === 'stripe' && open.status === 'processing'
      ? open
      : await writeRenewal(platform, tx, subscription, {
          method: stripeMethod,
          currency: first.currency,
          createdBy: null,
        })
  // Stripe's own customer balance may have paid a part.
  if (order && dueOf(order) > amount) await repriceOrder(tx, order, amount)
  return order ?? first
}
