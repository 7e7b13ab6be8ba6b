import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from '../orders/close-order.ts'
import type { Evidence } from '../orders/evidence.ts'
import type { Order } from '../orders/order.ts'

/** Keeps other currencies out of the books: the order ends, the money goes back. Idempotent. Hold the subscription lock. */
export async function refusePayment(platform: Platform, tx: Tx, order: Order, evidence: Evidence): Promise<void> {
  const { id: order_id, workspace_id, method } = order
  const { reference, amount, currency, provider } = evidence
  const id = newId()
  const { rows } =
    await sql`insert into private.refused_payments (id, method, reference, order_id, workspace_id, amount, currency, subscription, reported_at)
      values (${id}, ${method}, ${reference}, ${order_id}, ${workspace_id}, ${amount}, ${currency}, ${provider?.subscription ?? null}, ${platform.clock.now()})
      on conflict (method, reference) do nothing returning id`.execute(tx)
  if (rows.length === 0) return
  platform.log.error({ order: order_id, reference, currency }, 'A payment came in another currency than its order')
  if (order.status === 'processing') await closeOrder(platform, tx, order, 'other_currency')
  await platform.jobs.emit(tx, 'payment.odd', { workspace_id, order_id, what: 'other_currency' })
  await platform.jobs.enqueue(tx, {
    kind: 'return refused payment',
    key: `return refused payment ${id}`,
    payload: { refused_id: id },
  })
}
