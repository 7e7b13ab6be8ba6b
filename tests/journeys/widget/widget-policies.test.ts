import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Browser, Frame, Page } from 'playwright-core'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { systemClock } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { serveShopPage, type ShopPage, type ShopPageOptions } from '#tests/fixtures/shop-page.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'

const patience = 30_000

describe('the chat under the policies of shops', { timeout: 240_000 }, () => {
  let platform: TestPlatform<typeof systemClock>
  let app: FastifyInstance
  let shop: ShopPage
  let browser: Browser
  let server: string
  let widget: string
  let options: Partial<ShopPageOptions> = {}

  before(async () => {
    platform = await testPlatform({ clock: systemClock })
    await platform.changes.start()
    await platform.broadcast.start()
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const { admin } = await makeWorkspace(platform)
    widget = (await connectWebsite(platform, admin, { domains: ['localhost'], name: 'Tiệm gốm' })).account_id
    shop = await serveShopPage(() => ({ server, widget, ...options }))
    browser = await launchBrowser()
  })
  beforeEach(() => {
    options = {}
  })
  after(async () => {
    await browser.close()
    await shop.close()
    await app.close()
    await platform.close()
  })

  /** Console errors and policy violations fail the test. */
  async function visit(t: TestContext): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    t.after(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const trouble: string[] = []
    page.on('console', message => {
      // The browser's warning about a page that sandboxes itself with its own origin.
      const isSandboxNotice = /can escape its sandboxing/.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isSandboxNotice) trouble.push(message.text())
    })
    page.on('pageerror', error => trouble.push(error.message))
    t.after(() => assert.deepEqual(trouble, []))
    await page.goto(shop.origin)
    return page
  }
  async function chat(page: Page): Promise<Frame> {
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    const frame = page.waitForEvent('framenavigated', one => one.url().includes('/widget/v1/frame'))
    await page.evaluate(() => globalThis.sen('open'))
    await (await frame).waitForSelector('[data-connection=online]')
    return frame
  }
  async function talk(frame: Frame, text: string) {
    await frame.locator('textarea').fill(text)
    await frame.locator('textarea').press('Enter')
    await frame.getByText(text).waitFor()
    await frame.waitForFunction(() => !document.querySelector('[data-state=pending], [data-state=sending]'))
    assert.equal(await frame.locator('[data-state=failed]').count(), 0)
  }
  const buttons = (page: Page) => page.evaluate(() => document.documentElement.querySelectorAll(':scope > div').length)

  const policies: Record<string, () => string | null> = {
    'no policy at all': () => null,
    'its own hosts and ours': () =>
      `default-src 'self'; script-src 'self' ${server}; frame-src ${server}; connect-src 'self' ${server}`,
    'a nonce, and nothing else': () =>
      `default-src 'none'; script-src 'nonce-shop'; frame-src ${server}; connect-src ${server}; base-uri 'none'`,
    'a nonce that is handed on, and trusted types': () =>
      `script-src 'nonce-shop' 'strict-dynamic' https:; style-src 'none'; object-src 'none'; base-uri 'none'; ` +
      `frame-src ${server}; connect-src ${server}; require-trusted-types-for 'script'`,
    'a document that may do next to nothing': () =>
      `default-src 'none'; script-src 'self' ${server}; frame-src ${server}; connect-src ${server}; form-action 'none'; ` +
      `sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-downloads`,
  }
  for (const [name, policy] of Object.entries(policies)) {
    test(`${name}: the chat opens and takes a message`, async t => {
      options = { policy: policy() }
      const page = await visit(t)
      await talk(await chat(page), `xin chào ${name}`)
      assert.equal(await buttons(page), 1)
    })
  }

  test('a script that comes late, and twice, makes one chat', async t => {
    options = { bare: true, policy: `script-src 'self' ${server}; frame-src ${server}; connect-src ${server}` }
    const page = await visit(t)
    await page.waitForLoadState('load')
    for (let n = 0; n < 2; n++)
      await page.evaluate(
        ([src, id]) => {
          const script = Object.assign(document.createElement('script'), { src, async: true })
          script.dataset['widget'] = id
          script.dataset['locale'] = 'vi'
          document.body.append(script)
        },
        [`${server}/widget/v1/loader.js`, widget] as const,
      )
    await talk(await chat(page), 'tới muộn')
    assert.equal(await buttons(page), 1)
  })

  test('an application that changes its address and swaps what it shows keeps the talk that is open', async t => {
    const page = await visit(t)
    const frame = await chat(page)
    await talk(frame, 'trước khi chuyển trang')
    await page.evaluate(() => {
      history.pushState({}, '', '/san-pham/am-tra')
      document.querySelector('main')?.replaceChildren('Ấm trà')
      document.title = 'Ấm trà'
    })
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')))
    await talk(frame, 'sau khi chuyển trang')
    assert.equal(await buttons(page), 1)
    await page.evaluate(() => history.back())
    await talk(frame, 'quay lại')
  })
})
