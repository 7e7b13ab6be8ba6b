import { sql } from 'kysely'
import { reserveOrRefuse } from '#features/usage/reserve.ts'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { dropNewVersion } from '../knowledge/drop-new-version.ts'
import { type LinkToCrawl, startCrawl } from './start-crawl.ts'
import { sourceColumns } from '../processing/start-processing.ts'

const RESYNCS = { max: 30, windowMs: minutes(10) }

/**
 * Leaves a running crawl alone.
 * @throws request.not_found for no link; usage.documents_reached
 */
export async function resyncSource(platform: Platform, caller: Caller, input: { id: string }): Promise<Source> {
  const { workspaceId } = caller
  await limit(platform, `looks:${workspaceId}`, RESYNCS)
  return platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql<Source>`select ${sourceColumns} from sources where workspace_id = ${workspaceId} and id = ${input.id}
      and kind = 'link' and parent_id is null and status <> 'removed' for update`.execute(tx)
    const [source] = rows
    if (!source) throw failure('request.not_found')
    if (source.status === 'processing') return source
    if (source.status === 'waiting')
      await dropNewVersion(platform, tx, { workspace_id: workspaceId, source_id: source.id, version: source.version })
    if (source.status === 'failed') await claimAgain(platform, tx, workspaceId, source)
    return restartCrawl(platform, tx, workspaceId, source.id, caller.personId || null)
  })
}

/** @throws request.not_found, training.link_exists. The transaction holds the source's row. `by` null: the schedule */
export async function restartCrawl(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
  by: string | null,
): Promise<Source> {
  const { rows } =
    await sql<Source>`update sources set status = 'processing', version = version + 1, progress = 0, reason = null,
      changed_by = ${by}, pages_found = 0, pages_read = 0, pages_failed = 0, resync_at = null
    where workspace_id = ${workspaceId} and id = ${id} returning ${sourceColumns}`
      .execute(tx)
      .catch((error: unknown) => {
        // Two at once with one address: the first gets it.
        throw (error as { code?: string }).code === '23505' ? failure('training.link_exists') : error
      })
  const [source] = rows
  if (!source) throw failure('request.not_found')
  await startCrawl(platform, tx, workspaceId, source as Source & LinkToCrawl)
  return source
}

/** @throws training.link_exists, usage.documents_reached */
export async function claimAgain(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  source: Pick<Source, 'id' | 'url'>,
): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from sources where workspace_id = ${workspaceId} and kind = 'link' and parent_id is null
    and url = ${source.url} and id <> ${source.id} and status in ('processing', 'waiting', 'processed')`.execute(tx)
  if (rows[0]) throw failure('training.link_exists', { source_id: rows[0].id })
  await reserveOrRefuse(platform, tx, workspaceId, 'documents')
}
