import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkMode } from '#shared/contracts/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { failSource } from '../fail-source.ts'
import { showVersion } from '../keep-passages.ts'
import { bumpKnowledge } from '../knowledge-version.ts'
import type { SourceTask } from '../start-processing.ts'
import { forgetLooks } from './frontier.ts'
import { stopSteps } from './start-look.ts'

type Link = { title: string; url: string; link_mode: LinkMode; resync_days: number | null }
type Row = {
  url: string
  kind: 'sitemap' | 'page'
  state: 'read' | 'same' | 'failed' | 'gone' | 'waiting'
  page_id: string | null
  title: string | null
  reason: ErrorCode | null
}

/**
 * The end of a look: what is new or changed answers from here on, what is gone no longer does, all in one transaction. A page that
 * could not be read this time keeps its old version and says why. Nothing read at all: the look has failed.
 */
export async function finishLook(platform: Platform, task: SourceTask): Promise<void> {
  const failed = await platform.db.asService(task.workspace_id, async tx => {
    const link = await lockLink(tx, task)
    if (!link) return undefined
    const all = await rowsOf(tx, task)
    const rows = all.filter(row => row.kind === 'page')
    if (!rows.some(row => row.page_id)) return reasonFor(link, all)
    const changed = await showPages(platform, tx, task, rows)
    if (link.link_mode !== 'page') await showFailures(tx, platform, task, rows)
    const removed = link.link_mode === 'page' ? 0 : await dropMissing(tx, task, rows)
    await closeLink(platform, tx, task, link, rows, changed + removed > 0)
    return undefined
  })
  if (failed) await failSource(platform, task, failed)
}

async function lockLink(tx: Tx, task: SourceTask): Promise<Link | undefined> {
  const { rows } = await sql<Link>`select title, url, link_mode, resync_days from sources
    where workspace_id = ${task.workspace_id} and id = ${task.source_id} and version = ${task.version} and status = 'processing' for update`.execute(
    tx,
  )
  return rows[0]
}

async function rowsOf(tx: Tx, task: SourceTask): Promise<Row[]> {
  const { rows } = await sql<Row>`select url, kind, state, page_id, title, reason from private.crawl_pages
    where workspace_id = ${task.workspace_id} and source_id = ${task.source_id} and version = ${task.version} and state <> 'passed'
    order by depth, position`.execute(tx)
  return rows
}

function reasonFor(link: Link, rows: Row[]): ErrorCode {
  if (
    link.link_mode === 'sitemap' &&
    rows.every(row => row.state !== 'failed' || row.reason === 'training.page_missing')
  )
    return 'training.sitemap_empty'
  return rows.find(row => row.reason)?.reason ?? 'training.page_empty'
}

/** @returns how many pages answer with other words than before */
async function showPages(platform: Platform, tx: Tx, task: SourceTask, rows: Row[]): Promise<number> {
  const { workspace_id: workspaceId, version } = task
  const now = platform.clock.now()
  const read = rows.filter(row => row.state === 'read' && row.page_id)
  for (const { page_id: pageId, title } of read) {
    await showVersion(tx, { ...task, source_id: pageId ?? '' })
    await sql`update sources set title = coalesce(nullif(${title}, ''), title), version = ${version}, processed_at = ${now},
        passages_count = (select count(*) from passages where workspace_id = ${workspaceId} and source_id = ${pageId} and live)
      where workspace_id = ${workspaceId} and id = ${pageId}`.execute(tx)
  }
  await sql`update sources s set status = 'processed', progress = 100, reason = null from private.crawl_pages c
    where s.workspace_id = ${workspaceId} and c.workspace_id = ${workspaceId} and c.source_id = ${task.source_id} and c.version = ${version}
      and c.page_id = s.id and s.id <> ${task.source_id} and (s.status <> 'processed' or s.reason is not null)`.execute(
    tx,
  )
  await sql`insert into private.page_marks (workspace_id, source_id, etag, last_modified, text_hash, links)
    select ${workspaceId}, page_id, marks ->> 'etag', marks ->> 'last_modified', text_hash, marks -> 'links' from private.crawl_pages
    where workspace_id = ${workspaceId} and source_id = ${task.source_id} and version = ${version} and state in ('read', 'same') and page_id is not null
    on conflict (workspace_id, source_id) do update set etag = excluded.etag, last_modified = excluded.last_modified,
      text_hash = excluded.text_hash, links = excluded.links`.execute(tx)
  return read.length
}

