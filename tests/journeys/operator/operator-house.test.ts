import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openHouse } from '#features/site/open-house.ts'
import { probeComponents } from '#features/status/probe-components.ts'
import { days } from '#platform/clock.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { knock, openPage } from '../steps/open-page.ts'

const khoi = { email: 'khoi@sen.example', password: 'hoa sen trắng nở đêm' }
const phone = { viewport: { width: 360, height: 740 } }

describe('the whole installation in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', ...bankSettings })
    await openHouse(desk.platform)
    await desk.account(khoi.email, khoi.password)
    await run(sql`update people set is_operator = true where email = ${khoi.email}`)
    await desk.giveApp(khoi.email)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const run = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))

  async function open(t: TestContext, path: string, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await page.goto(`${desk.url}/operator/${path}`)
    await page.waitForURL('**/auth**')
    await knock(page, khoi)
    await page.getByLabel('Mã 6 số').fill(await desk.digits())
    await page.waitForURL(`**/operator/${path}`)
    return page
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `house-${name}.png`), fullPage: true })
  }

  test('a new price is set from a day to come, and taken back', async t => {
    const page = await open(t, 'prices')
    await page.getByRole('row').filter({ hasText: 'Pro · Tháng' }).filter({ hasText: '699.000đ' }).waitFor()
    await shoot(page, 'prices-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Đặt giá mới' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('button', { name: 'Đặt giá', exact: true }).click()
    await page.getByText('Hãy nhập một số tiền lớn hơn 0.').waitFor()
    await page.getByLabel('Gói', { exact: true }).selectOption('pro')
    await page.getByLabel('Giá, đã gồm thuế (đồng)').fill('799.000')
    const day = new Date(desk.platform.clock.now().getTime() + days(60)).toISOString().slice(0, 10)
    await page.getByLabel('Bắt đầu từ ngày').fill(day)
    await page.getByRole('checkbox').uncheck()
    await shoot(page, 'price-dialog-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Đặt giá', exact: true }).press('Enter')
    await page.getByRole('row').filter({ hasText: '799.000đ' }).getByText('sắp tới').waitFor()
    await page.getByRole('button', { name: /^Rút giá 799/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rút giá' }).click()
    await page.getByRole('row').filter({ hasText: '799.000đ' }).waitFor({ state: 'detached' })
  })

  test('an announcement is written, looked at, and sent once', async t => {
    const page = await open(t, 'announcements')
    await page.getByText('Chưa có thông báo nào').waitFor()
    await page.getByRole('button', { name: 'Soạn thông báo' }).click()
    await page.getByLabel('Tiêu đề, tiếng Việt').fill('Hộp thư nhanh hơn')
    await page.getByLabel('Nội dung, tiếng Việt').fill('Từ hôm nay, hộp thư mở trong chớp mắt.')
    await page.getByLabel('Tiêu đề, tiếng Anh').fill('A faster inbox')
    await page.getByRole('button', { name: 'Xem trước' }).click()
    await page.getByText('Hãy điền mục này.').waitFor()
    await page.getByLabel('Nội dung, tiếng Anh').fill('From today the inbox opens at once.')
    await shoot(page, 'announcement-write-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Xem trước' }).click()
    await page.getByText('Đã gửi thì không thu hồi được.').waitFor()
    await shoot(page, 'announcement-preview-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: /^Gửi cho 1 người/ }).click()
    const list = page.getByRole('region', { name: 'Thông báo', exact: true })
    await list.getByText('Hộp thư nhanh hơn').waitFor()
    await desk.platform.jobs.drain()
    await page.reload()
    await list.getByText('đã gửi xong').waitFor()
    await list.getByText(/^1\/1 người được báo/).waitFor()
    await shoot(page, 'announcements-1440-light')
  })

  test('page views stand by day and by page', async t => {
    const day = desk.platform.clock.now().toISOString().slice(0, 10)
    await run(sql`insert into private.page_views (day, path, views)
      select ${day}::date - n, path, 3 + (n * 7 + length(path)) % 40 from generate_series(1, 29) n, unnest(array['/', '/pricing', '/en', '/guide', '(not found)']) path`)
    const page = await open(t, 'page-views')
    await page.getByRole('img', { name: 'Lượt xem trang, 30 ngày gần đây' }).waitFor()
    await page.getByRole('row').filter({ hasText: '/pricing' }).waitFor()
    await shoot(page, 'page-views-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: /^Dạng bảng/ }).press('Enter')
    await page.getByRole('table').first().getByRole('row').nth(29).waitFor()
  })

  test('an incident is opened, updated and closed, and stands on the public page', async t => {
    await probeComponents(desk.platform)
    await desk.platform.jobs.drain()
    const day = desk.platform.clock.now().toISOString().slice(0, 10)
    await run(sql`insert into private.component_days (component, day, minutes, failed)
      select component, ${day}::date - n, 1440, case when n % 17 = 0 then n else 0 end
      from generate_series(1, 70) n, unnest(array['web', 'database', 'answers']) component`)
    const page = await open(t, 'status')
    await page.getByText('Chưa có sự cố nào').waitFor()
    await page.getByRole('button', { name: 'Mở sự cố' }).press('Enter')
    await page.getByLabel('Tiêu đề, tiếng Việt').fill('Bot trả lời chậm')
    await page.getByRole('button', { name: 'Đăng lên trang tình trạng' }).click()
    await page.getByText('Hãy điền mục này.').first().waitFor()
    await page.getByLabel('Nội dung, tiếng Việt').fill('Có khách phải chờ vài phút.')
    await page.getByLabel('Tiêu đề, tiếng Anh').fill('Slow replies')
    await page.getByLabel('Nội dung, tiếng Anh').fill('Some customers wait for minutes.')
    await page.getByRole('checkbox', { name: 'Bot trả lời' }).check()
    await shoot(page, 'incident-dialog-1440-light')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Đăng lên trang tình trạng' }).press('Enter')
    const incident = page.getByRole('listitem').filter({ hasText: 'Bot trả lời chậm' })
    await incident.getByText('đang mở').waitFor()
    await shoot(page, 'status-1440-light')
    assert.deepEqual(await violations(page), [])
    await seePublicPage(t, 'Slow replies')
    await incident.getByRole('button', { name: 'Cập nhật sự cố Bot trả lời chậm' }).click()
    await page.getByLabel('Tiến độ').selectOption('resolved')
    await page.getByLabel('Nội dung, tiếng Việt').fill('Đã xong.')
    await page.getByLabel('Nội dung, tiếng Anh').fill('Done.')
    await page.getByRole('button', { name: 'Đăng lên trang tình trạng' }).click()
    await incident.getByText('đã đóng').waitFor()
  })

  async function seePublicPage(t: TestContext, title: string): Promise<void> {
    for (const [colorScheme, viewport] of [
      ['light', { width: 1440, height: 900 }],
      ['dark', phone.viewport],
    ] as const) {
      const page = await openPage(t, browser, { viewport, colorScheme })
      await page.goto(`${desk.url}/en/status`)
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByText('Some parts are slow or failing').waitFor()
      await shoot(page, `public-status-${viewport.width}-${colorScheme}`)
      assert.deepEqual(await violations(page), [])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= viewport.width, `${width} px wide`)
    }
  }

  test('in English, on a phone and in the dark: how it does, facts by facts', async t => {
    const page = await open(t, 'health', { ...phone, locale: 'en-GB', colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByText('Job queue').waitFor()
    await page.getByText('No mail server is set').waitFor()
    await shoot(page, 'health-360-dark-en')
    assert.deepEqual(await violations(page), [])
    for (const path of ['prices', 'announcements', 'page-views', 'status', 'health']) {
      await page.goto(`${desk.url}/operator/${path}`)
      await page.getByRole('region').first().waitFor()
      await page.getByText('Loading…').waitFor({ state: 'detached' })
      await shoot(page, `${path}-360-dark-en`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 360, `${path}: ${width} px wide`)
      assert.deepEqual(await violations(page), [])
    }
  })
})
