import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startPayoneerSimulator, type PayoneerSimulator } from '#dev/simulators/payments/payoneer-simulator.ts'
import { startStripeSimulator, type StripeSimulator } from '#dev/simulators/stripe/stripe-simulator.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { knock, openPage } from '../steps/open-page.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const password = 'hoa sen trắng nở đêm'

describe('paying on a provider’s own page', { timeout: 400_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let stripe: StripeSimulator
  let payoneer: PayoneerSimulator
  before(async () => {
    stripe = await startStripeSimulator()
    payoneer = await startPayoneerSimulator()
    desk = await openSignInDriver({
      HUMAN_CHECK: 'off',
      ...bankSettings,
      STRIPE_SECRET_KEY: stripe.world.key,
      STRIPE_WEBHOOK_SECRET: stripe.world.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      PAYONEER_MERCHANT_CODE: payoneer.merchant.code,
      PAYONEER_API_TOKEN: payoneer.merchant.token,
      PAYONEER_BASE_URL: payoneer.url,
      PAYMENTS_SIMULATOR: 'on',
    })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await stripe?.close()
    await payoneer?.close()
  })

  async function open(t: TestContext, address: string, email: string): Promise<Page> {
    await desk.account(email, password)
    const page = await openPage(t, browser)
    await page.goto(desk.url + address)
    await knock(page, { email, password })
    return page
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `cards-${name}.png`), fullPage: true })
  }

  test('Stripe: one comes back without paying, goes on, is declined, pays, and lands in billing', async t => {
    const page = await open(t, '/payment?plan=pro&interval=month', 'hanh@hatnau.example')
    await page.getByRole('radio', { name: 'Thẻ Visa, Mastercard, JCB' }).check()
    await shoot(page, 'choose')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Tiếp tục với thẻ' }).click()
    await page.getByRole('button', { name: 'Quay lại' }).click()
    await page.getByText('Bạn chưa trả tiền.').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'returned')
    await page.getByRole('link', { name: 'Sang trang Stripe' }).click()
    await page.getByRole('button', { name: 'Thẻ 0002' }).click()
    await page.getByText('Thẻ bị từ chối').waitFor()
    // No webhook yet: the page asks by itself.
    await page.getByRole('button', { name: 'Thẻ 4242' }).click()
    await page.waitForURL('**/payment/stripe/success**')
    await page.getByRole('heading', { name: 'Gói Pro đã bật' }).waitFor()
    await page.waitForURL('**/dashboard/billing')
    await page.getByText('bằng thẻ').waitFor()
    await page.getByRole('button', { name: 'Đổi thẻ' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Gói Pro, theo tháng' })
    await row.getByText('Thành công').waitFor()
    await shoot(page, 'billing')
    assert.deepEqual(await violations(page), [])
  })

  test('Payoneer: dollars; a success page that came too early waits for the provider’s word', async t => {
    const page = await open(t, '/payment?plan=hobby&interval=month&currency=USD', 'minh@hatnau.example')
    await page.getByRole('radio', { name: 'Payoneer' }).check()
    await page.getByText('12 USD').first().waitFor()
    await page.getByRole('button', { name: 'Tiếp tục với Payoneer' }).click()
    await page.getByRole('button', { name: 'Thanh toán' }).waitFor()
    await page.goto(`${desk.url}/payment/payoneer/success?interactionCode=PROCEED&resultCode=00000.11.000`)
    await page.getByRole('heading', { name: 'Đang xác nhận khoản trả' }).waitFor()
    await shoot(page, 'confirming')
    const [list] = payoneer.lists.values()
    await payoneer.act(list?.longId ?? '', 'pay')
    await page.getByRole('button', { name: 'Ở lại trang này' }).click()
    await page.getByRole('heading', { name: 'Gói Hobby đã bật' }).waitFor()
    await page.getByRole('link', { name: 'Vào bảng điều khiển' }).click()
    await pastFirstSteps(page)
  })
})
