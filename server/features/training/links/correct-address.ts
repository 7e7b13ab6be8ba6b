import { sql } from 'kysely'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { linkAttempts, readAddress, removeFailedOf } from './add-link.ts'
import { claimAgain, restartCrawl } from './resync-source.ts'
import { sourceColumns } from '../processing/start-processing.ts'

/**
 * A link that failed is read at another address; it stays the same document.
 * @throws training.link_invalid, request.not_found, request.conflict if it has not failed, training.link_exists, usage.documents_reached
 */
export async function correctAddress(
  platform: Platform,
  caller: Caller,
  input: { id: string; url: string },
): Promise<Source> {
  const { workspaceId } = caller
  await limit(platform, `links:${workspaceId}`, linkAttempts)
  const url = readAddress(platform, input.url)
  return platform.db.asService(workspaceId, async tx => {
    const { status } = await lockLink(tx, workspaceId, input.id)
    if (status !== 'failed') throw failure('request.conflict')
    const { rows } = await sql<Source>`update sources set url = ${url}, title = ${url}
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${sourceColumns}`.execute(tx)
    const [source] = rows
    if (!source) throw failure('request.not_found')
    await claimAgain(platform, tx, workspaceId, source)
    await removeFailedOf(tx, workspaceId, source)
    return restartCrawl(platform, tx, workspaceId, source.id, caller.personId || null)
  })
}

async function lockLink(tx: Tx, workspaceId: string, id: string): Promise<Pick<Source, 'status'>> {
  const { rows } = await sql<Pick<Source, 'status'>>`select status from sources where workspace_id = ${workspaceId}
    and id = ${id} and kind = 'link' and parent_id is null and status <> 'removed' for update`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}
