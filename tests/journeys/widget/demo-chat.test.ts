import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { openHouse } from '#features/site/open-house.ts'
import { systemClock } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { violations } from '../steps/accessibility.ts'
import { openRoots } from '../steps/open-roots.ts'

const patience = 30_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** How the chat opens by itself: after the real 4 s of quiet, at once, or never. */
type Quiet = 'real' | 'none' | 'endless'

function changeTheQuiet(quiet: Quiet) {
  const set = window.setTimeout.bind(window)
  window.setTimeout = ((work: TimerHandler, after?: number) => {
    if (after !== 4000) return set(work, after)
    return quiet === 'endless' ? 0 : set(work, 0)
  }) as typeof window.setTimeout
}

describe('the chat on the product’s own pages', { timeout: 240_000 }, () => {
  let platform: TestPlatform<typeof systemClock>
  let app: FastifyInstance
  let browser: Browser
  let server: string

  before(async () => {
    platform = await testPlatform({ clock: systemClock })
    await platform.changes.start()
    await platform.broadcast.start()
    await openHouse(platform)
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    server = `http://localhost:${(app.server.address() as AddressInfo).port}`
    await platform.jobs.start()
    await trained()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await app.close()
    await platform.jobs.stop(5000)
    await platform.close()
  })

  async function trained(): Promise<void> {
    const until = performance.now() + patience
    for (;;) {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ done: number }>`select count(*)::int as done from sources where status = 'processed'`.execute(tx),
      )
      if (rows[0]?.done === 2) return
      assert.ok(performance.now() < until, 'the guide was not read in time')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  async function visit(
    t: TestContext,
    path: string,
    settings: BrowserContextOptions & { trouble?: boolean; quiet?: Quiet } = {},
  ) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...settings })
    t.after(() => context.close())
    await context.addInitScript(openRoots)
    const { quiet = 'none' } = settings
    if (quiet !== 'real') await context.addInitScript(changeTheQuiet, quiet)
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const asked: string[] = []
    const trouble: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    page.on('console', message => message.type() === 'error' && trouble.push(message.text()))
    page.on('pageerror', error => trouble.push(error.message))
    t.after(() => settings.trouble || assert.deepEqual(trouble, []))
    await page.goto(server + path)
    return { page, context, asked }
  }
  function button(page: Page, name: string | RegExp = /Mở khung chat|Open chat/) {
    return page.getByRole('button', { name })
  }
  async function open(page: Page): Promise<Frame> {
    await button(page).click()
    const element = await page.waitForSelector('iframe')
    const frame = await element.contentFrame()
    assert.ok(frame)
    await frame.waitForSelector('[data-connection=online]')
    return frame
  }
  async function ask(frame: Frame, text: string) {
    await frame.locator('textarea').fill(text)
    await frame.locator('textarea').press('Enter')
  }

  test('comes when the page has been quiet for a while; until then nothing of it is loaded', async t => {
    const { page, asked } = await visit(t, '/auth', { quiet: 'real' })
    await button(page).waitFor()
    const loaded = await page.evaluate(
      () => performance.getEntriesByName(`${location.origin}/widget/v1/loader.js`)[0]?.startTime,
    )
    assert.ok((loaded ?? 0) >= 4000, `loaded at ${loaded}`)
    assert.deepEqual(
      [...new Set(asked.filter(path => path.startsWith('/widget/')))],
      ['/widget/v1/loader.js', '/widget/v1/config'],
    )
  })

  test('an earlier call of it brings it at once', async t => {
    const { page } = await visit(t, '/auth', { quiet: 'endless' })
    await page.waitForFunction(() => typeof window.sen === 'function')
    await page.evaluate(() => window.sen?.('open'))
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    await frame?.waitForSelector('textarea')
  })

  test('the house’s bot greets, answers from the guide, and says what it does not know', async t => {
    const { page } = await visit(t, '/auth')
    const frame = await open(page)
    await frame.getByText('mình là bot của Sen').waitFor()
    await ask(frame, 'Dùng thử miễn phí mấy ngày?')
    await frame
      .getByText(/7 ngày, không cần thẻ/)
      .first()
      .waitFor()
    await frame.getByText('Nguồn: Hướng dẫn sử dụng').first().waitFor()
    const helped = frame.getByRole('button', { name: 'Câu trả lời này có ích' })
    await helped.click()
    await frame.waitForSelector('.rate[aria-pressed=true]')
    await ask(frame, 'Bên mình có bán xe máy điện VinFast không?')
    const link = frame.getByRole('link', { name: /\/contact/ })
    await link.waitFor()
    assert.match((await link.getAttribute('rel')) ?? '', /nofollow/)
  })

  test('a question typed on the home page is asked in the chat that opens', async t => {
    const { page } = await visit(t, '/', { quiet: 'endless' })
    const field = page.getByLabel('Hỏi bot của Sen một câu…')
    await field.fill('Dùng thử miễn phí mấy ngày?')
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, 'home-ask.png') })
    assert.deepEqual(await violations(page), [])
    await field.press('Enter')
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    await frame?.locator('.drop, .mine, [data-state=sent]').getByText('Dùng thử miễn phí mấy ngày?').first().waitFor()
    await frame
      ?.getByText(/7 ngày, không cần thẻ/)
      .first()
      .waitFor()
    assert.equal(await field.inputValue(), '')
  })

  test('speaks the page’s language, also when that is changed', async t => {
    const { page } = await visit(t, '/auth')
    await button(page, 'Mở khung chat').waitFor()
    await page
      .getByRole('button', { name: 'English' })
      .or(page.getByRole('radio', { name: 'English' }))
      .first()
      .click()
    await button(page, 'Open chat').waitFor()
    const frame = await open(page)
    await frame.getByText('I’m Sen’s own bot').waitFor()
  })

  test('a server that is gone shows as offline; what was written can be sent again when it is back', async t => {
    const { page } = await visit(t, '/auth', { trouble: true })
    const frame = await open(page)
    await page.route('**/widget/v1/**', route => route.abort())
    await ask(frame, 'còn ai ở đó không')
    await frame.waitForSelector('[data-state=failed]')
    await frame.waitForSelector('[data-connection=offline]')
    await page.unroute('**/widget/v1/**')
    await frame.evaluate(() => window.dispatchEvent(new Event('online')))
    await frame.waitForSelector('[data-connection=online]')
    await frame.getByRole('button', { name: 'Gửi lại' }).click()
    await frame.waitForFunction(() => document.querySelectorAll('[data-state=sent]').length === 1)
  })

  test('each screen is told once as looked at, with its path alone', async t => {
    const { page } = await visit(t, '/auth?mode=forgot')
    // The response, not the request: the reload may cut off the first visit's.
    const reported = page.waitForResponse('**/api/v1/page-views')
    await page.reload()
    const answer = await reported
    assert.deepEqual(answer.request().postDataJSON(), { path: '/auth' })
    assert.equal((await answer.request().allHeaders())['cookie'], undefined)
    assert.equal(answer.status(), 204)
  })

  test('a change of the screen without a new page is told too, and who has only keys goes on in it', async t => {
    const { page } = await visit(t, '/auth')
    const reported = (path: string) =>
      page.waitForRequest(one => one.url().endsWith('/api/v1/page-views') && one.postDataJSON().path === path)
    const reports: string[] = []
    page.on('request', one => one.url().endsWith('/api/v1/page-views') && reports.push(one.postDataJSON().path))
    const placed = () => page.waitForFunction(() => document.activeElement?.closest('main')?.id === 'main')
    const there = reported('/auth-magic-link')
    await page.getByText('Gửi tôi liên kết đăng nhập').click()
    await page.getByRole('heading', { name: 'Đăng nhập bằng liên kết' }).waitFor()
    await placed()
    await there
    const back = reported('/auth')
    await page.goBack()
    await page.getByRole('heading', { name: 'Đăng nhập', level: 1 }).waitFor()
    await placed()
    await back
    assert.deepEqual(reports.slice(reports.indexOf('/auth-magic-link')), ['/auth-magic-link', '/auth'])
  })

  test('the security token is in storage and in a strict cookie, and a wrong one is made anew', async t => {
    const { page, context } = await visit(t, '/auth')
    const read = async () => {
      await page.waitForFunction(() => /^[0-9a-f]{64}$/.test(localStorage.getItem('security_token') ?? ''))
      const stored = await page.evaluate(() => localStorage.getItem('security_token'))
      const cookie = (await context.cookies()).find(one => one.name.endsWith('security_token'))
      assert.equal(cookie?.value, stored)
      assert.equal(cookie?.sameSite, 'Strict')
      return stored
    }
    const first = await read()
    await page.reload()
    assert.equal(await read(), first)
    await page.evaluate(() => localStorage.setItem('security_token', 'abc'))
    await page.reload()
    assert.notEqual(await read(), first)
  })

  test('a picture goes with its progress, can be given up, and is shown again after a reload', async t => {
    const { page, context } = await visit(t, '/auth', { trouble: true })
    const frame = await open(page)
    const picture = { name: 'ấm trà.png', mimeType: 'image/png', buffer: png }
    const chooser = () => frame.locator('input[type=file]')
    await chooser().setInputFiles(picture)
    await frame.waitForSelector('.attached.picture img')
    await frame.waitForSelector('[data-state=sent]')
    await frame.getByRole('button', { name: 'Tải ấm trà.png về máy' }).waitFor()

    await chooser().setInputFiles({ name: 'mã.html', mimeType: 'text/html', buffer: Buffer.from('<b>') })
    await frame.getByText('Chỉ gửi được ảnh và PDF').waitFor()
    await frame.getByRole('button', { name: 'Bỏ tệp' }).click()
    await frame.getByText('Chỉ gửi được ảnh và PDF').waitFor({ state: 'detached' })

    await page.route('**/widget/v1/files', () => undefined)
    await chooser().setInputFiles({ name: 'hoá đơn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await frame.getByRole('progressbar').waitFor()
    await frame.getByRole('button', { name: 'Huỷ' }).click()
    await frame.getByText('hoá đơn.pdf').waitFor({ state: 'detached' })
    await page.unroute('**/widget/v1/files')

    const again = await context.newPage()
    again.setDefaultTimeout(patience)
    await again.goto(`${server}/auth`)
    const later = await open(again)
    await later.waitForSelector('.attached.picture img')
    const download = again.waitForEvent('download')
    await later.getByRole('button', { name: 'Tải ấm trà.png về máy' }).click()
    assert.equal((await download).suggestedFilename(), 'ấm trà.png')
  })

  test('makes no sound until it is wanted, and remembers', async t => {
    const { page, context } = await visit(t, '/auth')
    const frame = await open(page)
    const sound = frame.getByRole('button', { name: 'Âm báo tin mới' })
    assert.equal(await sound.getAttribute('aria-pressed'), 'false')
    await sound.click()
    assert.equal(await sound.getAttribute('aria-pressed'), 'true')
    const again = await context.newPage()
    again.setDefaultTimeout(patience)
    await again.goto(`${server}/auth`)
    const later = await open(again)
    assert.equal(await later.getByRole('button', { name: 'Âm báo tin mới' }).getAttribute('aria-pressed'), 'true')
  })

  test('is a page of its own, and goes on in the box of the other pages', async t => {
    const { page } = await visit(t, '/chat-with-us')
    const chat = page.locator('#chat')
    await chat.locator('[data-connection=online]').waitFor()
    await chat.getByText('mình là bot của Sen').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Đóng khung chat' }).count(), 0)
    await chat.locator('textarea').fill('Dùng thử miễn phí mấy ngày?')
    await chat.locator('textarea').press('Enter')
    await chat
      .getByText(/7 ngày/)
      .first()
      .waitFor()
    await chat.locator('input[type=file]').setInputFiles({ name: 'ấm.png', mimeType: 'image/png', buffer: png })
    await chat.locator('.attached.picture img').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`${server}/`)
    const frame = await open(page)
    await frame.getByText('Dùng thử miễn phí mấy ngày?').waitFor()
  })

  test('nobody is shut out, with the box open and closed, light and dark, wide and narrow', async t => {
    for (const [width, height, colorScheme] of pickDaily([
      [1440, 900, 'light'],
      [360, 740, 'dark'],
      [360, 740, 'light'],
      [1440, 900, 'dark'],
    ] as const)) {
      const { page } = await visit(t, '/auth', {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      })
      await button(page).waitFor()
      assert.deepEqual(await violations(page), [])
      const frame = await open(page)
      await ask(frame, 'Gói Pro giá bao nhiêu?')
      await frame
        .getByText(/699\.000đ/)
        .first()
        .waitFor()
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(await violations(frame), [])
    }
  })
})
