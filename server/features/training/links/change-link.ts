import { sql } from 'kysely'
import type { z } from 'zod'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedLink } from '#shared/contracts/training/training.api.ts'
import { sourceColumns } from '../processing/start-processing.ts'

/**
 * Counted from the last crawl.
 * @throws request.not_found
 */
export async function changeLink(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof changedLink>,
): Promise<Source> {
  const { workspaceId } = caller
  const { id, resync_days: every } = input
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Source>`update sources set resync_days = ${every},
        resync_at = case when status = 'processed' and ${every}::int is not null
          then greatest(${now}::timestamptz, coalesce(synced_at, ${now}::timestamptz) + ${every}::int * interval '1 day') end
      where workspace_id = ${workspaceId} and id = ${id} and kind = 'link' and parent_id is null and status <> 'removed'
      returning ${sourceColumns}`.execute(tx)
    const [source] = rows
    if (!source) throw failure('request.not_found')
    return source
  })
}
