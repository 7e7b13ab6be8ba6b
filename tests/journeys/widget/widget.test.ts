import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Browser, type BrowserContextOptions, type Frame, type Page } from 'playwright-core'
import { connectWebsite, setDomains } from '#features/channels/website/connect-website.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { serveShopPage, type ShopPage, type ShopPageOptions } from '#tests/fixtures/shop-page.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { violations } from '../steps/accessibility.ts'
import { openRoots } from '../steps/open-roots.ts'

type Sen = (...call: unknown[]) => void
declare global {
  var sen: Sen
  var panelClosed: Promise<unknown>
  var received: [string, { count?: number; text?: string; code?: string } | undefined][]
}

describe('the chat on a shop’s own page', { timeout: 240_000 }, () => {
  let platform: TestPlatform<typeof systemClock>
  let app: FastifyInstance
  let workspace: TestWorkspace
  let shop: ShopPage
  let browser: Browser
  let server: string
  let widget: string
  let channelId: string
  let options: Partial<ShopPageOptions> = {}

  before(async () => {
    platform = await testPlatform({ clock: systemClock })
    await platform.changes.start()
    await platform.broadcast.start()
    workspace = await makeWorkspace(platform)
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const channel = await connectWebsite(platform, workspace.admin, { domains: ['localhost'], name: 'Tiệm gốm Mộc An' })
    widget = channel.account_id
    channelId = channel.id
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
  async function visit(
    t: TestContext,
    settings: BrowserContextOptions & { expectTrouble?: boolean; openRoots?: boolean; ownClock?: boolean } = {},
  ) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...settings })
    t.after(() => context.close())
    if (settings.ownClock) await context.clock.install()
    if (settings.openRoots) await context.addInitScript(openRoots)
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const trouble: string[] = []
    page.on('console', message => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()))
    page.on('pageerror', error => trouble.push(error.message))
    await page.goto(shop.origin)
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready' || name === 'error'))
    t.after(() => settings.expectTrouble || assert.deepEqual(trouble, []))
    return { page, context, trouble, asked }
  }
  async function open(page: Page): Promise<Frame> {
    await page.evaluate(() => globalThis.sen('open'))
    for (;;) {
      const frame = page.frames().find(one => one.url().includes('/widget/v1/frame'))
      if (frame) {
        await frame.waitForSelector('textarea')
        return frame
      }
      await page.waitForTimeout(10)
    }
  }
  async function write(frame: Frame, text: string) {
    await frame.locator('textarea').fill(text)
    await frame.locator('textarea').press('Enter')
  }
  /** The page tells the frame that it is closed; messages before that count as seen. */
  async function closeBy(frame: Frame, act: () => Promise<unknown>) {
    await frame.evaluate(() => {
      globalThis.panelClosed = new Promise(done =>
        addEventListener('message', ({ data }) => data.type === 'closed' && done(undefined)),
      )
    })
    await act()
    await frame.evaluate(() => globalThis.panelClosed)
  }
  async function newestConversation() {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        id: string
        fields: { page_url?: string }
      }>`select v.id, c.fields from conversations v join contacts c on c.id = v.contact_id
        order by v.id desc limit 1`.execute(tx),
    )
    assert.ok(rows[0])
    return rows[0]
  }
  async function answerByHand(text: string) {
    const { id } = await newestConversation()
    await reply(platform, workspace.admin, { id, text })
  }

  test('before opening: one script, one question, no shift, under the strictest policy', async t => {
    const { page, asked } = await visit(t, { ownClock: true })
    await page.clock.runFor(10_000)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(
      asked.filter(path => path.startsWith('/widget/')),
      ['/widget/v1/loader.js', '/widget/v1/config'],
    )
    const shifts = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const observer = new PerformanceObserver(list => resolve(list.getEntries().length))
          observer.observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(observer.takeRecords().length), 50)
        }),
    )
    assert.equal(shifts, 0)
  })

  test('a page that is only made ready beforehand asks nobody and shows nothing until somebody looks at it', async t => {
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    // Test drivers disable prerendering, so the page is told that it is prerendered.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    })
    await page.clock.install()
    await page.goto(shop.origin)
    await page.waitForFunction(() => 'loaded' in globalThis.sen)
    await page.evaluate(() => globalThis.sen('open'))
    await page.clock.runFor(60_000)
    const chatRequests = () => asked.filter(path => path.startsWith('/widget/'))
    assert.deepEqual(chatRequests(), ['/widget/v1/loader.js'])
    assert.equal(await page.locator('html > div').count(), 0)
    const navigated = page.waitForEvent('framenavigated', one => one.url().includes('/widget/v1/frame'))
    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    const frame = await navigated
    await frame.waitForSelector('textarea')
    assert.deepEqual(chatRequests().slice(0, 3), ['/widget/v1/loader.js', '/widget/v1/config', '/widget/v1/frame'])
  })

  test('a visitor asks, a person answers; typing shows; who wrote is said', async t => {
    const { page } = await visit(t)
    const seen = Promise.withResolvers<void>()
    await page.route('**/widget/v1/sessions', async route => {
      await seen.promise
      await route.continue()
    })
    const frame = await open(page)
    await frame.waitForSelector('[data-connection=connecting]')
    seen.resolve()
    await frame.waitForSelector('[data-connection=online]')
    await write(frame, 'ship bn v shop')
    await frame.waitForSelector('[data-state=sent]')
    await frame.waitForSelector('.drop.bot .typing')
    await answerByHand('Dạ phí ship **30.000đ** ạ')
    await frame.getByText('Dạ phí ship 30.000đ ạ').waitFor()
    assert.equal(await frame.locator('.drop.member strong').textContent(), '30.000đ')
    await frame.getByText('Hạnh đang trò chuyện với bạn').waitFor()
    assert.deepEqual((await newestConversation()).fields, { page_url: `${shop.origin}/` })
  })

  test('Enter sends, Shift+Enter breaks the line, blank is nothing, scripts are no words', async t => {
    const { page } = await visit(t)
    const frame = await open(page)
    const field = frame.locator('textarea')
    const send = frame.getByRole('button', { name: 'Gửi', exact: true })
    assert.ok(await send.isDisabled())
    await field.fill('   ')
    assert.ok(await send.isDisabled())
    await field.press('Enter')
    assert.equal(await frame.locator('.message.out').count(), 0)
    await field.fill('')
    await field.pressSequentially('dòng một')
    await field.press('Shift+Enter')
    await field.pressSequentially('dòng hai <script>alert(1)</script>')
    assert.equal(await field.inputValue(), 'dòng một\ndòng hai alert(1)')
    await field.press('Enter')
    await frame.waitForSelector('[data-state=sent]')
    assert.equal(await field.inputValue(), '')
    assert.equal(await frame.evaluate(() => document.activeElement?.tagName), 'TEXTAREA')
  })

  test('an input method keeps its Enter and its half-made syllable', async t => {
    const { page, context } = await visit(t)
    const frame = await open(page)
    await frame.locator('textarea').focus()
    const session = await context.newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'tiêng', selectionStart: 5, selectionEnd: 5 })
    const handled = await frame
      .locator('textarea')
      .evaluate(area =>
        area.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
        ),
      )
    assert.ok(handled, 'the Enter belongs to the input method')
    assert.equal(await frame.locator('.message.out').count(), 0)
    await session.send('Input.insertText', { text: 'tiếng' })
    assert.equal(await frame.locator('textarea').inputValue(), 'tiếng')
  })

  test('a message that fails offers "Gửi lại" and arrives once; without a network it waits', async t => {
    const { page, context } = await visit(t, { expectTrouble: true })
    const frame = await open(page)
    await frame.waitForSelector('[data-connection=online]')
    await page.route('**/widget/v1/messages', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await write(frame, 'hỏng giữa đường')
    await frame.waitForSelector('[data-state=failed] .not-sent svg')
    await page.unroute('**/widget/v1/messages')
    await frame.getByRole('button', { name: 'Gửi lại' }).click()
    await frame.waitForSelector('[data-state=sent]')
    await context.setOffline(true)
    await frame.waitForSelector('[data-connection=offline]')
    await write(frame, 'chờ mạng')
    await frame.getByText('Đang chờ mạng…').waitFor()
    await frame.getByText('Mất kết nối. 1 tin sẽ gửi khi có lại.').waitFor()
    await answerByHand('trả lời lúc mất mạng')
    await context.setOffline(false)
    await frame.getByText('trả lời lúc mất mạng').waitFor()
    await frame.waitForFunction(() => document.querySelectorAll('[data-state=sent]').length === 2)
    const { id } = await newestConversation()
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        text: string
      }>`select text from messages where conversation_id = ${id} and author = 'contact' order by seq`.execute(tx),
    )
    assert.deepEqual(
      rows.map(row => row.text),
      ['hỏng giữa đường', 'chờ mạng'],
    )
  })

  test('the talk and the unsent are still there after a reload', async t => {
    const { page } = await visit(t, { expectTrouble: true })
    const frame = await open(page)
    await frame.waitForSelector('[data-connection=online]')
    await write(frame, 'trước khi tải lại')
    await frame.waitForSelector('[data-state=sent]')
    await page.route('**/widget/v1/messages', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await write(frame, 'chưa kịp gửi')
    await frame.waitForSelector('[data-state=sending]')
    await page.unroute('**/widget/v1/messages')
    await page.reload()
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    const again = await open(page)
    await again.getByText('trước khi tải lại').waitFor()
    await again.waitForFunction(() => document.querySelectorAll('[data-state=sent]').length === 2)
  })

  test('closed, a message shows a preview for five seconds, and a badge until opened, in every tab', async t => {
    const { page, context } = await visit(t, { openRoots: true, ownClock: true })
    const frame = await open(page)
    await frame.waitForSelector('[data-connection=online]')
    await write(frame, 'alo')
    await frame.waitForSelector('[data-state=sent]')
    await closeBy(frame, () => frame.locator('textarea').press('Escape'))
    const button = page.getByRole('button', { name: 'Mở khung chat' })
    assert.equal(await button.getAttribute('aria-expanded'), 'false')
    assert.ok(await button.evaluate(one => one.matches(':focus')), 'the focus is back on the button')
    await page.clock.pauseAt(Date.now() + 10_000)
    await answerByHand('Mình cần gì ạ?')
    const preview = page.getByRole('button', { name: /Mình cần gì ạ\?/ })
    await preview.waitFor()
    assert.ok(await button.evaluate(one => one.matches(':focus')), 'the preview takes no focus')
    await page.clock.runFor(4900)
    assert.ok(await preview.isVisible())
    await page.clock.runFor(200)
    await preview.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Mở khung chat, 1 tin chưa đọc' }).waitFor()

    await answerByHand('Em đây ạ')
    await page.getByRole('button', { name: 'Ẩn tin xem trước' }).click()
    await page.getByRole('button', { name: 'Mở khung chat, 2 tin chưa đọc' }).waitFor()
    await page.clock.resume()

    const other = await context.newPage()
    await other.goto(shop.origin)
    await other.getByRole('button', { name: 'Mở khung chat, 2 tin chưa đọc' }).click()
    await page.getByRole('button', { name: 'Mở khung chat', exact: true }).waitFor()
  })

  test('looks and reads right: nobody is shut out, in both languages, light and dark, desk and phone', async t => {
    for (const [width, height, colorScheme, locale] of pickDaily([
      [1440, 900, 'light', 'vi'],
      [360, 740, 'dark', 'en'],
      [320, 640, 'light', 'en'],
      [360, 740, 'light', 'vi'],
      [1440, 900, 'dark', 'en'],
    ] as const)) {
      await t.test(`${width} ${colorScheme} ${locale}`, async inner => {
        options = { attributes: `data-locale="${locale}"`, lang: locale }
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          bypassCSP: true,
        })
        inner.after(() => context.close())
        const page = await context.newPage()
        await page.addInitScript(openRoots)
        await page.goto(shop.origin)
        await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
        const frame = await open(page)
        await frame.waitForSelector('[data-connection=online]')
        await noViolations(page, frame)
        await write(frame, 'Giá bao nhiêu ạ https://tiemgom.example/mot-dia-chi-rat-dai-khong-co-cho-ngat-dong-nao-ca')
        await frame.waitForSelector('[data-state=sent]')
        await answerByHand('Dạ **780.000đ** ạ:\n- freeship\n- [xem](https://shop.example)')
        await frame.getByText('freeship').waitFor()
        await noViolations(page, frame)
        const overflow = await frame.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.equal(overflow, 0)
        await closeBy(frame, () => page.evaluate(() => globalThis.sen('close')))
        await answerByHand('Còn ai đó không?')
        await page.waitForFunction(() =>
          globalThis.received.some(([name, what]) => name === 'unread' && what?.count === 1),
        )
        await noViolations(page)
      })
    }
  })

  async function noViolations(...places: (Page | Frame)[]) {
    for (const place of places) assert.deepEqual(await violations(place), [])
  }

  test('the page may drive it: calls before loading, show and hide, language, reset', async t => {
    const { page } = await visit(t)
    await page.evaluate(() => globalThis.sen('send', 'gửi từ trang'))
    const frame = await open(page)
    await frame.getByText('gửi từ trang').waitFor()
    await frame.waitForSelector('[data-state=sent]')
    await page.evaluate(() => globalThis.sen('setLocale', 'en'))
    await frame.getByPlaceholder('Message the shop…').waitFor()
    const name = `sen:${widget}`
    const before = await page.evaluate(key => localStorage.getItem(key), name)
    assert.ok(before)
    await page.evaluate(() => globalThis.sen('reset'))
    // The open chat begins anew by itself, with a visitor of its own.
    await page.waitForFunction(([key, old]) => localStorage.getItem(key) !== old, [name, before] as const)
    await frame.waitForFunction(
      () => document.querySelector('textarea') && document.querySelectorAll('.message.out').length === 0,
    )
    await page.evaluate(() => globalThis.sen('close'))
    await page.evaluate(() => globalThis.sen('nonsense', 1))
    assert.deepEqual(
      await page.evaluate(() => globalThis.received.map(([event]) => event).filter(event => event !== 'message')),
      ['ready', 'open', 'close'],
    )
  })

  test('included twice, late, or on a page that swaps its body, there is one button', async t => {
    const { page } = await visit(t)
    const again = `${server}/widget/v1/loader.js`
    await page.evaluate(src => {
      const script = Object.assign(document.createElement('script'), { async: true })
      script.dataset.widget = 'wgt_other'
      // The page's policy forbids strings as script URLs. A tag manager copies the first tag like this.
      const first = document.querySelector('script[data-widget]')
      if (first && src) document.head.append(first.cloneNode(true))
    }, again)
    await page.waitForTimeout(300)
    assert.equal(await page.evaluate(() => document.documentElement.querySelectorAll(':scope > div').length), 1)
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')))
    assert.equal(await page.evaluate(() => document.documentElement.querySelectorAll(':scope > div').length), 1)
    await page.evaluate(() => document.querySelector(':scope > div')?.remove())
    await page.waitForFunction(() => document.documentElement.querySelectorAll(':scope > div').length === 1)
    await open(page)
  })

  test('on a domain that is not registered: no button, one line that says what to do', async t => {
    await setDomains(platform, workspace.admin, { id: channelId, domains: ['elsewhere.vn'] })
    t.after(() => setDomains(platform, workspace.admin, { id: channelId, domains: ['localhost'] }))
    const { page, trouble } = await visit(t, { expectTrouble: true })
    assert.deepEqual(await page.evaluate(() => globalThis.received), [
      ['error', { code: 'widget.domain_not_registered' }],
    ])
    assert.equal(await page.evaluate(() => document.documentElement.querySelectorAll(':scope > div').length), 0)
    assert.equal(trouble.filter(line => line.startsWith('Sen: ')).length, 1)
  })

  test('framed by a page that is not registered, the browser shows nothing', async t => {
    const thief = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<iframe src="${server}/widget/v1/frame?widget=${widget}&origin=${encodeURIComponent(shop.origin)}&locale=vi"></iframe>`,
      )
    })
    await new Promise<void>(done => thief.listen(0, '127.0.0.1', done))
    t.after(() => thief.close())
    const context = await browser.newContext()
    t.after(() => context.close())
    await setDomains(platform, workspace.admin, { id: channelId, domains: [new URL(shop.origin).host] })
    t.after(() => setDomains(platform, workspace.admin, { id: channelId, domains: ['localhost'] }))
    const page = await context.newPage()
    const refused = page.waitForEvent('console', message => /frame-ancestors/.test(message.text()))
    await page.goto(`http://localhost:${(thief.address() as AddressInfo).port}/`)
    await refused
  })

  test('a page opened from the disk is refused in one line, without an exception', async t => {
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    const file = resolve(platform.config.dataDir, `${newId()}.html`)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(
      file,
      `<!doctype html><title>x</title><script src="${server}/widget/v1/loader.js" data-widget="${widget}"></script>`,
    )
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    page.on('pageerror', error => lines.push(`error: ${error.message}`))
    await page.goto(pathToFileURL(file).href)
    await page.evaluate(() => globalThis.sen('open'))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^Sen: /)
  })
})
