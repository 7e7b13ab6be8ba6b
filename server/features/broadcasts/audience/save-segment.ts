import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

const isToBePlanned = sql`(status in ('scheduled', 'planning') or (status = 'paused' and planned_at is null))`

/** @throws segment.in_use */
export async function saveSegment(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, segment_id: id }: EventCatalogue['segment.removed'],
): Promise<void> {
  const { rows } = await sql`select 1 from broadcasts where workspace_id = ${workspaceId}
    and (status = 'draft' or ${isToBePlanned}) and audience ->> 'segment_id' = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('segment.in_use')
}

/**
 * A group stays as it was confirmed until its recipients are copied.
 * @throws segment.in_use
 */
export async function saveDefinition(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, segment_id: id }: EventCatalogue['segment.changed'],
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} and audience ->> 'segment_id' = ${id}`
  // First, to wait for a broadcast that is being started.
  await sql`update broadcasts set preview = null, preview_id = null, preview_at = null where ${theirs} and status = 'draft'`.execute(
    tx,
  )
  const { rows } = await sql`select 1 from broadcasts where ${theirs} and ${isToBePlanned} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('segment.in_use')
}
