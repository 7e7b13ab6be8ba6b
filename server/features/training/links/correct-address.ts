import { sql } from 'kysely'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { linkAttempts, modeFor, readAddress, removeFailedOf } from './add-link.ts'
import { claimAgain, restartCrawl } from './resync-source.ts'
import { isSitemap } from './start-crawl.ts'
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
    const link = await lockLink(tx, workspaceId, input.id)
    if (link.status !== 'failed') throw failure('request.conflict')
    const mode = modeAt(url, link)
    const depth = mode === 'site' ? link.link_depth : 0
    const { rows } =
      await sql<Source>`update sources set url = ${url}, title = ${url}, link_mode = ${mode}, link_depth = ${depth}
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${sourceColumns}`.execute(tx)
    const [source] = rows
    if (!source) throw failure('request.not_found')
    await claimAgain(platform, tx, workspaceId, source)
    await removeFailedOf(tx, workspaceId, source)
    return restartCrawl(platform, tx, workspaceId, source.id, caller.personId || null)
  })
}

type FailedLink = { status: Source['status']; url: string; link_mode: LinkMode; link_depth: number }

/** As chosen, unless one address is a sitemap's and the other a page's. */
function modeAt(url: string, before: FailedLink): LinkMode {
  return isSitemap(url) === isSitemap(before.url) ? before.link_mode : modeFor(url, before.link_depth)
}

async function lockLink(tx: Tx, workspaceId: string, id: string): Promise<FailedLink> {
  const { rows } = await sql<FailedLink>`select status, url, link_mode, link_depth from sources
    where workspace_id = ${workspaceId} and id = ${id} and kind = 'link' and parent_id is null and status <> 'removed'
      and url is not null and link_mode is not null and link_depth is not null for update`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}