/** Pages that could not be read are in the list with their reason; those that were read before go on answering. */
async function showFailures(tx: Tx, platform: Platform, task: SourceTask, rows: Row[]): Promise<void> {
  for (const { url, reason } of rows.filter(row => row.state === 'failed' || row.state === 'gone')) {
    const known =
      await sql`update sources set reason = ${reason} where workspace_id = ${task.workspace_id} and parent_id = ${task.source_id}
      and url = ${url} and status <> 'removed' returning id`.execute(tx)
    if (known.rows.length > 0) continue
    await sql`insert into sources (id, workspace_id, kind, parent_id, title, url, status, reason, version, created_at)
      values (${newId()}, ${task.workspace_id}, 'link', ${task.source_id}, ${url}, ${url}, 'failed', ${reason}, ${task.version}, ${platform.clock.now()})`.execute(
      tx,
    )
  }
}

/** Pages that are gone, or that nothing leads to any more. What was not looked at for want of room stays. */
async function dropMissing(tx: Tx, task: SourceTask, rows: Row[]): Promise<number> {
  const kept = rows.filter(row => row.state !== 'gone')
  const failedNow = rows.filter(row => row.state === 'gone').map(row => row.url)
  const ids = kept.flatMap(row => row.page_id ?? [])
  const urls = kept.map(row => row.url)
  const { rows: gone } = await sql<{ id: string; status: string }>`select id, status from sources
    where workspace_id = ${task.workspace_id} and parent_id = ${task.source_id} and status <> 'removed'
      and id <> all (${ids}::uuid[]) and url <> all (${urls}::text[])
      and not (status = 'failed' and url = any (${failedNow}::text[]))`.execute(tx)
  if (gone.length > 0)
    await sql`delete from sources where workspace_id = ${task.workspace_id} and id = any (${gone.map(row => row.id)}::uuid[])`.execute(
      tx,
    )
  return gone.filter(row => row.status === 'processed').length
}

async function closeLink(
  platform: Platform,
  tx: Tx,
  task: SourceTask,
  link: Link,
  rows: Row[],
  changed: boolean,
): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const now = platform.clock.now()
  const count = (...states: Row['state'][]): number => rows.filter(row => states.includes(row.state)).length
  const first = rows.find(row => row.page_id)?.title
  const title = link.title === link.url && first ? first : link.title
  const again = link.resync_days === null ? null : after(now, days(link.resync_days))
  const pages = sql`(select id from sources where workspace_id = ${workspaceId} and (id = ${sourceId} or parent_id = ${sourceId}) and status <> 'removed')`
  await sql`update sources set status = 'processed', progress = 100, reason = null, title = ${title}, synced_at = ${now}, resync_at = ${again},
      processed_at = case when ${changed} or processed_at is null then ${now} else processed_at end,
      pages_found = ${count('read', 'same', 'failed', 'gone')}, pages_read = ${count('read', 'same')}, pages_failed = ${count('failed', 'gone')},
      passages_count = (select count(*) from passages where workspace_id = ${workspaceId} and live and source_id in ${pages})
    where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
  await platform.jobs.emit(tx, 'source.processed', { workspace_id: workspaceId, source_id: sourceId })
  if (changed) await bumpKnowledge(platform, tx, workspaceId)
  await forgetLooks(tx, workspaceId, sourceId)
  await stopSteps(tx, sourceId)
}
