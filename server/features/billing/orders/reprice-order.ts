import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Order } from './order.ts'

/** Sets `due` (smallest unit) as prorated by the provider while nothing is paid. Hold the subscription lock. */
export async function repriceOrder(tx: Tx, order: Order, due: number): Promise<void> {
  if (order.status !== 'processing' || order.received > 0) return
  const amount = due + order.credit_used
  const list = amount + order.discount + order.unused_value
  if (amount === order.amount) return
  await sql`update orders set amount = ${amount}, list_amount = ${list} where id = ${order.id}`.execute(tx)
  Object.assign(order, { amount, list_amount: list })
}
