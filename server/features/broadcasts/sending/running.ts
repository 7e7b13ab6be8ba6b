import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/** So many of a workspace are at work at one time. */
export const maxRunning = 3
/** So many wait for their hour, or for a place. */
export const maxScheduled = 20

/** Of `broadcasts`: at work. What is paused keeps its place. */
export const isRunning = sql`status in ('planning', 'running', 'paused')`

/** How many are; whoever begins one more holds them all, so that two at once do not pass the most. */
export function countRunning(tx: Tx, workspaceId: string): Promise<number> {
  return count(tx, workspaceId, isRunning)
}

/** How many have an hour that was confirmed. Holds them all, as above. */
export function countScheduled(tx: Tx, workspaceId: string): Promise<number> {
  return count(tx, workspaceId, sql`status = 'scheduled'`)
}

async function count(tx: Tx, workspaceId: string, counted: RawBuilder<unknown>): Promise<number> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from broadcasts
    where workspace_id = ${workspaceId} and ${counted}`.execute(tx)
  return rows[0]?.n ?? 0
}
