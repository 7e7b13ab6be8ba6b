import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openHouse } from '#features/site/open-house.ts'
import { newId } from '#platform/ids.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { knock, openPage } from '../steps/open-page.ts'

const khoi = { email: 'khoi@sen.example', password: 'hoa sen trắng nở đêm' }
const shop = { email: 'hong-an@shop.example', password: 'trà sen ướp đêm' }
const shopName = 'Tiệm bánh Hồng Ân'
const phone = { viewport: { width: 360, height: 740 } }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the operator desk in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let bearer: string
  let orderId: string
  let hasApp = false
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...bankSettings })
    await openHouse(desk.platform)
    await desk.account(khoi.email, khoi.password)
    await desk.account(shop.email, shop.password)
    await run(sql`update people set is_operator = true where email = ${khoi.email}`)
    await run(
      sql`update workspaces set name = ${shopName} where id in (select workspace_id from members where email = ${shop.email})`,
    )
    const answer = await desk.auth('/token?grant_type=password', shop)
    bearer = ((await answer.json()) as { access_token: string }).access_token
    orderId = (await callShop<{ id: string }>('/orders', { plan: 'pro', interval: 'month', method: 'bank' })).id
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)]), 'bien-lai.png')
    await callShop(`/orders/${orderId}/proof`, form)
    const now = desk.platform.clock.now()
    await run(sql`insert into private.contact_requests (id, name, contact, message, language, created_at)
      values (${newId()}, 'Bùi Thảo', '0903123456', 'Cho em hỏi gói năm ạ', 'vi', ${now})`)
    for (const reason of ['Hộp thư đầy', 'Máy thư không trả lời'])
      await run(sql`insert into dead_letters (id, kind, ref, payload, reason, attempts, created_at)
        values (${newId()}, 'send mail', ${newId()}, '{"to": "a@shop.example", "subject": "s", "text": "t", "html": "h"}', ${reason}, 8, ${now})`)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const run = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))

  async function callShop<T>(path: string, body: object): Promise<T> {
    const form = body instanceof FormData
    const response = await fetch(`${desk.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...(form ? {} : { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    })
    assert.equal(response.status, 201, path)
    return (await response.json()) as T
  }

  async function open(t: TestContext, who: typeof khoi, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await page.goto(`${desk.url}/operator`)
    await page.waitForURL('**/auth**')
    await knock(page, who)
    if (who === khoi && hasApp) await page.getByLabel('Mã 6 số').fill(await desk.digits())
    await page.waitForURL('**/operator')
    return page
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `operator-${name}.png`), fullPage: true })
  }

  /** The second step was an hour ago; the session's next token says so. */
  async function grownOld(page: Page): Promise<void> {
    await run(sql`update auth.sessions set amr = (select jsonb_agg(a || jsonb_build_object('timestamp', (a ->> 'timestamp')::bigint - 3600))
      from jsonb_array_elements(amr) a) where aal = 'aal2'`)
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        if (value.includes('"expires_at"'))
          localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(value) as object), expires_at: 1 }))
      }
    })
  }

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('who is no operator is told so, and sees nothing', async t => {
    const page = await open(t, shop)
    await page.getByRole('heading', { name: 'Mục này không dành cho bạn' }).waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('an operator without a second step is led to set one up, in both languages and on a phone', async t => {
    const page = await open(t, khoi)
    await page.getByRole('heading', { name: 'Bàn điều hành cần xác minh 2 bước' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'second-step-1440-light')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: 'EN, English' }).click()
    await page.getByRole('heading', { name: 'This needs 2-step verification' }).waitFor()
    await shoot(page, 'second-step-en-360-light')
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
    await page.getByRole('link', { name: 'Set up 2-step verification' }).click()
    await page.getByRole('button', { name: 'Turn on 2-step verification' }).waitFor()
    await desk.giveApp(khoi.email)
    hasApp = true
  })

  test('a receipt is confirmed with the keyboard; the plan runs, and its refund goes back', async t => {
    const page = await open(t, khoi)
    const proofs = region(page, 'Biên lai khách gửi')
    await proofs.getByText(shopName).waitFor()
    await region(page, 'Việc hỏng').getByText('Hộp thư đầy').waitFor()
    await shoot(page, '1440-light')
    assert.deepEqual(await violations(page), [])
    await proofs.getByRole('button', { name: `Xem và quyết định: biên lai của ${shopName}` }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('img', { name: 'Biên lai khách gửi' })
      .or(page.getByText('Mở tệp trong tab mới'))
      .first()
      .waitFor()
    await page.getByLabel('Số tiền trên sao kê').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Hãy điền mục này.').first().waitFor()
    const [order] = (
      await desk.platform.db.asService(null, tx =>
        sql<{ amount: number }>`select amount from orders where id = ${orderId}`.execute(tx),
      )
    ).rows
    await page.getByLabel('Số tiền trên sao kê').fill(String(order?.amount))
    await page.getByLabel('Ngày ghi sổ').fill('2026-11-20')
    await page.getByLabel('Mã giao dịch ngân hàng').fill('FT26324771')
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'approve-1440-light')
    await page.keyboard.press('Enter')
    await page.getByText(`Đã ghi nhận tiền của ${shopName}.`).waitFor()
    await proofs.getByText('Không có biên lai nào đang chờ').waitFor()

    await callShop('/refunds', { order_id: orderId, reason: 'Không dùng nữa' })
    await page.getByRole('link', { name: 'Hoàn tiền' }).click()
    await page.reload()
    const refunds = region(page, 'Hoàn tiền')
    await refunds.getByText('Tự duyệt theo chính sách').waitFor()
    await refunds.getByRole('button', { name: 'Đã gửi tiền' }).click()
    await page.getByLabel('Mã giao dịch ngân hàng').fill('FT-back')
    await grownOld(page)
    await page.keyboard.press('Enter')
    await page.getByText('Bước này chuyển tiền đi').waitFor()
    await shoot(page, 'prove-again-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Mã 6 số').fill(await desk.digits())
    await page.keyboard.press('Enter')
    await refunds.getByText('Đã gửi, chờ tới nơi').waitFor()
    await shoot(page, 'refunds-1440-light')
    await refunds.getByRole('button', { name: 'Đã tới nơi' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Đã tới nơi' }).click()
    await refunds.getByText('Không có yêu cầu hoàn tiền nào đang mở').waitFor()
  })

  test('on a phone: contact requests with undo, failed jobs, and workspaces found without marks', async t => {
    const page = await open(t, khoi, phone)
    await region(page, 'Liên hệ').getByText('Bùi Thảo').waitFor()
    await shoot(page, '360-light')
    assert.deepEqual(await violations(page), [])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
    await page.getByRole('button', { name: 'Đánh dấu xong: Bùi Thảo' }).click()
    await page.getByText('Không có ai đang chờ hồi âm').waitFor()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByRole('button', { name: 'Đánh dấu xong: Bùi Thảo' }).waitFor()

    const deadLetters = region(page, 'Việc hỏng')
    await deadLetters.getByText('Gửi e-mail').first().waitFor()
    await deadLetters.locator('code', { hasText: 'send mail' }).first().waitFor()
    await deadLetters
      .getByRole('row')
      .filter({ hasText: 'Hộp thư đầy' })
      .getByRole('button', { name: /^Bỏ việc/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ việc' }).click()
    await deadLetters.getByText('Hộp thư đầy').waitFor({ state: 'detached' })
    await deadLetters.getByRole('button', { name: /^Chạy lại/ }).click()
    await deadLetters.getByText('Không có việc nào hỏng').waitFor()

    await page.getByRole('link', { name: 'Cửa hàng' }).click()
    await page.getByLabel('Tìm cửa hàng').fill('tiem banh hong an')
    await page.getByText('1 cửa hàng', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: shopName }).getByText(shop.email).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'workspaces-360-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${desk.url}/operator`)
    await region(page, 'Liên hệ').getByText('Bùi Thảo').waitFor()
    await shoot(page, '360-dark')
    assert.deepEqual(await violations(page), [])
  })
})
