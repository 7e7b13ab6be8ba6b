import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { openHouse } from '#features/site/open-house.ts'
import { days } from '#platform/clock.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { violations } from '../steps/accessibility.ts'
import { transferToHouse } from '../steps/bank-transfer.ts'
import { knock, openPage, signIn } from '../steps/open-page.ts'

const khoi = { email: 'khoi@sen.example', password: 'hoa sen trắng nở đêm' }
const an = { email: 'an@hongan.example', password: 'trà sen ướp đêm' }
const phone = { viewport: { width: 360, height: 740 } }
const wide = { width: 1440, height: 900 }

describe('a plan for one shop in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...bankSettings })
    await openHouse(desk.platform)
    for (const { email, password } of [khoi, an]) await desk.account(email, password)
    await run(sql`update people set is_operator = true where email = ${khoi.email}`)
    await run(
      sql`update workspaces set name = 'Bánh Hồng Ân' where id in (select workspace_id from members where email = ${an.email})`,
    )
    await desk.giveApp(khoi.email)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const run = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))

  async function checkScreen(page: Page, name: string): Promise<void> {
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${name}: ${width} px wide`)
    assert.deepEqual(await violations(page), [])
    const folder = process.env['SCREENSHOTS']
    if (!folder) return
    for (const size of [wide, phone.viewport]) {
      await page.setViewportSize(size)
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate(theme => (document.documentElement.dataset['theme'] = theme), scheme)
        await page.screenshot({ path: join(folder, `offers-${name}-${size.width}-${scheme}.png`), fullPage: true })
      }
    }
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  }

  async function inEnglish(page: Page, name: string): Promise<void> {
    if (!process.env['SCREENSHOTS']) return
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await checkScreen(page, `${name}-en`)
    await page.evaluate(() => localStorage.setItem('language', 'vi'))
    await page.reload()
  }

  test('an operator offers it, the shop’s owner sees what it holds and pays, and it runs', async t => {
    const operator = await openPage(t, browser, phone)
    await operator.goto(`${desk.url}/operator/workspaces`)
    await operator.waitForURL('**/auth**')
    await knock(operator, khoi)
    await operator.getByLabel('Mã 6 số').fill(await desk.digits())
    await operator.waitForURL('**/operator/workspaces')
    await operator.getByRole('link', { name: 'Bánh Hồng Ân' }).click()
    await operator.getByText('Chưa có báo giá nào cho cửa hàng này').waitFor()
    await checkScreen(operator, 'shop-empty')

    await operator.getByRole('button', { name: 'Gửi báo giá' }).press('Enter')
    const dialog = operator.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Gửi báo giá' }).press('Enter')
    await dialog.getByText('Hãy nhập ít nhất một giá theo tháng hoặc theo năm.').waitFor()
    await checkScreen(operator, 'dialog-wrong')
    await dialog.getByLabel('Tên gói').fill('Chuỗi Hồng Ân')
    await dialog.getByLabel('Mỗi tháng, đồng').fill('2.500.000')
    await dialog.getByLabel('Mỗi năm, đồng').fill('25.000.000')
    await dialog.getByLabel('Tin bot trả lời mỗi tháng').fill('30.000')
    await dialog.getByLabel('Thành viên').fill('')
    const lastDay = new Date(desk.platform.clock.now().getTime() + days(14)).toISOString().slice(0, 10)
    await dialog.getByLabel('Ngày cuối nhận được').fill(lastDay)
    await dialog.getByLabel('Ghi chú cho cửa hàng').fill('Cho cả năm chi nhánh, như đã trao đổi.')
    await dialog.getByRole('button', { name: 'Gửi báo giá' }).press('Enter')
    await operator.getByText('chờ cửa hàng nhận').waitFor()
    await checkScreen(operator, 'shop-offered')
    await inEnglish(operator, 'shop-offered')

    const owner = await openPage(t, browser, phone)
    await signIn(owner, desk.url, an)
    await owner.goto(`${desk.url}/dashboard/billing`)
    const card = owner.getByRole('region', { name: 'Báo giá gói riêng: Chuỗi Hồng Ân' })
    await card.getByText('2.500.000đ').waitFor()
    await card.getByText('30.000', { exact: true }).waitFor()
    await card.getByText('không giới hạn').waitFor()
    await card.getByText('Cho cả năm chi nhánh').waitFor()
    await checkScreen(owner, 'billing-offered')
    await inEnglish(owner, 'billing-offered')
    await card.getByRole('link', { name: 'Nhận và thanh toán' }).press('Enter')
    await owner.waitForURL('**/payment?plan=custom-*')
    await owner.getByText('Chuỗi Hồng Ân').waitFor()
    await checkScreen(owner, 'payment')
    await owner.getByRole('button', { name: 'Lấy mã chuyển khoản' }).press('Enter')
    await owner.getByText('Đang chờ tiền về…').waitFor()
    const fact = async (name: string) =>
      (await owner.locator('.pay-facts > div').filter({ hasText: name }).locator('dd').first().textContent()) ?? ''
    const [memo, amount] = [await fact('Nội dung'), Number((await fact('Số tiền')).replaceAll(/\D/g, ''))]
    // The page goes on by itself after five seconds, which the receipt may take.
    const stay = owner.getByRole('button', { name: 'Ở lại trang này' })
    await Promise.all([transferToHouse(desk, memo, amount), stay.click()])
    await owner.getByRole('heading', { name: 'Gói Chuỗi Hồng Ân đã bật' }).waitFor()
    await owner.getByRole('link', { name: 'Tới mục Thanh toán' }).click()
    await owner.waitForURL('**/dashboard/billing')
    await owner.locator('.billing-plan').getByText('Chuỗi Hồng Ân').waitFor()
    await owner.getByText('trong 30.000').waitFor()
    await card.waitFor({ state: 'detached' })
    await owner.getByRole('row').filter({ hasText: 'Gói Chuỗi Hồng Ân, theo tháng' }).getByText('Thành công').waitFor()
    await checkScreen(owner, 'billing-runs')

    await operator.reload()
    await operator.getByText('đang chạy').waitFor()
    await operator.getByRole('button', { name: 'Điều khoản cho kỳ sau' }).click()
    await dialog.getByLabel('Mỗi tháng, đồng').fill('3.000.000')
    await checkScreen(operator, 'terms-dialog')
    await dialog.getByRole('button', { name: 'Đặt điều khoản' }).click()
    await operator.getByText('điều khoản kỳ sau').waitFor()
    await checkScreen(operator, 'shop-terms')
    await owner.reload()
    const coming = owner.getByRole('region', { name: 'Điều khoản sắp tới: gói Chuỗi Hồng Ân' })
    await coming.getByText('3.000.000đ').waitFor()
    await owner.locator('.billing-plan').getByText('2.500.000đ').waitFor()
    await checkScreen(owner, 'billing-terms')
    await inEnglish(owner, 'billing-terms')

    await owner.getByRole('button', { name: 'Đổi gói' }).first().click()
    const changing = owner.getByRole('dialog')
    await changing.getByRole('button', { name: 'Gói riêng' }).click()
    await changing.getByText('Đây là gói bạn đang dùng.').waitFor()
    await changing.getByRole('button', { name: 'Theo năm' }).click()
    await changing.getByText('Trả hôm nay').waitFor()
    await checkScreen(owner, 'change-dialog')
    await owner.keyboard.press('Escape')

    await operator.getByRole('button', { name: 'Rút lại Chuỗi Hồng Ân' }).click()
    await operator.getByRole('alertdialog').getByRole('button', { name: 'Rút lại' }).click()
    await operator.getByText('đã qua').waitFor()
    await owner.reload()
    await owner.locator('.billing-plan').getByText('2.500.000đ').waitFor()
    assert.equal(await coming.count(), 0)
  })
})
