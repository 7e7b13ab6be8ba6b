import { afterEach } from 'node:test'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { describeScreen } from './describe-screen.ts'
import { disturbAnswers } from './disturb.ts'
import { findBrowser } from './installed-browsers.ts'

/** One browser for a whole run is quicker than one per file. */
const endpoint = 'BROWSER_ENDPOINT'

export async function launchBrowser(): Promise<Browser> {
  const shared = process.env[endpoint]
  return forTests(await (shared ? chromium.connect(shared) : chromium.launch(options(findBrowser('headless')))))
}

/** Unlike the headless one, it has notifications. */
export async function launchWholeBrowser(): Promise<Browser> {
  return forTests(await chromium.launch(options()))
}

const open = new Set<Browser>()

/** Without motion, unless a test asks for it: pages cost less, and what is pressed or measured stands still. */
function forTests(browser: Browser): Browser {
  open.add(browser)
  browser.on('disconnected', () => open.delete(browser))
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async settings => {
    const context = await newContext({ reducedMotion: 'reduce', ...settings })
    await disturbAnswers(context)
    return context
  }
  return browser
}

// In tests: a failure names only what was waited for, not what was there instead.
if (process.env['NODE_TEST_CONTEXT'])
  afterEach(async test => {
    if ('passed' in test && test.passed) return
    for (const page of [...open].flatMap(browser => browser.contexts()).flatMap(context => context.pages()))
      console.error(await describeScreen(page))
  })

export async function launchSharedBrowser(): Promise<{ environment: Record<string, string>; close(): Promise<void> }> {
  const server = await chromium.launchServer({ ...options(findBrowser('headless')), host: '127.0.0.1' })
  return { environment: { [endpoint]: server.wsEndpoint() }, close: () => server.close() }
}

/** Chromium uses the last list only, so Playwright's is repeated. The last two cost a process per page: 250 ms of CPU. */
const featuresOff = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
]

/** For short-lived pages, JIT and GC threads took an eighth of Chromium's CPU time. */
const engineOptions = '--no-opt --no-maglev --single-threaded-gc'

function options(executablePath = findBrowser('chromium')): LaunchOptions {
  if (!executablePath) throw new Error('A Chromium is needed.')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--headless=new',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--js-flags=${engineOptions}`,
      `--disable-features=${featuresOff.join(',')}`,
    ],
  }
}
