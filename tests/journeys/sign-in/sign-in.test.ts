import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const email = 'hanh@hatnau.example'
const password = 'hoa sen trắng nở đêm'

describe('signing in, staying in, and leaving', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser

  before(async () => {
    desk = await openSignInDriver()
    await desk.account(email, password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  /** Console errors fail the test unless trouble is expected. */
  async function openBrowser(
    t: TestContext,
    { expectTrouble = false, ...settings }: BrowserContextOptions & { expectTrouble?: boolean } = {},
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'vi-VN', ...settings })
    const trouble: string[] = []
    context.on('console', message => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()))
    context.on('weberror', error => trouble.push(error.error().message))
    t.after(async () => {
      await context.close()
      if (!expectTrouble) assert.deepEqual(trouble, [])
    })
    return context
  }

  async function signIn(page: Page, address = '/auth', url = desk.url): Promise<void> {
    await page.goto(`${url}${address}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  }

  async function signedIn(t: TestContext, settings: Parameters<typeof openBrowser>[1] = {}) {
    const context = await openBrowser(t, settings)
    const page = await context.newPage()
    await signIn(page)
    await pastFirstSteps(page)
    return { context, page }
  }

  async function leave(page: Page): Promise<void> {
    await page.getByRole('button', { name: /Tài khoản và giao diện/ }).click()
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click()
  }

  const storedToken = (page: Page) =>
    page.evaluate(() => {
      const stored = localStorage.getItem('sen-session')
      return stored && (JSON.parse(stored) as { access_token: string }).access_token
    })

  test('two tabs: in and out together, and back to where one was', async t => {
    const context = await openBrowser(t)
    const [one, other] = [await context.newPage(), await context.newPage()]
    await other.goto(`${desk.url}/auth`)
    await one.goto(`${desk.url}/dashboard/account?from=here`)
    await one.getByText('hãy đăng nhập để vào bảng điều khiển').waitFor()
    await one.getByRole('link', { name: 'Đăng nhập' }).click()
    await one.getByLabel('E-mail').fill(email)
    await one.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
    await one.keyboard.press('Enter')
    await one.waitForURL('**/dashboard/account?from=here')
    await pastFirstSteps(other)
    await leave(one)
    await one.waitForURL('**/auth')
    await other.waitForURL('**/auth')
    await one.getByRole('heading', { name: 'Đăng nhập', level: 1 }).waitFor()
    assert.equal(await storedToken(other), null)
  })

  test('a wrong password says the same for everybody, and keeps what was typed', async t => {
    const context = await openBrowser(t, { expectTrouble: true })
    const page = await context.newPage()
    for (const name of [email, 'nobody@hatnau.example']) {
      await page.goto(`${desk.url}/auth`)
      await page.getByLabel('E-mail').fill(name)
      await page.getByRole('textbox', { name: 'Mật khẩu' }).fill('không phải mật khẩu này')
      await page.keyboard.press('Enter')
      await page.getByText('E-mail hoặc mật khẩu không đúng').waitFor()
      assert.equal(await page.getByLabel('E-mail').inputValue(), name)
    }
    await page.getByRole('button', { name: /EN/ }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong email or password').waitFor()
  })

  test('by keyboard alone: from the address to the password, then to the rest', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${desk.url}/auth`)
    await page.getByLabel('E-mail').focus()
    const walk: string[] = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      walk.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '',
        ),
      )
    }
    assert.deepEqual(
      walk.map(name => name.slice(0, 13)),
      ['password', '', 'Quên mật khẩu', 'Đăng nhậpĐang', 'Đăng nhập bằn', 'Gửi tôi liên '],
    )
  })

  test('the human check says what is missing, and works without a worker too', async t => {
    const strict = await openSignInDriver({ HUMAN_CHECK: 'auto' })
    t.after(() => strict.close())
    await strict.account(email, password)
    const context = await openBrowser(t, { expectTrouble: true })
    await context.addInitScript(() => {
      Object.assign(window, { Worker: undefined })
    })
    const page = await context.newPage()
    const showsError = async (challenge: object, text: string) => {
      await context.route('**/api/v1/human-check', route => route.fulfill({ json: challenge }))
      await signIn(page, '/auth', strict.url)
      const dialog = page.getByRole('alertdialog', { name: 'Lỗi xác minh' })
      await dialog.getByText(text).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('textbox', { name: 'Mật khẩu' }).inputValue(), password)
      await context.unroute('**/api/v1/human-check')
    }
    await showsError({ kind: 'off', challenge: '' }, 'Vui lòng xác minh bạn không phải là robot')
    await showsError({ kind: 'pow', challenge: 'made up', difficulty: 4, count: 2 }, 'Mã Turnstile không hợp lệ!')
    await signIn(page, '/auth', strict.url)
  })

  test('who reads English is told in English what is wrong with the check, and with the password', async t => {
    const strict = await openSignInDriver({ HUMAN_CHECK: 'auto' })
    t.after(() => strict.close())
    const context = await openBrowser(t, { expectTrouble: true })
    await context.addInitScript(`localStorage.setItem('language', 'en')`)
    const page = await context.newPage()
    for (const [challenge, text] of [
      [{ kind: 'off', challenge: '' }, 'Please verify you are not a robot'],
      [{ kind: 'pow', challenge: 'made up', difficulty: 4, count: 2 }, 'Turnstile token was not valid!'],
    ] as const) {
      await context.route('**/api/v1/human-check', route => route.fulfill({ json: challenge }))
      await page.goto(`${strict.url}/auth`)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog', { name: 'Verification Error' }).getByText(text).waitFor()
      await context.unroute('**/api/v1/human-check')
    }
  })

  test('whoever forgot the password is told the same, known or not; another mail only after a while', async t => {
    const patient = await openSignInDriver({ AUTH_MAIL_GAP_SECONDS: '60' })
    t.after(() => patient.close())
    await patient.account(email, password)
    const context = await openBrowser(t)
    const shown: string[] = []
    for (const address of [email, 'nobody@hatnau.example']) {
      const page = await context.newPage()
      await page.clock.install()
      await page.goto(`${patient.url}/auth?mode=forgot`)
      await page.getByLabel('E-mail').fill(address)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
      shown.push((await page.locator('main').innerText()).replaceAll(address, '…').replaceAll(/\d+ giây/g, '… giây'))
      const again = page.locator('.no-mail button').first()
      assert.match(await again.innerText(), /^Gửi lại sau \d+ giây$/)
      assert.equal(await again.isEnabled(), false)
      await page.clock.fastForward(61_000)
      await page.getByRole('button', { name: 'Gửi lại thư' }).click({ trial: true })
    }
    assert.equal(shown[0], shown[1])
  })

  test('whoever creates an account sees to what that agrees, and loses nothing by reading it', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${desk.url}/auth?mode=sign-up`)
    await page.getByLabel('Họ và tên').fill('Lê Thị Ngọc Ánh')
    for (const [name, path] of [
      ['Điều khoản', '/terms'],
      ['Quyền riêng tư', '/privacy'],
    ] as const) {
      const opened = context.waitForEvent('page')
      await page.getByRole('link', { name, exact: true }).click()
      const text = await opened
      await text.waitForURL(desk.url + path)
      await text.close()
    }
    assert.equal(await page.getByLabel('Họ và tên').inputValue(), 'Lê Thị Ngọc Ánh')
  })

  test('under another brand no screen calls itself by the first name of the product', async t => {
    const other = await openSignInDriver({ BRAND_NAME: 'Mai Vàng' })
    t.after(() => other.close())
    const context = await openBrowser(t)
    const page = await context.newPage()
    await page.goto(`${other.url}/auth-firebase-magic-link`)
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText('Mai Vàng sẽ hỏi lại e-mail một lần').waitFor()
    const shown = await page.locator('body').innerText()
    assert.equal(/(?<!\p{L})Sen(?!\p{L})/u.exec(shown + (await page.title())), null)
  })

  test('a session that is over is renewed before the first screen, and the other tab goes on with it', async t => {
    const { context, page } = await signedIn(t)
    const other = await context.newPage()
    await other.goto(`${desk.url}/dashboard/account`)
    await other.getByLabel('Họ và tên').waitFor()
    const old = await storedToken(page)
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('sen-session') ?? '{}') as { expires_at: number }
      localStorage.setItem('sen-session', JSON.stringify({ ...stored, expires_at: 1 }))
    })
    await page.reload()
    await page.getByText(/Chào .*, Hạnh/).waitFor()
    const renewed = await storedToken(page)
    assert.notEqual(renewed, old)
    const saved = other.waitForRequest(request => request.method() === 'PATCH')
    await other.getByRole('button', { name: 'Cập nhật' }).click()
    assert.equal((await saved).headers()['authorization'], `Bearer ${renewed}`)
  })

  test('when the server fails, leaving still forgets the session here, and says how far it got', async t => {
    const { context, page } = await signedIn(t, { expectTrouble: true })
    await context.route('**/auth/v1/logout**', route =>
      route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'Broken' } }),
    )
    await leave(page)
    await page.waitForURL('**/auth')
    await page.getByText('Đã đăng xuất trên trình duyệt này').waitFor()
    assert.equal(await storedToken(page), null)
    await page.goto(`${desk.url}/dashboard`)
    await page.getByText('hãy đăng nhập để vào bảng điều khiển').waitFor()
  })

  test('a session that ends in the midst of work costs no letter of it', async t => {
    const { page } = await signedIn(t, { expectTrouble: true })
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByLabel('Họ và tên').fill('Nguyễn Thị Thu Hạnh')
    await desk.endSessions(email)
    // The question may come by itself before the press.
    await page.getByRole('button', { name: 'Cập nhật' }).dispatchEvent('click')
    const question = page.getByRole('alertdialog', { name: 'Phiên đăng nhập đã hết' })
    await question.waitFor()
    await question.getByRole('button', { name: 'Để sau' }).click()
    assert.equal(await page.getByLabel('Họ và tên').inputValue(), 'Nguyễn Thị Thu Hạnh')
    await page.getByRole('button', { name: 'Đăng nhập lại' }).click()
    await question.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Họ và tên').inputValue(), 'Nguyễn Thị Thu Hạnh')
    await page.getByRole('button', { name: 'Cập nhật' }).click()
    await page.getByText('Đã lưu thông tin').waitFor()
  })

  test('without a network the session waits, and goes on by itself', async t => {
    const { context, page } = await signedIn(t, { expectTrouble: true })
    await context.setOffline(true)
    await page.getByText('Mất mạng').waitFor()
    await context.setOffline(false)
    await page.getByText('Mất mạng').waitFor({ state: 'detached' })
    let down = true
    await context.route('**/auth/v1/token**', route => (down ? route.abort() : route.continue()))
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('sen-session') ?? '{}') as { expires_at: number }
      localStorage.setItem('sen-session', JSON.stringify({ ...stored, expires_at: 1 }))
    })
    await page.reload()
    await page.getByText('Sen đang thử lại').waitFor({ timeout: 60_000 })
    down = false
    await page.getByText(/Chào .*, Hạnh/).waitFor()
  })
})
