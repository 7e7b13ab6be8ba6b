import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { until } from '#dev/shop-client.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { isFocused, press } from '../steps/by-keys.ts'
import { openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const list = [
  'Họ tên;SĐT;Ngày đồng ý;Ghi chú;Nhãn;Buổi còn lại',
  'Đỗ Thị Ánh;0912345678;05/03/2026;khách quen;Thẻ tháng;12',
  'Trần Hùng;987654321;;',
  'Trần Hùng;0987654321;;',
  'Lê Hoa;không rõ;;',
].join('\r\n')
const file = { name: 'khach-quen.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${list}`, 'utf16le') }

describe('lists of customers, and what people may ask of a shop, in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let workspaceId = ''
  const channelId = newId()
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
    await desk.platform.jobs.start()
    const rows = await run<{ id: string }>(
      sql`select id from workspaces where deleted_at is null order by created_at desc limit 1`,
    )
    workspaceId = rows[0]?.id ?? ''
    for (const [id, kind, name] of [
      [channelId, 'website', 'Trang web'],
      [newId(), 'zalo', 'OA Hạt Nâu'],
    ])
      await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${id}, ${workspaceId}, ${kind}, ${`acc_${id}`}, ${name}, 'connected', now())`)
    await run(sql`insert into customer_fields (id, workspace_id, name, name_folded, kind, created_at)
      values (${newId()}, ${workspaceId}, 'Buổi còn lại', 'buoi con lai', 'number', now())`)
  })
  after(async () => {
    await browser?.close()
    await desk?.platform.jobs.stop(5000)
    await desk?.close()
  })

  const run = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    (await desk.platform.db.asService(null, tx => statement.execute(tx))).rows as T[]
  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, hanh)
    return page
  }
  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `lists-${name}.png`), fullPage: true })
  }
  async function fits(page: Page, width: number): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  }

  test('a list is brought along: columns, a try, the lines that are wrong, in, and taken back', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/customers/words`)
    const agreed = page.getByLabel('Câu khách đồng ý')
    await agreed.fill('Nhận tin khuyến mãi của tiệm qua Zalo')
    await page.getByText('Còn thiếu: tên cửa hàng, bao lâu một lần, cách dừng').waitFor()
    const [shop] = await run<{ name: string }>(sql`select name from workspaces where id = ${workspaceId}`)
    await agreed.fill(`Nhận tin khuyến mãi của ${shop?.name} qua Zalo, nhiều nhất 1 tin mỗi tuần. Dừng: nhắn TC.`)
    await page.getByText('Đủ ý').waitFor()
    await page.getByRole('button', { name: 'Lưu bản mới' }).click()
    await page.getByRole('region', { name: 'Các bản đã lưu' }).getByText('nhiều nhất 1 tin trong 7 ngày').waitFor()
    await page.getByText('Lời xin đồng ý hứa ít hơn thì theo lời đó: nhiều nhất 1 tin trong 7 ngày.').waitFor()
    await page.getByLabel('Gửi từ').fill('06:30')
    await page.getByText('Giờ gửi phải trong khoảng 07:00 đến 22:00').waitFor()
    await page.getByLabel('Gửi từ').fill('09:00')
    await page.getByLabel('Tên người gửi').fill('Cô Mây')
    await page.getByText('[QC] Cô Mây: Dạ cuối tuần này').waitFor()
    await page.getByRole('button', { name: 'Lưu quy tắc' }).click()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByText('Đã trở lại như trước.').waitFor()
    assert.equal(await page.getByLabel('Gửi từ').inputValue(), '08:00')
    await page.getByLabel('Tên người gửi').fill('Cô Mây gửi')
    await page.getByRole('switch', { name: 'Hỏi một lần khi đội đóng hội thoại' }).click()
    await page.getByRole('switch', { name: 'Hỏi một lần khi đội đóng hội thoại', checked: true }).waitFor()
    assert.equal(await page.getByLabel('Tên người gửi').inputValue(), 'Cô Mây gửi')
    await page.getByLabel('Thử một câu khách có thể nhắn').fill('đừng nhắn tin quảng cáo nữa nha shop')
    await page.getByText('Khách từ chối nhận tin. Thôi ngay.').waitFor()
    await fits(page, 1440)
    await shoot(page, 'words-1440')
    // The shop's own words may come later than what is pressed and typed.
    const typed = Promise.withResolvers<void>()
    await page.route('**/rest/v1/consent_texts**', async route => {
      await typed.promise
      await route.continue()
    })
    await page.goto(`${desk.url}/dashboard/customers`)
    await page.getByRole('link', { name: 'Nhập danh sách' }).click()
    await page.getByRole('heading', { name: 'Nhập danh sách khách' }).waitFor()
    await fits(page, 1440)
    const large = { ...file, buffer: Buffer.alloc(10_000_001, 'a') }
    await page.getByLabel('Chọn tệp CSV').setInputFiles(large)
    await page.getByText('Tệp quá lớn: tối đa 10 MB').waitFor()
    await page.getByLabel('Chọn tệp CSV').setInputFiles(file)
    await page.getByRole('heading', { name: 'Cột nào là gì' }).waitFor()
    assert.equal(await page.getByLabel('Cột SĐT là').inputValue(), 'phone')
    assert.equal(await page.getByLabel('Cột Ghi chú là').inputValue(), 'none')
    assert.equal(await page.getByLabel('Cột Nhãn là').inputValue(), 'tags')
    const visits = page.getByLabel('Cột Buổi còn lại là')
    assert.equal(
      await visits.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
      'Ô “Buổi còn lại”',
    )
    await page.getByText('Đỗ Thị Ánh').waitFor()
    await page.getByLabel('Có ghi lại, trên Zalo').check()
    await page.getByLabel('Bằng cách nào').fill('phiếu thành viên, giữ ở quầy')
    assert.equal(await page.getByLabel('Đồng ý với điều gì').inputValue(), '')
    const looked = Promise.withResolvers<void>()
    const sent: { consent: { words: string } }[] = []
    await page.route('**/imports/*/check', async route => {
      sent.push(route.request().postDataJSON())
      await looked.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Xem thử' }).click()
    typed.resolve()
    await page.waitForFunction(() =>
      document.querySelector('textarea')?.value.includes('qua Zalo, nhiều nhất 1 tin mỗi tuần'),
    )
    await fits(page, 1440)
    await shoot(page, 'columns-1440')
    looked.resolve()
    await page.getByText('2 khách sẽ được nhập').waitFor()
    assert.match(sent[0]?.consent.words ?? '', /qua Zalo, nhiều nhất 1 tin mỗi tuần/)
    await page.getByText('1 người có ghi đồng ý nhận tin').waitFor()
    await page.getByText('Nhãn mới sẽ được tạo: Thẻ tháng').waitFor()
    const lines = page.getByRole('region', { name: 'Các dòng cần xem' })
    await lines.getByText('trùng với một dòng ở trên').waitFor()
    await lines.getByText('số điện thoại không đúng').waitFor()
    await fits(page, 1440)
    await shoot(page, 'tried-1440')
    await page.getByRole('button', { name: 'Bỏ 1 dòng lỗi, nhập 2 khách' }).click()
    await page.getByText('Đã nhập 2 khách.').waitFor()
    await fits(page, 1440)
    await shoot(page, 'done-1440')
    assert.equal(
      (await run(sql`select 1 from consent_states where workspace_id = ${workspaceId} and state = 'given'`)).length,
      1,
    )
    await page.goto(`${desk.url}/dashboard/customers`)
    await page.getByText('Đỗ Thị Ánh').first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByText('Đã hoàn tác.').waitFor()
    assert.equal((await run(sql`select 1 from customers where workspace_id = ${workspaceId}`)).length, 0)
  })

  test('what is no list says so; in English and in the dark on a phone it all fits', async t => {
    const page = await open(t, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/dashboard/customers/import`)
    const chooser = page.getByLabel('Choose a CSV file')
    await chooser.setInputFiles({
      name: 'khach.xlsx.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\u0003\u0004\u0000\u0000'),
    })
    await page.getByText('could not be read as a list').waitFor()
    await fits(page, 360)
    await chooser.setInputFiles(file)
    await page.getByRole('heading', { name: 'What each column contains' }).waitFor()
    await fits(page, 360)
    await shoot(page, 'columns-360-dark')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('2 customers to import').waitFor()
    await fits(page, 360)
    await shoot(page, 'tried-360-dark')
  })

  test('a customer’s data is taken along as a file, and erased for good', async t => {
    for (const name of ['Bùi Thị Lan', 'Bùi Thị Hoa']) {
      const externalId = newId()
      const asked = name === 'Bùi Thị Lan' ? ['xoá dữ liệu của tôi'] : []
      for (const text of ['còn hàng không shop', 'số em 0911222333', ...asked])
        await desk.platform.db.asService(workspaceId, tx =>
          receiveMessage(desk.platform, tx, {
            ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
            contact: { externalId, name },
          }),
        )
    }
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/customers`)
    await page.getByRole('link', { name: 'Bùi Thị Lan' }).click()
    const rights = page.getByRole('region', { name: 'Quyền của khách' })
    await rights.getByRole('button', { name: 'Lấy dữ liệu của khách' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      rights.getByRole('button', { name: 'Tải tệp về' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'du-lieu-khach.zip')
    await fits(page, 1440)
    await shoot(page, 'rights-1440')
    await rights.getByRole('link', { name: 'Ghi yêu cầu' }).click()
    const form = page.getByRole('dialog', { name: 'Ghi một yêu cầu' })
    await form.getByLabel('Khách yêu cầu gì').selectOption('erase')
    await form.getByLabel('Khách nói gì').fill('Nhờ tiệm xoá giúp')
    await fits(page, 1440)
    await form.getByRole('button', { name: 'Ghi lại' }).click()
    const request = page.getByRole('listitem').filter({ hasText: 'Nhờ tiệm xoá giúp' })
    await request.getByText('Làm xong muộn nhất ngày').waitFor()
    await request.getByRole('button', { name: 'Đã trả lời khách' }).click()
    await request.getByText('Đã trả lời', { exact: true }).waitFor()
    await fits(page, 1440)
    await shoot(page, 'requests-1440')
    const written = page.getByRole('listitem').filter({ hasText: 'xoá dữ liệu của tôi' })
    await written.getByRole('link', { name: 'Mở hội thoại' }).waitFor()
    await request.getByRole('link', { name: 'Mở thẻ khách' }).click()
    await rights.getByRole('button', { name: 'Xoá dữ liệu khách' }).click()
    const question = page.getByRole('alertdialog', { name: 'Xoá dữ liệu của Bùi Thị Lan?' })
    await question.getByText('Không lấy lại được.').waitFor()
    await fits(page, 1440)
    await shoot(page, 'erase-1440')
    await question.getByRole('button', { name: 'Xoá', exact: true }).click()
    await page.waitForURL('**/dashboard/customers')
    await page.getByText('Đang xoá dữ liệu của khách.').waitFor()
    await page.getByRole('heading', { name: 'Khách hàng', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Bùi Thị Lan' }).waitFor({ state: 'detached' })
    const phone = await open(t, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await phone.evaluate(() => localStorage.setItem('language', 'en'))
    await phone.goto(`${desk.url}/dashboard/customers/requests`)
    await phone.getByText('Someone whose data is deleted').first().waitFor()
    const retention = phone.getByRole('region', { name: 'How long customers’ data is kept' })
    await press(retention.getByRole('button', { name: 'Change' }))
    const months = phone.getByRole('dialog', { name: 'How long customers’ data is kept' })
    await months.getByLabel('Conversations, with messages and files').selectOption('12')
    await months.getByText('Nothing is that old yet.').waitFor()
    await press(months.getByRole('button', { name: 'Save' }))
    await months.getByText('Tick this first.').waitFor()
    await months.getByRole('checkbox').press('Space')
    await months.getByLabel('Current password').fill(hanh.password)
    await fits(phone, 360)
    await shoot(phone, 'retention-360-dark')
    await press(months.getByRole('button', { name: 'Save' }))
    await retention.getByRole('listitem').filter({ hasText: '12 months' }).waitFor()
    await fits(phone, 360)
    await shoot(phone, 'requests-360-dark')
    await phone.goto(`${desk.url}/dashboard/customers/words`)
    await phone.getByRole('region', { name: 'Versions' }).getByText('at most 1 in 7 days').waitFor()
    await fits(phone, 360)
    await shoot(phone, 'words-360-dark')
    await phone.goto(`${desk.url}/dashboard/customers`)
    await press(phone.getByRole('link', { name: 'Bùi Thị Hoa' }))
    const here = phone.getByRole('region', { name: 'Data rights' })
    await press(here.getByRole('button', { name: 'Get a copy of their data' }))
    const taken = phone.waitForEvent('download')
    await press(here.getByRole('button', { name: 'Download the file' }))
    assert.equal((await taken).suggestedFilename(), 'customer-data.zip')
    await fits(phone, 360)
    await here.scrollIntoViewIfNeeded()
    await shoot(phone, 'rights-360-dark')
    await press(here.getByRole('button', { name: 'Delete their data' }))
    const sure = phone.getByRole('alertdialog', { name: 'Delete Bùi Thị Hoa’s data?' })
    await isFocused(sure.getByRole('button').first())
    await fits(phone, 360)
    await shoot(phone, 'erase-360-dark')
    await press(sure.getByRole('button', { name: 'Delete', exact: true }))
    await phone.getByText('The customer’s data is being deleted.').waitFor()
    await phone.getByRole('link', { name: 'Bùi Thị Hoa' }).waitFor({ state: 'detached' })
    await until('the name to be gone', async () => {
      const left = await run(sql`select from customers where name = 'Bùi Thị Hoa'`)
      return left.length === 0 || undefined
    })
  })
})
