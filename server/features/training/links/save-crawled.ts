import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import { savePassages } from '../passages/save-passages.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { addAddresses, countAddresses, countTry, type FrontierRow, isTwin, settleAddress, stateOf } from './frontier.ts'
import type { CrawlOutcome, ReadPage } from './crawl-page.ts'
import { isFrontPage, isWebAddress, looksLikePage, pageAddress, siteOf } from './page-address.ts'
import { type CrawlTask, nextStep } from './start-crawl.ts'

type Crawl = { task: SourceTask; url: string; mode: LinkMode; depth: number; limit: number }

const maxHops = 3
const maxTries = 3
const maxMaps = 10

/** In one transaction with the next step. */
export async function saveCrawled(
  platform: Platform,
  task: CrawlTask,
  row: FrontierRow,
  outcome: CrawlOutcome,
): Promise<void> {
  await platform.db.asService(task.workspace_id, async tx => {
    const crawl = await readCrawl(tx, task)
    if (!crawl) return
    if (outcome.found === 'page') await savePage(tx, crawl, row, outcome.page)
    else if (outcome.found === 'same') await saveUnchanged(tx, crawl, row)
    else if (outcome.found === 'links') await saveSitemap(tx, crawl, row, outcome.links)
    else if (outcome.found === 'moved') await saveRedirect(tx, crawl, row, outcome.to)
    else if (outcome.found === 'later' && row.tries + 1 < maxTries) await countTry(tx, task, row.url)
    else
      await settleAddress(tx, task, row.url, {
        state: outcome.found === 'nothing' ? outcome.state : 'failed',
        reason: outcome.reason,
      })
    await showProgress(tx, crawl)
    await nextStep(platform, tx, task, platform.clock.now())
  })
}

async function readCrawl(tx: Tx, task: SourceTask): Promise<Crawl | undefined> {
  const { rows } = await sql<{ url: string; mode: LinkMode; depth: number; limit: number }>`
    select url, link_mode as mode, link_depth as depth, link_limit as limit from sources
    where workspace_id = ${task.workspace_id} and id = ${task.source_id} and version = ${task.version} and status = 'processing'
      and url is not null and link_mode is not null and link_depth is not null and link_limit is not null for update`.execute(
    tx,
  )
  return rows[0] && { task, ...rows[0] }
}

async function savePage(tx: Tx, crawl: Crawl, row: FrontierRow, page: ReadPage): Promise<void> {
  const { task } = crawl
  const url = await properAddress(tx, crawl, row, page.facts.canonical)
  if (!url || (await isTwin(tx, task, row.url, page.hash))) {
    await settleAddress(tx, task, row.url, { state: 'passed' })
    return
  }
  await follow(tx, crawl, row, page.facts.links)
  const pageId = await pageOf(tx, crawl, url, page.facts.title)
  const marks = { ...page.marks, links: sameSitePages(row.url, page.facts.links).slice(0, 500) }
  const settled = { page_id: pageId, title: page.facts.title, text_hash: page.hash, marks }
  const same = await isUnchanged(tx, task, pageId, page.hash)
  if (!same) await savePassages(tx, { ...task, source_id: pageId }, page.read)
  await settleAddress(tx, task, row.url, { state: same ? 'same' : 'read', ...settled })
}

/** Undefined if the page is already stored under another address. */
async function properAddress(
  tx: Tx,
  crawl: Crawl,
  row: FrontierRow,
  canonical: string | null,
): Promise<string | undefined> {
  if (!canonical || !isWebAddress(canonical) || crawl.mode === 'page') return row.url
  const proper = pageAddress(canonical)
  if (proper === row.url || siteOf(proper) !== siteOf(row.url) || isFrontPage(proper)) return row.url
  const known = await stateOf(tx, crawl.task, proper)
  if (known === 'read' || known === 'same') return undefined
  if (known === 'waiting') await settleAddress(tx, crawl.task, proper, { state: 'passed' })
  return proper
}

async function isUnchanged(tx: Tx, task: SourceTask, pageId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`select from private.page_marks m
    where m.workspace_id = ${task.workspace_id} and m.source_id = ${pageId} and m.text_hash = ${hash}
      and exists (select from passages p where p.workspace_id = m.workspace_id and p.source_id = m.source_id and p.live)`.execute(
    tx,
  )
  return rows.length > 0
}

