// Over WebDriver BiDi: repeats in Firefox what other journeys prove in Chromium.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Frame, launch, type Page } from 'puppeteer-core'
import { findBrowser } from '#tests/setup/installed-browsers.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { openShop, type Shop } from '#tests/fixtures/shop.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'

const patienceMs = 45_000

describe('in Firefox', { timeout: 300_000 }, () => {
  let home: Home
  let server: RunningServer
  let shop: Shop
  let site: ShopPage
  let browser: Browser
  let visitor: Page
  let chat: Frame
  const trouble: string[] = []

  before(async () => {
    home = await makeHome()
    server = await startServer(home)
    site = await serveShopPage(() => ({ server: server.url, widget: shop.page.widget }))
    shop = await openShop(home, server, site.origin)
    const executablePath = findBrowser('firefox')
    assert.ok(executablePath, 'A Firefox is needed.')
    browser = await launch({ browser: 'firefox', executablePath, extraPrefsFirefox: { 'intl.accept_languages': 'vi' } })
  })
  after(async () => {
    await browser?.close()
    await site?.close()
    await server?.stop()
    await home?.remove()
  })

  async function open(name: string, address: string, width = 1280): Promise<Page> {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.setViewport({ width, height: 800 })
    page.on('console', message => message.type() === 'error' && trouble.push(`${name}: ${message.text()}`))
    page.on('pageerror', error => trouble.push(`${name}: ${String(error)}`))
    page.on('response', answer => answer.status() >= 400 && trouble.push(`${name}: ${answer.status()} ${answer.url()}`))
    page.on('requestfailed', request => {
      const why = request.failure()?.errorText
      if (why !== 'NS_BINDING_ABORTED') trouble.push(`${name}: ${request.url()} ${why}`)
    })
    await page.goto(address)
    return page
  }
  const named = (role: string, name: string) => `::-p-aria(${name}[role="${role}"])`

  /** Elements that scroll sideways. Scrollbars take space here, as on Windows. */
  const sideways = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(one => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
        .map(one => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
    )

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/firefox-${name}.png` })
  }

  test('a visitor reads the public pages, chooses the language, and no page is wider than a phone', async () => {
    const page = await open('public', `${server.url}/`, 360)
    assert.equal(await page.$eval('html', html => html.lang), 'vi')
    await shoot(page, 'home')
    for (const path of ['/', '/features', '/pricing', '/guide', '/contact', '/en', '/en/pricing', '/auth']) {
      await page.goto(server.url + path)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth)
      assert.ok(wide <= 0, `${path} is ${wide} px too wide`)
      assert.equal(await page.$eval('html', html => html.lang), path.startsWith('/en') ? 'en' : 'vi', path)
    }
    assert.deepEqual(trouble, [])
  })

  test('on a strict site the chat opens, and answers from the price list', async () => {
    visitor = await open('visitor', site.origin)
    await visitor.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    await visitor.evaluate(() => globalThis.sen('open'))
    chat = await visitor.waitForFrame(frame => frame.url().includes('/widget/v1/frame'))
    await chat.locator('textarea').fill('ship bn v shop')
    await visitor.keyboard.press('Enter')
    await chat.locator('::-p-text(22.000đ)').wait()
    await shoot(visitor, 'chat')
    assert.deepEqual(trouble, [])
  })

  test('the owner signs in, sees the chat live, answers it, and the visitor reads it', async () => {
    const owner = await open('owner', `${server.url}/auth`)
    await owner.locator('input[name=email]').fill(shop.account.email)
    await owner.locator('input[name=password]').fill(shop.account.password)
    await owner.keyboard.press('Enter')
    await owner.waitForFunction(() => location.pathname.startsWith('/dashboard/'))
    await owner.goto(`${server.url}/dashboard/operations`)
    await owner.locator('nav a[href="/dashboard/inbox"]').click()
    await owner.locator('[data-conversation]').click()
    await owner.locator('::-p-text(ship bn v shop)').wait()
    await chat.locator('textarea').fill('còn hàng hong shop')
    await visitor.keyboard.press('Enter')
    await owner.locator('::-p-text(còn hàng hong shop)').wait()
    await owner.locator(named('textbox', 'Trả lời khách')).fill('Dạ em Hạnh đây ạ, anh/chị cần gì thêm không ạ?')
    await owner.locator(named('button', 'Gửi')).click()
    await chat.locator('::-p-text(Dạ em Hạnh đây ạ)').wait()
    await shoot(owner, 'inbox')
    assert.deepEqual(await sideways(owner), [])
    for (const section of ['statistics', 'training', 'connect', 'configuration', 'team', 'billing', 'account']) {
      await owner.goto(`${server.url}/dashboard/${section}`)
      await owner.locator('main h1').wait()
      assert.deepEqual(await sideways(owner), [], section)
    }
    assert.deepEqual(trouble, [])
  })
})
