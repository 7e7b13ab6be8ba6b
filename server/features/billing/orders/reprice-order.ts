import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Order } from './order.ts'

/**
 * A provider that counts the days of a first period by its own clock says what an open order costs, while nothing of it is
 * paid. Hold the subscription lock.
 * @param due what is to be paid there, in the currency's smallest coin
 */
export async function repriceOrder(tx: Tx, order: Order, due: number): Promise<void> {
  if (order.status !== 'processing' || order.received > 0) return
  const amount = due + order.credit_used
  const list = amount + order.discount + order.unused_value
  if (amount === order.amount) return
  await sql`update orders set amount = ${amount}, list_amount = ${list} where id = ${order.id}`.execute(tx)
  Object.assign(order, { amount, list_amount: list })
}
