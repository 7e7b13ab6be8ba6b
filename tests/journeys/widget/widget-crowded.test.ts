import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Browser, Frame } from 'playwright-core'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'
import { openChat } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { violations } from '../steps/accessibility.ts'

describe('the chat of a crowded shop', { timeout: 120_000 }, () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: ShopPage
  let browser: Browser
  let widget: string
  let language: 'vi' | 'en' = 'vi'

  before(async () => {
    // The clock stands still, or the allowance without a check would grow every second.
    platform = await testPlatform({ settings: { HUMAN_CHECK: 'auto' } })
    await platform.changes.start()
    await platform.broadcast.start()
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const { admin } = await makeWorkspace(platform)
    const domains = ['localhost', 'shop.example']
    widget = (await connectWebsite(platform, admin, { domains, name: 'Tiệm gốm Mộc An' })).account_id
    shop = await serveShopPage(() => ({ server, widget, attributes: `data-locale="${language}"` }))
    browser = await launchBrowser()
    const others = await Promise.all(Array.from({ length: 3 }, () => openChat(app, widget)))
    for (let at = 0; at < 15; at++) await others[at % 3]?.send('còn hàng không')
  })
  after(async () => {
    await browser.close()
    await shop.close()
    await app.close()
    await platform.close()
  })

  for (const spoken of pickDaily(['vi', 'en'] as const))
    test(`what is written waits for a short check, and goes out (${spoken})`, async t => {
      language = spoken
      const texts = widgetTexts(spoken)
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
      t.after(() => context.close())
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      const checks = () => asked.filter(path => path.includes('human')).length
      let release = () => {}
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route('**/widget/v1/human-check', async route => {
        await held
        await route.continue()
      })
      await page.goto(shop.origin)
      await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
      const navigated = page.waitForEvent('framenavigated', one => one.url().includes('/widget/v1/frame'))
      await page.evaluate(() => globalThis.sen('open'))
      const frame: Frame = await navigated
      await frame.waitForSelector('[data-connection=online]')
      assert.equal(checks(), 0, 'nothing of the check is loaded before it is asked for')
      for (const text of ['Ấm men lam còn không shop?', 'Mình ở Huế']) {
        await frame.locator('textarea').fill(text)
        await frame.locator('textarea').press('Enter')
      }
      await frame.getByText(texts.checking).waitFor()
      assert.equal(await frame.locator('[role=alert]').count(), 0)
      assert.deepEqual(await violations(page), [])
      release()
      await frame.waitForFunction(() => document.querySelectorAll('[data-state=sent]').length === 2)
      assert.equal(await frame.getByText(texts.checking).count(), 0)
    })

  test('where the check does not come, the message can be sent again', async t => {
    language = 'vi'
    const texts = widgetTexts('vi')
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.route('**/widget/v1/human-check', route => route.abort())
    await page.goto(shop.origin)
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    const navigated = page.waitForEvent('framenavigated', one => one.url().includes('/widget/v1/frame'))
    await page.evaluate(() => globalThis.sen('open'))
    const frame = await navigated
    await frame.waitForSelector('[data-connection=online]')
    await frame.locator('textarea').fill('alo shop')
    await frame.locator('textarea').press('Enter')
    await frame.getByText(texts.failedCheck).waitFor()
    await page.unroute('**/widget/v1/human-check')
    await frame.getByRole('button', { name: texts.resend }).click()
    await frame.waitForSelector('[data-state=sent]')
  })
})
