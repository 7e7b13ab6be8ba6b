import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Job } from '#platform/jobs/claim-jobs.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import { makeFairSlots } from '#platform/jobs/fair-slots.ts'
import { failSource } from '../processing/fail-source.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { finishCrawl } from './finish-crawl.ts'
import { addAddresses, countAddresses, type FrontierRow, nextAddress, rulesOf, settleWaiting } from './frontier.ts'
import { delayHost, pace, advanceRun } from './host-turn.ts'
import { saveCrawled } from './save-crawled.ts'
import { type CrawlOutcome, crawlPage, type Marks } from './crawl-page.ts'
import { robotsAddress } from './page-address.ts'
import { fetchRules } from './fetch-rules.ts'
import { readRules, type Rules } from './robots-rules.ts'
import { type CrawlTask, nextStep, stepKey } from './start-crawl.ts'

const MAX_TRIES = 3
/** Over all crawls, so that replies keep their share of the queue. */
const places = makeFairSlots({ total: 4, each: 2, spare: 3 })
const MAX_PASSAGES = 10_000

const forbidden: CrawlOutcome = { found: 'nothing', state: 'failed', reason: 'training.page_robots' }

type Step = { row: FrontierRow; rules: Rules | undefined; marks: Marks | undefined }

/** One crawl step; saves its result with the next step. Safe to repeat, also after a crash or stop. */
export async function fetchPage(platform: Platform, task: CrawlTask, job: Job): Promise<void> {
  if (!places.enter(task.workspace_id)) return postpone(platform, task, after(platform.clock.now(), pace))
  try {
    await takeStep(platform, task, job)
  } catch (error) {
    if (job.attempts < MAX_TRIES) throw error
    platform.log.error({ source: task.source_id, error }, 'A look at a website cannot go on')
    await giveUp(platform, task)
  } finally {
    places.leave(task.workspace_id)
  }
}

/** What was read so far may answer; the rest gets a reason. */
async function giveUp(platform: Platform, task: CrawlTask): Promise<void> {
  await platform.db.asService(task.workspace_id, tx => settleWaiting(tx, task, 'training.could_not_read'))
  await finishCrawl(platform, task).catch((error: unknown) => {
    platform.log.error({ source: task.source_id, error }, 'A look at a website could not be ended')
    return failSource(platform, task, 'training.could_not_read')
  })
}

async function takeStep(platform: Platform, task: CrawlTask, job: Job): Promise<void> {
  const step = await prepare(platform, task)
  if (step === 'over') return
  if (step === 'done') return finishCrawl(platform, task)
  const { row, rules } = step
  if (rules && !rules.allows(row.url)) return saveCrawled(platform, task, row, forbidden)
  const turn = await advanceRun(platform, row.url, rules?.pace ?? 0)
  if (turn) return postpone(platform, task, turn)
  if (row.kind === 'robots') return fetchRules(platform, task, row)
  const outcome = await crawlStep(platform, task, step, job)
  if (outcome.found === 'later' && row.tries < MAX_TRIES - 1)
    await delayHost(platform, row.url, after(outcome.at, row.tries * 8_000))
  await saveCrawled(platform, task, row, outcome)
}

function postpone(platform: Platform, task: CrawlTask, until: Date): Promise<void> {
  return platform.db.asService(task.workspace_id, tx => nextStep(platform, tx, task, until))
}

async function crawlStep(platform: Platform, task: CrawlTask, { row, marks }: Step, job: Job): Promise<CrawlOutcome> {
  try {
    return await crawlPage(platform, task.workspace_id, row.url, marks)
  } catch (error) {
    if (job.attempts < MAX_TRIES) throw error
    platform.log.error({ error }, 'A page could not be read')
    return { found: 'nothing', state: 'failed', reason: 'training.could_not_read' }
  }
}

/** A host's robots.txt comes first. */
async function prepare(platform: Platform, task: CrawlTask): Promise<Step | 'over' | 'done'> {
  return platform.db.asService(task.workspace_id, async tx => {
    const { rows } = await sql<{ link_mode: LinkMode; link_limit: number }>`select link_mode, link_limit from sources
      where workspace_id = ${task.workspace_id} and id = ${task.source_id} and version = ${task.version} and status = 'processing'
        and link_mode is not null and link_limit is not null`.execute(tx)
    const [source] = rows
    if (!source) return 'over'
    if (task.until && platform.clock.now() > new Date(task.until))
      await settleWaiting(tx, task, 'training.page_unreachable')
    const counts = await countAddresses(tx, task)
    const limit = source.link_mode === 'page' ? 1 : source.link_limit
    const row = await nextAddress(tx, task)
    // Failures count too, so that a site of errors ends.
    if (
      !row ||
      (await countNew(tx, task)) >= MAX_PASSAGES ||
      counts.read >= limit ||
      counts.read + counts.failed >= limit * 2 + 10
    )
      return 'done'
    if (row.kind === 'robots') return { row, rules: undefined, marks: undefined }
    const robotsUrl = robotsAddress(row.url)
    const text = await rulesOf(tx, task, robotsUrl)
    if (text === undefined) {
      await addAddresses(tx, task, [{ url: robotsUrl, kind: 'robots', depth: 0 }])
      return {
        row: { url: robotsUrl, kind: 'robots', depth: 0, hops: 0, tries: 0 },
        rules: undefined,
        marks: undefined,
      }
    }
    const rules = readRules(robotsUrl, text)
    const marks = await sql<Marks>`select m.etag, m.last_modified from private.page_marks m
      join sources s on s.workspace_id = m.workspace_id and s.id = m.source_id
      where m.workspace_id = ${task.workspace_id} and s.status <> 'removed' and (s.id = ${task.source_id} or s.parent_id = ${task.source_id})
        and s.url = ${row.url} and exists (select from passages p where p.workspace_id = m.workspace_id and p.source_id = s.id and p.live)`.execute(
      tx,
    )
    return { row, rules, marks: marks.rows[0] }
  })
}

async function countNew(tx: Tx, task: SourceTask): Promise<number> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from passages p
    join sources s on s.workspace_id = p.workspace_id and s.id = p.source_id
    where p.workspace_id = ${workspaceId} and p.version = ${task.version} and not p.live
      and (s.id = ${sourceId} or s.parent_id = ${sourceId})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Restarts a crawl whose next step was lost from the queue. */
export async function watchLink(platform: Platform, task: CrawlTask): Promise<void> {
  const lost = await platform.db.asService(task.workspace_id, async tx => {
    const { rows } = await sql`select from private.jobs where key = ${stepKey(task.source_id)}`.execute(tx)
    if (rows.length > 0) await nextStep(platform, tx, task, platform.clock.now())
    return rows.length === 0
  })
  if (lost) await failSource(platform, task, 'training.could_not_read')
}
