import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type DnsSimulator, startDnsSimulator } from '#dev/simulators/dns-simulator.ts'
import { type OidcSimulator, startOidcSimulator } from '#dev/simulators/oidc-simulator.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { looksRight } from '../steps/looks-right.ts'
import { knock, openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const phone = { viewport: { width: 360, height: 740 } }
const person = (name: string) => ({
  sub: name,
  email: `${name}@hatnau.example`,
  email_verified: true,
  name: 'Trần Hoàng Minh',
})

describe('single sign-on of a shop', { timeout: 300_000 }, () => {
  let simulator: OidcSimulator
  let dns: DnsSimulator
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    ;[simulator, dns] = [await startOidcSimulator(), await startDnsSimulator()]
    desk = await openSignInDriver({
      ...{ HUMAN_CHECK: 'off', DNS_SERVERS: dns.address, CRAWL_ALLOWED_HOSTS: new URL(simulator.issuer).host },
    })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await Promise.all([simulator.close(), dns.close()])
  })

  const open = (t: TestContext, settings: BrowserContextOptions = {}) => openPage(t, browser, settings)

  test('an admin sets it up by the keyboard, and a new colleague is inside with one address', async t => {
    const admin = await open(t)
    await signIn(admin, desk.url, hanh)
    await admin.goto(`${desk.url}/dashboard/team`)
    const panel = admin.getByRole('region', { name: 'Đăng nhập một lần (SSO)' })
    const dialog = admin.getByRole('dialog')
    await panel.getByRole('button', { name: 'Thêm nhà cung cấp' }).focus()
    await admin.keyboard.press('Enter')
    await dialog.getByLabel('Địa chỉ nhà cung cấp (issuer)').fill('https://www.facebook.com')
    await dialog.getByLabel('Mã ứng dụng (client ID)').fill(simulator.clientId)
    await dialog.getByLabel('Khoá bí mật (client secret)').fill(simulator.clientSecret)
    await dialog.getByRole('textbox', { name: 'Mật khẩu' }).fill(hanh.password)
    await admin.keyboard.press('Enter')
    await dialog.getByText('Ai cũng mở được tài khoản ở nhà cung cấp này.').waitFor()
    await looksRight(admin, 'sso-provider')
    await dialog.getByLabel('Địa chỉ nhà cung cấp (issuer)').fill(simulator.issuer)
    await admin.keyboard.press('Enter')
    await admin.getByText('Đã lưu nhà cung cấp đăng nhập.').waitFor()
    await panel.getByText('/api/v1/sso/callback/').waitFor()

    await panel.getByLabel('Thêm tên miền').fill('gmail.com')
    await admin.keyboard.press('Enter')
    await panel.getByText('Đây là tên miền e-mail dùng chung').waitFor()
    await panel.getByLabel('Thêm tên miền').fill('hatnau.example')
    await admin.keyboard.press('Enter')
    await panel.getByText('Chờ bản ghi DNS').waitFor()
    await panel.getByRole('button', { name: 'Kiểm tra' }).click()
    await panel.getByText('Chưa thấy bản ghi TXT này.').waitFor()
    await looksRight(admin, 'sso-panel-waiting')
    dns.texts.set('_sen-sso.hatnau.example', [await panel.locator('.sso-domains code').nth(1).innerText()])
    await panel.getByRole('button', { name: 'Kiểm tra' }).focus()
    await admin.keyboard.press('Enter')
    await panel.getByText('Đã xác minh', { exact: true }).waitFor()

    simulator.person = { ...person('minh'), email_verified: false }
    await panel.getByRole('button', { name: 'Thử đăng nhập' }).click()
    await panel.getByText('chưa xác nhận e-mail của bạn').waitFor()
    simulator.person = person('minh')
    await panel.getByRole('button', { name: 'Thử đăng nhập' }).focus()
    await admin.keyboard.press('Enter')
    await panel.getByText(/Lần thử lúc .* thành công/).waitFor()
    await panel.getByText('minh@hatnau.example').waitFor()
    assert.equal(new URL(admin.url()).search, '')
    await panel.getByRole('button', { name: 'Bật hoặc tắt' }).click()
    await dialog.getByLabel('Cho phép đăng nhập bằng SSO').check()
    await dialog.getByLabel('Bắt buộc SSO').check()
    await dialog.getByText('Quản trị viên vẫn vào được bằng mật khẩu và xác minh 2 bước').waitFor()
    await dialog.getByRole('textbox', { name: 'Mật khẩu' }).fill(hanh.password)
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await dialog.getByText('hãy bật xác minh 2 bước cho tài khoản của bạn').waitFor()
    await looksRight(admin, 'sso-switch')
    await dialog.getByLabel('Bắt buộc SSO').uncheck()
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await admin.getByText('Đã lưu cài đặt SSO.').waitFor()
    await panel.getByText('Đang bật').waitFor()
    await looksRight(admin, 'sso-panel-on')

    const member = await open(t)
    await member.goto(`${desk.url}/auth?next=/dashboard/inbox`)
    await member.getByRole('link', { name: 'Đăng nhập bằng SSO' }).focus()
    await member.keyboard.press('Enter')
    await member.getByLabel('E-mail công việc').fill('minh@elsewhere.example')
    await member.keyboard.press('Enter')
    await member.getByText('Chưa có cửa hàng nào dùng SSO cho tên miền').waitFor()
    await looksRight(member, 'sso-sign-in')
    await member.getByLabel('E-mail công việc').fill('minh@hatnau.example')
    await member.keyboard.press('Enter')
    await member.waitForURL(`${desk.url}/dashboard/inbox`)
    await member.getByRole('link', { name: 'Hộp thư' }).first().waitFor()
    await member.goto(`${desk.url}/dashboard/account`)
    await member.getByText('Bạn đang vào bằng SSO của cửa hàng').waitFor()
    await looksRight(member, 'sso-account')
    await member.getByRole('button', { name: 'Đăng xuất' }).last().click()
    await member.waitForURL(/\/auth/)
  })

  test('on a phone, in English and in the dark: the way in, its refusals, and what is required', async t => {
    await desk.platform.db.asService(null, tx =>
      sql`update sso_connections set required = true, joins = false`.execute(tx),
    )
    const page = await open(t, { ...phone, locale: 'en-GB', colorScheme: 'dark' })
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    simulator.person = person('nobody')
    await page.goto(`${desk.url}/auth?mode=sso&lang=en`)
    await page.getByLabel('Work email').fill('nobody@hatnau.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This account isn’t on the shop’s team.').waitFor()
    await looksRight(page, 'sso-phone-refused')
    simulator.person = person('minh')
    await page.getByRole('link', { name: 'Sign in with SSO' }).click()
    await looksRight(page, 'sso-phone-sign-in')
    await page.getByLabel('Work email').fill('minh@hatnau.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/dashboard/)
    // It arrives with the address; a page left before that has none.
    await page.waitForFunction(() => localStorage.getItem('sen-session'))
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByRole('heading', { name: 'You are signed in with your shop’s SSO' }).waitFor()
    await looksRight(page, 'sso-phone-account')

    await desk.platform.db.asService(null, tx =>
      sql`update members set role = 'member' where email = ${hanh.email}`.execute(tx),
    )
    const shut = await open(t, phone)
    await shut.goto(`${desk.url}/auth`)
    await knock(shut, hanh)
    await shut.getByText('chỉ cho vào bằng SSO').waitFor()
    await looksRight(shut, 'sso-phone-shut-out')
    await shut.getByRole('button', { name: 'Đăng nhập bằng SSO' }).focus()
    await shut.keyboard.press('Enter')
    await shut.getByLabel('E-mail công việc').waitFor()
    simulator.person = person('hanh')
    await shut.getByLabel('E-mail công việc').fill(hanh.email)
    await shut.keyboard.press('Enter')
    await shut.getByRole('link', { name: 'Hộp thư' }).first().waitFor()
    await desk.platform.db.asService(null, tx =>
      sql`update members set role = 'admin' where email = ${hanh.email}`.execute(tx),
    )
    await shut.goto(`${desk.url}/dashboard/team`)
    await shut.getByText('Bạn đang vào bằng SSO. Để đổi các mục này').waitFor()
    await looksRight(shut, 'sso-phone-panel')
  })
})
