import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { connectAccount } from '#features/channels/connections/connect-account.ts'
import { runSequences } from '#features/broadcasts/sequences/run-sequences.ts'
import { advanceBroadcasts } from '#features/broadcasts/sending/advance-broadcasts.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { interact } from '#dev/simulators/zalo/zalo-world.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { issueTokens, startZaloSimulator, zaloSettings, type ZaloSimulator } from '#tests/drivers/zalo-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }

describe('templates that cost, in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let zalo: ZaloSimulator
  let workspaceId = ''
  before(async () => {
    zalo = await startZaloSimulator()
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...zaloSettings(zalo) })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await zalo?.close()
  })

  const run = <T>(statement: ReturnType<typeof sql<T>>) => desk.platform.db.asService(null, tx => statement.execute(tx))
  async function open(t: TestContext): Promise<Page> {
    const page = await openPage(t, browser)
    await signIn(page, desk.url, hanh)
    return page
  }
  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `campaigns-${name}.png`), fullPage: true })
  }
  async function fits(page: Page, width: number): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  }

  test('a priced template: chosen, counted with its cost, sent for exactly that', async t => {
    const page = await open(t)
    const found = await run(sql<{ id: string }>`select id from workspaces where deleted_at is null`)
    workspaceId = found.rows[0]?.id ?? ''
    await run(sql`update subscriptions set status = 'active' where workspace_id = ${workspaceId}`)
    const oaId = [...zalo.world.oas.keys()][0] ?? ''
    const { access_token, refresh_token, issued_at, expires_at } = issueTokens(zalo.world, oaId)
    const [renewedAt, expiresAt] = [new Date(issued_at).toISOString(), new Date(expires_at).toISOString()]
    const secrets = { tokens: JSON.stringify({ access: access_token, refresh: refresh_token, expiresAt, renewedAt }) }
    const account = { workspaceId, kind: 'zalo', accountId: oaId, name: 'Zalo Mây', secrets } as const
    await run(
      sql`update usage_counters set hard_limit = 5 where metric = 'connections' and workspace_id = ${workspaceId}`,
    )
    const { id: zaloId } = await connectAccount(desk.platform, account, undefined)
    const [buoi = ''] = zalo.world.users.keys()
    await desk.platform.db.asService(workspaceId, tx =>
      receiveMessage(desk.platform, tx, {
        ...{ workspaceId, channelId: zaloId, source: 'zalo', text: 'chào shop', clientId: newId() },
        contact: { externalId: buoi, name: 'Trần Thị Bưởi' },
      }),
    )
    await run(sql`update conversations set waiting_since = null, last_message_at = now() - interval '2 hours'`)
    interact(zalo.world, oaId, buoi)
    await zalo.acts.plan({ quota: 40, quota_total: 500 })
    const params = [{ name: 'ten_khach' }, { name: 'gio_hen', max_length: 5 }]
    await zalo.acts.template({ id: '701', name: 'Nhắc lịch hẹn', params, price_uid: 200 })
    await page.goto(`${desk.url}/dashboard/campaigns/templates`)
    await page.getByText('Đang đọc…').waitFor()
    await desk.platform.jobs.drain()
    await page.getByText('Nhắc lịch hẹn').waitFor()
    await page.getByText('Đơn hàng, lịch hẹn · 200đ một tin · Chỗ điền: ten_khach, gio_hen').waitFor()
    await fits(page, 1440)
    await shoot(page, 'templates-1440')
    await page.getByRole('link', { name: 'Đợt gửi' }).click()
    await page.getByRole('button', { name: 'Soạn tin' }).click()
    await page.getByLabel('Tên đợt gửi').fill('Nhắc lịch thứ bảy')
    await page.getByRole('button', { name: 'Mẫu tin đã duyệt' }).click()
    await page.getByLabel('Chọn mẫu tin').selectOption({ label: 'Nhắc lịch hẹn · Zalo · 200đ' })
    await page.getByLabel('gio_hen', { exact: true }).fill('10:00')
    const check = page.getByRole('complementary', { name: 'Kiểm tra' })
    await check.getByText('mẫu tin Zalo').waitFor()
    await check.getByRole('button', { name: 'Gửi thử' }).waitFor()
    await fits(page, 1440)
    await shoot(page, 'by-template-1440')
    await check.getByRole('button', { name: 'Gửi ngay cho 1 người, 200đ' }).click()
    await page.getByRole('button', { name: 'Dừng hẳn' }).waitFor()
    await desk.platform.jobs.drain()
    await advanceBroadcasts(desk.platform)
    await page.getByText('tới nơi').first().waitFor()
    assert.deepEqual(
      zalo.world.messages.filter(one => one.template).map(({ user_id, data }) => [user_id, data]),
      [[buoi, { ten_khach: 'Trần Thị Bưởi', gio_hen: '10:00' }]],
    )
    assert.equal(zalo.world.charged, 200)
    await page.goto(`${desk.url}/dashboard/connect/${zaloId}`)
    await page.getByText('Gói Nâng cao').waitFor()
    await page.getByText('Tối đa 4000 lượt gọi một phút').waitFor()
    await page.getByText('Còn 40 trên 500 tin, Zalo báo').waitFor()
    await fits(page, 1440)
    await shoot(page, 'plan-1440')
    const ceiling = page.getByRole('region', { name: 'Tin có phí của bot' })
    await ceiling.getByLabel('Tối đa mỗi tháng (đ)').fill('20')
    await ceiling.getByText('Ít nhất 55đ').waitFor()
    await ceiling.getByLabel('Tối đa mỗi tháng (đ)').fill('50000')
    await ceiling.getByRole('button', { name: 'Lưu mức' }).click()
    await ceiling.getByText('Tháng này đã dùng 0đ trên 50.000đ').waitFor()
    await run(sql`insert into private.paid_reply_months (workspace_id, channel_id, month, spent)
      select id, ${zaloId}, to_char(now() at time zone time_zone, 'YYYY-MM'), 49995 from workspaces where id = ${workspaceId}`)
    await page.reload()
    await ceiling.getByText('Đã hết mức của tháng này').waitFor()
    await page.getByText('Bot nhắn trong mức tiền bạn đặt').waitFor()
    await fits(page, 1440)
    await shoot(page, 'ceiling-1440')
    const draftId = newId()
    await run(sql`insert into broadcasts (id, workspace_id, name, purpose, routes, content, created_at, changed_at)
      values (${draftId}, ${workspaceId}, 'Hỏi thăm', 'service', '{zalo.consultation}', '{"texts": {"vi": "Đơn của mình đã tới"}}', now(), now())`)
    await page.goto(`${desk.url}/dashboard/campaigns/${draftId}`)
    await check.getByText('Zalo Mây còn 40 trên 500 tin tư vấn, Zalo báo').waitFor()
    await fits(page, 1440)
    await page.getByRole('button', { name: 'Thêm nút dưới tin' }).click()
    await page.getByLabel('Chữ trên nút').fill('Em quan tâm')
    await page.getByLabel('Khách bấm thì').selectOption({ label: 'Gắn nhãn cho khách' })
    await page.getByLabel('Nhãn', { exact: true }).selectOption({ index: 1 })
    await page.getByText('1. Em quan tâm').waitFor()
    await fits(page, 1440)
    await shoot(page, 'quota-left-1440')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/dashboard/campaigns/templates`)
    await page.getByText('Orders, appointments · 200').waitFor()
    await fits(page, 360)
    await shoot(page, 'templates-360')
    await page.goto(`${desk.url}/dashboard/connect/${zaloId}`)
    await page.getByText('This month’s limit has been reached').waitFor()
    await fits(page, 360)
    await shoot(page, 'ceiling-360')
    await page.evaluate(() => localStorage.setItem('language', 'vi'))
  })

  test('a step of a sequence sends the priced template: for so much a month as an admin confirms', async t => {
    const page = await open(t)
    const pageId = newId()
    await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${pageId}, ${workspaceId}, 'facebook', '1', 'Trang Mây', 'connected', now())`)
    await run(sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
      values (${workspaceId}, ${pageId}, '2', 'Mây', 320, ${newId()}, now())`)
    await page.goto(`${desk.url}/dashboard/campaigns/sequences`)
    await page.getByRole('button', { name: 'Tạo chuỗi tin' }).click()
    await page.getByLabel('Tên chuỗi').fill('Nhắc hẹn tự động')
    const steps = page.getByRole('region', { name: 'Các bước' })
    await steps.getByRole('button', { name: 'Thêm bước', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Nhắn tin' }).click()
    await steps.getByRole('switch', { name: 'Gửi cả tin Zalo tính phí' }).click()
    await steps.getByText('Tối đa 55đ một tin').waitFor()
    const meta = steps.getByRole('switch', { name: 'Gửi cả tin tiếp thị Messenger trả phí' })
    await meta.click()
    await steps.getByText('Tối đa 320đ một tin').waitFor()
    await fits(page, 1440)
    await shoot(page, 'sequence-marketing-1440')
    await page.setViewportSize({ width: 360, height: 740 })
    await fits(page, 360)
    await shoot(page, 'sequence-marketing-360')
    await page.setViewportSize({ width: 1440, height: 900 })
    await meta.click()
    await steps.getByText('Tối đa 55đ một tin').waitFor()
    await steps.getByRole('button', { name: 'Mẫu tin đã duyệt' }).click()
    await steps.getByLabel('Chọn mẫu tin').selectOption({ label: 'Nhắc lịch hẹn · Zalo · 200đ' })
    await steps.getByText('Tối đa 200đ một tin').waitFor()
    const publish = async (act: (question: ReturnType<Page['getByRole']>) => Promise<void> = async () => {}) => {
      await page.getByRole('button', { name: 'Cho chạy' }).click()
      const question = page.getByRole('alertdialog')
      await act(question)
      await question.getByRole('button', { name: 'Cho chạy' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await publish()
    await steps.getByText('Chỗ điền “gio_hen” của mẫu tin còn trống').waitFor()
    await steps.getByLabel('gio_hen', { exact: true }).fill('10:00')
    await fits(page, 1440)
    await shoot(page, 'sequence-template-1440')
    await run(sql`insert into campaign_rules (workspace_id, from_time, until_time, promotion_per_day, promotion_per_month, care_per_day, label,
        ask_when, changed_at, money_per_month) values (${workspaceId}, '08:00', '21:00', 1, 4, 1, true, 'never', now(), 500000)
      on conflict (workspace_id) do update set money_per_month = 500000`)
    await publish(async question => {
      await question.getByText('tối đa 200đ một tin').waitFor()
      await question.getByLabel('Cả chuỗi tối đa mỗi tháng (đ)').fill('150')
      await fits(page, 1440)
      assert.deepEqual(await violations(page), [])
      await shoot(page, 'sequence-money-1440')
      await question.getByRole('button', { name: 'Cho chạy' }).click()
      await question.getByText('đủ cho ít nhất một tin').waitFor()
      await question.getByLabel('Cả chuỗi tối đa mỗi tháng (đ)').fill('60000')
    })
    await page.getByText('Đang chạy', { exact: true }).waitFor()
    const { rows } = await run(sql<{ id: string }>`select customer_id as id from contacts where name = 'Trần Thị Bưởi'`)
    await page.getByText('Tháng này chuỗi đã tiêu 0đ trên tối đa 60.000đ.').waitFor()
    const here = page.url()
    await page.goto(`${desk.url}/dashboard/customers/${rows[0]?.id}`)
    await page.getByRole('button', { name: 'Thêm khách này' }).click()
    await page.getByText('vào “Nhắc hẹn tự động”.').waitFor()
    await runSequences(desk.platform)
    await desk.platform.jobs.drain()
    await runSequences(desk.platform)
    assert.equal(zalo.world.charged, 400)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(here)
    await page.getByText('200đ of 60,000đ spent this month.').waitFor()
    await fits(page, 360)
    await shoot(page, 'sequence-template-360')
    await page.getByRole('button', { name: 'Remove step' }).waitFor()
    await page.getByLabel('gio_hen', { exact: true }).fill('11:00')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await page.getByRole('alertdialog').getByText('at most 200đ each').waitFor()
    await fits(page, 360)
    await shoot(page, 'sequence-money-360')
    await page.getByRole('button', { name: 'Not now' }).click()
    const becomes = async (status: 'DISABLE' | 'ENABLE') => {
      await zalo.acts.template({ id: '701', status, reason: 'Bị báo phiền' })
      const { rows: known } = await run(sql<{ id: string }>`select id from channels where kind = 'zalo'`)
      await desk.platform.db.asService(workspaceId, tx =>
        desk.platform.jobs.emit(tx, 'channel.account-reported', {
          workspace_id: workspaceId,
          channel_id: known[0]?.id ?? '',
        }),
      )
      await desk.platform.jobs.drain()
    }
    await becomes('DISABLE')
    await page.getByText('Customers who reach that step wait there until its time is up').waitFor()
    const publishes = page.getByRole('button', { name: 'Publish changes' })
    await page.getByText('It can’t be published: the template “Nhắc lịch hẹn” is not approved').waitFor()
    assert.equal(await publishes.isDisabled(), true)
    await page.getByRole('button', { name: 'Pause' }).click()
    const resume = page.getByRole('button', { name: 'Resume' })
    await page.getByText('It can’t be resumed: the platform no longer allows the template “Nhắc lịch hẹn”.').waitFor()
    assert.equal(await resume.isDisabled(), true)
    await fits(page, 360)
    await shoot(page, 'sequence-withdrawn-360')
    await page.goto(`${desk.url}/dashboard/campaigns/sequences`)
    await page.getByText('Template stopped').waitFor()
    await fits(page, 360)
    await shoot(page, 'sequences-withdrawn-360')
    await becomes('ENABLE')
    await page.goto(here)
    await resume.click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('language', 'vi'))
  })
})
