import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { findOrder } from '../../orders/order.ts'
import { repriceOrder } from '../../orders/reprice-order.ts'
import { settleByCredit, settleOrderIn } from '../../payments/settle-order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'

/** Money that Stripe took for an order, as Stripe tells it when asked. */
export type Charge = {
  /** An invoice, or the payment of an order that was paid once. */
  reference: string
  amount: number
  currency: string
  paidAt: Date
  customer?: string | undefined
  subscription?: string | undefined
}

/**
 * Leads a charge to its order. Stripe counts a first period by the second: what it calls paid is what the order costs.
 * @param workspaceId whose customer paid: another workspace's order is never touched
 */
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
    // Credit paid everything, and Stripe was only told of the card.
    if (!subscription || !(await settleByCredit(platform, tx, order, subscription))) return
    await sql`update subscriptions set provider_customer = ${customer ?? null}, provider_subscription = ${at ?? null}
      where workspace_id = ${workspaceId}`.execute(tx)
  })
}
