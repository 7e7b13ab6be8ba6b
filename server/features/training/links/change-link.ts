import { sql } from 'kysely'
import type { z } from 'zod'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedLink } from '#shared/contracts/training/training.api.ts'
import { correctAddress } from './correct-address.ts'
import { sourceColumns } from '../processing/start-processing.ts'

/** Changes its address, its schedule or both, as given. @throws what `correctAddress` throws, request.not_found */
export async function changeLink(
  platform: Platform,
  caller: Caller,
  { id, url, resync_days: every }: { id: string } & z.output<typeof changedLink>,
): Promise<Source> {
  const corrected = url === undefined ? undefined : await correctAddress(platform, caller, { id, url })
  if (corrected && every === undefined) return corrected
  return changeSchedule(platform, caller, { id, every: every ?? null })
}

/**
 * The next crawl is due `every` days after the last one; null: never.
 * @throws request.not_found
 */
async function changeSchedule(
  platform: Platform,
  { workspaceId }: Caller,
  { id, every }: { id: string; every: number | null },
): Promise<Source> {
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
