import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { addAddresses, type FrontierRow, settleAddress } from './frontier.ts'
import { isWebAddress, pageAddress, siteOf } from './page-address.ts'
import { closedRules, readRules } from './robots-rules.ts'
import { type CrawlTask, nextStep } from './start-crawl.ts'

const maxRulesSize = 500 * 1024
const maxMaps = 10

/** Missing: all allowed; server errors: nothing allowed (RFC 9309). */
export async function fetchRules(platform: Platform, task: CrawlTask, row: FrontierRow): Promise<void> {
  const body = await rulesText(platform, row.url)
  await platform.db.asService(task.workspace_id, async tx => {
    await settleAddress(tx, task, row.url, { state: 'passed', body })
    await addMaps(tx, task, row.url, body)
    await nextStep(platform, tx, task, platform.clock.now())
  })
}

async function addMaps(tx: Tx, task: SourceTask, robotsUrl: string, body: string): Promise<void> {
  const { rows } = await sql<{
    url: string
  }>`select url from sources where workspace_id = ${task.workspace_id} and id = ${task.source_id}
    and version = ${task.version} and link_mode = 'sitemap' and url is not null`.execute(tx)
  if (!rows[0] || /\.xml$/i.test(new URL(rows[0].url).pathname)) return
  const maps = readRules(robotsUrl, body).sitemaps.filter(map => isWebAddress(map) && siteOf(map) === siteOf(robotsUrl))
  await addAddresses(
    tx,
    task,
    maps.slice(0, maxMaps).map(url => ({ url: pageAddress(url), kind: 'sitemap', depth: 0 })),
  )
}

async function rulesText(platform: Platform, url: string): Promise<string> {
  try {
    const answer = await platform.outside.fetch({ url, maxBytes: maxRulesSize, types: ['text/*'] })
    if (answer.status >= 500 || answer.status === 429) return closedRules
    const isRules = answer.status < 300 && answer.type !== 'text/html'
    return isRules ? answer.body.toString('utf8').replaceAll('\0', '') : ''
  } catch (error) {
    // An unreachable host fails on its page too, with a clearer reason.
    if (error instanceof OutsideError) return ''
    throw error
  }
}
