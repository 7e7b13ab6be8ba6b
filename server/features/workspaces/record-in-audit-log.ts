import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Writes to the workspace's audit log, in the caller's transaction. A null actor is a command or the program itself. */
export async function recordInAuditLog(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: Pick<Caller, 'workspaceId'> & { personId: string | null },
  action: string,
  target: string,
  meta: object = {},
): Promise<void> {
  await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
    values (${newId()}, ${workspaceId}, ${personId}, ${action}, ${target}, ${JSON.stringify(meta)}::jsonb, ${platform.clock.now()})`.execute(
    tx,
  )
}
