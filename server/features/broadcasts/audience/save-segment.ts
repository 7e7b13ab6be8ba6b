import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Of `broadcasts`: confirmed by an admin, and not everybody it is meant for is copied yet. */
const isToBePlanned = sql`(status in ('scheduled', 'planning') or (status = 'paused' and planned_at is null))`

/** A group to which something is still to be planned stays. Who is planned already is copied. @throws segment.in_use */
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
 * Whom an admin confirmed it for is whom it goes to: that group stays as it is until they are copied, and a draft is counted anew.
 * @throws segment.in_use
 */
export async function saveDefinition(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, segment_id: id }: EventCatalogue['segment.changed'],
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} and audience ->> 'segment_id' = ${id}`
  // First: who starts one this moment is waited for, and found by what is asked then.
  await sql`update broadcasts set preview = null, preview_id = null, preview_at = null where ${theirs} and status = 'draft'`.execute(
    tx,
  )
  const { rows } = await sql`select 1 from broadcasts where ${theirs} and ${isToBePlanned} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('segment.in_use')
}
