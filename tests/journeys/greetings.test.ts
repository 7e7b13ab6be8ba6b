// What the chat button says by itself on a shop's page: set by the owner, judged in the visitor's browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { connectWebsite } from '#features/channels/connect-website.ts'
import { launchBrowser } from '#tests/browser.ts'
import { serveShopPage, type ShopPage } from '#tests/shop-page.ts'
import { openSignInDesk, type SignInDesk } from '#tests/sign-in-desk.ts'
import { violations } from './accessibility.ts'
import { openPage, signIn } from './open-page.ts'
import { openRoots } from './open-roots.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }

describe('greetings on the website', { timeout: 300_000 }, () => {
  let desk: SignInDesk
  let browser: Browser
  let shop: ShopPage
  let widget: string
  before(async () => {
    desk = await openSignInDesk({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ workspace_id: string; person_id: string }>`select workspace_id, person_id from members
        where status = 'active' order by joined_at desc limit 1`.execute(tx),
    )
    const caller = { workspaceId: rows[0]?.workspace_id, personId: rows[0]?.person_id, role: 'admin' } as never
    widget = (await connectWebsite(desk.platform, caller, { domains: ['localhost'], name: 'Hạt Nâu' })).account_id
    shop = await serveShopPage(() => ({ server: desk.url, widget }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
    await desk?.close()
  })

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, hanh)
    return page
  }
  async function fits(page: Page, width: number, name: string): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `greetings-${name}.png`), fullPage: true })
  }
  async function visitor(t: TestContext): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    t.after(() => context.close())
    await context.addInitScript(openRoots)
    return context
  }
  async function visit(context: BrowserContext, path: string): Promise<{ page: Page; greets: Promise<unknown> }> {
    const page = await context.newPage()
    await page.clock.install()
    const greets = page.waitForEvent('requestfinished', one => one.url().endsWith('/widget/v1/greetings.js'))
    greets.catch(() => {})
    await page.goto(`${shop.origin}${path}`)
    await page.waitForFunction(() => globalThis.heard.some(([name]) => name === 'ready'))
    return { page, greets }
  }
  /** What greets is there; a minute goes by. */
  async function minuteLater({ page, greets }: { page: Page; greets: Promise<unknown> }): Promise<Page> {
    await greets
    await page.clock.runFor(30_000)
    await page.clock.runFor(30_000)
    return page
  }
  const text = 'Cần tư vấn bộ ấm không ạ?'
  const told = (page: Page) => page.locator('.said').getByText(text)
  const counted = (page: Page) => page.waitForResponse(one => one.url().endsWith('/widget/v1/greetings'))

  test('the owner sets one; who comes to that page reads it once, and not while they chat', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/greetings`)
    await page.waitForURL('**/dashboard/campaigns/greetings')
    await page.getByText('Chưa có lời chào nào').waitFor()
    await page.getByRole('button', { name: 'Thêm lời chào' }).click()
    const form = page.getByRole('dialog', { name: 'Lời chào mới' })
    await form.getByLabel('Tên để nhớ').fill('Trang bộ ấm')
    await form.getByLabel('Ở trang nào').fill('/gom/*')
    await form.getByLabel('Lời chào tiếng Việt').fill(text)
    await fits(page, 1440, 'form-1440')
    await form.getByRole('button', { name: 'Lưu' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Trang bộ ấm' })
    await row.getByText(text).waitFor()

    const context = await visitor(t)
    const elsewhere = await minuteLater(await visit(context, '/lien-he'))
    assert.equal(await told(elsewhere).isVisible(), false)
    const { page: here } = await visit(context, '/gom/am-chen')
    const once = counted(here)
    while (!(await told(here).isVisible())) await here.clock.runFor(5000)
    await once
    const opened = counted(here)
    await here.locator('.said').click()
    await opened
    const chat = here.frameLocator('iframe')
    await chat.getByText(text).waitFor()
    const folder = process.env['SCREENSHOTS']
    if (folder) await here.screenshot({ path: join(folder, 'greetings-opened.png') })
    await chat.getByRole('textbox').fill('Dạ có, mình cần bộ sáu chén')
    await chat.getByRole('textbox').press('Enter')
    await page.goto(`${desk.url}/dashboard/inbox`)
    await page.getByText('Dạ có, mình cần bộ sáu chén').first().click()
    await page.getByRole('log').getByText(text).waitFor()
    await fits(page, 1440, 'answered-1440')
    const again = await minuteLater(await visit(context, '/gom/am-chen'))
    assert.equal(await told(again).isVisible(), false)

    await page.goto(`${desk.url}/dashboard/campaigns/greetings`)
    await row.getByText('Hiện 1 lần, 1 lần khách mở chat').waitFor()
    await fits(page, 1440, '1440')
  })

  test('in English and in the dark on a phone it fits; one that is switched off greets nobody', async t => {
    const page = await open(t, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/dashboard/greetings`)
    const row = page.getByRole('listitem').filter({ hasText: 'Trang bộ ấm' })
    await row.waitFor()
    await fits(page, 360, '360-dark')
    await row.getByRole('switch').click()
    await row.getByRole('switch', { checked: false }).waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').waitFor()
    await fits(page, 360, 'form-360-dark')
    const context = await visitor(t)
    const asked: string[] = []
    context.on('request', request => asked.push(request.url()))
    const { page: here } = await visit(context, '/gom/am-chen')
    await here.clock.runFor(60_000)
    assert.deepEqual([await told(here).isVisible(), asked.filter(url => url.includes('greetings'))], [false, []])
  })
})
