import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { press } from '../steps/by-keys.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const email = 'hanh@hatnau.example'
const password = 'hoa sen trắng nở đêm'

describe('links of mails', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser

  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(email, password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  async function openBrowser(t: TestContext, settings: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'vi-VN', ...settings })
    const [trouble, sent]: [string[], string[]] = [[], []]
    context.on('console', message => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()))
    context.on('weberror', error => trouble.push(error.error().message))
    context.on('request', request => {
      const { pathname, search } = new URL(request.url())
      sent.push(pathname + search, request.headers()['referer'] ?? '')
    })
    t.after(async () => {
      await context.close()
      assert.deepEqual(trouble, [])
      assert.deepEqual(
        sent.filter(text => /access_token|refresh_token|eyJ/.test(text)),
        [],
        'a token left the address line',
      )
    })
    return context
  }

  async function askFor(page: Page, path: string): Promise<void> {
    await page.goto(desk.url + path)
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
  }

  async function open(page: Page, link: string): Promise<void> {
    await page.goto(link, { waitUntil: 'commit' })
  }

  /** No token in any address of the history. */
  async function assertClean(page: Page): Promise<void> {
    assert.equal(new URL(page.url()).hash, '')
    const addresses = await page.evaluate(() =>
      (globalThis as unknown as { navigation: { entries(): { url: string | null }[] } }).navigation
        .entries()
        .map(entry => entry.url),
    )
    assert.deepEqual(
      addresses.filter(address => address?.includes('token=') && !address.includes('/auth/v1/verify')),
      [],
    )
    assert.equal(await page.evaluate(() => 'senArrival' in window), false)
  }

  test('a sign-in link works in another browser, once', async t => {
    const desktop = await (await openBrowser(t)).newPage()
    await askFor(desktop, '/auth-magic-link')
    const { link } = await desk.openEmail(email)
    const phone = await (await openBrowser(t, { viewport: { width: 360, height: 740 } })).newPage()
    await open(phone, link)
    await phone.getByRole('heading', { name: `Tiếp tục với ${email}?` }).waitFor()
    assert.equal(await phone.evaluate(() => localStorage.getItem('sen-session')), null)
    await assertClean(phone)
    assert.deepEqual(await violations(phone), [])
    await phone.getByRole('button', { name: 'Tiếp tục' }).click()
    await pastFirstSteps(phone)
    await phone.getByText(/Chào .*, Hạnh/).waitFor()
    await assertClean(phone)

    const late = await (await openBrowser(t)).newPage()
    await open(late, link)
    await late.getByRole('heading', { name: 'Liên kết này đã hết hạn' }).waitFor()
    assert.match(await late.locator('.code').innerText(), /otp_expired/)
    await assertClean(late)
    assert.deepEqual(await violations(late), [])
    await late.getByRole('button', { name: /EN/ }).click()
    await late.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await late.getByRole('link', { name: 'Send a new link' }).click()
    await late.waitForURL('**/auth-magic-link')
  })

  test('asked for in English, a link that works no more says so in English, in whichever browser', async t => {
    const page = await (await openBrowser(t)).newPage()
    await page.goto(`${desk.url}/en/auth-magic-link`)
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const { link } = await desk.openEmail(email)
    const late = await (await openBrowser(t)).newPage()
    await open(late, link.replace(/token=[^&]+/, 'token=spent'))
    await late.getByRole('heading', { name: 'This link has expired' }).waitFor()
  })

  test('where it was asked for, a link signs in at once', async t => {
    const page = await (await openBrowser(t)).newPage()
    await askFor(page, '/auth-magic-link')
    await open(page, (await desk.openEmail(email)).link)
    await pastFirstSteps(page)
  })

  test('a session of somebody else asks before it takes the place of the one that stands, by keys alone', async t => {
    const other = 'khac@hatnau.example'
    await desk.account(other, password)
    for (const [language, ask, stays, continues] of [
      ['vi', 'Tiếp tục với', `Ở lại với ${email}`, 'Tiếp tục'],
      ['en', 'Continue as', `Stay as ${email}`, 'Continue'],
    ] as const) {
      const page = await (await openBrowser(t, { viewport: { width: 360, height: 740 } })).newPage()
      const mine = await sessionOf(email)
      await page.goto(`${desk.url}/auth`)
      await page.evaluate(session => localStorage.setItem('sen-session', session), JSON.stringify(mine))
      await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
      const dashboard = `${desk.url}/dashboard/operations`
      await page.goto(dashboard)
      await page.locator('#main h1').waitFor()
      const here = () =>
        page.evaluate(() => String(JSON.parse(localStorage.getItem('sen-session') ?? '{}').user?.email))

      // Anybody can make such a link with their own session.
      const theirs = await sessionOf(other)
      await page.goto('about:blank')
      await open(page, `${desk.url}/#${inAddress(theirs)}`)
      await page.getByRole('heading', { name: `${ask} ${other}?` }).waitFor()
      await assertClean(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await here(), email)
      await press(page.getByRole('button', { name: stays, exact: true }))
      await page.waitForURL(dashboard)
      assert.equal(await here(), email)
      const over = await desk.auth('/token?grant_type=refresh_token', { refresh_token: theirs.refresh_token })
      assert.equal(over.status, 400, 'what the link brought is over')

      await page.goto('about:blank')
      await open(page, `${desk.url}/#${inAddress(await sessionOf(other))}&type=recovery`)
      await page.getByRole('heading', { name: `${ask} ${other}?` }).waitFor()
      await press(page.getByRole('button', { name: continues, exact: true }))
      await page.getByRole('heading', { name: `${ask} ${other}?` }).waitFor({ state: 'detached' })
      await page.waitForURL('**/reset-password')
      await page.getByText(other).waitFor()
      assert.equal(await here(), other)
      await page.goto('about:blank')
      await open(page, `${desk.url}/#${inAddress(await sessionOf(other))}`)
      await pastFirstSteps(page)
    }
  })

  test('the digits of the mail do as well as its link', async t => {
    const page = await (await openBrowser(t)).newPage()
    await askFor(page, '/auth-magic-link')
    const { code } = await desk.openEmail(email)
    await page.getByLabel(/Hoặc gõ 6 số/).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await pastFirstSteps(page)
  })

  test('the other link asks whose it is, except where it was asked for', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    await askFor(page, '/auth-firebase-magic-link')
    const first = await desk.openEmail(email)
    const phone = await (await openBrowser(t)).newPage()
    await open(phone, first.link)
    await phone.getByRole('heading', { name: 'Liên kết này của ai?' }).waitFor()
    await assertClean(phone)
    assert.deepEqual(await violations(phone), [])
    await phone.getByLabel('E-mail').fill('somebody@else.example')
    await phone.keyboard.press('Enter')
    await phone.getByText('E-mail này không khớp với liên kết').waitFor()
    assert.equal(await phone.evaluate(() => localStorage.getItem('sen-session')), null)
    await phone.getByLabel('E-mail').fill(email.toUpperCase())
    await phone.keyboard.press('Enter')
    await pastFirstSteps(phone)

    await askFor(page, '/auth-firebase-magic-link')
    const second = await desk.openEmail(email)
    await open(page, second.link)
    await pastFirstSteps(page)
  })

  test('a link for a new password leads to it, also after a reload, and ends other sessions', async t => {
    const elsewhere = await desk.auth('/token?grant_type=refresh_token', {
      refresh_token: await refreshToken(),
    })
    assert.equal(elsewhere.status, 200)
    const { refresh_token } = (await elsewhere.json()) as { refresh_token: string }
    const page = await (await openBrowser(t)).newPage()
    await askFor(page, '/auth?mode=forgot')
    await open(page, (await desk.openEmail(email)).link)
    await page.waitForURL('**/reset-password')
    await page.getByText(email).waitFor()
    await assertClean(page)
    // What comes later than the typing takes nothing of it away.
    const typed = Promise.withResolvers<void>()
    await page.route('**/rest/v1/**', async route => {
      await typed.promise
      await route.continue()
    })
    await page.reload()
    await page.getByLabel('Mật khẩu mới').fill('chìa mới cho cửa quen')
    typed.resolve()
    await page.getByLabel('Gõ lại lần nữa').fill('chìa mới cho cửa')
    await page.keyboard.press('Enter')
    await page.getByText('Hai lần gõ chưa giống nhau').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Gõ lại lần nữa').fill('chìa mới cho cửa quen')
    await page.keyboard.press('Enter')
    await page.getByText('Đã đổi mật khẩu').waitFor()
    await pastFirstSteps(page)
    const over = await desk.auth('/token?grant_type=refresh_token', { refresh_token })
    assert.equal(over.status, 400)
  })

  test('an invitation asks for a name and a password', async t => {
    const guest = 'tu@hatnau.example'
    await desk.auth('/invite', { email: guest }, desk.platform.tokens.serviceRoleKey)
    const page = await (await openBrowser(t)).newPage()
    await open(page, (await desk.openEmail(guest)).link)
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.getByRole('heading', { name: 'Mừng bạn vào đội' }).waitFor()
    await assertClean(page)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Họ và tên').fill('Lê Văn Tú')
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill('trà sen ướp đêm')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard/)
    await desk.platform.jobs.drain()
    const again = await desk.platform.db.asService(null, async tx =>
      tx.selectFrom('people').select('full_name').where('email', '=', guest).execute(),
    )
    assert.deepEqual(
      again.map(person => person.full_name),
      ['Lê Văn Tú'],
    )
  })

  test('a reason in the address becomes words; a session that is there stays', async t => {
    const context = await openBrowser(t)
    const page = await context.newPage()
    const reason = 'error=access_denied&error_code=user_banned&error_description=User%20is%20banned'
    await page.goto(`${desk.url}/auth?${reason}#${reason}`)
    await page.getByText('Tài khoản này đang bị khoá').waitFor()
    await page.goto(`${desk.url}/?${reason}#${reason}`)
    await page.waitForURL(/\/error\?/)
    await page.getByText('user_banned · User is banned').waitFor()
    await askFor(page, '/auth-magic-link')
    await open(page, (await desk.openEmail(email)).link)
    await pastFirstSteps(page)
    await page.goto(`${desk.url}/dashboard/account#error=server_error&error_code=identity_already_exists`)
    await page.getByText('Tài khoản đó đã gắn với một người dùng khác').first().waitFor()
    await page.getByLabel('Họ và tên').waitFor()
    assert.equal(page.url(), `${desk.url}/dashboard/account`)
  })

  async function refreshToken(): Promise<string> {
    return (await sessionOf(email)).refresh_token
  }

  type Given = { access_token: string; refresh_token: string; expires_in: number }
  async function sessionOf(whose: string): Promise<Given> {
    const { serviceRoleKey } = desk.platform.tokens
    const made = await desk.auth('/admin/generate_link', { type: 'magiclink', email: whose }, serviceRoleKey)
    const { email_otp } = (await made.json()) as { email_otp: string }
    const session = await desk.auth('/verify', { type: 'email', email: whose, token: email_otp })
    return (await session.json()) as Given
  }

  function inAddress({ access_token, refresh_token, expires_in }: Given): string {
    const parameters = { access_token, refresh_token, expires_in: String(expires_in), token_type: 'bearer', sb: '' }
    return new URLSearchParams(parameters).toString()
  }
})
