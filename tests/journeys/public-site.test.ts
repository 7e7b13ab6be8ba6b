import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { sql } from 'kysely'
import { openHouse } from '#features/site/open-house.ts'
import { addressIn, addresses, documentAddresses } from '#shared/addresses.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from './steps/accessibility.ts'
import { pastFirstSteps } from './steps/past-first-steps.ts'

type Variant = { language: 'vi' | 'en'; width: 360 | 1440; theme: 'light' | 'dark' }

const paths = [...documentAddresses, '/error?code=otp_expired', '/error?code=access_denied', '/no-such-page']
const variants: Variant[] = (['vi', 'en'] as const).flatMap(language =>
  ([360, 1440] as const).flatMap(width => (['light', 'dark'] as const).map(theme => ({ language, width, theme }))),
)
/** Of two variants each, which have nothing in common. */
const pairs = [
  [0, 7],
  [1, 6],
  [2, 5],
  [3, 4],
]

/** All of them within four days. */
function variantsOf(number: number): Variant[] {
  const first = number % pairs.length
  const chosen = pickDaily([...pairs.slice(first), ...pairs.slice(0, first)]).flat()
  return variants.filter((_look, index) => chosen.includes(index))
}

function isEffect(path: string): boolean {
  return path === '/api/v1/page-views' || path.startsWith('/widget/')
}

