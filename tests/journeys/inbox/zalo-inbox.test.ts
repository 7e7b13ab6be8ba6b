import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { until } from '#dev/shop-client.ts'
import { connectAccount } from '#features/channels/connections/connect-account.ts'
import { hours } from '#platform/clock.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import {
  allowConnections,
  issueTokens,
  oa,
  pairOf,
  startZaloSimulator,
  type ZaloSimulator,
  zaloSettings,
} from '#tests/drivers/zalo-driver.ts'
import { violations } from '../steps/accessibility.ts'

const hanh = { email: 'hanh@hoamai.example', password: 'hoa sen trắng nở đêm' }
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 740 } }
const words = 'Anh/chị cho shop xin tên, số điện thoại và địa chỉ nhận hàng ạ.'

describe('answering on Zalo, in the browser', { timeout: 300_000 }, () => {
  let zalo: ZaloSimulator
  let desk: SignInDriver
  let browser: Browser
  let talk = ''
  before(async () => {
    zalo = await startZaloSimulator({})
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...zaloSettings(zalo) })
    await desk.account(hanh.email, hanh.password)
    zalo.deliveries.url = `${desk.url}/hooks/zalo`
    const [shop] = await query<{ id: string }>(sql`select workspace_id as id from members where email = ${hanh.email}`)
    const workspaceId = shop?.id ?? ''
    await allowConnections(desk.platform as never, workspaceId, 3)
    const secrets = { tokens: JSON.stringify(pairOf(issueTokens(zalo.world, oa))) }
    await connectAccount(
      desk.platform,
      { workspaceId, kind: 'zalo', accountId: oa, name: 'Mỹ phẩm Hạ An', secrets },
      undefined,
    )
    await zalo.acts.say({ text: 'Cho mình đặt hai tuýp kem chống nắng' })
    await settle()
    const [row] = await query<{ id: string }>(sql`update conversations set bot_status = 'off' returning id`)
    talk = row?.id ?? ''
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await zalo?.close()
  })

  async function query<R>(statement: ReturnType<typeof sql>): Promise<R[]> {
    return desk.platform.db.asService(null, async tx => (await statement.execute(tx)).rows as R[])
  }
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await zalo.settled()
      await desk.platform.jobs.drain()
    }
  }
  /** On screen it may still be in flight, with nothing to deliver yet. */
  const stored = (text: string) =>
    until(`“${text}”`, async () => (await query(sql`select from messages where text = ${text}`))[0])
  async function open(t: TestContext, settings: BrowserContextOptions = {}, language = 'vi'): Promise<Page> {
    const context = await browser.newContext({ locale: 'vi-VN', ...wide, ...settings })
    t.after(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${desk.url}/auth`)
    await page.getByLabel('E-mail').fill(hanh.email)
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(hanh.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/**')
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    await page.goto(`${desk.url}/dashboard/inbox/${talk}`)
    return page
  }
  async function checkScreen(page: Page, name: string): Promise<void> {
    assert.deepEqual(await violations(page), [], name)
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(Number(content) <= Number(screen), `${name}: ${content} px wide`)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `zalo-${name}.png`) })
  }
  const textOf = () => zalo.world.messages.filter(one => one.by === 'api').at(-1)

  test('the customer’s details are asked for by Zalo’s form, with the keyboard, and stand with the customer', async t => {
    const page = await open(t)
    await page.getByRole('button', { name: 'Xin thông tin khách' }).focus()
    await checkScreen(page, 'composer')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Xin tên, số điện thoại, địa chỉ' })
    const field = dialog.getByLabel('Lời nhắn trên biểu mẫu')
    assert.equal(await field.inputValue(), words)
    await checkScreen(page, 'ask')
    await field.fill(' ')
    await dialog.getByRole('button', { name: 'Gửi biểu mẫu' }).click()
    await dialog.getByText('Hãy viết một lời nhắn').waitFor()
    await field.fill(words)
    await dialog.getByRole('button', { name: 'Gửi biểu mẫu' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('log').getByText(words).waitFor()
    await stored(words)
    await settle()
    const [form] = textOf()?.attachments ?? []
    assert.equal(form?.payload['subtitle'], words)

    await zalo.acts.submitInfo({ info: { name: 'Trần Thị Bưởi', phone: '84912345678', city: 'Huế' }, newer: true })
    await settle()
    await page
      .getByText('0912 345 678')
      .or(page.getByText('0912345678'))
      .or(page.getByText('+84912345678'))
      .first()
      .waitFor()
    await checkScreen(page, 'details')
  })

  test('on a phone, in the dark, in English', async t => {
    const page = await open(t, { ...phone, colorScheme: 'dark' }, 'en')
    await page.getByRole('button', { name: 'Ask for the customer’s details' }).click()
    await page.getByRole('dialog', { name: 'Ask for name, phone and address' }).waitFor()
    await checkScreen(page, 'ask-360-dark-en')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(zalo.world.messages.filter(one => one.by === 'api').length, 1)
  })

  test('after 48 hours a reply asks whether it may cost, and is sent only then', async t => {
    await zalo.clock.advance(hours(49))
    await query(
      sql`update conversations set last_interaction_at = last_interaction_at - interval '49 hours' where id = ${talk}`,
    )
    await query(sql`update contacts set last_interaction_at = last_interaction_at - interval '49 hours'`)
    const small = await open(t, { ...phone, colorScheme: 'dark' })
    await small.getByText('Đã quá 48 giờ: Zalo có thể tính phí').waitFor()
    await checkScreen(small, 'paid-360-dark')
    const page = await open(t)
    await page.getByText('Đã quá 48 giờ: Zalo có thể tính phí').waitFor()
    await page.getByRole('textbox', { name: 'Trả lời khách' }).fill('Dạ hàng đã về rồi ạ')
    await checkScreen(page, 'paid')
    await page.keyboard.press('Control+Enter')
    const question = page.getByRole('alertdialog', { name: 'Zalo có thể tính phí tin này' })
    await question.waitFor()
    await checkScreen(page, 'cost')
    await question.getByRole('button', { name: 'Không gửi' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Trả lời khách' }).inputValue(), 'Dạ hàng đã về rồi ạ')
    await page.keyboard.press('Control+Enter')
    await question.getByRole('button', { name: 'Đồng ý, gửi' }).click()
    await page.getByRole('log').getByText('Dạ hàng đã về rồi ạ').waitFor()
    await stored('Dạ hàng đã về rồi ạ')
    await settle()
    assert.equal(textOf()?.text, 'Dạ hàng đã về rồi ạ')
    assert.equal(zalo.world.billed, 1)
  })
})
