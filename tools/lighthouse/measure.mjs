// `node tools/lighthouse/measure.mjs RUNS URL...` prints a JSON line per run. Needs `npm ci` in this folder.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [runs = '3', ...urls] = process.argv.slice(2)
for (let run = 0; run < Number(runs); run++) {
  for (const url of urls) console.log(JSON.stringify({ url, ...(await measurePage(url)) }))
}

/** A busy machine sometimes loses a page's trace; such a run does not count. */
async function measurePage(url, left = 2) {
  const chrome = await launch({
    ...(process.env.CHROME_PATH && { chromePath: process.env.CHROME_PATH }),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    logLevel: 'silent',
  })
  try {
    return await look(url, chrome.port)
  } catch (error) {
    if (left === 0) throw error
  } finally {
    chrome.kill()
  }
  return measurePage(url, left - 1)
}

async function look(url, port) {
  // Lighthouse's default phone: CPU 4 times slower, 1.6 Mb/s, 150 ms.
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'silent' })
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const score = name => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const figure = name => lhr.audits[name]?.numericValue ?? 0
  const requests = lhr.audits['network-requests']?.details?.items ?? []
  const bytes = kind => sum(requests.filter(item => kind === undefined || item.resourceType === kind))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbt: figure('total-blocking-time'),
    requests: requests.length,
    script: bytes('Script'),
    all: bytes(undefined),
    failed: Object.values(lhr.audits)
      .filter(audit => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
      .map(audit => audit.id),
  }
}

function sum(requests) {
  return requests.reduce((total, item) => total + (item.transferSize ?? 0), 0)
}
