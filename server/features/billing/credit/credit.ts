import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type HouseAccount, post } from '../payments/ledger.ts'
import type { Order } from '../orders/order.ts'

type Credit = {
  key: string
  amount: number
  from: 'order_held' | Extract<HouseAccount, 'sales'>
  /** ended: paid time that a refund cancelled */
  why: 'surplus' | 'duplicate' | 'late' | 'unused' | 'ended'
}

/** Turns surplus money into the workspace's credit and notifies it. Does nothing for 0. */
export async function toCredit(platform: Platform, tx: Tx, order: Order, credit: Credit): Promise<void> {
  const { workspace_id: owner, id: order_id, currency } = order
  const { amount, from, key, why } = credit
  if (amount <= 0) return
  const taken =
    from === 'order_held' ? ({ owner, kind: from, amount: -amount } as const) : { kind: from, amount: -amount }
  const posted = await post(platform, tx, {
    kind: why === 'ended' ? 'credit unused' : `credit ${why}`,
    key,
    currency,
    meta: { order_id },
    entries: [taken, { owner, kind: 'user_credit', amount }],
  })
  if (posted && why !== 'unused')
    await platform.jobs.emit(tx, 'payment.credited', { workspace_id: owner, order_id, amount, currency, why })
}
