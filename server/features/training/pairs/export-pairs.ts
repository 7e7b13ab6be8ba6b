import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Pair } from './clean-pair.ts'
import { writeCsv } from './write-csv.ts'

/** CSV that `importPairs` reads back. */
export async function exportPairs(platform: Platform, caller: Caller): Promise<string> {
  const { rows } = await platform.db.asService(caller.workspaceId, async tx => {
    await recordInAuditLog(platform, tx, caller, 'pairs.exported', caller.workspaceId)
    return sql<Pair>`select title as question, answer from sources
      where workspace_id = ${caller.workspaceId} and kind = 'pair' and status <> 'removed' and live_version is not null and answer is not null order by created_at, id`.execute(
      tx,
    )
  })
  return writeCsv(rows, caller.language)
}
