import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newId } from '#platform/ids.ts'
import { addDays, dayIn, writeDay } from '#shared/rules/time/calendar-days.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from './steps/accessibility.ts'
import { openPage, signIn } from './steps/open-page.ts'
import { savedText } from './steps/saved-text.ts'

const hanh = { email: 'hanh@mocan.example', password: 'hoa sen trắng nở đêm' }
const phone = { viewport: { width: 360, height: 740 } }
const zone = 'Asia/Ho_Chi_Minh'

describe('statistics and usage in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let workspaceId = ''
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
    workspaceId = await read<string>(sql`select workspace_id as value from members where email = ${hanh.email}`)
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  async function read<Value>(statement: ReturnType<typeof sql>): Promise<Value> {
    const { rows } = await desk.platform.db.asService(null, tx => statement.execute(tx))
    return (rows[0] as { value: Value }).value
  }

  const write = (statement: ReturnType<typeof sql>) =>
    desk.platform.db.asService(workspaceId, async tx => {
      await statement.execute(tx)
    })

  async function openChannel(kind: string, name: string): Promise<string> {
    const id = newId()
    await write(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${id}, ${workspaceId}, ${kind}, ${`acc_${id}`}, ${name}, 'connected', ${desk.platform.clock.now()})`)
    return id
  }

  async function countWeeks(): Promise<void> {
    const today = dayIn(zone, desk.platform.clock.now())
    const channels = [
      [await openChannel('facebook', 'Gốm Mộc An'), 6],
      [await openChannel('zalo', 'Tiệm gốm Mộc An'), 4],
      [await openChannel('website', 'mocan.vn'), 2],
    ] as const
    for (const [channel, size] of channels) {
      await write(sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, received, positive, neutral, negative,
          opened, answered, replied, settled, resolved, response_ms, responses, response_spread)
        select ${workspaceId}, (day + hour * interval '1 hour') at time zone ${zone}, ${channel}, 0, n + 1, n / 2, n + 1 - n / 2 - n / 6, n / 6,
          1, n, n / 5, n, n * 4 / 5, (n + n / 5) * (4000 + hour * 300 + extract(day from day) * 90), n + n / 5, array[0, 0, 0, 0, 0, 0, 0, n + n / 5]
        from generate_series(${addDays(today, -27)}::date::timestamp, ${today}::date::timestamp, interval '1 day') day,
          generate_series(7, 22) hour,
          lateral (select (${size}::int * (case when hour in (11, 12, 20, 21) then 3 else 1 end)
            + (extract(day from day)::int * 3 + hour * 3) % 7 + extract(day from day)::int % 5)::int as n) volume`)
    }
  }

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, hanh)
    return page
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }

  async function checkScreens(page: Page, name: string): Promise<void> {
    for (const theme of ['light', 'dark']) {
      await page.evaluate(chosen => (document.documentElement.dataset['theme'] = chosen), theme)
      assert.deepEqual(await violations(page), [], `${name}, ${theme}`)
      await shoot(page, `${name}-${theme}`)
    }
    const [inside, outside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok((inside ?? 0) <= (outside ?? 0), `${name}: ${inside} px wide`)
  }

  test('a shop without customers is told what it will see here', async t => {
    const page = await open(t)
    await page.getByRole('link', { name: 'Thống kê' }).click()
    await page.getByRole('heading', { name: 'Chưa có gì để đếm trong khoảng này' }).waitFor()
    await checkScreens(page, 'statistics-empty')
  })

  test('figures, charts and tables of days, weeks and one’s own days; the same as a file', async t => {
    await countWeeks()
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/statistics`)
    await page.getByRole('img', { name: 'Lượng phản hồi theo kênh' }).waitFor()
    await page.getByText('Tổng phản hồi', { exact: true }).waitFor()
    await checkScreens(page, 'statistics-1440')

    await page.getByRole('button', { name: 'Dạng bảng: Lượng phản hồi theo kênh' }).focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('group', { name: 'Lượng phản hồi theo kênh' })
    await table.getByRole('columnheader', { name: 'Gốm Mộc An', exact: true }).waitFor()
    assert.equal(await table.getByRole('row').count(), 8)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'Lượng phản hồi theo kênh' }).waitFor()

    await page.getByLabel('Khoảng thời gian').selectOption('own')
    await page.getByLabel('Từ ngày').fill('hôm qua')
    await page.keyboard.press('Enter')
    await page.getByText('Ngày này chưa đúng').first().waitFor()
    assert.deepEqual(await violations(page), [])
    const today = dayIn(zone, new Date())
    const first = writeDay(addDays(today, -13))
    await page.getByLabel('Từ ngày').fill(first.replaceAll('/', '-'))
    await page.getByLabel('Đến ngày').fill(writeDay(today))
    await page.keyboard.press('Enter')
    await page.getByText('so với 14 ngày trước đó').waitFor()
    await page.getByRole('button', { name: 'Tuần' }).click()
    await page.waitForURL('**step=week**')

    const stored = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Tải CSV' }).click()
    const file = await savedText(await stored)
    assert.match(file, /^\uFEFF"Từ ngày";"Đến ngày";"Tổng phản hồi"/)
    assert.ok(file.includes(`"${first}"`), file)
  })

  test('on a phone, in English too', async t => {
    const page = await open(t, phone)
    await page.goto(`${desk.url}/dashboard/statistics?period=days28`)
    await page.getByRole('img', { name: 'Hoạt động của kênh theo giờ' }).waitFor()
    await checkScreens(page, 'statistics-360')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByRole('img', { name: 'Replies by channel' }).waitFor()
    await checkScreens(page, 'statistics-360-en')
  })
  test('usage: what is left, when it will be used up, and what it is used for', async t => {
    await write(sql`update usage_counters set period_start = now() - interval '5 days', period_end = now() + interval '25 days',
        used = said.sum, hard_limit = said.sum * 115 / 100
      from (select sum(answered)::int as sum from private.statistics_hourly
        where workspace_id = ${workspaceId} and hour > now() - interval '5 days') said
      where workspace_id = ${workspaceId} and metric = 'messages'`)
    await write(
      sql`update usage_counters set used = 3, hard_limit = 6 where workspace_id = ${workspaceId} and metric = 'connections'`,
    )
    const page = await open(t)
    await page.getByRole('link', { name: 'Mức dùng' }).first().click()
    await page.getByText('Sắp chạm hạn mức').waitFor()
    await page.getByText('Với nhịp này, tin sẽ hết khoảng ngày').waitFor()
    await page.getByRole('img', { name: 'Tin bot trả lời' }).waitFor()
    await page.getByText('Gốm Mộc An', { exact: true }).waitFor()
    await page.getByRole('meter', { name: 'Tài liệu' }).waitFor()
    await checkScreens(page, 'usage-1440')
    await page.getByRole('button', { name: 'Dạng bảng: Tin bot trả lời' }).click()
    await page.getByRole('columnheader', { name: 'Cộng dồn' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Thêm kênh' }).click()
    await page.waitForURL('**/dashboard/connect')

    const small = await open(t, phone)
    await small.goto(`${desk.url}/dashboard/usage`)
    await small.getByRole('img', { name: 'Tin bot trả lời' }).waitFor()
    await checkScreens(small, 'usage-360')
    await write(
      sql`update usage_counters set used = hard_limit where workspace_id = ${workspaceId} and metric = 'messages'`,
    )
    await small.getByText('Bot đã ngừng trả lời').waitFor()
  })

  test('a member reads both, and is not offered what only admins may do', async t => {
    await write(sql`update members set role = 'member' where workspace_id = ${workspaceId}`)
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/usage`)
    await page.getByText('Hãy nhờ quản trị viên nâng gói.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Nâng gói' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Thêm kênh' }).count(), 0)
    await page.getByRole('link', { name: 'Thống kê' }).click()
    await page.getByRole('img', { name: 'Lượng phản hồi theo kênh' }).waitFor()
  })
})
