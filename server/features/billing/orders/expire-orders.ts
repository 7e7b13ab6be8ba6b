import { sql } from 'kysely'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from './close-order.ts'
import { allMethods, methodOf } from '../methods.ts'
import { findOrder } from './order.ts'
import { lockSubscription } from './subscription-lock.ts'

const atOnce = 200

/** Money that comes later still finds them (`settleOrder`). */
export async function expireOrders(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ id: string; workspace_id: string }>(
    sql`select id, workspace_id from orders where status = 'processing' and expires_at <= ${now} order by expires_at limit ${atOnce}`,
  )
  await forEachLogged(platform, 'expire orders', due, ({ id, workspace_id }) =>
    platform.db.asService(workspace_id, async tx => {
      await lockSubscription(tx, workspace_id)
      const order = await findOrder(tx, id, 'lock')
      if (order?.status === 'processing' && order.expires_at <= now) await closeOrder(platform, tx, order, 'expired')
    }),
  )
}

/** Polls for open orders and pending refunds, because a notification may be lost. */
export async function pollOrders(platform: Platform): Promise<void> {
  const kinds = allMethods().flatMap(method => (method.poll && method.isSetUp(platform.config) ? [method.kind] : []))
  if (kinds.length === 0) return
  const waiting = await platform.db.readAsService<{ id: string }>(
    sql`select id from orders where method = any (${kinds}::text[]) and provider_ref is not null and ${waits}
      order by row_number() over (partition by workspace_id order by created_at desc), created_at desc limit ${atOnce}`,
  )
  await platform.db.asService(null, async tx => {
    for (const { id } of waiting)
      await platform.jobs.enqueue(tx, { kind: 'poll payment', key: `poll payment ${id}`, payload: { order_id: id } })
  })
}

const waits = sql`(status = 'processing' or exists (select from refunds r where r.order_id = orders.id and r.status = 'sent'))`

export async function pollPayment(platform: Platform, { order_id: id }: { order_id: string }): Promise<void> {
  const order = await platform.db.asService(null, async tx => {
    const { rows } = await sql`select 1 from orders where id = ${id} and ${waits}`.execute(tx)
    return rows.length > 0 ? findOrder(tx, id) : undefined
  })
  if (order) await methodOf(order.method).poll?.(platform, order)
}

export async function closePayment(platform: Platform, { order_id: id }: { order_id: string }): Promise<void> {
  const order = await platform.db.asService(null, tx => findOrder(tx, id))
  if (order?.status === 'failed') await methodOf(order.method).close?.(platform, order)
}
