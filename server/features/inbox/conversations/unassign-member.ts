import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export async function unassignMember(
  _: Platform,
  tx: Tx,
  { workspace_id: workspaceId, person_id: personId }: { workspace_id: string; person_id: string | null },
): Promise<void> {
  if (!personId) return
  await sql`update conversations set assignee_id = null where workspace_id = ${workspaceId} and id in (
      select id from conversations where workspace_id = ${workspaceId} and assignee_id = ${personId} order by id for no key update)`.execute(
    tx,
  )
}
