import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { browserPasskeys } from '#tests/drivers/browser-passkeys.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { looksRight } from '../steps/looks-right.ts'
import { tooSmall } from '../steps/accessibility.ts'
import { isFocused, press } from '../steps/by-keys.ts'
import { knock, openPage, signIn } from '../steps/open-page.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const minh = { email: 'minh@hatnau.example', password: 'trà sen ướp đêm' }
const phone = {
  viewport: { width: 360, height: 740 },
  ...{ hasTouch: true, isMobile: true, colorScheme: 'dark' as const },
}

describe('passkeys', { timeout: 400_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    for (const { email, password } of [hanh, minh]) await desk.account(email, password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  beforeEach(() => run(sql`delete from auth.passkeys`))

  const open = (t: TestContext, settings: BrowserContextOptions = {}) => openPage(t, browser, settings)
  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    desk.platform.db.asService(null, async tx => (await statement.execute(tx)).rows)

  async function aal(page: Page): Promise<unknown> {
    return page.evaluate(() => {
      const { access_token: token } = JSON.parse(localStorage.getItem('sen-session') ?? '{}') as {
        access_token: string
      }
      return (JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as { aal: string })
        .aal
    })
  }

  const panel = (page: Page) => page.getByRole('region', { name: /Khoá truy cập|Passkeys/ })

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /Đăng xuất mọi nơi|Sign out everywhere/ }).click()
    await page.waitForURL('**/auth**')
  }

  test('one is added, named, used for both steps at once, and removed', async t => {
    const page = await open(t)
    const keys = await browserPasskeys(page)
    await signIn(page, desk.url, hanh)
    await page.goto(`${desk.url}/dashboard/account`)
    await panel(page).getByText('Bạn chưa có khoá truy cập nào.').waitFor()
    await looksRight(page, 'passkeys-none')
    await panel(page).getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    await panel(page).getByText('chưa dùng lần nào').waitFor()
    assert.equal(await keys.count(), 1)
    await panel(page)
      .getByText(/^Đồng bộ/)
      .waitFor()
    await panel(page)
      .getByRole('button', { name: /^Đổi tên khoá/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tên').fill('Máy ở tiệm')
    await looksRight(page, 'passkeys-rename')
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await panel(page).getByText('Máy ở tiệm').waitFor()
    await looksRight(page, 'passkeys-one')

    await keys.answers(false)
    await signOut(page)
    await page.getByRole('button', { name: 'Đăng nhập bằng khoá truy cập' }).waitFor()
    await looksRight(page, 'passkeys-sign-in')
    await keys.answers(true)
    await page.getByRole('button', { name: 'Đăng nhập bằng khoá truy cập' }).click()
    await pastFirstSteps(page)
    assert.equal(await aal(page), 'aal2')

    await page.goto(`${desk.url}/dashboard/account`)
    await panel(page).getByRole('button', { name: 'Gỡ khoá truy cập Máy ở tiệm' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Đây là khoá truy cập cuối cùng.').waitFor()
    await looksRight(page, 'passkeys-remove')
    await question.getByRole('button', { name: 'Gỡ' }).click()
    await panel(page).getByText('Bạn chưa có khoá truy cập nào.').waitFor()
    assert.equal(await aal(page), 'aal1', 'the session came down with it')
    await desk.platform.jobs.drain()
  })

  test('on a phone, in English, by keys alone; after a while it asks who that is', async t => {
    const page = await open(t, phone)
    const keys = await browserPasskeys(page)
    await page.goto(`${desk.url}/auth`)
    await page.getByRole('button', { name: 'EN' }).click()
    await page.getByLabel('Email').fill(minh.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(minh.password)
    await page.keyboard.press('Enter')
    await pastFirstSteps(page)
    await page.goto(`${desk.url}/dashboard/account`)
    await press(panel(page).getByRole('button', { name: 'Add a passkey' }))
    await panel(page).getByText('never used').waitFor()
    await looksRight(page, 'passkeys-phone')
    assert.deepEqual(await tooSmall(panel(page)), [])
    await keys.answers(false)
    await signOut(page)
    await looksRight(page, 'passkeys-phone-sign-in')
    await keys.answers(true)
    await press(page.getByRole('button', { name: 'Sign in with a passkey' }))
    await pastFirstSteps(page)
    await page.goto(`${desk.url}/dashboard/account`)
    await run(sql`update auth.sessions set amr = '[{"method": "passkey", "timestamp": 1}]'`)
    await press(panel(page).getByRole('button', { name: /^Remove passkey/ }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await proof.getByText('Press Continue, then confirm with your passkey.').waitFor()
    await looksRight(page, 'passkeys-phone-prove')
    await isFocused(proof.getByRole('button', { name: 'Continue' }))
    await page.keyboard.press('Enter')
    await panel(page).getByText('You have no passkeys yet.').waitFor()
  })

  test('the browser offers it at the e-mail field, without a press', async t => {
    const page = await open(t)
    const keys = await browserPasskeys(page, { suggests: true })
    await signIn(page, desk.url, minh)
    await page.goto(`${desk.url}/dashboard/account`)
    await panel(page).getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    await panel(page).getByText('chưa dùng lần nào').waitFor()
    await keys.answers(false)
    await signOut(page)
    assert.equal(await page.getByLabel('E-mail').getAttribute('autocomplete'), 'username webauthn')
    // To the browser's simulated device, choosing is touching it.
    await keys.answers(true)
    await page.reload()
    await pastFirstSteps(page)
    assert.equal(await aal(page), 'aal2')
  })

  test('what goes wrong is said in words', async t => {
    const page = await open(t)
    const keys = await browserPasskeys(page)
    await signIn(page, desk.url, hanh)
    await page.goto(`${desk.url}/dashboard/account`)
    await panel(page).getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    await panel(page).getByText('chưa dùng lần nào').waitFor()
    await panel(page).getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    const proof = page.getByRole('dialog', { name: 'Xác nhận chính là bạn' })
    await proof.getByRole('button', { name: 'Tiếp tục' }).click()
    await panel(page).getByText('Thiết bị hoặc trình quản lý mật khẩu này đã có khoá truy cập').waitFor()
    await keys.answers(false)
    await signOut(page)
    const button = page.getByRole('button', { name: 'Đăng nhập bằng khoá truy cập' })
    await keys.verifies(false)
    await keys.answers(true)
    await button.click()
    await page.getByText('Bạn đã dừng lại, hoặc đã quá lâu.').waitFor()
    await looksRight(page, 'passkeys-cancelled')
    await keys.answers(false)
    await run(sql`delete from auth.passkeys`)
    await page.reload()
    await keys.verifies(true)
    await button.waitFor()
    await keys.answers(true)
    await button.click()
    await page.getByText('Khoá truy cập này chưa gắn với tài khoản nào').waitFor()

    await page.goto(`${desk.url.replace('localhost', '127.0.0.1')}/auth`)
    await button.click()
    await page.getByText(`Khoá truy cập chỉ dùng được tại ${desk.url}`).waitFor()

    const old = await open(t)
    await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await old.goto(`${desk.url}/auth`)
    await old.getByRole('button', { name: 'Đăng nhập bằng khoá truy cập' }).click()
    await old.getByText('Trình duyệt này chưa dùng được khoá truy cập').waitFor()
  })

  test('it takes the place of the app’s digits, and opens a shop that asks for both steps', async t => {
    const page = await open(t)
    const keys = await browserPasskeys(page)
    await signIn(page, desk.url, hanh)
    await page.goto(`${desk.url}/dashboard/account`)
    await panel(page).getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    await panel(page).getByText('chưa dùng lần nào').waitFor()
    await run(sql`insert into access_rules (workspace_id, second_step, changed_at)
      select m.workspace_id, true, now() from members m where m.email = ${hanh.email}`)
    await page.goto(`${desk.url}/dashboard/inbox`)
    await page.getByRole('heading', { name: 'Cần thêm một bước để vào cửa hàng' }).waitFor()
    await looksRight(page, 'passkeys-shut-out')
    await page.getByRole('button', { name: 'Đăng nhập bằng khoá truy cập' }).click()
    await page.waitForURL(({ pathname }) => pathname !== '/dashboard/shut-out')
    assert.equal(await aal(page), 'aal2')
    await desk.giveApp(hanh.email)
    await page.goto(`${desk.url}/dashboard/account`)
    await keys.answers(false)
    await signOut(page)
    await knock(page, hanh)
    await page.getByRole('heading', { name: 'Gõ 6 số trong ứng dụng xác thực' }).waitFor()
    await looksRight(page, 'passkeys-second-step')
    await keys.answers(true)
    const ended = page.waitForResponse(/\/api\/v1\/account\/sessions\//)
    await page.getByRole('button', { name: 'Dùng khoá truy cập' }).click()
    await ended
    await page.waitForURL('**/dashboard**')
    const sessions = await run(sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${hanh.email} and s.aal = 'aal1'`)
    assert.deepEqual(sessions, [], 'half a session does not lie around')
  })
})
