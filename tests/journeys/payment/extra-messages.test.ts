import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { settleOrder } from '#features/billing/payments/settle-order.ts'
import { newId } from '#platform/ids.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { knock, openPage } from '../steps/open-page.ts'

const password = 'hoa sen trắng nở đêm'

describe('buying messages in the browser', { timeout: 300_000 }, () => {
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

  async function open(t: TestContext, email: string, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await desk.account(email, password)
    await page.goto(`${desk.url}/payment?plan=hobby&interval=month`)
    await page.waitForURL('**/auth?next=**')
    await knock(page, { email, password })
    await page.waitForURL('**/payment?plan=hobby&interval=month')
    return page
  }

  const read = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await desk.platform.db.asService(null, tx => statement.execute(tx))).rows

  async function pay(email: string): Promise<void> {
    const [order] = await read(sql<{ id: string; amount: number }>`select o.id, o.amount from orders o
      join members m on m.workspace_id = o.workspace_id where m.email = ${email} order by o.created_at desc, o.id desc limit 1`)
    assert.ok(order)
    const paid = {
      reference: newId(),
      amount: Number(order.amount),
      currency: 'VND',
      paidAt: desk.platform.clock.now(),
    } as const
    await settleOrder(desk.platform, order.id, paid)
    await desk.platform.jobs.drain()
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (!folder) return
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate(theme => (document.documentElement.dataset['theme'] = theme), scheme)
      await page.screenshot({ path: join(folder, `extra-${name}-${scheme}.png`), fullPage: true })
    }
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  }

  test('two thousand messages are bought with the keyboard; paid twice, the second goes back', async t => {
    const email = 'an@hatnau.example'
    const page = await open(t, email)
    await page.getByRole('button', { name: 'Lấy mã chuyển khoản' }).click()
    await page.getByText('Đang chờ tiền về…').waitFor()
    await Promise.all([pay(email), page.getByRole('heading', { name: 'Gói Hobby đã bật' }).waitFor()])
    await page.goto(`${desk.url}/dashboard/billing`)
    await page.getByRole('button', { name: 'Mua thêm tin nhắn' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('99.000đ').first().waitFor()
    await dialog.getByRole('button', { name: '2.000' }).click()
    await dialog.getByText('198.000đ').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'dialog')
    await dialog.getByRole('button', { name: 'Đi thanh toán' }).press('Enter')
    await page.getByText('Đang chờ tiền về…').waitFor()
    await page.getByRole('heading', { name: '2.000 tin bot trả lời' }).waitFor()
    await shoot(page, 'transfer')
    await Promise.all([pay(email), page.getByRole('heading', { name: 'Đã thêm 2.000 tin bot trả lời' }).waitFor()])
    await pay(email)
    await page.goto(`${desk.url}/dashboard/billing`)
    await page.getByText('/ 3.500').or(page.getByText('3.500')).first().waitFor()
    await page.getByText('198.000đ tới thừa, trùng hoặc trễ').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'billing')
    await page.getByRole('button', { name: 'Hoàn lại' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hoàn lại' }).click()
    await page.getByText('198.000đ tới thừa, trùng hoặc trễ').waitFor({ state: 'detached' })
  })

  test('on a phone, in English: the dialog opens by its address, and an e-invoice is asked for', async t => {
    const email = 'binh@hatnau.example'
    const page = await open(t, email, { viewport: { width: 360, height: 740 } })
    const company = { company: 'Hoa Sen', tax_id: '0100112437', address: '1 Lê Lợi' }
    await read(sql`update workspaces set company = ${company.company}, tax_id = ${company.tax_id}, address = ${company.address}
      where id in (select workspace_id from members where email = ${email})`)
    await page.getByRole('button', { name: 'Lấy mã chuyển khoản' }).click()
    await page.getByText('Đang chờ tiền về…').waitFor()
    await Promise.all([pay(email), page.getByRole('heading', { name: 'Gói Hobby đã bật' }).waitFor()])
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/dashboard/billing?buy=messages`)
    await page.getByRole('dialog').getByText('Price per 1,000 messages').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'dialog-phone')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Request an e-invoice for receipt INV-/ }).click()
    await page.getByText('The e-invoice is being issued').waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'billing-phone')
  })
})
