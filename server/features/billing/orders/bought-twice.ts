import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Evidence } from './evidence.ts'
import type { Order } from './order.ts'
import { partsOfOrder } from '../credit/refunded-parts.ts'
import { approve, findRefund } from '../refunds/refund.ts'
import { isPaid, type Subscription } from './subscription-lock.ts'

/** Two self-renewing pages were paid in two tabs: the plan paid last wins, whichever is reported first. Returns the losing order. */
export async function earlierTwin(
  tx: Tx,
  order: Order,
  subscription: Subscription | undefined,
  { provider, paidAt }: Evidence,
): Promise<Order | undefined> {
  const at = provider?.subscription
  if (order.kind !== 'first' || !at || !isPaid(subscription) || subscription.method !== order.method) return undefined
  const { workspace_id: id, provider_subscription: running, period_start: begun } = subscription
  if (!running || running === at) return undefined
  // A later payment for the running plan shows that it is the intended one.
  const { rows } = await sql<Order & { paid_at: Date }>`select o.*, p.paid_at from orders o
    join private.payments p on p.order_id = o.id and p.went_to = 'order'
    where o.workspace_id = ${id} and o.status = 'success' and o.kind <> 'extra' and o.settled_at >= ${begun}
    order by o.settled_at desc, o.id desc limit 1`.execute(tx)
  const [twin] = rows
  if (twin?.kind !== 'first' || twin.method !== order.method) return undefined
  const [earlier, later] = [twin.paid_at.getTime(), paidAt.getTime()]
  return earlier < later || (earlier === later && twin.id < order.id) ? twin : undefined
}

/** Refunds it in full unasked, unless a bank is already taking it back. */
export async function giveBackTwin(platform: Platform, tx: Tx, twin: Order): Promise<void> {
  const { workspace_id, id: order_id } = twin
  await platform.jobs.emit(tx, 'payment.odd', { workspace_id, order_id, what: 'bought_twice' })
  const id = newId()
  const amount = twin.amount - twin.credited - (await partsOfOrder(tx, twin.id))
  const { rows } =
    await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, usage_ratio, requested_at)
    select ${id}, ${twin.workspace_id}, ${twin.id}, ${amount}, ${twin.currency}, 'auto', 'requested', 0, ${platform.clock.now()}
    where not exists (select from private.payment_disputes where order_id = ${twin.id} and closed_at is null)
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) await approve(platform, tx, await findRefund(tx, id), null)
}
