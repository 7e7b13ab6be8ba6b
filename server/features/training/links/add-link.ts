import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { reserveOrRefuse } from '#features/usage/reserve.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { typedAddress } from './page-address.ts'
import { isSitemap, type LinkToCrawl, startCrawl } from './start-crawl.ts'
import type { newLink } from '#shared/contracts/training/training.api.ts'
import { sourceColumns } from '../processing/start-processing.ts'

export const linkAttempts = { max: 60, windowMs: minutes(10) }
const MAX_PAGES = 500
const WEEKLY = 7

/**
 * Counts as one document; the plan limits its pages.
 * @throws training.link_invalid, training.link_exists, usage.documents_reached
 */
export async function addLink(platform: Platform, caller: Caller, input: z.output<typeof newLink>): Promise<Source> {
  const { workspaceId } = caller
  await limit(platform, `links:${workspaceId}`, linkAttempts)
  const url = readAddress(platform, input.url)
  const mode = input.mode ?? modeFor(url, input.depth)
  const depth = mode === 'site' ? (input.depth ?? 2) : 0
  const resyncDays = input.resync_days === undefined ? WEEKLY : input.resync_days
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const maxPages = Math.min(input.limit ?? MAX_PAGES, await pagesOfPlan(tx, workspaceId))
    const { rows } = await sql<Source & LinkToCrawl>`
      insert into sources (id, workspace_id, kind, title, url, status, link_mode, link_depth, link_limit, resync_days, created_by, created_at)
      values (${newId()}, ${workspaceId}, 'link', ${url}, ${url}, 'processing', ${mode}, ${depth}, ${maxPages}, ${resyncDays}, ${caller.personId}, ${now})
      on conflict (workspace_id, url) where kind = 'link' and parent_id is null and status in ('processing', 'waiting', 'processed') do nothing
      returning ${sourceColumns}`.execute(tx)
    const [source] = rows
    if (!source) throw failure('training.link_exists', { source_id: await sameLink(tx, workspaceId, url) })
    await reserveOrRefuse(platform, tx, workspaceId, 'documents')
    await removeFailedOf(tx, workspaceId, source)
    await platform.jobs.emit(tx, 'source.added', { workspace_id: workspaceId, source_id: source.id })
    await startCrawl(platform, tx, workspaceId, source)
    return source
  })
}

/** @throws training.link_invalid */
export function readAddress(platform: Platform, typed: string): string {
  const url = typedAddress(typed)
  if (!url || !platform.outside.mayCall(url)) throw failure('training.link_invalid')
  return url
}

/** The same page, also as http or with www: nobody wants to see that it failed. */
export async function removeFailedOf(
  tx: Tx,
  workspaceId: string,
  { id, url }: Pick<Source, 'id' | 'url'>,
): Promise<void> {
  const page = (address: RawBuilder<unknown>) => sql`regexp_replace(${address}, '^https?://(www\\.)?|/+$', '', 'g')`
  await sql`update sources set status = 'removed' where workspace_id = ${workspaceId} and kind = 'link' and parent_id is null
    and ${page(sql`url`)} = ${page(sql`${url}::text`)} and status = 'failed' and id <> ${id}`.execute(tx)
}

export function modeFor(url: string, depth: number | null | undefined): LinkMode {
  if (isSitemap(url)) return 'sitemap'
  return depth ? 'site' : 'page'
}

async function pagesOfPlan(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{
    crawl_pages: number
  }>`select p.crawl_pages from subscriptions s join plans p on p.code = s.plan
    where s.workspace_id = ${workspaceId}`.execute(tx)
  return Math.max(1, Math.min(rows[0]?.crawl_pages ?? MAX_PAGES, MAX_PAGES))
}

async function sameLink(tx: Tx, workspaceId: string, url: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from sources where workspace_id = ${workspaceId} and kind = 'link'
    and parent_id is null and url = ${url} and status in ('processing', 'waiting', 'processed')`.execute(tx)
  return rows[0]?.id
}
