import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'

/** So many of a workspace are at work at one time. */
export const mostRunning = 3

/** How many are; whoever begins one more holds them all, so that two at once do not pass the most. */
export async function countRunning(tx: Tx, workspaceId: string): Promise<number> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } = await sql<{ running: number }>`select count(*)::int as running from broadcasts
    where workspace_id = ${workspaceId} and status in ('planning', 'running', 'paused')`.execute(tx)
  return rows[0]?.running ?? 0
}