describe('the public site', { timeout: 600_000 }, () => {
  let desk: SignInDriver
  let browser: Browser

  before(async () => {
    desk = await openSignInDriver({ SUPPORT_ZALO_URL: 'https://zalo.me/1', SUPPORT_EMAIL: 'hotro@sen.example' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  /** Console errors and failed requests fail the test. */
  async function openBrowser(
    t: TestContext,
    { allowed = [], ...settings }: BrowserContextOptions & { allowed?: number[] } = {},
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN', ...settings })
    const trouble: string[] = []
    context.on('console', message => {
      const known = allowed.some(status => message.text().includes(`status of ${status}`))
      if (['error', 'warning'].includes(message.type()) && !known) trouble.push(message.text())
    })
    context.on('weberror', error => trouble.push(error.error().message))
    context.on('response', answer => {
      if (answer.status() >= 400 && !allowed.includes(answer.status()))
        trouble.push(`${answer.status()} ${answer.url()}`)
    })
    t.after(async () => {
      await context.close()
      assert.deepEqual(trouble, [])
    })
    return context
  }

  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

  for (const [number, path] of paths.entries()) {
    test(`${path}: quiet, accessible, within its width`, async t => {
      const missing = path === '/no-such-page'
      const context = await openBrowser(t, { allowed: missing ? [404] : [] })
      const page = await context.newPage()
      for (const { language, width, theme } of variantsOf(number)) {
        await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
        await page.emulateMedia({ colorScheme: theme })
        const answer = await page.goto(desk.url + addressIn(language, path))
        assert.equal(answer?.status(), missing ? 404 : 200)
        const look = `${path} ${language} ${width} ${theme}`
        assert.equal(await page.evaluate(() => document.documentElement.lang), language, look)
        assert.equal(await page.locator('h1').count(), 1, look)
        assert.deepEqual(await violations(page), [], look)
        assert.ok((await overflow(page)) <= 0, look)
      }
    })
  }

  test('every page bears 320 px, wide spacing of text, and no motion', async t => {
    const context = await openBrowser(t, { viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    for (const address of documentAddresses) {
      await page.goto(desk.url + address)
      assert.ok((await overflow(page)) <= 0, address)
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
        )
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      })
      assert.ok((await overflow(page)) <= 0, `${address}, spaced`)
      const moving = await page.evaluate(
        () => document.getAnimations().filter(one => one.effect?.getComputedTiming().duration !== 0).length,
      )
      assert.equal(moving, 0, address)
    }
  })

  test('in colours that the reader chose, what is chosen stands out and a button has an edge', async t => {
    const context = await openBrowser(t, { forcedColors: 'active' })
    const page = await context.newPage()
    const ground = (what: Locator) => what.evaluate(one => getComputedStyle(one).backgroundColor)
    await page.goto(`${desk.url}/pricing`)
    const period = page.locator('.switch-pair').first().locator('label')
    assert.notEqual(await ground(period.nth(0)), await ground(period.nth(1)))
    const tongues = page.locator('.tongues').first().locator('a')
    assert.notEqual(await ground(tongues.nth(0)), await ground(tongues.nth(1)))
    assert.equal(await ground(period.nth(0)), await ground(tongues.nth(0)), 'the mark of the system')
    const edge = page
      .locator('.plan-pro .btn')
      .first()
      .evaluate(one => getComputedStyle(one).borderTopWidth)
    assert.equal(await edge, '1px')
  })

  test('without scripts every page is whole, dark where the device is, and the plans can be switched', async t => {
    const context = await openBrowser(t, { javaScriptEnabled: false, colorScheme: 'dark' })
    const page = await context.newPage()
    for (const address of documentAddresses) {
      await page.goto(desk.url + address)
      await page.locator('h1').waitFor()
    }
    await page.goto(`${desk.url}/pricing`)
    const price = page.locator('.plan-pro .in-VND .by-month').first()
    await price.getByText('699.000đ').waitFor()
    await page.getByText('Theo năm', { exact: false }).first().click()
    await page.locator('.plan-pro').getByText('594.150đ').waitFor()
    await page.locator('label', { hasText: 'USD' }).click()
    await page.locator('.plan-pro').getByText('24,65 USD').waitFor()
    assert.equal(await price.isVisible(), false)
  })

  test('without scripts the form posts itself, and comes back with thanks or with what is wrong', async t => {
    const context = await openBrowser(t, { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${desk.url}/en/contact`)
    await page.getByLabel('Email or phone number').fill('neither of both')
    await page.getByRole('button', { name: 'Send Request' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Email or phone number').fill('hanh@tiemgom.example')
    await page.getByLabel('What do you need?').fill('Two pages, please call.')
    await page.getByRole('button', { name: 'Send Request' }).click()
    await page.getByRole('heading', { name: 'Received. Thank you.' }).waitFor()
  })

  test('with scripts the form stays where it is, says what is missing, keeps Vietnamese whole, and can be sent again', async t => {
    const context = await openBrowser(t, { allowed: [503] })
    const page = await context.newPage()
    await page.goto(`${desk.url}/contact`)
    const send = page.getByRole('button', { name: 'Gửi yêu cầu' })
    await send.click()
    await page.getByText('Nhập e-mail hoặc số điện thoại để chúng tôi liên lạc lại.').waitFor()
    const point = page.getByLabel('E-mail hoặc số điện thoại')
    assert.equal(await point.evaluate(field => field === document.activeElement), true)
    await point.fill('không phải số')
    await send.click()
    await page.getByText('Chưa đúng dạng e-mail hay số điện thoại').waitFor()
    await point.fill('0912 345 678')
    const message = page.getByLabel('Bạn cần gì?')
    await message.fill('Tiệm có hai trang <script>alert(1)</script>, khách rất đông ạ')
    assert.equal(await message.inputValue(), 'Tiệm có hai trang , khách rất đông ạ')
    const busy = { status: 503, json: { error: { message: 'Máy chủ đang bận.' } } }
    await page.route('**/api/v1/contact-requests', route => route.fulfill(busy), { times: 1 })
    await send.click()
    await page.getByRole('alert').getByText('Máy chủ đang bận.').waitFor()
    await send.click()
    await page.getByRole('heading', { name: 'Đã nhận. Cảm ơn bạn.' }).waitFor()
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql`select 1 from private.contact_requests where contact like '%912345678'`.execute(tx),
    )
    assert.deepEqual(rows.length, 1)
  })

  test('by the keyboard alone: past the menu into the content, and around in the first page', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${desk.url}/`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Tới nội dung chính (Alt+S)')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Dùng thử 7 ngày')
    await page.evaluate(() => window.scrollTo(0, 2000))
    await page.locator('.site-foot a').first().focus()
    await page.keyboard.press('Alt+s')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
    const year = page.getByRole('radio', { name: 'Theo năm' })
    await page.getByRole('radio', { name: 'Theo tháng' }).focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await year.isChecked(), true)
  })

  test('the phone’s menu opens, closes by Escape, and gives the focus back', async t => {
    const context = await openBrowser(t, { viewport: { width: 360, height: 780 } })
    const page = await context.newPage()
    await page.goto(`${desk.url}/about`)
    const opener = page.locator('.site-drawer summary')
    await opener.click()
    await page.locator('.site-drawer').getByRole('link', { name: 'Bảng giá' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await page.locator('.site-drawer nav').waitFor({ state: 'hidden' })
    assert.equal(await opener.evaluate(one => one === document.activeElement), true)
  })

  test('on a phone what a long page holds is folded above it, and the lines of the plans are whole', async t => {
    const context = await openBrowser(t, { viewport: { width: 360, height: 780 } })
    const page = await context.newPage()
    await page.goto(desk.url + addresses.guide)
    const fold = page.locator('.contents-folded summary')
    await fold.focus()
    await page.keyboard.press('Enter')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(address => address.hash !== '')
    await page.goto(desk.url + addresses.pricing)
    const beyond = await page
      .locator('.compare')
      .evaluate(table =>
        [...table.querySelectorAll('th, td')]
          .filter(cell => cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1)
          .map(cell => cell.textContent),
      )
    assert.deepEqual(beyond, [])
  })

  test('the chosen language holds on every address, before anything is seen; the other way round too', async t => {
    const context = await openBrowser(t, { allowed: [404] })
    const page = await context.newPage()
    await page.goto(`${desk.url}/pricing?ref=abc`)
    await page.getByRole('link', { name: 'EN, English' }).first().click()
    await page.waitForURL('**/en/pricing')
    await page.goto(`${desk.url}/guide?ref=abc#nop`)
    await page.waitForURL('**/en/guide?ref=abc#nop')
    await page.goto(`${desk.url}/nothing/here`)
    await page.waitForURL('**/en/nothing/here')
    await page.goto(`${desk.url}/auth`)
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await page.evaluate(() => localStorage.setItem('language', 'fr'))
    await page.goto(`${desk.url}/about`)
    await page.waitForURL('**/about')
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'vi')
  })

  test('who reads English and goes on to sign in, reads it in English', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${desk.url}/en`)
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.waitForURL('**/auth')
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    const other = await (await openBrowser(t)).newPage()
    await other.goto(`${desk.url}/en/auth`)
    await other.waitForURL(`${desk.url}/auth`)
    await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  })

  test('who is signed in finds the way to the dashboard, and the home page stays', async t => {
    await desk.account('site@hatnau.example', 'hoa sen trắng nở đêm')
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${desk.url}/`)
    await page.getByRole('link', { name: 'Đăng nhập' }).first().click()
    await page.getByLabel('E-mail').fill('site@hatnau.example')
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill('hoa sen trắng nở đêm')
    await page.keyboard.press('Enter')
    await pastFirstSteps(page)
    await page.goto(`${desk.url}/`)
    await page.locator('.site-head').getByRole('link', { name: 'Vào bảng điều khiển' }).click()
    await pastFirstSteps(page)
  })

  test('a page made ready beforehand counts as seen, and starts its chat, once it is shown', async t => {
    const own = await openSignInDriver()
    await openHouse(own.platform)
    const context = await openBrowser(t)
    // After the browser, whose open pages would complain.
    t.after(() => own.close())
    const asked: string[] = []
    context.on('request', request => asked.push(new URL(request.url()).pathname))
    const page = await context.newPage()
    // Test drivers disable prerendering, so the page is told that it is prerendered.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    })
    for (const path of ['/pricing', '/chat-with-us']) {
      await page.clock.install()
      await page.goto(own.url + path, { waitUntil: 'networkidle' })
      await page.clock.runFor(60_000)
      assert.deepEqual(asked.filter(isEffect), [], path)
      assert.equal(await page.evaluate(() => localStorage.getItem('security_token')), null)
    }
    await page.goto(`${own.url}/pricing`, { waitUntil: 'networkidle' })
    const counted = page.waitForRequest('**/api/v1/page-views')
    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    assert.deepEqual((await counted).postDataJSON(), { path: '/pricing' })
    const chat = page.waitForRequest('**/widget/v1/loader.js')
    await page.clock.runFor(10_000)
    await chat
    assert.match((await page.evaluate(() => localStorage.getItem('security_token'))) ?? '', /^[0-9a-f]{64}$/)
  })

  test('a page printed shows its text and nothing around it', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(desk.url + addresses.terms)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    assert.equal(await page.locator('.site-menu').isVisible(), false)
    assert.equal(await page.locator('.contents:visible').count(), 0)
    assert.equal(await page.locator('.prose').isVisible(), true)
  })
})
