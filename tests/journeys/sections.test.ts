import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { readBrief } from '#features/statistics/read-brief.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import { priceListDocx } from '#tests/fixtures/documents.ts'
import { hanh, type InboxDriver, minh, openInboxDriver } from '#tests/drivers/inbox-driver.ts'
import { violations } from './steps/accessibility.ts'

const sampleTags = ['Khách mới', 'Tư vấn', 'Báo giá', 'Hỗ trợ', 'Kỹ thuật']
const megabyte = 1024 * 1024
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('what the sections promise', { timeout: 300_000 }, () => {
  let shop: InboxDriver
  let page: Page

  before(async () => {
    shop = await openInboxDriver()
    page = await shop.open(hanh, '/dashboard/inbox')
  })
  after(() => shop?.close())

  const go = (path: string) => page.goto(`${shop.desk.url}${path}`)
  const shows = (count: number) =>
    page.waitForFunction(wanted => document.querySelectorAll('.inbox-row').length === wanted, count)

  async function narrow(by: string, to: string): Promise<void> {
    await page
      .getByRole('group', { name: 'Bộ lọc' })
      .getByRole('button', { name: new RegExp(`^${by}`) })
      .click()
    await page.getByRole('menuitemradio', { name: to, exact: true }).click()
  }

  test('the inbox asks to select a conversation, and is narrowed by member, tag, channel and bot', async () => {
    await page.getByText('Mặt hồ đang lặng').first().waitFor()
    const anh = await shop.writes('Trần Ngọc Ánh', 'Ấm men lam còn không')
    await shop.writes('Lê Văn Tú', 'Ship quận 7 bao nhiêu')
    await shows(2)
    await page.getByRole('heading', { name: 'Chọn một hội thoại' }).waitFor()
    await page.getByRole('group', { name: 'Bộ lọc' }).getByRole('button', { name: 'Nhãn' }).click()
    // Read by themselves, perhaps after the conversations.
    for (const tag of sampleTags) await page.getByRole('menuitemradio', { name: tag, exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await shop.rows(sql`update conversations set assignee_id = (select id from people where email = ${minh.email})
      where id = ${anh.conversationId}`)
    await shop.rows(sql`with tagged as (insert into conversation_tags (workspace_id, conversation_id, tag_id, created_at)
        select workspace_id, ${anh.conversationId}, id, now() from tags where workspace_id = ${shop.workspaceId} and name = 'Báo giá'
        returning tag_id)
      update conversations set tag_ids = (select array_agg(tag_id) from tagged) where id = ${anh.conversationId}`)
    await narrow('Phụ trách', `${minh.name} phụ trách`)
    await shows(1)
    await narrow('Nhãn', 'Báo giá')
    await narrow('Kênh', 'Website')
    await shows(1)
    await page.getByRole('link', { name: /Trần Ngọc Ánh/ }).waitFor()
    await narrow('Nhãn', 'Hỗ trợ')
    await shows(0)
    await page.getByRole('button', { name: 'Bỏ hết lọc' }).first().click()
    await shows(2)
  })

  test('PDF, DOCX and TXT up to 10 MB are taken, chosen or dropped, and go from Processing to Processed', async () => {
    await go('/dashboard/training')
    await page.getByText('PDF, DOCX hoặc TXT, tối đa 10 MB mỗi tệp', { exact: false }).waitFor()
    const chosen = page.locator('input[type=file]')
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    await chosen.setInputFiles({ name: 'cũ.doc', mimeType: 'application/msword', buffer: Buffer.from('x') })
    await page.getByText(/Tệp Word đời cũ \(\.doc\) không đọc được/).waitFor()
    await chosen.setInputFiles({ name: 'to.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * megabyte + 1, 'a') })
    await page.getByText(/Tệp lớn hơn 10 MB/).waitFor()
    await chosen.setInputFiles({ name: 'Bảng giá.docx', mimeType: docx, buffer: await priceListDocx() })
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Tiệm mở cửa từ 8 giờ đến 20 giờ mỗi ngày.'], 'Giờ mở cửa.txt', { type: 'text/plain' }))
      return data
    })
    await page.dispatchEvent('.training-drop', 'dragenter', { dataTransfer: dropped })
    await page.dispatchEvent('.training-drop', 'drop', { dataTransfer: dropped })
    for (const name of ['Bảng giá.docx', 'Giờ mở cửa.txt']) {
      const row = page.getByRole('row').filter({ hasText: name })
      await row.getByText('Đang xử lý').first().waitFor()
      assert.match(await row.locator('.training-cell-date').innerText(), /^\d\d\/\d\d/)
    }
    await shop.desk.platform.jobs.drain()
    for (const name of ['Bảng giá.docx', 'Giờ mở cửa.txt'])
      await page.getByRole('row').filter({ hasText: name }).getByText('Bot đang dùng', { exact: true }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('row').filter({ hasText: 'Giờ mở cửa.txt' }).locator('.training-cell-date').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('Operations begins with the night and what to do first; the bot is put on duty and paused from every section', async () => {
    await go('/dashboard/operations')
    await page.getByText('Sáng mai, chỗ này kể lại').waitFor()
    const tu = await shop.writes('Lê Văn Tú', 'phòng đôi tối thứ Bảy còn không ạ')
    await shop.rows(
      sql`update conversations set waiting_since = now() - interval '3 hours' where id = ${tu.conversationId}`,
    )
    // Counted long ago, so the shop has had its first night.
    await shop.rows(sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, received)
      select workspace_id, now() - interval '9 days', id, 0, 1 from channels where workspace_id = ${shop.workspaceId} limit 1`)
    const { night } = await readBrief(shop.desk.platform, { workspaceId: shop.workspaceId } as Caller)
    // By night this test's own messages are counted in it.
    await shop.rows(
      sql`delete from private.statistics_hourly where workspace_id = ${shop.workspaceId} and hour >= ${night.from}`,
    )
    await shop.rows(sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, answered, handed_over)
      select workspace_id, ${night.from}::timestamptz + n * interval '1 hour', id, 1, 6 - n, n % 2 from channels, generate_series(0, 5) n
      where workspace_id = ${shop.workspaceId} and kind = 'website'`)
    await shop.rows(sql`insert into unanswered_questions (id, workspace_id, question, terms, question_type, status, asked_count, first_asked_at, last_asked_at)
      values (${newId()}, ${shop.workspaceId}, 'có nhận voucher Momo không', '{}', 'yes', 'open', 1, now(), now())`)
    await page.reload()
    await page.getByRole('heading', { name: 'Bot trả lời 21 tin, gọi bạn 3 lần' }).waitFor()
    const first = page.getByRole('region', { name: 'Làm gì trước' })
    const rows = first.getByRole('listitem')
    await rows.first().getByText('Lê Văn Tú: phòng đôi tối thứ Bảy còn không ạ').waitFor()
    await first.getByText('“có nhận voucher Momo không”').waitFor()
    // Of all rows one stands out: the customer who waits.
    assert.match((await first.locator('.first-task-now').allTextContents()).join(' | '), /^Lê Văn Tú[^|]*$/)
    assert.match((await first.getByRole('link', { name: /^Dạy bot/ }).getAttribute('href')) ?? '', /tab=unanswered/)
    for (const [width, theme] of [
      [360, 'light'],
      [360, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(chosen => (document.documentElement.dataset['theme'] = chosen), theme)
      assert.deepEqual(await violations(page), [], `${width} ${theme}`)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      await shop.shoot(page, `operations-${width}-${theme}`)
      const tasks = await first.boundingBox()
      const card = await page.locator('.night').boundingBox()
      assert.equal((tasks?.y ?? 0) < (card?.y ?? 0), width === 360)
    }
    await page.evaluate(() => delete document.documentElement.dataset['theme'])
    for (const figure of ['Hội thoại', 'Bot trả lời', 'Gọi người', 'Chưa biết'])
      await page.getByRole('region', { name: 'Hôm nay' }).getByText(figure, { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Bot đang nghỉ trên mọi kênh' }).waitFor()
    await page.getByRole('button', { name: 'Cho bot trực lại' }).click()
    await page.getByRole('heading', { name: 'Bot đang nghỉ trên mọi kênh' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Mức dùng' }).first().click()
    for (const [action, path] of [
      ['Nâng gói', '/dashboard/billing'],
      ['Thêm kênh', '/dashboard/connect'],
      ['Tải tệp lên', '/dashboard/training'],
    ] as const)
      assert.match(
        (await page.getByRole('link', { name: action }).first().getAttribute('href')) ?? '',
        new RegExp(path),
      )
    const duty = page.getByRole('switch').first()
    await duty.click()
    await page.getByText('Đã tạm dừng bot cả cửa hàng').waitFor()
    const [shopNow] = await shop.rows(
      sql<{ bot_status: string }>`select bot_status from workspaces where id = ${shop.workspaceId}`,
    )
    assert.equal(shopNow?.bot_status, 'off')
  })

  test('the bot has a picture, seen by visitors once it is saved; a wrong one is refused beside it', async () => {
    await go('/dashboard/configuration?tab=look')
    const field = page.getByRole('group', { name: 'Ảnh đại diện' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('.avatar-field input').setInputFiles({ name, mimeType, buffer })
    await field.getByRole('button', { name: 'Chọn ảnh' }).waitFor()
    await choose('sen.pdf', 'application/pdf', Buffer.from('%PDF'))
    await field.getByRole('alert').filter({ hasText: 'Ảnh phải là PNG' }).waitFor()
    await choose('sen.png', 'image/png', dot)
    await field.getByRole('status').filter({ hasText: 'Ảnh đã tải lên' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('Đã lưu. Bot dùng từ tin kế tiếp.').waitFor()
    const [channel] = await shop.rows(sql<{ id: string }>`select account_id as id from channels where kind = 'website'`)
    const config = async () => {
      const answer = await fetch(`${shop.desk.url}/widget/v1/config?widget=${channel?.id}`)
      return (await answer.json()) as { avatar: string | null }
    }
    const { avatar } = await config()
    const shown = await fetch(`${shop.desk.url}${avatar}`)
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])
    await field.getByRole('button', { name: 'Bỏ ảnh' }).click()
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await field.getByRole('button', { name: 'Chọn ảnh' }).waitFor()
    await page.getByText('1 thay đổi chưa lưu').waitFor({ state: 'detached' })
    assert.equal((await config()).avatar, null)
    const [left] = await shop.rows(
      sql<{ n: number }>`select count(*)::int as n from storage.objects where bucket_id = 'avatars'`,
    )
    assert.equal(left?.n, 0)
  })

  test('the questions of the chat box: written by the bot, then the owner’s own, with what customers often ask, by keys alone', async () => {
    for (const [name, text] of [
      ['Phạm Hoa', 'có ship hàng đi các tỉnh miền Tây trong hai ngày không?'],
      ['Đỗ Nam', 'co ship hang di cac tinh mien tay trong hai ngay khong'],
    ] as const) {
      const { conversationId } = await shop.writes(name, text)
      await shop.rows(sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, message_ids, reply_id, act, text, language, confidence, path, ms, created_at)
        select ${newId()}, workspace_id, conversation_id, seq, array[id], ${newId()}, 'answer', 'Dạ có ạ.', 'vi', 0.9, 'embedded', 1, now()
        from messages where conversation_id = ${conversationId}`)
    }
    await shop.rows(sql`insert into private.starters (workspace_id, vi, en) values (${shop.workspaceId}, '{"Mở cửa mấy giờ?","Tiệm ở đâu?"}', '{}')
      on conflict (workspace_id) do update set vi = excluded.vi`)
    const folder = process.env['SCREENSHOTS']
    await go('/dashboard/configuration?tab=look')
    const list = page.getByRole('list', { name: 'Câu gợi ý' })
    await page.getByText('Bot viết từ tài liệu của bạn', { exact: false }).waitFor()
    const offer = page.getByRole('button', { name: 'Thêm “Có ship hàng đi các tỉnh miền Tây trong hai ngày không?”' })
    await page.setViewportSize({ width: 360, height: 900 })
    const { x, width } = (await offer.boundingBox())!
    assert.ok(x + width <= 344, `a long question is cut: ${x + width}`)
    if (folder) await page.screenshot({ path: `${folder}/starters-offer.png`, fullPage: true })
    await offer.press('Enter')
    await page.getByRole('group', { name: 'Khách hay hỏi:' }).waitFor({ state: 'detached' })
    await list.getByRole('textbox', { name: 'Câu 1' }).fill('Mấy giờ mở cửa?')
    await list
      .getByRole('button', { name: 'Đưa “Có ship hàng đi các tỉnh miền Tây trong hai ngày không?” lên trên' })
      .press('Enter')
    await page.keyboard.press('Enter')
    await list.getByRole('button', { name: 'Bỏ “Tiệm ở đâu?”' }).press('Enter')
    for (const [width, theme] of [
      [360, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(chosen => (document.documentElement.dataset['theme'] = chosen), theme)
      assert.deepEqual(await violations(page), [], `${width} ${theme}`)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
      if (folder) await page.screenshot({ path: `${folder}/starters-${width}-${theme}.png`, fullPage: true })
    }
    await page.evaluate(() => delete document.documentElement.dataset['theme'])
    await page.getByRole('button', { name: 'Lưu thay đổi' }).press('Enter')
    await page.getByText('Đã lưu. Bot dùng từ tin kế tiếp.').waitFor()
    const [channel] = await shop.rows(sql<{ id: string }>`select account_id as id from channels where kind = 'website'`)
    const config = await fetch(`${shop.desk.url}/widget/v1/config?widget=${channel?.id}`)
    const { starters } = (await config.json()) as { starters: { vi: string[] } }
    assert.deepEqual(starters.vi, ['Có ship hàng đi các tỉnh miền Tây trong hai ngày không?', 'Mấy giờ mở cửa?'])
  })

  test('a website has its script and its domains, and is disconnected after a question', async () => {
    await go('/dashboard/connect')
    await page.getByText('<script async').first().waitFor()
    await page.getByText('</body>').first().waitFor()
    const domains = page.getByRole('region', { name: 'Tên miền được phép' })
    await domains.getByRole('textbox').fill('không phải tên miền')
    await page.keyboard.press('Enter')
    await domains.getByText('Chỉ cần tên miền').waitFor()
    await domains.getByRole('textbox').fill('https://GomMocAn.vn/trang-chu')
    await page.keyboard.press('Enter')
    await domains.getByRole('button', { name: 'Xoá gommocan.vn' }).click()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await domains.getByText('gommocan.vn').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Ngắt kết nối' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ngắt kết nối' }).click()
    await page.getByText('Đã ngắt khung chat').waitFor()
    const [row] = await shop.rows(sql<{ status: string }>`select status from channels where kind = 'website'`)
    assert.equal(row?.status, 'disconnected')
  })

  test('the account tells its dates and states; name and phone are changed', async () => {
    await go('/dashboard/account')
    const facts = page.locator('dl.facts')
    await facts.getByText('Đã xác minh').waitFor()
    await facts.getByText('Đang dùng').waitFor()
    const shown = await facts.innerText()
    assert.match(shown, /Tham gia\s+\d\d\/\d\d/)
    assert.match(shown, /Đăng nhập gần nhất\s+\d\d\/\d\d, \d\d:\d\d/)
    await page.getByLabel('Họ và tên').fill('')
    await page.getByLabel('Số điện thoại').fill('gọi cho tôi')
    await page.getByRole('button', { name: 'Cập nhật' }).click()
    await page.getByText('Nhập họ và tên.').waitFor()
    await page.getByText('Số điện thoại chỉ gồm chữ số').waitFor()
    await page.getByLabel('Họ và tên').fill('Nguyễn Thị Thu Hạnh')
    await page.getByLabel('Số điện thoại').fill('0903 218 447')
    await page.getByRole('button', { name: 'Cập nhật' }).click()
    await page.getByText('Đã lưu thông tin').waitFor()
    const [row] = await shop.rows(
      sql<{ full_name: string; phone: string }>`select full_name, phone from people where email = ${hanh.email}`,
    )
    assert.deepEqual([row?.full_name, row?.phone.replaceAll(' ', '')], ['Nguyễn Thị Thu Hạnh', '0903218447'])
  })

  test('the password is changed by who knows it', async () => {
    await go('/dashboard/account')
    await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
    await page.getByLabel('Mật khẩu hiện tại', { exact: true }).fill('không phải')
    await page.getByLabel('Mật khẩu mới', { exact: true }).fill('gốm nung lại lần hai')
    await page.keyboard.press('Enter')
    await page.getByText('Mật khẩu hiện tại không đúng.').waitFor()
    await page.getByLabel('Mật khẩu hiện tại', { exact: true }).fill(hanh.password)
    await page.keyboard.press('Enter')
    await page.getByText('Đã đổi mật khẩu').waitFor()
  })

  test('who is not verified is told so with the welcome, and gets the mail again where there is an address', async () => {
    await go('/dashboard/operations')
    await page.getByRole('heading', { name: /^Chào buổi/ }).waitFor()
    assert.equal(await page.getByText('xác minh e-mail').count(), 0, 'what is well is not said every morning')
    await forget(page, ['email_confirmed_at', 'confirmed_at'])
    await page.getByText('Chưa xác minh e-mail').waitFor()
    await go('/dashboard/account')
    await page.getByText('Chưa xác minh', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Gửi lại thư xác minh' }).click()
    await page.getByText('Đã gửi thư xác minh').waitFor()
    await forget(page, ['email'])
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByText('Not Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resend verification email' }).click()
    await page.getByText('No user email found').waitFor()
  })

  test('nothing broke on the way', () => assert.deepEqual(shop.trouble, []))
})

async function forget(page: Page, fields: string[]): Promise<void> {
  await page.evaluate(gone => {
    const stored = JSON.parse(localStorage.getItem('sen-session') ?? '{}') as { user: Record<string, unknown> }
    for (const field of gone) delete stored.user[field]
    localStorage.setItem('sen-session', JSON.stringify(stored))
  }, fields)
  await page.reload()
}
