import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { after as later, days } from '#platform/clock.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { timesIn } from '#web/parts/time/times-in.ts'
import { violations } from '../steps/accessibility.ts'
import { transferToHouse } from '../steps/bank-transfer.ts'
import { knock, openPage } from '../steps/open-page.ts'

const password = 'hoa sen trắng nở đêm'
const phone = { viewport: { width: 360, height: 740 } }
const receipt = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('paying in the browser', { timeout: 400_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...bankSettings })
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

  async function signIn(page: Page, email: string): Promise<void> {
    await desk.account(email, password)
    await knock(page, { email, password })
  }

  const transfer = (content: string, amount: number) => transferToHouse(desk, content, amount)

  const digits = (text: string | null) => Number((text ?? '').replace(/\D/g, ''))

  async function fact(page: Page, name: string): Promise<string> {
    const row = page.locator('.pay-facts > div').filter({ hasText: name })
    return (await row.locator('dd').first().textContent()) ?? ''
  }

  async function dates(memo: string): Promise<{ paid: Date; settled: Date }> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ paid: Date; settled: Date }>`select s.paid_until as paid, o.settled_at as settled from orders o
        join subscriptions s using (workspace_id) where o.memo_code = ${memo}`.execute(tx),
    )
    assert.ok(rows[0])
    return rows[0]
  }

  async function setBack(memo: string, ms: number): Promise<void> {
    await desk.platform.db.asService(null, tx =>
      sql`update orders set settled_at = settled_at - ${ms} * interval '1 millisecond' where memo_code = ${memo}`.execute(
        tx,
      ),
    )
  }

  async function narrow(page: Page): Promise<void> {
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (!folder) return
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate(theme => (document.documentElement.dataset['theme'] = theme), scheme)
      await page.screenshot({ path: join(folder, `payment-${name}-${scheme}.png`), fullPage: true })
    }
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  }

  test('a plan is chosen signed out, paid in two transfers, and stands in billing with its receipt', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/payment?plan=pro&interval=month`)
    await page.waitForURL('**/auth?next=**')
    await signIn(page, 'hanh@hatnau.example')
    await page.waitForURL('**/payment?plan=pro&interval=month')
    await page.getByRole('radio', { name: 'Chuyển khoản bằng VietQR' }).waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Payoneer' }).count(), 0, 'a way without keys is not offered')
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'choose')

    await page.getByRole('radio', { name: 'Chuyển khoản bằng VietQR' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Đang chờ tiền về…').waitFor()
    const memo = await fact(page, 'Nội dung')
    const amount = digits(await fact(page, 'Số tiền'))
    assert.match(memo, /^CB[2-9A-HJKMNP-Z]{8}$/)
    assert.match(await fact(page, 'Số tiền'), /^\d{1,3}(?:\.\d{3})+đ$/)
    await page.getByRole('img', { name: /Mã VietQR/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'transfer')

    await transfer(`CT DEN ${memo} thanh toan`, 100_000)
    await page.getByText('Đã nhận 100.000đ').waitFor()
    assert.equal(digits(await fact(page, 'Số tiền')), amount - 100_000)
    // The page goes on by itself after five seconds, which the receipt may take.
    await Promise.all([transfer(memo, amount - 100_000), page.getByRole('button', { name: 'Ở lại trang này' }).click()])
    await page.getByRole('heading', { name: 'Gói Pro đã bật' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'paid')
    await page.getByRole('link', { name: 'Tới mục Thanh toán' }).click()
    await page.waitForURL('**/dashboard/billing')

    await desk.platform.jobs.drain()
    const row = page.getByRole('row').filter({ hasText: 'Gói Pro, theo tháng' })
    await row.getByText('Thành công').waitFor()
    await row.getByText('Chuyển khoản').waitFor()
    const asked = page.waitForResponse(response => response.url().endsWith('/file') && response.status() === 200)
    await row.getByRole('button', { name: /Tải phiếu thu/ }).click()
    const { url } = (await (await asked).json()) as { url: string }
    const pdf = await fetch(new URL(url, desk.url))
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'billing')

    // Paid until, and refundable until: after seven days by the guarantee alone.
    const { paid, settled } = await dates(memo)
    const times = timesIn('vi', 'Asia/Ho_Chi_Minh')
    const [week, month] = [7, 30].map(n => times.date(later(settled, days(n))))
    await page
      .locator('.billing-plan')
      .getByText(`Đã trả đến ngày ${times.date(paid)}.`)
      .waitFor()
    await row.getByText(`Duyệt hoàn ngay tới ${week}, theo bảo đảm 30 ngày tới ${month} (còn 30 ngày)`).waitFor()
    await setBack(memo, days(8))
    await page.reload()
    await row.getByText(`bảo đảm 30 ngày tới ${times.date(later(settled, days(22)))} (còn 22 ngày)`).waitFor()
    await setBack(memo, days(21))
    await page.reload()
    await row.getByText('(còn 1 ngày)').waitFor()
    await shoot(page, 'guarantee')
  })

  test('billing: details with a doubtful tax number, another plan tried, renewal stopped and taken back, money asked back', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/payment?plan=hobby&interval=month`)
    await signIn(page, 'minh@hatnau.example')
    await page.getByRole('button', { name: 'Lấy mã chuyển khoản' }).click()
    await page.getByText('Đang chờ tiền về…').waitFor()
    const [memo, amount] = [await fact(page, 'Nội dung'), digits(await fact(page, 'Số tiền'))]
    await Promise.all([transfer(memo, amount), page.getByRole('heading', { name: 'Gói Hobby đã bật' }).waitFor()])
    await page.waitForURL('**/dashboard/billing')

    await page.getByRole('button', { name: 'Sửa thông tin trên phiếu thu' }).click()
    await page.getByLabel('Công ty hoặc hộ kinh doanh').fill('Hộ kinh doanh Mộc An')
    await page.getByLabel('Mã số thuế').fill('0100112438')
    await page.getByText('chưa khớp số kiểm tra').waitFor()
    await page.getByLabel('Mã số thuế').fill('0100112437')
    await page.getByText('10 số, 13 số cho chi nhánh').waitFor()
    await page.getByLabel('E-mail nhận phiếu thu').fill('ke toan')
    await page.keyboard.press('Enter')
    await page.getByText('Địa chỉ này chưa đúng').waitFor()
    await page.getByLabel('E-mail nhận phiếu thu').fill('ketoan@mocan.vn')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.getByText('Đã lưu thông tin trên phiếu thu.').waitFor()
    await page.getByText('ketoan@mocan.vn').waitFor()

    await page.getByRole('button', { name: 'Nâng gói' }).click()
    await page.getByText('Phần chưa dùng của gói cũ').waitFor()
    await page.getByText('Trả hôm nay').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'change')
    await page.getByRole('button', { name: 'Tiếp tục thanh toán' }).click()
    await page.getByText('Đang chờ tiền về…').waitFor()
    await page.getByText('Phần chưa dùng của gói cũ').waitFor()
    await page.getByRole('button', { name: 'Huỷ đơn này' }).click()
    await page.getByRole('button', { name: 'Huỷ đơn', exact: true }).click()
    await page.getByText('Đơn này đã huỷ').waitFor()
    await page.getByRole('link', { name: 'Về mục Thanh toán' }).click()
    await page.getByRole('row').filter({ hasText: 'Lên gói Pro' }).getByText('Thất bại').waitFor()

    await page.getByRole('button', { name: 'Ngừng gia hạn' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ngừng gia hạn' }).click()
    await page.getByText('Không gia hạn nữa').waitFor()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByText('Gói sẽ tiếp tục gia hạn.').waitFor()
    await page.getByRole('button', { name: 'Ngừng gia hạn' }).waitFor()

    await page.getByRole('button', { name: 'Xin hoàn tiền' }).click()
    await page.getByText('5 đến 7 ngày làm việc').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'refund')
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
    await page.getByText('Hoàn tiền: đã duyệt').waitFor()
  })

  test('on a phone, in English: a receipt is sent, what is no receipt is refused, and nothing is cut off', async t => {
    const page = await open(t, phone)
    await page.goto(`${desk.url}/payment?plan=pro&interval=year`)
    await signIn(page, 'lan@hatnau.example')
    await page.getByRole('button', { name: 'EN, English' }).click()
    await page.getByRole('button', { name: 'Get the transfer code' }).click()
    await page.getByText('Waiting for your transfer…').waitFor()
    await narrow(page)
    await shoot(page, 'phone')
    await page.getByRole('button', { name: 'Send a receipt' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Please choose a file.').waitFor()
    const field = page.getByLabel('Picture or PDF, up to 10 MB')
    await field.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await field.setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: receipt })
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('We have your receipt').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`${desk.url}/dashboard/billing`)
    await page.getByText('receipt under review').waitFor()
    await narrow(page)
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'billing-phone')
  })

  test('what was not paid is no success, whatever the address says', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/payment/stripe/success?session_id=cs_forged&order=1`)
    await signIn(page, 'tu@hatnau.example')
    await page.getByRole('heading', { name: 'Chưa thấy đơn nào' }).waitFor()
    await page.goto(`${desk.url}/payment/payoneer?plan=pro`)
    await page.getByRole('heading', { name: 'Cách trả này chưa mở' }).waitFor()
    assert.deepEqual(await violations(page), [])
  })
})

describe('an installation where nothing can be paid', { timeout: 120_000 }, () => {
  test('says so, and names whom to write to', async t => {
    const desk = await openSignInDriver({ HUMAN_CHECK: 'off', SUPPORT_EMAIL: 'hotro@sen.example' })
    const browser = await launchBrowser()
    t.after(async () => {
      await browser.close()
      await desk.close()
    })
    await desk.account('hanh@hatnau.example', password)
    const page = await (await browser.newContext({ locale: 'vi-VN' })).newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${desk.url}/payment`)
    await knock(page, { email: 'hanh@hatnau.example', password })
    await page.getByRole('heading', { name: 'Chưa mở thanh toán' }).waitFor()
    const link = page.getByRole('link', { name: 'Viết cho hỗ trợ' })
    assert.equal(await link.getAttribute('href'), 'mailto:hotro@sen.example')
    assert.deepEqual(await violations(page), [])
  })
})
