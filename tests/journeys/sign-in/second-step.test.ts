import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type Page } from 'playwright-core'
import { seconds } from '#platform/clock.ts'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const email = 'hanh@hatnau.example'
const password = 'hoa sen trắng nở đêm'

describe('2-step verification', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let secret = ''
  let lastUsed = 0
  let codes: string[] = []

  before(async () => {
    desk = await openSignInDriver()
    await desk.account(email, password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  /** Codes work once, half a minute early or late: three in a row need no waiting. */
  async function nextDigits(): Promise<string> {
    const now = (ahead = 0) => Math.floor((Date.now() + ahead) / 30_000)
    // The oldest one would be too old if the half minute turned on its way.
    lastUsed = Math.max(lastUsed + 1, now(seconds(5)) - 1)
    while (lastUsed > now() + 1) await wait(200)
    return digitsOf(secret, lastUsed)
  }

  async function newPage(t: TestContext): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'vi-VN' })
    t.after(() => context.close())
    return context.newPage()
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${desk.url}/auth?next=/dashboard/account`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
    await page.keyboard.press('Enter')
  }

  test('is switched on with an app, and gives codes for a lost phone', async t => {
    const page = await newPage(t)
    await signIn(page)
    await page.getByRole('button', { name: 'Bật xác minh 2 bước' }).click()
    await page.getByRole('img', { name: /Mã QR/ }).waitFor()
    await page.getByRole('button', { name: /Không quét được/ }).click()
    secret = (await page.locator('.two-step-secret').innerText()).replace(/\s/g, '')
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Gõ 6 số ứng dụng đang hiện').fill('000000')
    await page.getByText('Mã chưa đúng').waitFor()
    await page.getByLabel('Gõ 6 số ứng dụng đang hiện').fill(await nextDigits())
    await page.getByText('10 mã dự phòng').waitFor()
    codes = await page.locator('.recovery-codes li').allInnerTexts()
    assert.equal(new Set(codes).size, 10)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Xong' }).click()
    await page.getByText('Hãy cất các mã trước').waitFor()
    await page.locator('[aria-invalid=true]:focus').waitFor()
    await page.getByLabel('Tôi đã cất mã').check()
    await page.getByRole('button', { name: 'Xong' }).click()
    await page.getByText('Đang bật').waitFor()
  })

  test('a password alone opens nothing; the app’s digits do, in both tabs, and again over open work', async t => {
    const page = await newPage(t)
    const other = await page.context().newPage()
    await other.goto(`${desk.url}/auth`)
    await signIn(page)
    await page.getByRole('heading', { name: 'Gõ 6 số trong ứng dụng xác thực' }).waitFor()
    await other.getByRole('heading', { name: 'Gõ 6 số trong ứng dụng xác thực' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`${desk.url}/dashboard/inbox`)
    await page.getByRole('heading', { name: 'Gõ 6 số trong ứng dụng xác thực' }).waitFor()
    await page.getByLabel('Mã 6 số').fill('123456')
    await page.getByText('Mã chưa đúng').waitFor()
    assert.equal(await page.getByLabel('Mã 6 số').inputValue(), '')
    await page.getByLabel('Mã 6 số').fill(await nextDigits())
    await page.waitForURL('**/dashboard/inbox')
    await other.bringToFront() // browsers throttle background tabs
    await pastFirstSteps(other)
    await page.bringToFront()

    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByLabel('Họ và tên').fill('Đang gõ dở')
    await desk.endSessions(email)
    // The question may come by itself before the press.
    await page.getByRole('button', { name: 'Cập nhật' }).dispatchEvent('click')
    const question = page.getByRole('alertdialog')
    await question.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
    await page.keyboard.press('Enter')
    await question.getByLabel('Mã 6 số').fill(await nextDigits())
    await question.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Họ và tên').inputValue(), 'Đang gõ dở')
  })

  test('a stored code lets in without the phone, and switches the second step off', async t => {
    const page = await newPage(t)
    await signIn(page)
    await page.getByRole('button', { name: 'Dùng mã dự phòng' }).click()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Mã dự phòng').fill('not-a-code')
    await page.keyboard.press('Enter')
    await page.getByText('Mã dự phòng này không đúng').waitFor()
    await page.getByLabel('Mã dự phòng').fill(codes[3] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/account')
    await page.getByText('Đang tắt').waitFor()
  })
})
