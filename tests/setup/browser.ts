import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findBrowser } from './installed-browsers.ts'

/** Where the one browser of a whole run is reached, which is quicker than one for each file. */
const endpoint = 'BROWSER_ENDPOINT'

/** A headless Chromium that talks with nobody but the pages under test; the run's own, where it has one. */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env[endpoint]
  return shared ? chromium.connect(shared) : chromium.launch(options(findBrowser('headless')))
}

/** One of its own with everything that a Chromium has, such as notifications. */
export function launchWholeBrowser(): Promise<Browser> {
  return chromium.launch(options())
}

/** The browser for all files of a run, and what tells them of it. */
export async function launchSharedBrowser(): Promise<{ environment: Record<string, string>; close(): Promise<void> }> {
  const server = await chromium.launchServer({ ...options(findBrowser('headless')), host: '127.0.0.1' })
  return { environment: { [endpoint]: server.wsEndpoint() }, close: () => server.close() }
}

/**
 * Chromium heeds the last list alone, so what Playwright turns off for the tests' sake stands here too. The last two start a process
 * with each page, for its own tab search and for a site to come: a quarter of a second of processor time that no test looks at.
 */
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

/** Pages live for seconds: making their code quicker, or a thread for their garbage, was an eighth of Chromium's processor time. */
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
