import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { saveConsentText } from '#features/customers/words/save-consent-text.ts'
import type { Caller } from '#platform/http/caller.ts'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import type { Language } from '#shared/words.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { openPage, signIn } from '../steps/open-page.ts'
import { openRoots } from '../steps/open-roots.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }

describe('greetings and consent on the website', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let shop: ShopPage
  let widget: string
  let caller: Caller
  let spoken: Language = 'vi'
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ workspace_id: string; person_id: string }>`select workspace_id, person_id from members
        where status = 'active' order by joined_at desc limit 1`.execute(tx),
    )
    caller = { workspaceId: rows[0]?.workspace_id, personId: rows[0]?.person_id, role: 'admin' } as never
    widget = (await connectWebsite(desk.platform, caller, { domains: ['localhost'], name: 'Hạt Nâu' })).account_id
    shop = await serveShopPage(() => ({
      server: desk.url,
      widget,
      attributes: `data-locale="${spoken}"`,
      lang: spoken,
    }))
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
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    return { page, greets }
  }
  async function minuteLater({ page, greets }: { page: Page; greets: Promise<unknown> }): Promise<Page> {
    await greets
    await page.clock.runFor(30_000)
    await page.clock.runFor(30_000)
    return page
  }
  const text = 'Cần tư vấn bộ ấm không ạ?'
  const greetingOn = (page: Page) => page.locator('.said').getByText(text)
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
    assert.equal(await greetingOn(elsewhere).isVisible(), false)
    const { page: here } = await visit(context, '/gom/am-chen')
    const once = counted(here)
    while (!(await greetingOn(here).isVisible())) await here.clock.runFor(5000)
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
    assert.equal(await greetingOn(again).isVisible(), false)

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
    assert.deepEqual([await greetingOn(here).isVisible(), asked.filter(url => url.includes('greetings'))], [false, []])
  })

  const agreements = {
    vi: 'Nhận ưu đãi của Hạt Nâu trong khung chat này, nhiều nhất 2 tin mỗi tuần. Dừng lúc nào cũng được: nhắn TC.',
    en: 'Get offers from Hạt Nâu in this chat, at most 2 in a week. To stop at any time, write STOP.',
  }
  async function agreeByBox(t: TestContext, page: Page, language: Language, question: string): Promise<Page> {
    spoken = language
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    const texts = campaignRulesTexts(language)
    const words = agreements[language]
    await saveConsentText(desk.platform, caller, {
      ...{ purpose: 'promotion', language, words },
      max_messages: 2,
      in_days: 7,
    })
    await page.goto(`${desk.url}/dashboard/campaigns/rules`)
    const asks = page.getByRole('switch', { name: texts.askInChat })
    await asks.waitFor()
    if ((await asks.getAttribute('aria-checked')) !== 'true') await asks.click()
    await page.getByRole('switch', { name: texts.askInChat, checked: true }).waitFor()
    await fits(page, width, `box-rules-${language}-${width}`)

    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: language === 'en' ? 'dark' : 'light',
      bypassCSP: true,
    })
    t.after(() => context.close())
    await context.addInitScript(openRoots)
    const here = await context.newPage()
    await here.goto(shop.origin)
    await here.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    await here.evaluate(() => globalThis.sen('open'))
    const chat = here.frameLocator('iframe')
    const box = chat.getByRole('checkbox', { name: words })
    await box.waitFor()
    assert.equal(await box.isChecked(), false)
    const folder = process.env['SCREENSHOTS']
    const shoot = async (name: string) =>
      folder && (await here.screenshot({ path: join(folder, `box-${name}-${language}-${width}.png`) }))
    await shoot('empty')
    const field = chat.getByRole('textbox')
    await field.fill(question)
    await field.press('Tab')
    await here.keyboard.press('Tab')
    await here.keyboard.press('Space')
    assert.equal(await box.isChecked(), true)
    const frame = here.frames().find(one => one.url().includes('/widget/v1/frame'))
    assert.ok(frame)
    assert.deepEqual(await violations(frame), [])
    assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await shoot('ticked')
    await field.press('Enter')
    await box.waitFor({ state: 'detached' })
    await chat.getByText(language === 'vi' ? 'Hạt Nâu đã ghi lại' : 'Hạt Nâu has noted it').waitFor()
    await shoot('agreed')
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ customer_id: string }>`select customer_id from consents order by at desc limit 1`.execute(tx),
    )
    await page.goto(`${desk.url}/dashboard/customers/${rows[0]?.customer_id}`)
    const lines = page.getByRole('region', { name: customerScreensTexts(language).consents }).getByRole('listitem')
    await lines
      .filter({ hasText: customerScreensTexts(language).byForm })
      .getByText(words)
      .waitFor()
    await fits(page, width, `box-card-${language}-${width}`)
    return here
  }

  test('who ticks the empty box under the chat has agreed, word for word; what is sent to them then shows its picture there', async t => {
    const page = await open(t, { viewport: { width: 360, height: 740 } })
    const run = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))
    // A zone where it is midday now.
    const ahead = 12 - new Date().getUTCHours()
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    await run(sql`update workspaces set name = 'Hạt Nâu', time_zone = ${zone} where id = ${caller.workspaceId}`)
    const here = await agreeByBox(t, page, 'vi', 'tiệm có cà phê hạt không ạ')
    await desk.platform.jobs.drain()
    await run(sql`update conversations set waiting_since = null, last_message_at = now() - interval '2 hours'`)
    await page.goto(`${desk.url}/dashboard/campaigns`)
    await page.getByRole('button', { name: 'Soạn tin' }).click()
    await page.getByLabel('Tên đợt gửi').fill('Hạt mới rang')
    await page.getByRole('button', { name: 'Khuyến mãi' }).click()
    await page.getByLabel('Nội dung tiếng Việt').fill('Cuối tuần này tiệm có hạt mới rang ạ.')
    const up = page.waitForResponse(one => one.url().includes('/storage/v1/') && one.request().method() !== 'OPTIONS')
    await page.locator('input[type=file]').setInputFiles({ name: 'hat.png', mimeType: 'image/png', buffer: png })
    await up
    await page.getByRole('button', { name: 'Bỏ ảnh' }).waitFor()
    await page.getByRole('button', { name: 'Gửi ngay cho 1 người, 0đ' }).click()
    await page.getByRole('button', { name: 'Dừng hẳn' }).waitFor()
    await desk.platform.jobs.drain()
    const chat = here.frameLocator('iframe')
    await chat.getByText('Cuối tuần này tiệm có hạt mới rang ạ.').waitFor()
    const picture = chat.locator('.attached.picture img')
    await picture.waitFor()
    const shown = await picture.evaluate(async one => {
      if (!(one instanceof HTMLImageElement)) return 0
      await one.decode()
      return one.naturalWidth
    })
    assert.equal(shown, 1)
  })

  test('the same box in English and on a desk', async t => {
    const page = await open(t)
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await agreeByBox(t, page, 'en', 'do you sell beans?')
  })
})
