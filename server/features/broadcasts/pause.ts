import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'

/** Why it is paused: by a person, or by itself. */
export type PauseReason =
  | 'person'
  | 'channel'
  | 'cost_limit'
  | 'template'
  | 'ads'
  | 'refusals'
  | 'failures'
  | 'restored'

/** @returns whether it was at work */
export async function pause(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  reason: PauseReason,
): Promise<boolean> {
  const { rows } = await sql`update broadcasts set status = 'paused', reason = ${reason}
    where workspace_id = ${workspaceId} and id = ${id} and status in ('planning', 'running') returning id`.execute(tx)
  if (rows.length === 0) return false
  await platform.jobs.emit(tx, 'broadcast.paused', { workspace_id: workspaceId, broadcast_id: id, reason })
  return true
}
