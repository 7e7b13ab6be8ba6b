// `node dev/widget-picture.ts`: docs/widget.png, for the README.
import { join } from 'node:path'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { freePort, makeHome, startServer } from '#tests/setup/server-process.ts'
import { makeDemoShop } from './demo-shop.ts'
import { serveShopPage } from './shop-page-server.ts'

const file = join(import.meta.dirname, '../docs/widget.png')

const home = await makeHome({ HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off', NODE_ENV: 'development' })
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
  await page.screenshot({ path: file })
  site.close()
} finally {
  await browser.close()
  await server.stop()
  await home.remove()
}
