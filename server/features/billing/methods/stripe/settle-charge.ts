import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { findOrder } from '../../orders/order.ts'
import { repriceOrder } from '../../orders/reprice-order.ts'
import { settleByCredit, settleOrderIn } from '../../payments/settle-order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'

export type Charge = {
  /** an invoice, or the payment of a one-time order */
  reference: string
  amount: number
  currency: string
  paidAt: Date
  customer?: string | undefined
  subscription?: string | undefined
}

/** Stripe's prorated amount becomes the order's price. `workspaceId`: no other workspace's order is touched. */
export async function settleCharge(
  platform: Platform,
  workspaceId: string,
  orderId: string,
  charge: Charge,
): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    const order = await findOrder(tx, orderId, 'lock')
    if (order?.workspace_id !== workspaceId || order.method !== 'stripe') return
    const { reference, amount, paidAt, customer, subscription: at } = charge
    const provider = { ...(customer ? { customer } : {}), ...(at ? { subscription: at } : {}) }
    const currency = charge.currency.toUpperCase()
    if (order.kind === 'first' && currency === order.currency) await repriceOrder(tx, order, amount)
    if (amount > 0) {
      await settleOrderIn(platform, tx, orderId, { reference, amount, currency, paidAt, provider })
      return
    }
    // Credit paid everything; Stripe only stores the card.
    if (!subscription || !(await settleByCredit(platform, tx, order, subscription))) return
    await sql`update subscriptions set provider_customer = ${customer ?? null}, provider_subscription = ${at ?? null}
      where workspace_id = ${workspaceId}`.execute(tx)
  })
}
