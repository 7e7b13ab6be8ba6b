import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** A group to which something is still to be planned stays. Who is planned already is copied. @throws segment.in_use */
export async function keepSegment(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, segment_id: id }: EventCatalogue['segment.removed'],
): Promise<void> {
  const { rows } = await sql`select 1 from broadcasts where workspace_id = ${workspaceId}
    and status in ('draft', 'scheduled', 'planning') and audience ->> 'segment_id' = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('segment.in_use')
}
