import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newId } from '#platform/ids.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from './steps/accessibility.ts'
import { openPage, signIn } from './steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }

describe('notifications in the browser', { timeout: 300_000 }, () => {
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
    await signIn(page, desk.url, hanh)
    return page
  }

  async function workspaceId(): Promise<string> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ id: string }>`select id from workspaces where kind = 'shop'`.execute(tx),
    )
    return rows[0]?.id ?? ''
  }

  async function customer(name: string): Promise<void> {
    const { platform } = desk
    const workspace = await workspaceId()
    const [channel, contact, talk] = [newId(), newId(), newId()]
    const now = platform.clock.now()
    await platform.db.asService(workspace, async tx => {
      await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${channel}, ${workspace}, 'website', ${`wgt_${channel}`}, 'hatnau.example', 'connected', ${now})`.execute(
        tx,
      )
      await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at)
        values (${contact}, ${workspace}, ${channel}, ${contact}, ${name}, ${now})`.execute(tx)
      await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_seq, last_message_at, last_inbound_at, preview,
          contact_name, waiting_since, created_at)
        values (${talk}, ${workspace}, ${channel}, ${contact}, 'website', 1, ${now}, ${now}, 'Cho mình gặp người', ${name}, ${now}, ${now})`.execute(
        tx,
      )
      const place = { workspace_id: workspace, conversation_id: talk }
      await platform.jobs.emit(tx, 'person.wanted', { ...place, reason: 'asked' })
      const detail = { ...place, contact_id: contact, message_id: null, kind: 'phone' }
      await platform.jobs.emit(tx, 'contact.detail-found', detail)
      await platform.jobs.emit(tx, 'channel.lost', {
        workspace_id: workspace,
        channel_id: channel,
        kind: 'website',
        reason: 'token',
      })
      await platform.jobs.emit(tx, 'usage.almost-reached', { workspace_id: workspace, metric: 'messages' })
    })
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `notifications-${name}.png`), fullPage: true })
  }

  test('what happens is counted at once beside the bell, read, and leads to where one acts on it', async t => {
    const page = await open(t)
    await page.getByRole('link', { name: 'Thông báo', exact: true }).click()
    await page.getByText('Chưa có thông báo nào').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'empty')
    await customer('Trần Ngọc Ánh')
    await page.getByRole('link', { name: 'Thông báo 4 thông báo chưa đọc' }).waitFor()
    await page.getByText('Kênh “hatnau.example” mất kết nối').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, '1440')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await violations(page), [])
    await shoot(page, '1440-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('link', { name: 'Trần Ngọc Ánh muốn gặp người' }).focus()
    const read = page.waitForResponse(response => /conversations\/[^/]+\/read$/.test(response.url()))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/inbox/*')
    await read
    await page.goto(`${desk.url}/dashboard/notifications`)
    await page.getByRole('link', { name: 'Thông báo 2 thông báo chưa đọc' }).waitFor()
    await page.getByRole('button', { name: 'Chưa đọc', exact: true }).click()
    await page.getByText('Kênh “hatnau.example” mất kết nối').waitFor()
    assert.equal(await page.getByText('Trần Ngọc Ánh muốn gặp người').count(), 0)
    await page.getByRole('button', { name: 'Đánh dấu đã đọc' }).click()
    await page.getByText('Bạn đã đọc hết').waitFor()
    await page.getByRole('link', { name: 'Thông báo', exact: true }).waitFor()
  })

  test('two tabs count alike: what is read in one is read in the other, all of it too', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/notifications`)
    const other = await page.context().newPage()
    other.setDefaultTimeout(20_000)
    await other.goto(`${desk.url}/dashboard/operations`)
    await customer('Phạm Thị Thu')
    const counted = (tab: Page, count: number) =>
      tab.getByRole('link', { name: `Thông báo ${count} thông báo chưa đọc` }).waitFor()
    await Promise.all([counted(page, 4), counted(other, 4)])
    await page.getByRole('link', { name: 'Phạm Thị Thu muốn gặp người' }).click()
    await counted(other, 2)
    await page.goBack()
    await page
      .getByRole('link', { name: /Đã dùng 80% tin nhắn/ })
      .first()
      .click()
    await page.waitForURL('**/dashboard/usage')
    await counted(other, 1)
    await other.goto(`${desk.url}/dashboard/notifications`)
    await other.getByRole('button', { name: 'Đánh dấu đã đọc' }).click()
    for (const tab of [page, other]) await tab.getByRole('link', { name: 'Thông báo', exact: true }).waitFor()
  })

  test('a tick decides where a kind is told, and stays', async t => {
    const page = await open(t, { ...phone, colorScheme: 'dark' })
    await page.goto(`${desk.url}/dashboard/notifications`)
    const box = page.getByRole('checkbox', { name: 'Khách để lại số, e-mail, địa chỉ: trong Sen' })
    assert.equal(await box.isChecked(), true)
    const other = await page.context().newPage()
    await other.goto(`${desk.url}/dashboard/notifications`)
    await other.getByRole('checkbox', { name: 'Khách để lại số, e-mail, địa chỉ: trong Sen', checked: true }).waitFor()
    // On a slow network the second tick waits for the first: each tells the whole row.
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sent: unknown[] = []
    await page.route('**/notifications/settings', async route => {
      sent.push(route.request().postDataJSON())
      begun.resolve()
      await slow.promise
      return route.fallback()
    })
    const saved = page.waitForResponse(answer => answer.url().endsWith('/notifications/settings') && sent.length === 2)
    await box.focus()
    await page.keyboard.press('Space')
    const mail = 'Khách để lại số, e-mail, địa chỉ: e-mail'
    await page.getByRole('checkbox', { name: mail, checked: true }).press('Space')
    await page.getByRole('checkbox', { name: mail, checked: false }).waitFor()
    await begun.promise
    assert.equal(sent.length, 1)
    slow.resolve()
    await saved
    await other.getByRole('checkbox', { name: 'Khách để lại số, e-mail, địa chỉ: trong Sen', checked: false }).waitFor()
    await other.close()
    await page.reload()
    await box.waitFor()
    assert.equal(await box.isChecked(), false)
    await page.getByRole('checkbox', { name: mail, checked: false }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Mẹo và ưu đãi: e-mail' }).isChecked(), false)
    assert.deepEqual(await violations(page), [])
    await customer('Lê Minh Khôi')
    await page.getByText('Lê Minh Khôi muốn gặp người').waitFor()
    assert.equal(await page.getByText('Lê Minh Khôi để lại số điện thoại').count(), 0)
    await page.getByRole('button', { name: 'Thêm 3 thông báo chưa đọc' }).waitFor()
    await shoot(page, '360-dark')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByRole('heading', { name: 'How to notify you' }).waitFor()
    await page.getByText('Lê Minh Khôi wants to talk to a person').waitFor()
    assert.doesNotMatch((await page.locator('main').innerText()) ?? '', /kind_|_hint/)
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'en-360-dark')
  })

  test('notifications go to another address when its digits came back', async t => {
    const page = await open(t)
    const other = 'thongbao@hatnau.example'
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByLabel('Địa chỉ nhận thông báo').fill('khong-phai')
    await page.keyboard.press('Enter')
    await page.getByText('Địa chỉ này chưa đúng').waitFor()
    await page.getByLabel('Địa chỉ nhận thông báo').fill(other)
    await page.keyboard.press('Enter')
    const digits = page.getByLabel(`Mã 6 số đã gửi tới ${other}`)
    await digits.waitFor()
    assert.deepEqual(await violations(page), [])
    await desk.platform.jobs.drain()
    const code = /^\d{6}/.exec(readMailbox(desk.platform).findLast(one => one.to === other)?.subject ?? '')?.[0] ?? ''
    await digits.fill(code === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await page.getByText('Mã chưa đúng hoặc đã hết hạn').waitFor()
    await digits.fill(code)
    await shoot(page, 'address')
    await page.keyboard.press('Enter')
    await page.getByText('Đã xác nhận', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`${desk.url}/dashboard/notifications`)
    await page.getByText(`Thư gửi tới ${other}`).waitFor()
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByRole('button', { name: 'Dùng e-mail đăng nhập' }).click()
    await page.getByText('Đang dùng e-mail đăng nhập').waitFor()
  })
})
