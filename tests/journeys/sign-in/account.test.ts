import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { isFocused } from '../steps/by-keys.ts'
import { knock, openPage, signIn } from '../steps/open-page.ts'
import { savedText } from '../steps/saved-text.ts'

const password = 'hoa sen trắng nở đêm'
const phone = { viewport: { width: 360, height: 740 } }

describe('the account in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  async function signedIn(t: TestContext, email: string, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, { email, password })
    return page
  }

  async function openAccount(page: Page): Promise<void> {
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByRole('heading', { name: 'Nơi đang đăng nhập' }).waitFor()
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `account-${name}.png`), fullPage: true })
  }

  async function join_(shopOf: string, email: string): Promise<void> {
    await desk.platform.db.asService(null, tx =>
      sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
        select gen_random_uuid(), m.workspace_id, p.id, p.email, 'Trần Hoàng Minh', 'member', 'active', ${desk.platform.clock.now()}
        from members m join people o on o.id = m.person_id and o.email = ${shopOf}, people p where p.email = ${email}`.execute(
        tx,
      ),
    )
  }

  const accounts = (...emails: string[]) => Promise.all(emails.map(email => desk.account(email, password)))

  test('shows every place where it is signed in, and signs one out from here', async t => {
    await accounts('hanh@noi.example')
    const laptop = await signedIn(t, 'hanh@noi.example')
    const iphone = await signedIn(t, 'hanh@noi.example', {
      ...phone,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    })
    await openAccount(laptop)
    await laptop.getByText('Máy này').waitFor()
    await laptop.getByText('Safari trên iPhone').waitFor()
    await laptop.getByText('Mạng 127.0.•.•').first().waitFor()
    assert.deepEqual(await violations(laptop), [])
    await shoot(laptop, 'wide')
    await laptop.getByRole('button', { name: /^Đăng xuất Safari trên iPhone/ }).focus()
    await laptop.keyboard.press('Enter')
    await laptop.getByText('Đã đăng xuất Safari trên iPhone.').waitFor()
    await laptop.getByText('Bạn chỉ đang đăng nhập ở máy này.').waitFor()
    await iphone.getByRole('button', { name: 'Thêm' }).click()
    await iphone.getByRole('link', { name: 'Tài khoản' }).click()
    await iphone.getByText('Phiên đăng nhập').first().waitFor()
  })

  test('gives its owner a copy of the data', async t => {
    await accounts('hanh@du-lieu.example')
    const page = await signedIn(t, 'hanh@du-lieu.example', phone)
    await openAccount(page)
    await page.getByRole('button', { name: 'Tạo bản sao dữ liệu' }).click()
    await page.getByText('Đang gom dữ liệu').waitFor()
    await desk.platform.jobs.drain()
    const arrives = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Tải tệp về' }).click()
    const file = await arrives
    assert.equal(file.suggestedFilename(), 'du-lieu-cua-toi.json')
    const data = JSON.parse(await savedText(file)) as { account: { email: string }[] }
    assert.equal(data.account[0]?.email, 'hanh@du-lieu.example')
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'phone')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
  })

  test('opens one more shop, goes to and fro, and deletes it', async t => {
    await accounts('hanh@hai-tiem.example')
    const page = await openPage(t, browser)
    await page.addInitScript(focusEarly, '.nav-workspace')
    await signIn(page, desk.url, { email: 'hanh@hai-tiem.example', password })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const shops = page.getByRole('button', { name: /đổi hoặc mở thêm cửa hàng$/ })
    await isFocused(shops)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Mở thêm cửa hàng' }).click()
    await page.getByRole('button', { name: 'Mở cửa hàng' }).click()
    await page.getByText('Nhập tên cửa hàng.').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'open-shop')
    await page.getByRole('textbox', { name: 'Tên cửa hàng' }).fill('Mộc An, chi nhánh Hội An')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Mộc An, chi nhánh Hội An ?, đổi/ }).waitFor()
    await shops.click()
    await page.getByRole('menuitemradio', { name: 'Cửa hàng của Nguyễn Thu Hạnh' }).click()
    await page.getByRole('button', { name: /Cửa hàng của Nguyễn Thu Hạnh ?, đổi/ }).waitFor()

    await openAccount(page)
    await page.getByRole('button', { name: 'Đổi tên Cửa hàng của Nguyễn Thu Hạnh' }).click()
    await page.getByRole('textbox', { name: 'Tên cửa hàng' }).fill('Tiệm gốm Mộc An')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Tiệm gốm Mộc An ?, đổi/ }).waitFor()
    await page.getByRole('button', { name: 'Xoá cửa hàng Mộc An, chi nhánh Hội An' }).click()
    await page.getByLabel('Gõ XOÁ để xác nhận').fill('xoa')
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'close-shop')
    await page.getByLabel('Mật khẩu hiện tại').fill('sai mật khẩu')
    await page.getByRole('button', { name: 'Xoá vĩnh viễn' }).click()
    await page.getByText('E-mail hoặc mật khẩu không đúng').waitFor()
    await page.getByLabel('Mật khẩu hiện tại').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Đã xoá Mộc An, chi nhánh Hội An.').waitFor()
    await page.getByRole('button', { name: 'Xoá cửa hàng Mộc An, chi nhánh Hội An' }).waitFor({ state: 'detached' })
  })

  test('hands a shop over and leaves it, and opens another', async t => {
    await accounts('hanh@giao.example', 'minh@giao.example')
    await join_('hanh@giao.example', 'minh@giao.example')
    const member = await signedIn(t, 'minh@giao.example', phone)
    await openAccount(member)
    await member.getByRole('button', { name: 'Rời đội Cửa hàng của Nguyễn Thu Hạnh' }).first().waitFor()

    const owner = await signedIn(t, 'hanh@giao.example')
    await openAccount(owner)
    await owner.getByRole('button', { name: /^Giao quyền quản trị/ }).click()
    await owner.getByLabel('Còn bạn').selectOption('Tôi rời đội luôn')
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'hand-over')
    await owner.getByRole('button', { name: 'Giao quyền', exact: true }).click()
    await owner.getByRole('heading', { name: /^Bạn không còn trong đội/ }).waitFor()
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'no-longer')
    await owner.getByRole('button', { name: 'Mở một cửa hàng' }).click()
    await owner.getByRole('textbox', { name: 'Tên cửa hàng' }).fill('Tiệm mới')
    await owner.keyboard.press('Enter')
    await owner.getByRole('button', { name: /Tiệm mới ?, đổi/ }).waitFor()
  })

  test('an open screen of who is removed closes politely, within the minute', async t => {
    await accounts('hanh@go.example', 'minh@go.example')
    await join_('hanh@go.example', 'minh@go.example')
    const owner = await signedIn(t, 'hanh@go.example')
    await owner.getByRole('button', { name: /, đổi hoặc/ }).waitFor()
    await rename(owner, 'Tiệm gốm Mộc An')
    const member = await signedIn(t, 'minh@go.example', phone)
    await member.getByRole('button', { name: /^Thêm/ }).click()
    await member.getByLabel('Cửa hàng của bạn').selectOption('Tiệm gốm Mộc An')
    await member.goto(`${desk.url}/dashboard/inbox`)
    await member.getByText('Mặt hồ đang lặng').first().waitFor()
    await owner.goto(`${desk.url}/dashboard/team`)
    await owner.getByRole('button', { name: 'Gỡ Trần Hoàng Minh' }).click()
    await owner.getByRole('button', { name: 'Gỡ khỏi đội' }).click()
    await member.getByText('Bạn không vào được Tiệm gốm Mộc An nữa.').waitFor({ timeout: 60_000 })
    assert.deepEqual(await violations(member), [])
  })

  async function rename(page: Page, name: string): Promise<void> {
    await openAccount(page)
    await page.getByRole('button', { name: /^Đổi tên/ }).click()
    await page.getByRole('textbox', { name: 'Tên cửa hàng' }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByText(`Cửa hàng nay tên là ${name}.`).waitFor()
  }

  async function askToDelete(page: Page): Promise<void> {
    await openAccount(page)
    await page.getByRole('button', { name: 'Xoá tài khoản' }).click()
    await page.getByLabel('Gõ XOÁ để xác nhận').fill('xoa')
    await page.getByRole('checkbox').check()
  }

  const deleteNow = (page: Page) => page.getByRole('button', { name: 'Xoá vĩnh viễn' }).click()

  async function isGone(page: Page, email: string): Promise<void> {
    await page.getByText('Tài khoản đã được xoá').waitFor()
    await page.waitForURL('**/auth**')
    await desk.platform.jobs.drain()
    await knock(page, { email, password })
    await page.getByText('E-mail hoặc mật khẩu không đúng').waitFor()
  }

  test('is deleted with its shop, after a word and the password', async t => {
    await accounts('hanh@xoa.example')
    const page = await signedIn(t, 'hanh@xoa.example', phone)
    await openAccount(page)
    await page.getByRole('button', { name: 'Xoá tài khoản' }).click()
    await page.getByLabel('Gõ XOÁ để xác nhận').fill('XOÁ')
    await page.getByLabel('Mật khẩu hiện tại').fill(password)
    await page.getByRole('checkbox').waitFor()
    await deleteNow(page)
    await page.getByText('Hãy chọn xoá từng cửa hàng, hoặc đóng lại để giao quyền trước.').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'delete')
    await page.getByRole('checkbox').check()
    await deleteNow(page)
    await isGone(page, 'hanh@xoa.example')
  })

  test('is deleted after the digits of a mail, where there is no password; wrong ones delete nothing', async t => {
    const email = 'hanh@xoa-thu.example'
    await accounts(email)
    const page = await signedIn(t, email)
    await askToDelete(page)
    await page.getByRole('button', { name: 'Không có mật khẩu? Gửi mã qua e-mail' }).click()
    await page.getByText(`Đã gửi mã tới ${email}.`).waitFor()
    const { code } = await desk.openEmail(email)
    const digits = page.getByLabel('Mã 6 số trong e-mail')
    await digits.fill(code === '000000' ? '000001' : '000000')
    await deleteNow(page)
    await page.locator('dialog .field-error').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'delete-mailed')
    await digits.fill(code)
    await deleteNow(page)
    await isGone(page, email)
  })

  test('is deleted after the digits of an authenticator app, where there is one; the password is not asked for', async t => {
    const email = 'hanh@xoa-ung-dung.example'
    await accounts(email)
    const page = await signedIn(t, email)
    await openAccount(page)
    await page.getByRole('button', { name: 'Bật xác minh 2 bước' }).click()
    await page.getByRole('button', { name: /Không quét được/ }).click()
    const secret = (await page.locator('.two-step-secret').innerText()).replace(/\s/g, '')
    const halfMinute = () => Math.floor(desk.platform.clock.now().getTime() / 30_000)
    const first = halfMinute()
    await page.getByLabel('Gõ 6 số ứng dụng đang hiện').fill(digitsOf(secret, first))
    await page.getByLabel('Tôi đã cất mã').check()
    await page.getByRole('button', { name: 'Xong' }).click()
    await page.getByText('Đang bật').waitFor()
    await askToDelete(page)
    const digits = page.getByLabel('Mã 6 số trong ứng dụng xác thực')
    await digits.waitFor()
    assert.equal(await page.getByLabel('Mật khẩu hiện tại').count(), 0)
    await digits.fill(digitsOf(secret, Math.max(first, halfMinute()) + 1))
    await shoot(page, 'delete-app')
    await deleteNow(page)
    await isGone(page, email)
  })
})

/** In the page: as fast as a hand can be, before the rest has loaded. */
function focusEarly(shape: string): void {
  new MutationObserver((_, watch) => {
    const element = document.querySelector<HTMLElement>(shape)
    if (!element) return
    element.focus()
    watch.disconnect()
  }).observe(document, { childList: true, subtree: true })
}
