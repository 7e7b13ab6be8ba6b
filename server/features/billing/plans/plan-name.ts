import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/** What people call a plan: 'Pro', or as an operator has named a shop's own. */
export async function planName(tx: Tx, plan: string): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select name from plans where code = ${plan}`.execute(tx)
  return rows[0]?.name ?? plan.charAt(0).toUpperCase() + plan.slice(1)
}
