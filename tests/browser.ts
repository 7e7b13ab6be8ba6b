import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './installed-browsers.ts'

/** A headless Chromium that talks with nobody but the pages under test. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser('chromium')
  if (!executablePath) throw new Error('A Chromium is needed.')
  return chromium.launch({
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
    ],
  })
}
