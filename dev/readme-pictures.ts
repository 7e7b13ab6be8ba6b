// `node dev/readme-pictures.ts`: docs/widget.png and docs/inbox.png. Run again when one of these screens changes.
import { join } from 'node:path'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { freePort, makeHome, startServer } from '#tests/setup/server-process.ts'
import { makeDemoShop } from './demo-shop.ts'
import { enter, openAnswer } from './shown-inbox.ts'
import { serveShopPage } from './shop-page-server.ts'

const docs = join(import.meta.dirname, '../docs')

// Dummy settings: both platforms appear as set up, but are never called.
const platforms = { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'none', ZALO_APP_ID: '1', ZALO_APP_SECRET: 'none' }
const home = await makeHome({ HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off', NODE_ENV: 'development', ...platforms })
const server = await startServer(home)
const browser = await launchBrowser()
const port = await freePort()
const origin = `http://localhost:${port}`
try {
  const shop = await makeDemoShop(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), origin)
  const site = await serveShopPage(port, server.url, shop.widget)
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme: 'light' })
  await page.goto(origin)
  await page.waitForFunction("typeof window.sen === 'function'")
  await page.evaluate("window.sen('open')")
  while (!page.frames().some(one => one.url().includes('/widget/v1/frame'))) await page.waitForTimeout(50)
  const chat = page.frames().find(one => one.url().includes('/widget/v1/frame'))
  await chat?.locator('textarea').fill('phí ship đi Hà Nội bao nhiêu ạ?')
  await chat?.locator('textarea').press('Enter')
  await chat
    ?.getByText(/\d\d\.000/)
    .first()
    .waitFor({ timeout: 20_000 })
  await page.waitForTimeout(1000)
  await page.screenshot({ path: join(docs, 'widget.png') })
  site.close()
  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Ho_Chi_Minh' })
  await desk.addInitScript("localStorage.setItem('language', 'vi')")
  await enter(desk, server.url, shop)
  await desk.goto(`${server.url}/dashboard/inbox`)
  await openAnswer(desk, server.url)
  await desk.waitForLoadState('networkidle')
  await desk.screenshot({ path: join(docs, 'inbox.png') })
} finally {
  await browser.close()
  await server.stop()
  await home.remove()
}
