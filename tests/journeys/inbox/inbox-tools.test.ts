import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { until } from '#dev/shop-client.ts'
import { type Customer, hanh, type InboxDriver, minh, openInboxDriver } from '#tests/drivers/inbox-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { isFocused } from '../steps/by-keys.ts'

const phone = { viewport: { width: 360, height: 740 } }
const pdf = { name: 'Bảng giá.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 bảng giá') }

describe('the tools of the inbox', { timeout: 420_000 }, () => {
  let shop: InboxDriver
  let page: Page
  let anh: Customer
  let nameless: Customer

  before(async () => {
    shop = await openInboxDriver()
    anh = await shop.writes('Trần Ngọc Ánh', 'Tiệm ơi ấm men lam còn không ạ, số em 0903218447')
    nameless = await shop.writes('?', 'Ship quận 7 bao nhiêu vậy shop')
    page = await shop.open(hanh, '/dashboard/configuration?tab=phrases')
  })
  after(() => shop?.close())

  const at = (one: Customer) => `/dashboard/inbox/${one.conversationId}`
  const composer = (of = page) => of.locator('.inbox-composer textarea')
  const go = async (path: string, of = page) => {
    await of.goto(`${shop.desk.url}${path}`)
  }
  const sent = async (one: Customer) =>
    (
      await shop.rows(
        sql<{
          text: string
        }>`select text from messages where conversation_id = ${one.conversationId} and author = 'member' order by seq`,
      )
    ).map(row => row.text)
  /** On screen it may still be in flight; this waits for the server. */
  const arrived = (one: Customer, text: string) =>
    until(`“${text}”`, async () => ((await sent(one)).includes(text) ? true : undefined))

  test('an admin keeps canned replies; a shortcut is one, a deleted one comes back', async () => {
    const panel = page.getByRole('region', { name: 'Câu trả lời mẫu' })
    await panel.getByText('Chưa có câu trả lời mẫu nào').waitFor()
    await panel.getByRole('button', { name: 'Thêm câu mẫu' }).click()
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await page.getByText('Hãy đặt tên để dễ tìm.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Tên', { exact: true }).fill('Phí giao hàng')
    await page.getByLabel('Từ gõ tắt').fill('/phí')
    await page.getByLabel('Nội dung').fill('Chào , phí giao hàng là 25.000đ ạ.')
    await page.getByLabel('Nội dung').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5))
    await page.getByRole('button', { name: 'tên khách' }).click()
    assert.equal(await page.getByLabel('Nội dung').inputValue(), 'Chào {{customer_name}}, phí giao hàng là 25.000đ ạ.')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await panel.getByText('Chào [tên khách], phí').waitFor()
    await panel.getByRole('button', { name: 'Thêm câu mẫu' }).click()
    await page.getByLabel('Tên', { exact: true }).fill('Khác')
    await page.getByLabel('Từ gõ tắt').fill('PHI')
    await page.getByLabel('Nội dung').fill('x')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await page.getByText('Từ gõ tắt này đã có câu trả lời mẫu khác dùng.').waitFor()
    await page.getByRole('button', { name: 'Thôi' }).click()
    await panel.getByRole('button', { name: 'Xoá “Phí giao hàng”' }).click()
    await panel.getByText('Chưa có câu trả lời mẫu nào').waitFor()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await panel.getByText('Chào [tên khách], phí').waitFor()
    await shop.shoot(page, 'canned-configuration')
  })

  test('who changes a canned reply that a colleague has just changed is told by whom, and overwrites nothing unasked', async () => {
    const panel = page.getByRole('region', { name: 'Câu trả lời mẫu' })
    await panel.getByRole('button', { name: 'Sửa “Phí giao hàng”' }).click()
    await page.getByLabel('Tên', { exact: true }).fill('Phí ship')
    await shop.rows(sql`update canned_replies set text = 'Chào {{customer_name}}, phí 30.000đ ạ.', version = version + 1,
      changed_by = (select id from people where email = ${minh.email}), changed_at = now()`)
    await page.getByText(/Minh vừa sửa mục này lúc/).waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'canned-conflict')
    await page.getByRole('button', { name: 'Xem bản mới' }).click()
    assert.match(await page.getByLabel('Nội dung').inputValue(), /30\.000đ/)
    await page.getByLabel('Tên', { exact: true }).fill('Phí ship')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await panel.getByText('Phí ship').waitFor()
    const [row] = await shop.rows(sql<{ text: string }>`select text from canned_replies`)
    assert.match(row?.text ?? '', /30\.000đ/)
  })

  test('a slash offers canned replies; what is lacking is filled before anything goes out', async () => {
    const canned = page.getByRole('listbox', { name: 'Câu trả lời mẫu' })
    await go(at(anh))
    await composer().pressSequentially('Dạ /phi')
    await canned.getByRole('option', { name: /Phí ship/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'canned-slash')
    await composer().press('Enter')
    assert.equal(await composer().inputValue(), 'Dạ Chào Trần Ngọc Ánh, phí 30.000đ ạ.')
    await composer().press('Control+Enter')
    await page.locator('.drop-member').filter({ hasText: 'Chào Trần Ngọc Ánh' }).waitFor()

    await go(at(nameless))
    await composer().pressSequentially('/')
    await canned.getByRole('option', { name: /Phí ship/ }).waitFor()
    await composer().press('Escape')
    await canned.waitFor({ state: 'detached' })
    await composer().fill('')
    await page.getByRole('button', { name: 'Chèn câu trả lời mẫu' }).click()
    await page.getByRole('searchbox', { name: 'Tìm câu trả lời mẫu' }).fill('phi')
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'canned-dialog')
    await page.locator('.canned-new').click()
    await page.getByRole('button', { name: 'Thôi', exact: true }).click()
    await page.waitForFunction(() => document.activeElement?.matches('.canned-new'))
    await page.locator('.canned-words', { hasText: 'Phí ship' }).click()
    await page.getByRole('button', { name: 'Điền tên khách' }).waitFor()
    await composer().press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'Điền chỗ trống trước khi gửi' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'canned-open-place')
    assert.deepEqual(await sent(nameless), [])
    await page.keyboard.type('anh Bảo')
    await composer().press('Control+Enter')
    await page.locator('.drop-member').filter({ hasText: 'Chào anh Bảo, phí 30.000đ ạ.' }).waitFor()
    await arrived(nameless, 'Chào anh Bảo, phí 30.000đ ạ.')
    assert.equal((await sent(nameless)).length, 1)
  })

  test('a file on its way says how far it is, and can be stopped', async () => {
    const held = Promise.withResolvers<void>()
    // The browser reports progress itself; the server's answer is held back.
    await page.route('**/storage/v1/object/attachments/**', async route => {
      await held.promise
      await route.continue().catch(() => undefined)
    })
    // The script that sends files may come later than the press.
    const asked = page.waitForRequest('**/storage/v1/object/attachments/**')
    await page.locator('.inbox-composer input[type="file"]').setInputFiles({ ...pdf, name: 'chậm.pdf' })
    await asked
    const progress = page.getByRole('progressbar', { name: 'chậm.pdf, đang tải lên' })
    assert.match((await progress.textContent()) ?? '', /^\d+%$/)
    assert.deepEqual(await violations(page), [])
    const stopped = page.waitForEvent('requestfailed', request => request.url().includes('/attachments/'))
    await page.getByRole('button', { name: 'Dừng tải chậm.pdf' }).click()
    await stopped
    await page.getByText('chậm.pdf').waitFor({ state: 'detached' })
    held.resolve()
    await page.unroute('**/storage/v1/object/attachments/**')
  })

  test('a file goes on its way while another conversation is open, and waits beside its own draft', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/storage/v1/object/attachments/**', async route => {
      await held.promise
      await route.continue()
    })
    const rowOf = (one: Customer) => page.locator(`[data-conversation="${one.conversationId}"]`)
    await page.locator('.inbox-composer input[type="file"]').setInputFiles({ ...pdf, name: 'dài.pdf' })
    await page.getByRole('progressbar', { name: 'dài.pdf, đang tải lên' }).waitFor()
    await rowOf(anh).click()
    await page.waitForURL(`**${at(anh)}`)
    await page.getByRole('list', { name: 'Tệp đính kèm' }).waitFor({ state: 'detached' })
    const arrived = page.waitForResponse(answer => answer.url().includes('/object/attachments/') && answer.ok())
    held.resolve()
    await arrived
    await rowOf(nameless).click()
    await page.getByRole('button', { name: 'Bỏ tệp dài.pdf' }).click()
    await page.getByText('dài.pdf').waitFor({ state: 'detached' })
    await page.unroute('**/storage/v1/object/attachments/**')
  })

  test('files go with a reply; what the channel refuses is said; a draft keeps its text and files', async () => {
    const picker = page.locator('.inbox-composer input[type="file"]')
    await picker.setInputFiles({ ...pdf, name: 'trang.html', mimeType: 'text/html' })
    await page.getByText('trang.html: Khung chat website không nhận loại tệp này.').waitFor()
    await picker.setInputFiles(pdf)
    const list = page.getByRole('list', { name: 'Tệp đính kèm' })
    await list.getByText('Bảng giá.pdf').waitFor()
    await page.getByRole('progressbar', { name: 'Bảng giá.pdf, đang tải lên' }).waitFor({ state: 'detached' })
    await composer().fill('Em gửi bảng giá ạ')
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'files')
    await go(at(anh))
    assert.equal(await composer().inputValue(), '')
    await go(at(nameless))
    await list.getByText('Bảng giá.pdf').waitFor()
    assert.equal(await composer().inputValue(), 'Em gửi bảng giá ạ')
    await page.getByRole('button', { name: 'Gửi', exact: true }).click()
    await page.getByRole('link', { name: 'Tải Bảng giá.pdf về máy' }).waitFor()
    await list.waitFor({ state: 'detached' })
    await arrived(nameless, 'Em gửi bảng giá ạ')
    const [row] = await shop.rows(
      sql<{ name: string }>`select attachments -> 0 ->> 'name' as name from messages where text = 'Em gửi bảng giá ạ'`,
    )
    assert.equal(row?.name, 'Bảng giá.pdf')
  })

  test('a reply that cannot leave waits, and goes out when the network is back', async () => {
    await page.context().setOffline(true)
    await composer().fill('Chờ mạng chút ạ')
    await composer().press('Control+Enter')
    await page.getByText('Đang chờ mạng…').waitFor()
    await page.getByText('Mất mạng', { exact: true }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Đang chờ mạng…').waitFor({ state: 'detached' })
    await page.getByText('Đã cập nhật', { exact: true }).waitFor()
    await arrived(nameless, 'Chờ mạng chút ạ')
    assert.equal((await sent(nameless)).filter(text => text === 'Chờ mạng chút ạ').length, 1)
  })

  test('customer details are changed together, taken back, and never written over unasked', async () => {
    await go(at(anh))
    await page.getByRole('button', { name: 'Sửa thông tin khách' }).click()
    await page.getByLabel('Tên khách').fill('Chị Ánh')
    await page.getByRole('button', { name: 'Thêm điện thoại' }).click()
    await page.getByLabel('Loại thông tin 2').selectOption('email')
    await page.getByLabel('Thông tin 2', { exact: true }).fill('không phải')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await page.getByText('“không phải” chưa đúng.').waitFor()
    const wrong = page.locator('.customer-form [aria-invalid=true]:focus')
    assert.equal(await wrong.inputValue(), 'không phải')
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'customer-form')
    await page.getByLabel('Thông tin 2', { exact: true }).fill('anh@gmail.com')
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await page.getByText('anh@gmail.com').waitFor()
    await page.getByRole('heading', { name: 'Chị Ánh' }).waitFor()
    await page.getByRole('button', { name: 'Hoàn tác' }).click()
    await page.getByText('anh@gmail.com').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Trần Ngọc Ánh' }).waitFor()
    await page.getByRole('button', { name: 'Sửa thông tin khách' }).click()
    await page.getByLabel('Tên khách').fill('Của Hạnh')
    await shop.rows(sql`update contacts set name = 'Của Minh', version = version + 1, edited_at = now(),
      edited_by = (select id from people where email = ${minh.email}) where id = ${anh.contactId}`)
    await page.getByText(/Minh vừa sửa mục này lúc/).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Lưu bản của mình' }).click()
    await page.getByRole('heading', { name: 'Của Hạnh' }).waitFor()
  })

  test('who writes on while a tag is on its way keeps the field', async () => {
    await go(at(anh))
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/conversations/*/tags', async route => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Thêm nhãn' }).click()
    await page.getByLabel('Tên nhãn').fill('Khách quen')
    await page.keyboard.press('Enter')
    await composer().click()
    held.resolve()
    await page.getByRole('button', { name: 'Thêm nhãn' }).waitFor()
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page.keyboard.type('Dạ em đây')
    assert.equal(await composer().inputValue(), 'Dạ em đây')
    await composer().fill('')
    await page.unroute('**/api/v1/conversations/*/tags')
  })

  test('notes name colleagues with the keyboard, are changed, and tell who was named', async () => {
    const field = page.getByLabel('Viết ghi chú cho đội ngũ')
    await field.pressSequentially('Gói kỹ giúp nhé @')
    await page.getByRole('listbox', { name: 'Đồng nghiệp để nhắc tên' }).getByText('Trần Hoàng Minh').waitFor()
    await field.pressSequentially('minh')
    await field.press('Enter')
    assert.equal(await field.inputValue(), 'Gói kỹ giúp nhé @Trần Hoàng Minh ')
    assert.deepEqual(await violations(page), [])
    // What is begun while it is sent stays, and so does the focus.
    const begun = Promise.withResolvers<void>()
    await page.route('**/api/v1/conversations/*/notes', async route => {
      await begun.promise
      await route.continue()
    })
    await field.press('Control+Enter')
    await field.fill('Và gọi trước')
    await composer().focus()
    begun.resolve()
    await page.locator('.note-name', { hasText: '@Trần Hoàng Minh' }).waitFor()
    await page.locator('.customer-note-form button[type=submit]:not([aria-busy])').waitFor()
    await isFocused(composer())
    assert.equal(await field.inputValue(), 'Và gọi trước')
    await field.fill('')
    await page.getByRole('button', { name: 'Sửa ghi chú của Hạnh' }).click()
    const more = Promise.withResolvers<void>()
    await page.route('**/api/v1/notes/*', async route => {
      await more.promise
      await route.continue()
    })
    const editor = page.locator('.customer-note textarea')
    const saveNote = page.locator('.customer-note').getByRole('button', { name: 'Lưu ghi chú' })
    await editor.fill('Gói kỹ nhé @Trần Hoàng Minh')
    await saveNote.click()
    await editor.fill('Gói thật kỹ nhé @Trần Hoàng Minh')
    more.resolve()
    await page.locator('.customer-note button[type=submit]:not([aria-busy])').waitFor()
    assert.equal(await editor.inputValue(), 'Gói thật kỹ nhé @Trần Hoàng Minh')
    await saveNote.click()
    await editor.waitFor({ state: 'detached' })
    await page.getByText('Gói thật kỹ nhé').waitFor()
    await page.getByText(/đã sửa/).waitFor()
    const notices = await shop.rows(
      sql<{ data: { what: string; by: string } }>`select n.data from notifications n join people p on p.id = n.person_id
        where p.email = ${minh.email} and n.data ->> 'what' = 'mentioned'`,
    )
    assert.deepEqual(
      notices.map(row => row.data.by),
      ['Nguyễn Thu Hạnh'],
    )
    await shop.shoot(page, 'thread')
  })

  test('two browsers show the same without asking again; who takes what a colleague has just taken is told', async () => {
    const other = await shop.open(minh, at(anh))
    await composer(other).waitFor()
    const both = async (what: (one: Page) => Promise<void>) => {
      const began = performance.now()
      await what(other)
      return performance.now() - began
    }
    const times: number[] = []
    await composer().fill('Tin để đo')
    await composer().press('Control+Enter')
    times.push(await both(one => one.locator('.drop-member').filter({ hasText: 'Tin để đo' }).waitFor()))
    await page.getByLabel('Người phụ trách').selectOption({ label: 'Trần Hoàng Minh' })
    times.push(
      await both(async one => {
        await one
          .locator('select option:checked', { hasText: 'Trần Hoàng Minh' })
          .first()
          .waitFor({ state: 'attached' })
      }),
    )
    await shop.writes('Trần Ngọc Ánh', 'Khách vừa nhắn')
    times.push(await both(one => one.locator('.drop-contact').filter({ hasText: 'Khách vừa nhắn' }).waitFor()))
    times.sort((a, b) => a - b)
    // Far below any polling interval; the median, because a slow machine may stumble once.
    assert.ok((times[1] ?? Infinity) < 5000, times.join(', '))
    // A colleague's stale screen must overwrite nothing.
    await other.route('**/api/v1/conversations/*/assign', async route => {
      await shop.rows(sql`update conversations set assignee_id = (select id from people where email = ${hanh.email})
        where id = ${anh.conversationId}`)
      await route.continue()
    })
    await other.getByLabel('Người phụ trách').selectOption({ label: 'Chưa có ai' })
    await other.getByText('Hạnh vừa nhận hội thoại này.').waitFor()
    await other.locator('select option:checked', { hasText: hanh.name }).first().waitFor({ state: 'attached' })
    await other.context().close()
  })

  test('on a phone, in English, by a member: canned replies are used, not kept', async () => {
    const other = await shop.open(minh, at(nameless), { ...phone, locale: 'en-GB', hasTouch: true })
    await other.evaluate(() => localStorage.setItem('language', 'en'))
    await other.reload()
    await composer(other).waitFor()
    assert.deepEqual(await violations(other), [])
    await shop.shoot(other, 'phone-thread-en')
    await other.getByRole('button', { name: 'Insert a canned reply' }).click()
    await other.getByText('Only admins can edit this list: Nguyễn Thu Hạnh.').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Add a canned reply' }).count(), 0)
    assert.deepEqual(await violations(other), [])
    await shop.shoot(other, 'phone-canned-en')
    await other.locator('.canned-words', { hasText: 'Phí ship' }).click()
    await other.getByRole('button', { name: 'Fill in customer’s name' }).waitFor()
    await other.keyboard.press('Control+k')
    await other.getByRole('dialog', { name: 'Search or go to' }).waitFor()
    assert.deepEqual(await violations(other), [])
    await shop.shoot(other, 'phone-palette-en')
    await other.getByRole('dialog', { name: 'Search or go to' }).getByRole('button', { name: 'Close' }).click()
    const name = other.locator('.inbox-head-name')
    assert.match(await name.innerText(), /^Customer \w{4}$/)
    assert.ok(await name.evaluate(one => one.scrollWidth <= one.clientWidth), 'the name is not cut')
    await other.locator('.inbox-head').getByRole('button', { name: 'More', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Close the conversation' }).waitFor()
    await shop.shoot(other, 'phone-menu-en')
    await other.getByRole('menuitem', { name: 'Customer details' }).click()
    await other.getByRole('button', { name: 'Edit customer details' }).click()
    assert.deepEqual(await violations(other), [])
    await shop.shoot(other, 'phone-customer-en')
    await other.context().close()
  })

  test('signing out leaves no draft behind', async () => {
    await go(at(anh))
    await composer().fill('nháp bí mật')
    await page.getByRole('button', { name: /Tài khoản và giao diện/ }).click()
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click()
    await page.waitForURL('**/auth')
    const stored = await page.evaluate(
      () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }),
    )
    assert.doesNotMatch(stored, /nháp bí mật/)
  })

  test('nothing broke on the way', () => {
    assert.deepEqual(shop.trouble, [])
  })
})
