import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { post } from '../payments/ledger.ts'
import type { Order, OrderDetail } from './order.ts'

/** Held credit and part payments become credit again. A job closes the provider's page. */
export async function closeOrder(
  platform: Platform,
  tx: Tx,
  order: Order,
  detail: Extract<OrderDetail, 'expired' | 'cancelled' | 'declined' | 'other_currency'>,
): Promise<void> {
  const { id: order_id, workspace_id, currency } = order
  const { received } = order
  const held = order.credit_used + received
  await post(platform, tx, {
    kind: 'release',
    key: `release:${order_id}`,
    currency,
    entries: [
      { owner: workspace_id, kind: 'order_held', amount: -held },
      { owner: workspace_id, kind: 'user_credit', amount: held },
    ],
  })
  await sql`update orders set status = 'failed', status_detail = ${detail}, failed_at = ${platform.clock.now()}, credit_used = 0, received = 0
    where id = ${order_id}`.execute(tx)
  Object.assign(order, { status: 'failed', status_detail: detail, credit_used: 0, received: 0 })
  if (order.provider_ref)
    await platform.jobs.enqueue(tx, { kind: 'close payment', key: `close payment ${order_id}`, payload: { order_id } })
  if (received > 0)
    await platform.jobs.emit(tx, 'payment.credited', {
      workspace_id,
      order_id,
      amount: received,
      currency,
      why: 'late',
    })
  await platform.jobs.emit(tx, 'order.failed', { workspace_id, order_id, detail })
}