async function pageOf(tx: Tx, { task, mode }: Crawl, url: string, title: string): Promise<string> {
  if (mode === 'page') return task.source_id
  const { rows } = await sql<{ id: string }>`select id from sources
    where workspace_id = ${task.workspace_id} and parent_id = ${task.source_id} and url = ${url} and status <> 'removed'`.execute(
    tx,
  )
  if (rows[0]) return rows[0].id
  const id = newId()
  await sql`insert into sources (id, workspace_id, kind, parent_id, title, url, status, version, created_at)
    select ${id}, ${task.workspace_id}, 'link', ${task.source_id}, ${title || url}, ${url}, 'processing', ${task.version}, created_at
    from sources where workspace_id = ${task.workspace_id} and id = ${task.source_id}`.execute(tx)
  return id
}

async function saveUnchanged(tx: Tx, crawl: Crawl, row: FrontierRow): Promise<void> {
  const { task } = crawl
  const { rows } = await sql<{
    id: string
    title: string
    text_hash: string
    links: string[]
    etag: string | null
    last_modified: string | null
  }>`
    select s.id, s.title, m.text_hash, m.links, m.etag, m.last_modified from private.page_marks m
    join sources s on s.workspace_id = m.workspace_id and s.id = m.source_id
    where m.workspace_id = ${task.workspace_id} and s.url = ${row.url} and s.status <> 'removed'
      and (s.id = ${task.source_id} or s.parent_id = ${task.source_id})`.execute(tx)
  const [page] = rows
  if (!page) return settleAddress(tx, task, row.url, { state: 'failed', reason: 'training.page_unreachable' })
  const { links, etag, last_modified, ...settled } = page
  await follow(tx, crawl, row, links)
  const marks = { etag, last_modified, links }
  await settleAddress(tx, task, row.url, {
    state: 'same',
    page_id: settled.id,
    title: settled.title,
    text_hash: settled.text_hash,
    marks,
  })
}

async function saveSitemap(tx: Tx, crawl: Crawl, row: FrontierRow, links: string[]): Promise<void> {
  await settleAddress(tx, crawl.task, row.url, { state: 'passed' })
  if (crawl.mode === 'page' && row.kind === 'page') return
  const maps = links
    .filter(link => isWebAddress(link) && siteOf(link) === siteOf(row.url) && /\.xml$/i.test(new URL(link).pathname))
    .slice(0, maxMaps)
  await addAddresses(
    tx,
    crawl.task,
    row.depth < 2 ? maps.map(url => ({ url: pageAddress(url), kind: 'sitemap', depth: row.depth + 1 })) : [],
  )
  await addPages(tx, crawl, sameSitePages(row.url, links), 1)
}

async function saveRedirect(tx: Tx, crawl: Crawl, row: FrontierRow, target: string): Promise<void> {
  const to = pageAddress(target)
  const within = row.depth === 0 || siteOf(to) === siteOf(row.url)
  const inCircle = to === row.url || (row.depth === 0 && (await stateOf(tx, crawl.task, to)) !== undefined)
  if (!within || inCircle || row.hops >= maxHops) {
    const state = row.depth === 0 || inCircle || row.hops >= maxHops ? 'failed' : 'passed'
    return settleAddress(tx, crawl.task, row.url, { state, reason: 'training.page_redirects' })
  }
  await settleAddress(tx, crawl.task, row.url, { state: 'passed' })
  await addAddresses(tx, crawl.task, [{ url: to, kind: row.kind, depth: row.depth, hops: row.hops + 1 }])
}

async function follow(tx: Tx, crawl: Crawl, row: FrontierRow, links: string[]): Promise<void> {
  if (crawl.mode !== 'site' || row.depth >= crawl.depth) return
  await addPages(tx, crawl, sameSitePages(row.url, links), row.depth + 1)
}

function sameSitePages(from: string, links: string[]): string[] {
  const own = links.filter(isWebAddress).map(pageAddress)
  return [...new Set(own)].filter(link => siteOf(link) === siteOf(from) && looksLikePage(link))
}

async function addPages(tx: Tx, crawl: Crawl, links: string[], depth: number): Promise<void> {
  const counts = await countAddresses(tx, crawl.task)
  const left = Math.max(0, crawl.limit * 3 + 50 - counts.rows)
  const pages = links.slice(0, left)
  await addAddresses(
    tx,
    crawl.task,
    pages.map(url => ({ url, kind: 'page', depth })),
  )
}

async function showProgress(tx: Tx, { task, mode, limit }: Crawl): Promise<void> {
  const counts = await countAddresses(tx, task)
  const found = Math.min(mode === 'page' ? 1 : limit + counts.failed, counts.found)
  const done = Math.min(counts.read + counts.failed, found)
  const progress = found === 0 ? 0 : Math.min(99, Math.floor((done * 100) / found))
  await sql`update sources set progress = greatest(progress, ${progress}), pages_found = ${found}, pages_read = ${counts.read}, pages_failed = ${counts.failed}
    where workspace_id = ${task.workspace_id} and id = ${task.source_id}`.execute(tx)
}
