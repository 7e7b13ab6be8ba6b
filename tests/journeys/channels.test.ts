import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { allowConnections, lan, otherPageId, pageId, verifyToken } from '#tests/drivers/messenger-driver.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { oa, startZaloSimulator, type ZaloSimulator, zaloSettings } from '#tests/drivers/zalo-driver.ts'
import { violations } from './steps/accessibility.ts'
import { openPage, signIn } from './steps/open-page.ts'

const hanh = { email: 'hanh@hoamai.example', password: 'hoa sen trắng nở đêm' }
const minh = { email: 'minh@hoamai.example', password: 'trà sen ướp đêm' }
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 740 } }
const page1 = 'Áo Thun Hoa Mai'

describe('Messenger and Zalo in the browser', { timeout: 420_000 }, () => {
  let messenger: MessengerSimulator
  let zalo: ZaloSimulator
  let desk: SignInDriver
  let browser: Browser
  let workspaceId: string
  before(async () => {
    messenger = await startMessengerSimulator()
    zalo = await startZaloSimulator({})
    const { app } = messenger.world
    desk = await openSignInDriver({
      HUMAN_CHECK: 'off',
      META_GRAPH_BASE_URL: messenger.url,
      META_DIALOG_BASE_URL: messenger.url,
      FACEBOOK_APP_ID: app.id,
      FACEBOOK_APP_SECRET: app.secret,
      FACEBOOK_VERIFY_TOKEN: verifyToken,
      FACEBOOK_MARKETING_PERMISSION: 'paid_marketing_messages',
      ...zaloSettings(zalo),
    })
    await desk.account(hanh.email, hanh.password)
    await messenger.registerWebhook(`${desk.url}/hooks/facebook`, verifyToken)
    zalo.deliveries.url = `${desk.url}/hooks/zalo`
    workspaceId =
      (
        await query<{ id: string }>(sql`select w.id from workspaces w join members m on m.workspace_id = w.id
      where m.email = ${hanh.email}`)
      )[0]?.id ?? ''
    await allowConnections(desk.platform as never, workspaceId, 3)
    await desk.account(minh.email, minh.password)
    await query(sql`update members set workspace_id = ${workspaceId}, role = 'member' where email = ${minh.email}`)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await messenger?.close()
    await zalo?.close()
  })

  async function query<R>(statement: ReturnType<typeof sql>): Promise<R[]> {
    return desk.platform.db.asService(null, async tx => (await statement.execute(tx)).rows as R[])
  }

  async function open(t: TestContext, settings: BrowserContextOptions = {}, who = hanh): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, who)
    return page
  }

  async function settle(): Promise<void> {
    await messenger.settled()
    await zalo.settled()
    await desk.platform.jobs.drain()
    await messenger.settled()
    await desk.platform.jobs.drain()
  }

  async function control(simulator: { url: string }, name: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${simulator.url}/__sim/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const allow = (page: Page) => page.getByRole('button', { name: 'Cho phép / Allow' }).first().click()

  async function checkScreen(page: Page, name: string): Promise<void> {
    assert.deepEqual(await violations(page), [], name)
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(Number(content) <= Number(screen), `${name}: ${content} px wide`)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `channels-${name}.png`), fullPage: true })
  }

  test('a page is connected by signing in and choosing it with the keyboard; closing the dialog changes nothing', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/connect`)
    await page.getByText('Đang dùng 0 trong 3 kênh của gói').waitFor()
    await checkScreen(page, 'offers')
    await page.getByRole('button', { name: 'Kết nối Messenger' }).click()
    await page.getByRole('button', { name: 'Huỷ / Cancel' }).first().click()
    await page.getByText('Bạn đã đóng trang của Facebook').waitFor()
    await page.getByRole('button', { name: 'Đóng thông báo' }).click()
    await page.waitForURL(`${desk.url}/dashboard/connect`)

    await page.getByRole('button', { name: 'Kết nối Messenger' }).click()
    await allow(page)
    await page.getByRole('dialog', { name: 'Chọn fanpage để kết nối' }).waitFor()
    const mute = page.getByRole('checkbox', { name: /Trang không có quyền nhắn tin/ })
    await mute.waitFor()
    assert.equal(await mute.isDisabled(), true)
    await page.getByText('Bạn chưa có quyền nhắn tin ở trang này').waitFor()
    await page.getByRole('checkbox', { name: page1 }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Tài khoản quảng cáo trả tiền').selectOption('Áo Thun Hoa Mai, quảng cáo')
    await page.getByText('Hoa Mai Export: không tính bằng đồng').waitFor()
    await checkScreen(page, 'pick')
    await page.getByRole('button', { name: 'Kết nối 1 trang' }).focus()
    await page.keyboard.press('Enter')
    await card(page, page1).getByText('Đã kết nối').waitFor()
    await page.waitForURL(`${desk.url}/dashboard/connect`)
    await page.getByText('Đang dùng 1 trong 3 kênh của gói').waitFor()
    await settle()
    await card(page, page1).getByText('Còn hiệu lực').waitFor()
    assert.ok(messenger.world.pages.get(pageId)?.subscribed?.includes('messages'))
    const paying = await query<{ name: string; estimate: number }>(sql`select name, estimate from private.ad_accounts`)
    assert.deepEqual(paying, [{ name: 'Áo Thun Hoa Mai, quảng cáo', estimate: 320 }])
    assert.equal(messenger.world.pages.get(otherPageId)?.subscribed, undefined)

    // Withheld permissions are named, with what may not work without them.
    await page.getByRole('button', { name: 'Thêm fanpage' }).click()
    const asked = page.locator('input[name=scope]').first()
    await asked.evaluate(field => ((field as HTMLInputElement).value = 'pages_show_list,pages_messaging'))
    await allow(page)
    await page.getByText('Bạn chưa cho phép: nhận báo tin mới').waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Trà Sữa Bờ Hồ' }).count(), 0)
    await checkScreen(page, 'pick-missing')
    await page
      .getByRole('button', { name: 'Huỷ' })
      .or(page.getByRole('button', { name: 'Đóng', exact: true }))
      .click()
    await page.waitForURL(`${desk.url}/dashboard/connect`)

    await page.getByRole('button', { name: 'Thêm fanpage' }).click()
    await allow(page)
    await page.getByText('Đã kết nối ở đây').waitFor()
    // It may be chosen so that another ad account pays, but is not preselected.
    assert.equal(await page.getByRole('checkbox', { name: page1 }).isChecked(), false)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a token that was taken back is said at once, with the one button that mends it, and it works again', async t => {
    await control(messenger, 'user-message', { page: pageId, user: lan, text: 'Shop ơi còn áo size M không?' })
    await settle()
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/connect`)
    await page.getByRole('link', { name: `Sức khoẻ kênh ${page1}` }).click()
    await page.getByRole('heading', { name: `${page1} đang chạy tốt` }).waitFor()
    await page.getByText('Không có gì cần sửa.').waitFor()
    await checkScreen(page, 'health-well')

    await control(messenger, 'revoke', { page: pageId })
    await page.getByRole('button', { name: 'Kiểm tra ngay' }).click()
    await page.getByRole('heading', { name: `Bot không gửi được tin lên ${page1}` }).waitFor()
    await page.getByRole('heading', { name: 'Tài khoản Facebook đã đổi mật khẩu' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'ứng dụng của Messenger' }).waitFor()
    await checkScreen(page, 'health-lost')

    const small = await open(t, { ...phone, colorScheme: 'dark' })
    await small.goto(page.url())
    await small.getByRole('heading', { name: `Bot không gửi được tin lên ${page1}` }).waitFor()
    await checkScreen(small, 'health-lost-360')
    await small.goto(`${desk.url}/dashboard/connect`)
    await card(small, page1).getByText('Chưa kết nối').waitFor()
    await checkScreen(small, 'connect-lost-360')
    await small.goto(`${desk.url}/dashboard/operations`)
    await small.getByRole('link', { name: `Sửa kênh: ${page1} mất kết nối` }).waitFor()
    await checkScreen(small, 'operations-lost-360')

    await page.getByRole('button', { name: 'Kết nối lại' }).click()
    await allow(page)
    await page.getByText('Cần kết nối lại').waitFor()
    assert.equal(await page.getByRole('checkbox', { name: page1 }).isChecked(), true)
    await page.getByRole('button', { name: 'Kết nối 1 trang' }).click()
    await page.waitForURL(`${desk.url}/dashboard/connect`)
    await settle()
    await card(page, page1).getByText('Đã kết nối').waitFor()
    await small.goto(`${desk.url}/dashboard/connect`)
    await card(small, page1).getByText('Đã kết nối').waitFor()
    await page.getByRole('link', { name: `Sức khoẻ kênh ${page1}` }).click()
    await page.getByRole('heading', { name: `${page1} đang chạy tốt` }).waitFor()
  })

  test('events that do not come any more are repaired by the self-test', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/connect`)
    await page.getByRole('link', { name: `Sức khoẻ kênh ${page1}` }).click()
    const known = messenger.world.pages.get(pageId)
    assert.ok(known)
    known.subscribed = ['messages']
    await page.getByRole('button', { name: 'Kiểm tra ngay' }).click()
    await page.getByText('Đã kiểm tra: mọi thứ đều tốt.').waitFor()
    assert.ok((known.subscribed ?? []).length > 1)
  })

  test('a Zalo account is connected by consent; a refusal is explained; cutting it off asks first', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/connect`)
    await page.getByRole('button', { name: 'Kết nối Zalo OA' }).click()
    await page.getByRole('button', { name: 'Huỷ / Cancel' }).click()
    await page.getByText('Chưa được cấp quyền').waitFor()
    await page.getByRole('button', { name: 'Kết nối Zalo OA' }).click()
    await page.getByRole('button', { name: 'Cho phép / Allow' }).click()
    await page.getByText('Đã kết nối Zalo OA.').waitFor()
    const name = zalo.world.oas.get(oa)?.name ?? ''
    await card(page, name).getByText('Đã kết nối').waitFor()
    await settle()
    await card(page, name).getByText('Còn hiệu lực, tự gia hạn').waitFor()
    await checkScreen(page, 'connect')

    const english = await open(t, { ...phone })
    await english.evaluate(() => localStorage.setItem('language', 'en'))
    await english.goto(`${desk.url}/dashboard/connect`)
    await card(english, name).waitFor()
    await checkScreen(english, 'connect-360')

    await card(page, name)
      .getByRole('button', { name: /Ngắt kết nối/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Giữ lại' }).click()
    await card(page, name)
      .getByRole('button', { name: /Ngắt kết nối/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ngắt kết nối' }).click()
    await page.getByText(`Đã ngắt kết nối ${name}.`).waitFor()
    await card(page, name).waitFor({ state: 'detached' })
    await page.getByText('Đang dùng 1 trong 3 kênh của gói').waitFor()

    // No button that could only fail when the plan has no room.
    await allowConnections(desk.platform as never, workspaceId, 1)
    await page.getByText('Gói của bạn đã dùng hết số kênh').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Thêm fanpage' }).count(), 0)
  })

  test('where this installation has no app of a platform, that is said and nothing is offered', async t => {
    const page = await open(t)
    await page.route('**/dashboard/connect', async route => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/(connectable[^[]*\[)[^\]]*/, '$1')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(`${desk.url}/dashboard/connect`)
    await page.getByText('Messenger chưa mở ở đây').waitFor()
    await page.getByText('Zalo OA chưa mở ở đây').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Kết nối (Messenger|Zalo)|Thêm (fanpage|Zalo))/ }).count(), 0)
    await checkScreen(page, 'not-configured')
  })

  test('a reply that the platform refused is tried again, another is dropped', async t => {
    const refuse = { match: { path: '/messages' }, action: { error: { code: 100, message: 'Invalid parameter' } } }
    const [conversation] = await query<{
      id: string
      person_id: string
    }>(sql`select v.id, m.person_id from conversations v
      join members m on m.workspace_id = v.workspace_id where v.workspace_id = ${workspaceId}`)
    assert.ok(conversation)
    const caller = {
      personId: conversation.person_id,
      email: hanh.email,
      workspaceId,
      role: 'admin',
      claims: { role: 'authenticated', sub: conversation.person_id },
      language: 'vi',
    } as const
    for (const text of ['Dạ còn size M ạ', 'Mẫu này có ba màu ạ']) {
      await control(messenger, 'faults', refuse)
      await reply(desk.platform, caller, { id: conversation.id, text })
      await settle()
    }
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/operations`)
    const panel = page.getByRole('region', { name: /Việc chưa làm được/ })
    await panel.getByText('2 việc').waitFor()
    const row = (text: string) => panel.getByRole('listitem').filter({ hasText: text })
    await row('Mẫu này có ba màu ạ').getByText('Facebook từ chối nội dung tin nhắn').waitFor()
    await checkScreen(page, 'operations')
    await page.setViewportSize(phone.viewport)
    await checkScreen(page, 'operations-360')

    // Members may resend a reply; only admins may give one up.
    const helper = await open(t, wide, minh)
    await helper.goto(`${desk.url}/dashboard/operations`)
    const theirs = helper.getByRole('region', { name: /Việc chưa làm được/ })
    await theirs
      .getByRole('button', { name: /^Thử lại: Tin trả lời/ })
      .first()
      .waitFor()
    assert.equal(await theirs.getByRole('button', { name: /^Bỏ/ }).count(), 0)
    await helper.locator('.brief-channels summary').click()
    await helper.getByRole('link', { name: `Sức khoẻ kênh ${page1}` }).click()
    await helper.getByText('Chỉ quản trị viên sửa được kênh').waitFor()
    assert.equal(await helper.getByRole('button', { name: 'Kiểm tra ngay' }).count(), 0)
    await checkScreen(helper, 'health-member')

    await page.setViewportSize(wide.viewport)
    await row('Mẫu này có ba màu ạ').getByRole('button', { name: /^Bỏ/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ hẳn' }).click()
    await panel.getByText('1 việc').waitFor()
    await row('Dạ còn size M ạ')
      .getByRole('button', { name: /^Thử lại/ })
      .click()
    await panel.waitFor({ state: 'detached' })
    await settle()
    const sent = await query<{ text: string; status: string }>(
      sql`select text, status from messages where workspace_id = ${workspaceId} and text in ('Dạ còn size M ạ', 'Mẫu này có ba màu ạ') order by seq`,
    )
    assert.deepEqual(
      sent.map(one => [one.text, one.status === 'failed']),
      [
        ['Dạ còn size M ạ', false],
        ['Mẫu này có ba màu ạ', true],
      ],
    )
  })
})
