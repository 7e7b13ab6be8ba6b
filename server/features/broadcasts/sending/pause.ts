import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export type PauseReason =
  | 'person'
  | 'channel'
  | 'cost_limit'
  | 'template'
  | 'plan'
  | 'ads'
  | 'refusals'
  | 'failures'
  | 'restored'

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

/** Waits for a new plan and for an admin to resume. */
export async function handleTrialOver(platform: Platform, tx: Tx, event: EventCatalogue['trial.ended']): Promise<void> {
  const { workspace_id: workspaceId } = event
  const { rows } = await sql<{ id: string }>`select id from broadcasts where workspace_id = ${workspaceId}
    and status in ('planning', 'running') order by id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'plan')
}

export async function handlePlanOver(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['subscription.changed'],
): Promise<void> {
  if (event.status === 'ended' || event.status === 'expired') await handleTrialOver(platform, tx, event)
}
