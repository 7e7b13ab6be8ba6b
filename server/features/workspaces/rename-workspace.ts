import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'
import type { workspaceBody } from '#shared/contracts/workspaces.api.ts'

export async function renameWorkspace(
  platform: Platform,
  caller: Caller,
  { name }: z.output<typeof workspaceBody>,
): Promise<{ id: string; name: string }> {
  const { workspaceId: id } = caller
  await platform.db.asService(id, async tx => {
    // Named by a person now, be it as the first title was.
    await sql`update workspaces set name = ${name}, first_version = greatest(first_version, 1) where id = ${id}`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'workspace.renamed', id, { name })
  })
  return { id, name }
}
