import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/** Partial refunds by the provider, in the currency's smallest unit. */
export async function partsOfOrder(tx: Tx, orderId: string): Promise<number> {
  return sumOf(tx, sql`order_id = ${orderId} and payment_id is null`)
}

export async function partsOfPayment(tx: Tx, paymentId: string): Promise<number> {
  return sumOf(tx, sql`payment_id = ${paymentId}`)
}

async function sumOf(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::bigint as sum from refunds
    where part and status in ('sent', 'succeeded') and ${which}`.execute(tx)
  return rows[0]?.sum ?? 0
}
