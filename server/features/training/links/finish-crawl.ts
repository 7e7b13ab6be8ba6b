import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { failSource } from '../processing/fail-source.ts'
import { offerVersions } from '../knowledge/publish-version.ts'
import { type SourceTask, watchLater } from '../processing/start-processing.ts'
import { type Link, lockLink, missingPages, publishCrawl, type Row, rowsOf } from './publish-crawl.ts'
import { stopSteps } from './start-crawl.ts'

/** All pages go live together; with none read, the crawl failed. */
export async function finishCrawl(platform: Platform, task: SourceTask): Promise<void> {
  const failed = await platform.db.asService(task.workspace_id, async tx => {
    const link = await lockLink(tx, task)
    if (link?.status !== 'processing') return undefined
    const all = await rowsOf(tx, task)
    const rows = all.filter(row => row.kind === 'page')
    if (!rows.some(row => row.page_id)) return reasonFor(link, all)
    if (await changesNothing(tx, task, link, rows)) await publishCrawl(platform, tx, task)
    else await offer(platform, tx, task)
    return undefined
  })
  if (failed) await failSource(platform, task, failed)
}

async function offer(platform: Platform, tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id, version } = task
  await sql`update sources set progress = 99 where workspace_id = ${workspaceId} and id = ${source_id}`.execute(tx)
  await stopSteps(tx, source_id)
  await watchLater(platform, tx, task, 'first')
  await offerVersions(platform, tx, workspaceId, [{ source_id, version }])
}

async function changesNothing(tx: Tx, task: SourceTask, link: Link, rows: Row[]): Promise<boolean> {
  if (rows.some(row => row.state === 'read' && row.page_id)) return false
  if (link.link_mode === 'page') return true
  return !(await missingPages(tx, task, rows)).some(page => page.status === 'processed')
}

function reasonFor(link: Link, rows: Row[]): ErrorCode {
  if (
    link.link_mode === 'sitemap' &&
    rows.every(row => row.state !== 'failed' || row.reason === 'training.page_missing')
  )
    return 'training.sitemap_empty'
  return rows.find(row => row.reason)?.reason ?? 'training.page_empty'
}
