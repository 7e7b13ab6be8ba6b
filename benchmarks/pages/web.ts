import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { addresses, addressIn, documentAddresses } from '#shared/addresses.ts'
import { findBrowser } from '#tests/setup/installed-browsers.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { type Finding, median } from '../finding.ts'
import { measureNextPage } from './next-page.ts'

const root = join(import.meta.dirname, '../..')
const tools = join(root, 'tools/lighthouse')
const budgetFile = join(import.meta.dirname, 'web-budget.json')
const measurements = 3
const kib = 1024
/** Growth in page weight beyond this needs a new budget. */
const growth = 1.05
const aims = {
  performance: 98,
  others: 100,
  lcpMs: 1800,
  cls: 0.05,
  tbtMs: 50,
  scriptKib: 30,
  allKib: 300,
  nextMs: 100,
}

type Measurement = {
  url: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcp: number
  cls: number
  tbt: number
  script: number
  all: number
}

export async function benchWeb(): Promise<Finding[]> {
  const home = await makeHome({ NODE_ENV: 'production', HUMAN_CHECK: 'auto' })
  const server = await startServer(home)
  try {
    const pages = documentAddresses.filter(address => address !== '/error')
    const measured = measureUrls(pages.map(page => server.url + page))
    return [
      ...pages.flatMap(page =>
        findingsOf(
          page,
          measured.filter(one => one.url === server.url + page),
        ),
      ),
      ...weigh(),
      await nextPage(server.url),
    ]
  } finally {
    await server.stop()
    await home.remove()
  }
}

function measureUrls(urls: string[]): Measurement[] {
  if (!existsSync(join(tools, 'node_modules')))
    throw new Error('Lighthouse is not installed: npm ci --prefix tools/lighthouse')
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [join(tools, 'measure.mjs'), String(measurements), ...urls],
    {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH: findBrowser('chromium') ?? '' },
      maxBuffer: 64 * kib * kib,
    },
  )
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr.slice(0, 500)}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Measurement)
}

function findingsOf(page: string, all: Measurement[]): Finding[] {
  const middle = (pick: (one: Measurement) => number) => median(all.map(pick))
  const score = (name: string, pick: (one: Measurement) => number, aim: number): Finding => {
    const value = middle(pick)
    return { name: `${page}: ${name}`, value, unit: 'of 100', aim, fails: value < aim }
  }
  const atMost = (name: string, value: number, unit: string, aim: number, factor = 1): Finding => ({
    name: `${page}: ${name}`,
    value,
    unit,
    aim,
    fails: value > aim * factor,
  })
  return [
    score('performance', one => one.performance, aims.performance),
    score('accessibility', one => one.accessibility, aims.others),
    score('best practices', one => one.bestPractices, aims.others),
    score('search engines', one => one.seo, aims.others),
    atMost(
      'largest paint',
      middle(one => one.lcp),
      'ms',
      aims.lcpMs,
    ),
    atMost(
      'shift',
      middle(one => one.cls),
      '',
      aims.cls,
    ),
    atMost(
      'blocked',
      middle(one => one.tbt),
      'ms',
      aims.tbtMs,
      4,
    ),
    atMost('scripts', middle(one => one.script) / kib, 'KiB', aims.scriptKib),
    atMost('everything', middle(one => one.all) / kib, 'KiB', aims.allKib),
  ]
}

function weigh(): Finding[] {
  const built = join(root, 'built/web')
  const assets = readdirSync(join(built, 'assets'))
  const zipped = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length
  const assetOf = (shape: RegExp) => `assets/${assets.find(name => shape.test(name)) ?? ''}`
  const weights: Record<string, number> = {
    'site.css': zipped(assetOf(/^site-.*\.css$/)),
    'islands.js': zipped(assetOf(/^islands-.*\.js$/)),
  }
  for (const address of documentAddresses.filter(one => one !== '/error')) {
    for (const language of ['vi', 'en'] as const)
      weights[addressIn(language, address)] = zipped(`documents/${language}/${address.slice(1) || 'home'}.html`)
  }
  const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, number>
  return Object.entries(weights).map(([name, bytes]) => {
    const allowed = budget[name] ?? 0
    return {
      name: `weight of ${name}`,
      value: bytes / kib,
      unit: 'KiB gzip',
      aim: Math.round((allowed / kib) * 100) / 100,
      fails: bytes > allowed * growth,
      ...(bytes > allowed * growth && { more: `put ${bytes} into benchmarks/pages/web-budget.json if it is worth it` }),
    }
  })
}

async function nextPage(url: string): Promise<Finding> {
  const all = []
  for (let run = 0; run < measurements; run++) all.push(await measureNextPage(url, addresses.pricing))
  const value = Math.round(median(all.map(({ ms }) => ms)))
  const ready = all.filter(one => one.ready).length
  return {
    name: 'next page, made ready before',
    value,
    unit: 'ms',
    aim: aims.nextMs,
    fails: value > aims.nextMs * 3 || ready === 0,
    more: `${ready} of ${measurements} were made ready, not only fetched`,
  }
}
