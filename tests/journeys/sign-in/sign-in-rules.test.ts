import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newId } from '#platform/ids.ts'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { looksRight } from '../steps/looks-right.ts'
import { knock, openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const minh = { email: 'minh@hatnau.example', password: 'trà sen ướp đêm' }
const phone = { viewport: { width: 360, height: 740 } }

describe('a shop with sign-in rules', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    for (const { email, password } of [hanh, minh]) await desk.account(email, password)
    await desk.platform.db.asService(null, async tx => {
      await sql`delete from members where email = ${minh.email}`.execute(tx)
      await sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
        select ${newId()}, m.workspace_id, p.id, p.email, 'Trần Hoàng Minh', 'member', 'active', now()
        from members m, people p where m.email = ${hanh.email} and p.email = ${minh.email}`.execute(tx)
    })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const open = (t: TestContext, settings: BrowserContextOptions = {}) => openPage(t, browser, settings)
  /** Codes are good once; these tests do not wait for the next. */
  async function digits(secret: string): Promise<string> {
    await desk.platform.db.asService(null, tx => sql`update auth.mfa_factors set last_step = null`.execute(tx))
    return digitsOf(secret, Math.floor(Date.now() / 30_000))
  }
  async function setUpApp(page: Page): Promise<string> {
    await page.getByRole('button', { name: /Không quét được/ }).click()
    const secret = (await page.locator('.two-step-secret').innerText()).replace(/\s/g, '')
    await page.getByLabel('Gõ 6 số ứng dụng đang hiện').fill(await digits(secret))
    await page.getByText('10 mã dự phòng').waitFor()
    await page.getByLabel('Tôi đã cất mã').check()
    return secret
  }

  test('demands a second step once its admin has one, leads a member to it, and ends sessions', async t => {
    const admin = await open(t)
    await signIn(admin, desk.url, hanh)
    const member = await open(t, phone)
    await signIn(member, desk.url, minh)

    await admin.goto(`${desk.url}/dashboard/team`)
    const dialog = admin.getByRole('dialog')
    const rules = admin.getByRole('region', { name: 'Quy định đăng nhập' })
    await rules.getByText('Chưa bật: Nguyễn Thu Hạnh, Trần Hoàng Minh').waitFor()
    await rules.getByRole('button', { name: 'Đổi quy định' }).focus()
    await admin.keyboard.press('Enter')
    await dialog.getByLabel('Bắt buộc xác minh 2 bước').focus()
    await admin.keyboard.press('Space')
    await dialog.getByLabel('Chỉ cho vào từ các địa chỉ mạng này').fill('203.0.113.300')
    await dialog.getByRole('textbox', { name: 'Mật khẩu' }).fill(hanh.password)
    await admin.keyboard.press('Enter')
    await dialog.getByText('Có địa chỉ mạng chưa đúng.').waitFor()
    await looksRight(admin, 'access-dialog')
    await dialog.getByLabel('Chỉ cho vào từ các địa chỉ mạng này').fill('203.0.113.0/24')
    await dialog.getByRole('button', { name: 'Lưu quy định' }).click()
    await dialog
      .getByText('Hãy bật xác minh 2 bước cho tài khoản của bạn trước')
      .or(dialog.getByText('chưa có địa chỉ bạn đang dùng'))
      .waitFor()
    await dialog.getByRole('button', { name: 'Để sau' }).click()

    await admin.goto(`${desk.url}/dashboard/account`)
    await admin.getByRole('button', { name: 'Bật xác minh 2 bước' }).click()
    const secret = await setUpApp(admin)
    await admin.getByRole('button', { name: 'Xong' }).click()
    await admin.goto(`${desk.url}/dashboard/team`)
    await rules.getByRole('button', { name: 'Đổi quy định' }).click()
    await dialog.getByLabel('Bắt buộc xác minh 2 bước').check()
    await dialog.getByLabel('Đăng nhập lại sau').selectOption('7 ngày')
    await dialog.getByRole('button', { name: 'Thêm địa chỉ của tôi' }).click()
    await dialog.getByLabel(/^Mã/).fill(await digits(secret))
    await dialog.getByRole('button', { name: 'Lưu quy định' }).click()
    await admin.getByText('Đã lưu quy định đăng nhập.').waitFor()
    await rules.getByText('127.0.0.1/32').waitFor()
    await looksRight(admin, 'access-panel')

    await member.reload()
    await member.getByRole('heading', { name: 'Cần thêm một bước để vào cửa hàng' }).waitFor()
    await member.getByText('yêu cầu xác minh 2 bước').waitFor()
    await looksRight(member, 'access-shut-out')
    await member.getByRole('button', { name: 'Bật xác minh 2 bước' }).focus()
    await member.keyboard.press('Enter')
    const memberSecret = await setUpApp(member)
    await looksRight(member, 'access-codes')
    await member.getByRole('button', { name: 'Xong' }).click()
    await member.waitForURL(/dashboard\/(?!shut-out)/)
    await member.getByRole('link', { name: 'Hộp thư' }).first().waitFor()

    await admin.getByRole('button', { name: 'Các nơi Trần Hoàng Minh đang đăng nhập' }).click()
    await dialog.getByText('Kết thúc ở đây chỉ có tác dụng với cửa hàng này').waitFor()
    await looksRight(admin, 'access-sessions')
    await dialog.getByRole('button', { name: 'Kết thúc tất cả' }).click()
    await dialog.getByText('Không có nơi nào đang đăng nhập vào cửa hàng này.').waitFor()
    await member.reload()
    await member.getByText('đã kết thúc lần đăng nhập này').waitFor()
    await looksRight(member, 'access-ended')
    await member.getByRole('button', { name: 'Đăng nhập lại' }).click()
    await knock(member, minh)
    await member.getByLabel('Mã 6 số').fill(await digits(memberSecret))
    await member.getByRole('link', { name: 'Hộp thư' }).first().waitFor()
  })

  test('looks right on a phone in English, for its admin too', async t => {
    await desk.platform.db.asService(null, tx => sql`delete from access_rules`.execute(tx))
    await desk.platform.db.asService(null, tx => sql`delete from auth.mfa_factors`.execute(tx))
    const admin = await open(t, { ...phone, locale: 'en-GB' })
    await admin.addInitScript(() => localStorage.setItem('language', 'en'))
    await admin.goto(`${desk.url}/auth?lang=en`)
    await admin.getByLabel('Email').fill(hanh.email)
    await admin.getByRole('textbox', { name: 'Password' }).fill(hanh.password)
    await admin.keyboard.press('Enter')
    await admin.waitForURL('**/dashboard**')
    await admin.goto(`${desk.url}/dashboard/team`)
    await admin.getByRole('heading', { name: 'Sign-in rules' }).waitFor()
    await looksRight(admin, 'access-phone')
    await admin.getByRole('button', { name: 'Change rules' }).click()
    await admin.getByRole('dialog').getByLabel('Require 2-step verification').waitFor()
    await looksRight(admin, 'access-phone-dialog')
  })
})
