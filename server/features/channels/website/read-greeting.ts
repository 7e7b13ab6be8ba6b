import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'

/** The owner's own greeting for the website, empty where the usual one stands. */
export async function readGreeting(tx: Tx, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ greeting: string | null }>`select greeting from bot_settings
    where workspace_id = ${workspaceId}`.execute(tx)
  return rows[0]?.greeting ?? ''
}
