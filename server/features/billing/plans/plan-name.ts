import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { PlanCode } from '#shared/words.ts'

export async function planName(tx: Tx, plan: PlanCode): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select name from plans where code = ${plan}`.execute(tx)
  return rows[0]?.name ?? plan.charAt(0).toUpperCase() + plan.slice(1)
}
