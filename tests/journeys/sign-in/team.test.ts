import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { press } from '../steps/by-keys.ts'
import { openPage, signIn } from '../steps/open-page.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const minh = { email: 'minh@hatnau.example', password: 'trà sen ướp đêm' }
const phone = { viewport: { width: 360, height: 740 } }

describe('a team in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    return page
  }

  const enter = (page: Page, who: typeof hanh) => signIn(page, desk.url, who)

  async function invitation(email: string): Promise<string> {
    await desk.platform.jobs.drain()
    const mail = readMailbox(desk.platform).findLast(one => one.to === email && one.text.includes('invitation='))
    return /https?:\/\/\S+invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `team-${name}.png`), fullPage: true })
  }

  test('somebody new is invited with the keyboard, signs up by the link, and is there for both at once', async t => {
    const owner = await open(t)
    await enter(owner, hanh)
    await owner.getByRole('link', { name: 'Đội ngũ' }).click()
    await owner.getByText('Đội luôn cần ít nhất một quản trị').waitFor()
    assert.deepEqual(await violations(owner), [])
    await owner.getByRole('button', { name: 'Mời người' }).focus()
    await owner.keyboard.press('Enter')
    await owner.keyboard.type('khong-phai-dia-chi')
    await owner.keyboard.press('Enter')
    await owner.getByText('Địa chỉ này chưa đúng').waitFor()
    await owner.getByLabel('E-mail').fill(minh.email)
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'invite')
    await owner.keyboard.press('Enter')
    await owner.getByText('Đã gửi lời mời tới').waitFor()
    const row = owner.getByRole('row').filter({ hasText: minh.email })
    await row.getByText('Chờ, còn 7 ngày').waitFor()
    await shoot(owner, 'pending')

    const guest = await open(t, phone)
    // No form is shown that another would take the place of.
    const read = Promise.withResolvers<void>()
    let offline = true
    await guest.route('**/api/v1/invitations/read', async route => {
      await read.promise
      await (offline ? route.abort() : route.continue())
    })
    await guest.goto(await invitation(minh.email))
    await guest.getByRole('status', { name: 'Đang tải…' }).waitFor()
    assert.equal(await guest.getByLabel('E-mail').count(), 0)
    // Without a network it says so, and reads it once there is one.
    await guest.context().setOffline(true)
    read.resolve()
    await guest.getByText('Không kết nối được máy chủ.').waitFor()
    offline = false
    await guest.context().setOffline(false)
    await guest.getByText('mời bạn vào Cửa hàng của Nguyễn Thu Hạnh').waitFor()
    assert.deepEqual(await violations(guest), [])
    await shoot(guest, 'guest')
    assert.equal(await guest.getByLabel('E-mail').inputValue(), minh.email)
    await guest.getByLabel('Họ và tên').fill('Trần Hoàng Minh')
    await guest.getByRole('textbox', { name: 'Mật khẩu' }).fill(minh.password)
    await guest.keyboard.press('Enter')
    await guest.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
    await guest.goto((await desk.openEmail(minh.email)).link, { waitUntil: 'commit' })
    await guest.waitForURL('**/dashboard**')
    await desk.platform.jobs.drain()
    await guest.waitForURL('**/dashboard/**')
    await guest.getByRole('link', { name: 'Hộp thư' }).first().waitFor()
    await owner.getByRole('row').filter({ hasText: 'Trần Hoàng Minh' }).getByText('Đang dùng').waitFor()
  })

  test('roles change at once for who is there; a member is refused what is the admins’', async t => {
    const owner = await open(t)
    await enter(owner, hanh)
    await owner.goto(`${desk.url}/dashboard/team`)
    const member = await open(t, phone)
    await enter(member, minh)
    await member.goto(`${desk.url}/dashboard/team`)
    await member.getByText('Nguyễn Thu Hạnh').first().waitFor()
    assert.equal(await member.getByRole('button', { name: 'Mời người' }).count(), 0)
    await owner.getByLabel('Vai trò của Trần Hoàng Minh').selectOption('admin')
    await owner.getByText('Trần Hoàng Minh nay là Quản trị viên.').waitFor()
    await member.getByRole('button', { name: 'Mời người' }).waitFor()
    await shoot(member, 'phone')
    assert.deepEqual(await violations(member), [])
    const width = await member.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
  })

  test('who has an account accepts with the right address only; who is removed is out', async t => {
    const lan = { email: 'lan@hatnau.example', password: 'cá kho làng Vũ Đại' }
    await desk.account(lan.email, lan.password)
    const owner = await open(t)
    await enter(owner, hanh)
    await owner.goto(`${desk.url}/dashboard/team`)
    await owner.getByRole('button', { name: 'Gỡ Trần Hoàng Minh' }).click()
    await owner.getByRole('button', { name: 'Gỡ khỏi đội' }).click()
    await owner.getByText('Đã gỡ Trần Hoàng Minh').waitFor()
    await owner.getByRole('button', { name: 'Mời người' }).click()
    await owner.getByLabel('E-mail').fill(lan.email)
    await owner.keyboard.press('Enter')
    await owner.getByText('Đã gửi lời mời tới').waitFor()
    const link = await invitation(lan.email)

    const other = await open(t)
    await other.goto(`${desk.url}/auth`)
    await other.getByLabel('E-mail').fill(minh.email)
    await other.getByRole('textbox', { name: 'Mật khẩu' }).fill(minh.password)
    await other.keyboard.press('Enter')
    await other.waitForURL('**/dashboard**')
    assert.equal(await other.getByText('Cửa hàng của Nguyễn Thu Hạnh').count(), 0)
    await other.goto(link)
    await other.getByRole('button', { name: 'Nhận lời mời' }).click()
    await other.getByText('Lời mời này gửi tới một địa chỉ e-mail khác').waitFor()

    const guest = await open(t)
    await enter(guest, lan)
    await guest.goto(link)
    await guest.getByRole('heading', { name: 'Vào Cửa hàng của Nguyễn Thu Hạnh?' }).waitFor()
    assert.deepEqual(await violations(guest), [])
    await shoot(guest, 'accept')
    await guest.getByRole('button', { name: 'Nhận lời mời' }).click()
    await pastFirstSteps(guest)
    await guest.goto(link)
    await guest.getByText('Lời mời này đã hết hạn, đã được dùng').waitFor()

    await owner.getByRole('row').filter({ hasText: lan.email }).getByText('Đang dùng').waitFor()
  })

  test('a key of the API is made with the keyboard, shown once, and revoked on a phone', async t => {
    const owner = await open(t)
    await enter(owner, hanh)
    await owner.goto(`${desk.url}/dashboard/team`)
    const keys = owner.getByRole('region', { name: 'Khoá API' })
    await keys.getByText('Chưa có khoá nào.').waitFor()
    await keys.getByRole('button', { name: 'Tạo khoá' }).focus()
    await owner.keyboard.press('Enter')
    const form = owner.getByRole('dialog', { name: 'Tạo khoá API' })
    await form.getByLabel('Tên khoá').waitFor()
    await owner.keyboard.press('Enter')
    await form.getByText('Hãy đặt tên cho khoá.').waitFor()
    await owner.keyboard.type('Kho')
    await form.getByRole('radio', { name: 'Soạn và gửi' }).check()
    await form.getByLabel('Mật khẩu hiện tại').fill(hanh.password)
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'key-form')
    await owner.keyboard.press('Enter')
    const shown = owner.getByRole('dialog', { name: 'Khoá đã tạo' })
    const key = await shown.getByLabel('Khoá “Kho”').inputValue()
    assert.match(key, /^sen_/)
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'key-made')
    await shown.getByRole('button', { name: 'Đã chép, đóng lại' }).click()
    await keys.getByText(`Kết thúc bằng …${key.slice(-4)}`).waitFor()
    await shoot(owner, 'keys')
    const use = async () =>
      (await fetch(`${desk.url}/api/v1/sequences`, { headers: { authorization: `Bearer ${key}` } })).status
    assert.equal(await use(), 200)

    const small = await open(t, { ...phone, colorScheme: 'dark' })
    await enter(small, hanh)
    await small.evaluate(() => localStorage.setItem('language', 'en'))
    await small.goto(`${desk.url}/dashboard/team`)
    const list = small.getByRole('region', { name: 'API keys' })
    await list.getByText(`Ends in …${key.slice(-4)}`).waitFor()
    await small.getByRole('cell', { name: 'Created an API key' }).waitFor()
    assert.deepEqual(await violations(small), [])
    await shoot(small, 'keys-360-dark')
    await press(list.getByRole('button', { name: 'Revoke: Kho' }))
    const question = small.getByRole('alertdialog', { name: 'Revoke the key “Kho”?' })
    assert.deepEqual(await violations(small), [])
    await shoot(small, 'revoke-360-dark')
    await press(question.getByRole('button', { name: 'Revoke' }))
    await small.getByText('The key “Kho” is revoked.').waitFor()
    await list.getByText('No keys yet.').waitFor()
    assert.equal(await use(), 401)
    const width = await small.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
  })
})
