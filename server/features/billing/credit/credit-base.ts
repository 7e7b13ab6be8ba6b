import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Link } from '../plans/chain.ts'

/** Marks this much of a chain's orders, latest first, as turned into credit, so that it is not refunded again. */
export async function creditBase(tx: Tx, chain: readonly Link[], amount: number): Promise<void> {
  let left = amount
  for (const { id, amount: paid, credited, ended_at } of chain.toReversed()) {
    const here = Math.min(left, paid - credited)
    if (ended_at || here <= 0) continue
    await sql`update orders set credited = credited + ${here} where id = ${id}`.execute(tx)
    left -= here
  }
}

export async function creditRenewals(
  tx: Tx,
  chain: readonly Link[],
  { from, amount, at }: { from: Date; amount: number; at: Date },
): Promise<void> {
  const beyond = chain.filter(({ kind, period_start }) => kind === 'renewal' && period_start >= from)
  await creditBase(tx, beyond, amount)
  for (const { id } of beyond) await sql`update orders set ended_at = ${at} where id = ${id}`.execute(tx)
}
