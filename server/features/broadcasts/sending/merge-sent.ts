import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** What either contact got counts for both, so nobody gets it twice. */
export async function mergeSent(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: id, into }: EventCatalogue['contact.joined'],
): Promise<void> {
  await sql`update private.send_marks set contact_id = ${into} where workspace_id = ${workspaceId} and contact_id = ${id}`.execute(
    tx,
  )
  await sql`update private.sequence_runs set contact_id = ${into} where workspace_id = ${workspaceId} and contact_id = ${id}`.execute(
    tx,
  )
  await sql`update private.broadcast_recipients set contact_id = ${into} where workspace_id = ${workspaceId} and contact_id = ${id}
    and state in ('queued', 'sent', 'delivered', 'read', 'unsure')`.execute(tx)
}
