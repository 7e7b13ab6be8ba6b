import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { post } from '#features/billing/payments/ledger.ts'
import { bankMethod } from '#features/billing/methods/bank/bank.ts'
import { settleOrder } from '#features/billing/payments/settle-order.ts'
import { lockSubscription } from '#features/billing/orders/subscription-lock.ts'
import { writeRenewal } from '#features/billing/plans/write-renewal.ts'
import { matureCommissions } from '#features/referrals/mature-commissions.ts'
import { openHouse } from '#features/site/open-house.ts'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { knock, openPage } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const tam = { email: 'tam@laspa.example', password: 'lá sả thơm ngày mưa' }
const khoi = { email: 'khoi@sen.example', password: 'người vận hành thức khuya' }
const mai = { email: 'mai@sen.example', password: 'người thứ hai cẩn thận' }
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 740 } }

describe('referrals in the browser', { timeout: 400_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let link = ''
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...bankSettings })
    await openHouse(desk.platform)
    for (const who of [hanh, khoi, mai]) await desk.account(who.email, who.password)
    await run(sql`update people set is_operator = true where email in (${khoi.email}, ${mai.email})`)
    for (const { email } of [khoi, mai]) await desk.giveApp(email)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const run = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await desk.platform.db.asService(null, tx => statement.execute(tx))).rows

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, { permissions: ['clipboard-read', 'clipboard-write'], ...settings })
    return page
  }

  async function signIn(page: Page, who: { email: string; password: string }, next: string): Promise<void> {
    await page.goto(`${desk.url}/auth?next=${next}`)
    await knock(page, who)
    if (who === khoi || who === mai) await page.getByLabel('Mã 6 số').fill(await desk.digits())
    await page.waitForURL(`**${next}`)
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (!folder) return
    for (const { viewport } of [wide, phone])
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport)
        await page.evaluate(chosen => (document.documentElement.dataset['theme'] = chosen), theme)
        await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${theme}.png`), fullPage: true })
      }
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
    await page.setViewportSize(wide.viewport)
  }

  async function workspaceOf(email: string): Promise<string> {
    const [found] = await run(sql<{ workspace_id: string }>`select m.workspace_id from members m
      join workspaces w on w.id = m.workspace_id and w.kind = 'shop' where m.email = ${email}`)
    return found?.workspace_id ?? ''
  }

  test('the link is copied with the keyboard, scanned, and explained', async t => {
    const page = await open(t)
    await signIn(page, hanh, '/dashboard/referrals')
    link = await page.getByLabel('Liên kết của bạn').inputValue()
    assert.match(link, /^http:\/\/.+\/\?ref=[2-9A-HJ-NP-Z]{8}$/)
    await page.getByRole('button', { name: 'Chép liên kết' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Đã chép!').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link)
    await page.getByText('Chưa rút lần nào').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'empty')
    await page.getByRole('button', { name: 'Mã QR' }).click()
    await page.getByRole('img', { name: `Mã QR dẫn tới ${link}` }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'code')
    await page.keyboard.press('Escape')
    await page.getByText('bạn cần bật xác minh 2 bước').waitFor()
  })

  test('who opens the link is remembered, signs up, and pays less', async t => {
    // Both use this machine, which alone must not count as fraud here.
    await run(sql`delete from private.referral_devices`)
    const page = await open(t, phone)
    await page.goto(link)
    await page.goto(`${desk.url}/auth?mode=sign-up`)
    const code = page.getByLabel('Mã giới thiệu')
    assert.equal(await code.inputValue(), link.slice(-8))
    await code.fill('sai mã')
    await page.getByLabel('Họ và tên').fill('Trần Minh Tâm')
    await knock(page, tam)
    await page.getByText('Mã gồm 8 chữ cái và chữ số').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'sign-up')
    await code.fill(link.slice(-8).toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
    // In another browser: the link was bound at sign-up.
    const other = await open(t, phone)
    await other.goto((await desk.openEmail(tam.email)).link, { waitUntil: 'commit' })
    await other.getByRole('button', { name: 'Tiếp tục' }).click()
    // Here the password's author is unknown, so it is asked for again.
    await other.waitForURL('**/auth?mode=welcome&confirmed=1')
    await other.getByLabel('Họ và tên').fill('Trần Minh Tâm')
    await other.getByRole('textbox', { name: 'Mật khẩu' }).fill(tam.password)
    assert.deepEqual(await violations(other), [])
    await shoot(other, 'own-password')
    await other.keyboard.press('Enter')
    await other.waitForURL('**/dashboard**')
    await desk.platform.jobs.drain()
    await other.waitForURL('**/dashboard/**')
    const workspace = await workspaceOf(tam.email)
    const [plan] = await run(
      sql<{ bp: number }>`select first_discount_bp as bp from subscriptions where workspace_id = ${workspace}`,
    )
    assert.equal(plan?.bp, 1000)
  })

  test('earnings are taken out: asked for, approved, sent, arrived', async t => {
    const workspace = await workspaceOf(tam.email)
    await run(sql`update workspaces set name = 'Spa Lá Sả' where id = ${workspace}`)
    await payPlan(workspace)
    const page = await open(t)
    await signIn(page, hanh, '/dashboard/account')
    await turnOnSecondStep(page)
    await page.getByRole('link', { name: 'Giới thiệu' }).click()
    const earned = page.getByRole('row').filter({ hasText: 'Spa Lá Sả' })
    await earned.getByText('Chờ tới').waitFor()
    const before = await page.getByRole('row').filter({ hasText: 'Spa Lá Sả' }).innerText()
    assert.match(before, /Hobby, đơn đầu/)
    await run(sql`update commissions set matures_at = ${new Date(desk.platform.clock.now().getTime() - 1000)}`)
    await matureCommissions(desk.platform)
    await give(await workspaceOf(hanh.email), 6_000_000)
    await page.reload()
    await earned.getByText('Dùng được').waitFor()

    await page.getByRole('button', { name: 'Thêm tài khoản nhận tiền' }).click()
    await page.getByRole('button', { name: 'Lưu tài khoản' }).click()
    await page.getByText('Chọn ngân hàng.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Ngân hàng').selectOption('Vietcombank')
    await page.getByLabel('Số tài khoản').fill('0071 0004 417')
    await page.getByLabel('Tên chủ tài khoản').fill('TRAN VAN BA')
    await page.keyboard.press('Enter')
    await page.getByText('Tên chủ tài khoản phải trùng với họ tên').waitFor()
    await shoot(page, 'account')
    await page.getByLabel('Tên chủ tài khoản').fill('NGUYEN THU HANH')
    await page.keyboard.press('Enter')
    await page.getByText('Đã lưu tài khoản nhận tiền').waitFor()

    const amount = page.getByLabel('Rút bao nhiêu')
    await amount.fill('100.000')
    await page.keyboard.press('Enter')
    await page.getByText('Ít nhất 200.000đ').waitFor()
    await amount.fill('5.500.000')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: '5.500.000đ' })
    await row.getByText('Chờ duyệt').waitFor()
    const [withdrawals, referrals] = ['**/api/v1/withdrawals', '**/api/v1/referrals']
    const loseAnswers = (to: string) =>
      page.route(to, async route => {
        await route.fetch()
        // One that is under way when the route ends goes on by itself.
        await route.abort().catch(() => {})
      })
    const asked = page.locator('[data-sonner-toast]', { hasText: 'Đã gửi yêu cầu rút 200.000đ' })
    await amount.fill('200.000')
    await loseAnswers(withdrawals)
    await loseAnswers(referrals)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Không kết nối được máy chủ').waitFor()
    await page.unroute(withdrawals)
    await amount.press('Enter')
    await asked.waitFor()
    await page.unroute(referrals)
    const small = page
      .getByRole('row')
      .filter({ hasText: /^(?!.*5\.500).*200\.000đ/s })
      .last()
    await small.getByRole('button', { name: 'Huỷ yêu cầu rút 200.000đ' }).click()
    await page.getByText('Đã huỷ yêu cầu').waitFor()
    await small.getByText('Đã huỷ').waitFor()
    await asked.waitFor({ state: 'detached' })
    // Asked for again, it is another; and it is seen to have been asked for, though the answer is lost.
    await amount.fill('200.000')
    await loseAnswers(withdrawals)
    await amount.press('Enter')
    await asked.waitFor()
    await page.unroute(withdrawals)
    const again = page.getByRole('button', { name: 'Huỷ yêu cầu rút 200.000đ' })
    await again.click()
    await again.waitFor({ state: 'detached' })
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'full')

    const first = await open(t)
    await signIn(first, khoi, '/operator/withdrawals')
    const list = first.getByRole('region', { name: 'Yêu cầu rút tiền', exact: true })
    await list.getByText('Cần hai người duyệt', { exact: true }).waitFor()
    assert.deepEqual(await violations(first), [])
    await shoot(first, 'desk')
    await list.getByRole('button', { name: /^Duyệt/ }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Duyệt' }).click()
    await list.getByText('Bạn đã duyệt lần một').waitFor()
    await list.getByRole('button', { name: /^Duyệt lần hai/ }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Duyệt lần hai' }).click()
    await first.getByText('cần một người vận hành thứ hai').waitFor()

    const second = await open(t, phone)
    await signIn(second, mai, '/operator/withdrawals')
    const desk2 = second.getByRole('region', { name: 'Yêu cầu rút tiền', exact: true })
    await desk2.getByRole('button', { name: /^Duyệt lần hai/ }).click()
    await second.getByRole('alertdialog').getByRole('button', { name: 'Duyệt lần hai' }).click()
    await desk2.getByText('Đã duyệt, cần chuyển tiền').waitFor()
    await desk2.getByRole('button', { name: /^Chuyển tiền/ }).click()
    await second.getByRole('img', { name: /Mã VietQR chuyển 5\.500\.000đ tới 00710004417/ }).waitFor()
    await second.getByText('NGUYEN THU HANH').waitFor()
    assert.deepEqual(await violations(second), [])
    await shoot(second, 'pay')
    await second.setViewportSize(phone.viewport)
    await second.getByLabel('Mã giao dịch của ngân hàng').fill('FT26325998877')
    await second.keyboard.press('Enter')
    await desk2.getByText('Đã chuyển, mã FT26325998877').waitFor()
    await desk2.getByRole('button', { name: /^Đã tới nơi/ }).click()
    await second.getByRole('alertdialog').getByRole('button', { name: 'Đã tới nơi' }).click()
    await desk2.getByText('Không có yêu cầu rút tiền nào đang chờ').waitFor()

    await page.reload()
    await row.getByText('Đã trả').waitFor()
    await row.getByText('Mã giao dịch FT26325998877').waitFor()
    await page
      .getByRole('group', { name: /Lọc theo trạng thái: Lịch sử/ })
      .getByText('Đang xử lý')
      .click()
    await page.getByText('Không có dòng nào ở trạng thái này').waitFor()
    await page.getByRole('button', { name: 'Dùng trả phí gói' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dùng để trả gói' }).click()
    await page.getByText('đã vào số dư thanh toán').waitFor()
  })

  test('the same in English; what looks odd waits at the desk', async t => {
    const page = await open(t, { locale: 'en-GB' })
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/auth?next=/dashboard/referrals`)
    await page.getByLabel('Email').fill(tam.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(tam.password)
    await page.keyboard.press('Enter')
    await page.getByText('Recommend us to a shop, get 20% of its first order').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'english')

    // Suspicious earnings wait until a person releases them.
    const order = await earnOddly()
    const operator = await open(t)
    await signIn(operator, khoi, '/operator/withdrawals')
    const odd = operator.getByRole('region', { name: 'Lượt giới thiệu cần xem', exact: true })
    await odd.getByText('Cùng mã số thuế').waitFor()
    assert.deepEqual(await violations(operator), [])
    await shoot(operator, 'odd')
    await odd.getByRole('button', { name: /^Hợp lệ/ }).click()
    await operator.getByRole('alertdialog').getByRole('button', { name: 'Hợp lệ' }).click()
    await odd.getByText('Không có lượt giới thiệu nào đáng ngờ').waitFor()
    const [commission] = await run(sql<{ status: string }>`select status from commissions where order_id = ${order}`)
    assert.equal(commission?.status, 'pending')
  })

  /** A renewal by the friend, whose shop has the referrer's tax number. */
  async function earnOddly(): Promise<string> {
    const [friend, owner] = [await workspaceOf(tam.email), await workspaceOf(hanh.email)]
    await run(sql`update workspaces set tax_id = '0301464823' where id in (${friend}, ${owner})`)
    const { clock, db } = desk.platform
    const order = await db.asService(friend, async tx => {
      const subscription = await lockSubscription(tx, friend)
      assert.ok(subscription)
      return writeRenewal(desk.platform, tx, subscription, { method: bankMethod, currency: 'VND', createdBy: null })
    })
    assert.ok(order)
    const paid = { reference: 'FT2', amount: order.amount, currency: 'VND' as const, paidAt: clock.now() }
    await settleOrder(desk.platform, order.id, paid)
    await desk.platform.jobs.drain()
    return order.id
  }

  async function payPlan(workspace: string): Promise<void> {
    const { access_token: bearer } = (await (await desk.auth('/token?grant_type=password', tam)).json()) as {
      access_token: string
    }
    const response = await fetch(`${desk.url}/api/v1/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'x-workspace': workspace, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'hobby', interval: 'month', method: 'bank' }),
    })
    const order = (await response.json()) as { id: string; due: number; currency: 'VND' }
    await settleOrder(desk.platform, order.id, {
      reference: 'FT1',
      amount: order.due,
      currency: 'VND',
      paidAt: desk.platform.clock.now(),
    })
    await desk.platform.jobs.drain()
  }

  async function give(owner: string, amount: number): Promise<void> {
    await desk.platform.db.asService(null, tx =>
      post(desk.platform, tx, {
        kind: 'gift',
        key: 'gift',
        currency: 'VND',
        entries: [
          { kind: 'commission_expense', amount: -amount },
          { owner, kind: 'user_available', amount },
        ],
      }),
    )
  }

  async function turnOnSecondStep(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Bật xác minh 2 bước' }).click()
    await page.getByRole('button', { name: /Không quét được/ }).click()
    const secret = (await page.locator('.two-step-secret').innerText()).replace(/\s/g, '')
    await page.getByLabel('Gõ 6 số ứng dụng đang hiện').fill(digitsOf(secret, Math.floor(Date.now() / 30_000)))
    await page.getByText('10 mã dự phòng').waitFor()
    await page.getByLabel('Tôi đã cất mã').check()
    await page.getByRole('button', { name: 'Xong' }).click()
    await page.getByText('10 mã dự phòng').waitFor({ state: 'detached' })
  }
})
