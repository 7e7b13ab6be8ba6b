import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { addAddresses, deleteFrontier, type NewAddress } from './frontier.ts'

export type LinkToCrawl = { id: string; version: number; url: string; link_mode: LinkMode }

const maxSilence = minutes(10)
/** A slow website's crawl ends after this, plus so much per page. */
const maxCrawl = minutes(5)
const maxCrawlPerPage = seconds(20)

/** until: ISO 8601; the crawl then ends with what it has. */
export type CrawlTask = SourceTask & { until?: string }

/** In the transaction that marks the source as processing. */
export async function startCrawl(platform: Platform, tx: Tx, workspaceId: string, link: LinkToCrawl): Promise<void> {
  const { rows } = await sql<{ link_limit: number | null }>`select link_limit from sources
    where workspace_id = ${workspaceId} and id = ${link.id}`.execute(tx)
  const pages = link.link_mode === 'page' ? 0 : (rows[0]?.link_limit ?? 0)
  const until = after(platform.clock.now(), maxCrawl + pages * maxCrawlPerPage).toISOString()
  const task: CrawlTask = { workspace_id: workspaceId, source_id: link.id, version: link.version, until }
  await deleteFrontier(tx, workspaceId, link.id)
  await addAddresses(tx, task, [firstAddress(link)])
  await nextStep(platform, tx, task, platform.clock.now())
}

function firstAddress({ url, link_mode: mode }: LinkToCrawl): NewAddress {
  if (mode !== 'sitemap') return { url, kind: 'page', depth: 0 }
  return { url: isSitemap(url) ? url : `${new URL(url).origin}/sitemap.xml`, kind: 'sitemap', depth: 0 }
}

export function isSitemap(url: string): boolean {
  return /\.xml$/i.test(new URL(url).pathname)
}

export function stepKey(sourceId: string): string {
  return `fetch page:${sourceId}`
}

/** One page at a time; each step also postpones the watchdog. */
export async function nextStep(platform: Platform, tx: Tx, task: CrawlTask, runAt: Date): Promise<void> {
  const { source_id: sourceId } = task
  const payload = { ...task }
  await platform.jobs.enqueue(tx, { kind: 'fetch page', key: stepKey(sourceId), lane: sourceId, payload, runAt })
  const wonder = after(runAt, maxSilence)
  await platform.jobs.enqueue(tx, { kind: 'watch link', key: `watch link:${sourceId}`, payload, runAt: wonder })
}

/** Leftover jobs of a failed start would hold up the next crawl. */
export async function stopSteps(tx: Tx, sourceId: string): Promise<void> {
  await sql`delete from private.jobs where key in (${stepKey(sourceId)}, ${`watch link:${sourceId}`}) and worker is null`.execute(
    tx,
  )
}
