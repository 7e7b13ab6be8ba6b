// `node dev/guide-pictures.ts`: takes content/pictures/ from the running product. Run again when a screen changes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { type Language, languages } from '#shared/words.ts'
import { englishTexts } from './demo-shop-english.ts'
import { type DemoTexts, demoTexts } from './demo-shop-texts.ts'
import { type DemoShop, makeDemoShop } from './demo-shop.ts'
import { enter, openAnswer } from './shown-inbox.ts'

const folder = join(import.meta.dirname, '../content/pictures')
const size = { width: 1200, height: 840 }
const quality = 82

const screens: { name: string; path: string; ready(page: Page): Promise<void> }[] = [
  { name: 'operations', path: '/dashboard/operations', ready: page => page.locator('h2').first().waitFor() },
  { name: 'training', path: '/dashboard/training', ready: page => page.locator('main table').first().waitFor() },
  { name: 'connect', path: '/dashboard/connect', ready: showCode },
  { name: 'inbox', path: '/dashboard/inbox', ready: page => openAnswer(page, server.url) },
]

// Dummy settings: both platforms appear as set up, but are never called.
const platforms = { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'none', ZALO_APP_ID: '1', ZALO_APP_SECRET: 'none' }
const home = await makeHome({ HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off', NODE_ENV: 'development', ...platforms })
const server = await startServer(home)
const browser = await launchBrowser()
try {
  const [key, mails] = [await readAnonKey(home), join(home.dataDir, 'mail')]
  for (const [language, texts] of Object.entries({ vi: demoTexts, en: englishTexts }) as [Language, DemoTexts][]) {
    const shop = await makeDemoShop(server.url, key, mails, 'http://localhost:4999', texts)
    for (const theme of ['light', 'dark'] as const) await takePictures(browser, language, theme, shop)
  }
  const sizes = languages.flatMap(language => screens.map(({ name }) => [`${language}/${name}`, size]))
  writeFileSync(join(folder, 'sizes.json'), `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`)
} finally {
  await browser.close()
  await server.stop()
  await home.remove()
}

async function takePictures(from: Browser, language: Language, theme: 'light' | 'dark', shop: DemoShop): Promise<void> {
  const context = await from.newContext({ viewport: size, colorScheme: theme, timezoneId: 'Asia/Ho_Chi_Minh' })
  const page = await context.newPage()
  await page.addInitScript(`localStorage.setItem('language', '${language}')`)
  await enter(page, server.url, shop)
  mkdirSync(join(folder, language), { recursive: true })
  for (const { name, path, ready } of screens) {
    await page.goto(server.url + path)
    await ready(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate("window.sen?.('hide')")
    writeFileSync(join(folder, language, `${name}${theme === 'dark' ? '-dark' : ''}.webp`), await takeWebp(page))
  }
  await context.close()
}

async function showCode(page: Page): Promise<void> {
  await page.locator('main code').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate("document.querySelector('main code')?.scrollIntoView({ block: 'center', behavior: 'instant' })")
}

async function takeWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}
