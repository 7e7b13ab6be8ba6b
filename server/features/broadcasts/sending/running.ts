import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

export const maxRunning = 3
export const maxScheduled = 20

/** Paused broadcasts keep their place. */
export const isRunning = sql`status in ('planning', 'running', 'paused')`

/** Locks them, so that two started at once do not exceed the limit. */
export function countRunning(tx: Tx, workspaceId: string): Promise<number> {
  return count(tx, workspaceId, isRunning)
}

export function countScheduled(tx: Tx, workspaceId: string): Promise<number> {
  return count(tx, workspaceId, sql`status = 'scheduled'`)
}

async function count(tx: Tx, workspaceId: string, counted: RawBuilder<unknown>): Promise<number> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from broadcasts
    where workspace_id = ${workspaceId} and ${counted}`.execute(tx)
  return rows[0]?.n ?? 0
}
