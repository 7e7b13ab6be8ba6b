import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, seconds } from '#platform/clock.ts'
import { OutsideError, type OutsideReason } from '#platform/outside/outside-error.ts'
import type { OutsideAnswer } from '#platform/outside/read-answer.ts'
import type { Platform } from '#platform/platform.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ExtractError } from '../extract/extractor.ts'
import type { PageFacts } from '../extract/page/page.ts'
import { extractText, type ReadFile } from '../processing/extract-text.ts'
import type { WebType } from '../processing/extractors.ts'
import { isWebAddress } from './page-address.ts'

/** For conditional requests. */
export type Marks = { etag: string | null; last_modified: string | null }
export type ReadPage = { read: ReadFile; facts: PageFacts; hash: string; marks: Marks }

/** 'later': the host is busy. */
export type CrawlOutcome =
  | { found: 'page'; page: ReadPage }
  | { found: 'links'; links: string[] }
  | { found: 'same' }
  | { found: 'moved'; to: string }
  | { found: 'nothing'; state: 'failed' | 'gone'; reason: ErrorCode }
  | { found: 'later'; at: Date; reason: ErrorCode }

const textTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/rss+xml',
]
/** About half a million characters; larger pages are machine lists. */
const maxPassages = 500
const reasons: Record<OutsideReason, ErrorCode> = {
  address: 'training.page_unreachable',
  unreachable: 'training.page_unreachable',
  redirects: 'training.page_redirects',
  wrong_type: 'training.page_type',
  too_large: 'training.page_too_large',
}

export async function crawlPage(
  platform: Platform,
  workspaceId: string,
  url: string,
  marks: Marks | undefined,
): Promise<CrawlOutcome> {
  try {
    const answer = await platform.outside.fetch({
      url,
      redirects: 0,
      types: textTypes,
      headers: {
        accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8',
        'accept-language': 'vi,en;q=0.8',
        ...(marks?.etag ? { 'if-none-match': marks.etag } : {}),
        ...(marks?.last_modified ? { 'if-modified-since': marks.last_modified } : {}),
      },
    })
    const { status } = answer
    if (status === 304) return { found: 'same' }
    if (status === 404 || status === 410) return { found: 'nothing', state: 'gone', reason: 'training.page_missing' }
    if (status === 408 || status === 425 || status === 429 || status >= 500)
      return { found: 'later', at: retryAt(platform, answer), reason: 'training.page_unreachable' }
    if (status >= 400) return { found: 'nothing', state: 'failed', reason: 'training.page_refused' }
    const target = answer.headers['location']
    if (status >= 300)
      return target ? movedTo(target, url) : { found: 'nothing', state: 'failed', reason: 'training.page_redirects' }
    return await readAnswer(platform, workspaceId, answer)
  } catch (error) {
    if (error instanceof OutsideError) {
      if (error.reason !== 'unreachable') return { found: 'nothing', state: 'failed', reason: reasons[error.reason] }
      return { found: 'later', at: after(platform.clock.now(), seconds(4)), reason: 'training.page_unreachable' }
    }
    if (error instanceof ExtractError) return { found: 'nothing', state: 'failed', reason: pageReason(error) }
    throw error
  }
}

async function readAnswer(
  platform: Platform,
  workspaceId: string,
  answer: OutsideAnswer & { body: Buffer },
): Promise<CrawlOutcome> {
  const start = answer.body.subarray(0, 512).toString('latin1')
  const type: WebType = /<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i.test(start) ? 'sitemap' : 'html'
  if (type === 'html' && answer.type.endsWith('xml') && !/<html|xhtml/i.test(start)) throw new ExtractError('page_type')
  const read = await readInFolder(platform, workspaceId, type, answer)
  const facts = read.page ?? { title: '', canonical: null, links: [] }
  if (type === 'sitemap') return { found: 'links', links: facts.links }
  if (read.passages.length === 0) throw new ExtractError('page_empty')
  if (read.passages.length > maxPassages) throw new ExtractError('file_too_long')
  const hash = createHash('sha256').update(`${facts.title}\n${read.text}`).digest('hex')
  const marks = { etag: answer.headers['etag'] ?? null, last_modified: answer.headers['last-modified'] ?? null }
  return { found: 'page', page: { read, facts, hash, marks } }
}

/** The bounded reader process may open only one file. */
async function readInFolder(
  platform: Platform,
  workspaceId: string,
  type: WebType,
  answer: OutsideAnswer & { body: Buffer },
): Promise<ReadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sen-page-'))
  try {
    const path = join(folder, 'page')
    await writeFile(path, answer.body)
    return await extractText(
      workspaceId,
      { type, path, title: '', hints: { url: answer.url, charset: answer.charset } },
      { cpuMilliseconds: platform.config.TRAINING_CPU_SECONDS * 1000 },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function movedTo(target: string, from: string): CrawlOutcome {
  const words = Buffer.from(target, 'latin1').toString('utf8')
  const to = URL.canParse(words, from) ? new URL(words, from).href : ''
  if (!isWebAddress(to)) return { found: 'nothing', state: 'failed', reason: 'training.page_redirects' }
  return { found: 'moved', to }
}

/** As the host asks, at most two minutes. */
function retryAt(platform: Platform, answer: OutsideAnswer): Date {
  const now = platform.clock.now()
  const header = answer.headers['retry-after'] ?? ''
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return after(now, Math.min(Math.max(Number.isNaN(wait) ? 0 : wait, seconds(4)), seconds(120)))
}

function pageReason({ reason }: ExtractError): ErrorCode {
  if (reason === 'empty' || reason === 'file_damaged') return 'training.page_empty'
  return reason === 'file_too_long' || reason === 'file_too_complex' ? 'training.page_too_large' : `training.${reason}`
}
