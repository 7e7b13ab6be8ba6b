import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { SourceTask } from '../processing/start-processing.ts'

export type FrontierKind = 'robots' | 'sitemap' | 'page'
export type FrontierRow = { url: string; kind: FrontierKind; depth: number; hops: number; tries: number }
export type NewAddress = { url: string; kind: FrontierKind; depth: number; hops?: number }
export type CrawlCounts = { rows: number; found: number; read: number; failed: number; waiting: number }

const of = (task: SourceTask) =>
  sql`workspace_id = ${task.workspace_id} and source_id = ${task.source_id} and version = ${task.version}`

export async function addAddresses(tx: Tx, task: SourceTask, addresses: NewAddress[]): Promise<void> {
  if (addresses.length === 0) return
  const rows = JSON.stringify(addresses.map(one => ({ hops: 0, ...one })))
  await sql`insert into private.crawl_pages (workspace_id, source_id, version, url, kind, depth, hops, state)
    select ${task.workspace_id}::uuid, ${task.source_id}::uuid, ${task.version}::int, url, kind, depth, hops, 'waiting'
    from jsonb_to_recordset(${rows}::jsonb) as a(url text, kind text, depth int, hops int)
    on conflict do nothing`.execute(tx)
}

/** Rules first, then sitemaps, then pages by depth. */
export async function nextAddress(tx: Tx, task: SourceTask): Promise<FrontierRow | undefined> {
  const { rows } = await sql<FrontierRow>`select url, kind, depth, hops, tries from private.crawl_pages
    where ${of(task)} and state = 'waiting'
    order by case kind when 'robots' then 0 when 'sitemap' then 1 else 2 end, depth, position limit 1`.execute(tx)
  return rows[0]
}

/** undefined: not fetched in this crawl. */
export async function rulesOf(tx: Tx, task: SourceTask, robotsUrl: string): Promise<string | undefined> {
  const { rows } = await sql<{ body: string | null }>`select body from private.crawl_pages
    where ${of(task)} and url = ${robotsUrl} and state <> 'waiting'`.execute(tx)
  return rows[0] && (rows[0].body ?? '')
}

export type Settled = {
  state: 'read' | 'same' | 'failed' | 'gone' | 'passed'
  reason?: string
  body?: string
  page_id?: string
  title?: string
  text_hash?: string
  marks?: object
}

export async function settleAddress(tx: Tx, task: SourceTask, url: string, settled: Settled): Promise<void> {
  const { state, reason = null, body = null, page_id = null, title = null, text_hash = null, marks } = settled
  await sql`update private.crawl_pages set state = ${state}, reason = ${reason}, body = ${body}, page_id = ${page_id},
      title = ${title}, text_hash = ${text_hash}, marks = ${marks ? JSON.stringify(marks) : null}::jsonb
    where ${of(task)} and url = ${url}`.execute(tx)
}

export async function settleWaiting(tx: Tx, task: SourceTask, reason: string): Promise<void> {
  await sql`update private.crawl_pages set state = 'failed', reason = ${reason} where ${of(task)} and state = 'waiting'`.execute(
    tx,
  )
}

export async function countTry(tx: Tx, task: SourceTask, url: string): Promise<void> {
  await sql`update private.crawl_pages set tries = tries + 1 where ${of(task)} and url = ${url}`.execute(tx)
}

export async function countAddresses(tx: Tx, task: SourceTask): Promise<CrawlCounts> {
  const { rows } = await sql<CrawlCounts>`select count(*)::int as rows,
      count(*) filter (where kind = 'page' and state <> 'passed')::int as found,
      count(*) filter (where kind = 'page' and state in ('read', 'same'))::int as read,
      count(*) filter (where kind = 'page' and state in ('failed', 'gone'))::int as failed,
      count(*) filter (where kind = 'page' and state = 'waiting')::int as waiting
    from private.crawl_pages where ${of(task)}`.execute(tx)
  return rows[0] ?? { rows: 0, found: 0, read: 0, failed: 0, waiting: 0 }
}

export async function isTwin(tx: Tx, task: SourceTask, url: string, hash: string): Promise<boolean> {
  const { rows } = await sql`select from private.crawl_pages
    where ${of(task)} and text_hash = ${hash} and url <> ${url} and state in ('read', 'same') limit 1`.execute(tx)
  return rows.length > 0
}

export async function stateOf(tx: Tx, task: SourceTask, url: string): Promise<string | undefined> {
  const { rows } = await sql<{
    state: string
  }>`select state from private.crawl_pages where ${of(task)} and url = ${url}`.execute(tx)
  return rows[0]?.state
}

export async function deleteFrontier(tx: Tx, workspaceId: string, sourceId: string): Promise<void> {
  await sql`delete from private.crawl_pages where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
}
