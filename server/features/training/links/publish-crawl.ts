import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { showVersion } from '../passages/save-passages.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { deleteFrontier } from './frontier.ts'
import { stopSteps } from './start-crawl.ts'

export type Link = { title: string; url: string; link_mode: LinkMode; resync_days: number | null; status: string }
export type Row = {
  url: string
  kind: 'sitemap' | 'page' | 'robots'
  state: 'read' | 'same' | 'failed' | 'gone' | 'waiting'
  page_id: string | null
  title: string | null
  reason: ErrorCode | null
}

/** In one transaction; unreadable pages keep their old version and get a reason. */
export async function publishCrawl(platform: Platform, tx: Tx, task: SourceTask): Promise<void> {
  const link = await lockLink(tx, task)
  if (!link) return
  const rows = (await rowsOf(tx, task)).filter(row => row.kind === 'page')
  const read = await showPages(platform, tx, task, rows)
  if (link.link_mode !== 'page') await showFailures(tx, platform, task, rows)
  const removed = link.link_mode === 'page' ? 0 : await dropMissing(tx, task, rows)
  await closeLink(platform, tx, task, link, rows, read + removed > 0)
}

export async function lockLink(tx: Tx, task: SourceTask): Promise<Link | undefined> {
  const { rows } = await sql<Link>`select title, url, link_mode, resync_days, status from sources
    where workspace_id = ${task.workspace_id} and id = ${task.source_id} and version = ${task.version} and status in ('processing', 'waiting') and url is not null and link_mode is not null for update`.execute(
    tx,
  )
  return rows[0]
}

export async function rowsOf(tx: Tx, task: SourceTask): Promise<Row[]> {
  const { rows } = await sql<Row>`select url, kind, state, page_id, title, reason from private.crawl_pages
    where workspace_id = ${task.workspace_id} and source_id = ${task.source_id} and version = ${task.version} and state <> 'passed'
    order by depth, position`.execute(tx)
  return rows
}

/** Returns how many pages changed. */
async function showPages(platform: Platform, tx: Tx, task: SourceTask, rows: Row[]): Promise<number> {
  const { workspace_id: workspaceId, version } = task
  const now = platform.clock.now()
  const read = rows.filter(row => row.state === 'read' && row.page_id)
  for (const { page_id: pageId, title } of read) {
    await showVersion(tx, { ...task, source_id: pageId ?? '' })
    await sql`update sources set title = coalesce(nullif(${title}, ''), title), version = ${version}, live_version = ${version}, processed_at = ${now},
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

/** Pages skipped for lack of room are not missing. */
export async function missingPages(tx: Tx, task: SourceTask, rows: Row[]): Promise<{ id: string; status: string }[]> {
  const remaining = rows.filter(row => row.state !== 'gone')
  const failedNow = rows.filter(row => row.state === 'gone').map(row => row.url)
  const ids = remaining.flatMap(row => row.page_id ?? [])
  const urls = remaining.map(row => row.url)
  const { rows: missing } = await sql<{ id: string; status: string }>`select id, status from sources
    where workspace_id = ${task.workspace_id} and parent_id = ${task.source_id} and status <> 'removed'
      and id <> all (${ids}::uuid[]) and url <> all (${urls}::text[])
      and not (status = 'failed' and url = any (${failedNow}::text[]))`.execute(tx)
  return missing
}

/** Pages that answered stay hidden for restoring. */
async function dropMissing(tx: Tx, task: SourceTask, rows: Row[]): Promise<number> {
  const { workspace_id: workspaceId } = task
  const gone = await missingPages(tx, task, rows)
  if (gone.length === 0) return 0
  const these = sql`workspace_id = ${workspaceId} and id = any (${gone.map(row => row.id)}::uuid[])`
  await sql`delete from sources where ${these} and live_version is null`.execute(tx)
  await sql`update passages set live = false where workspace_id = ${workspaceId} and live
    and source_id = any (${gone.map(row => row.id)}::uuid[])`.execute(tx)
  await sql`update sources set status = 'removed' where ${these}`.execute(tx)
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
  await deleteFrontier(tx, workspaceId, sourceId)
  await stopSteps(tx, sourceId)
}
