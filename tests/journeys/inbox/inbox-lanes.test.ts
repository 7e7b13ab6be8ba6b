import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { until } from '#dev/shop-client.ts'
import { type Customer, hanh, minh, type InboxDriver, openInboxDriver } from '#tests/drivers/inbox-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { tooSmall, violations } from '../steps/accessibility.ts'

declare global {
  var drawAgain: () => void
}

const stopDrawing = (page: Page) =>
  page.evaluate(() => {
    const drawn = requestAnimationFrame
    const waiting: FrameRequestCallback[] = []
    globalThis.requestAnimationFrame = run => waiting.push(run)
    globalThis.drawAgain = () => {
      globalThis.requestAnimationFrame = drawn
      for (const run of waiting) drawn(run)
    }
  })

describe('three lanes, the composer, and what customers want to be done', { timeout: 420_000 }, () => {
  let shop: InboxDriver
  let page: Page
  let phone: Page
  let bao: Customer
  let lan: Customer
  let duc: Customer

  before(async () => {
    shop = await openInboxDriver()
    await teach(shop.desk.platform, shop.workspaceId, 'Gửi xe', '# Gửi xe\nGửi xe máy trước tiệm: miễn phí.\n')
    bao = await shop.writes('Lê Quốc Bảo', 'Gửi xe máy bao nhiêu vậy shop')
    duc = await shop.writes('Trần Hoài Đức', 'Ok chị, vậy em qua sau nhé')
    lan = await shop.writes('Nguyễn Ngọc Lan', 'vậy cho chị đặt gội bầu 15h hôm nay nha, chị tên Lan')
    await shop.rows(
      sql`update conversations set waiting_since = now() - interval '9 minutes' where id = ${bao.conversationId}`,
    )
    await shop.rows(sql`update conversations set waiting_since = null, bot_status = 'off', bot_off_by = 'member'
      where id = ${duc.conversationId}`)
    page = await shop.open(hanh, `/dashboard/inbox/${bao.conversationId}`)
  })
  after(() => shop?.close())

  const composer = (of = page) => of.locator('.inbox-composer textarea')
  const memberTexts = async (one: Customer) =>
    (
      await shop.rows(sql<{ text: string }>`select text from messages where conversation_id = ${one.conversationId}
        and author = 'member' order by seq`)
    ).map(row => row.text)
  const arrived = (one: Customer, text: string) =>
    until(`“${text}”`, async () => ((await memberTexts(one)).includes(text) ? true : undefined))
  const headings = (of: Page) => of.locator('.inbox-list h2').allInnerTexts()

  test('the longest wait stands first, with the customer’s own words; the team’s are a lane of their own', async () => {
    await page.locator('.inbox-row').nth(2).waitFor()
    // What they want to be done is read apart from the rows.
    await page.locator('.inbox-row', { hasText: 'Nguyễn Ngọc Lan' }).getByText('Đặt lịch').waitFor()
    const heads = (await headings(page)).map(text => text.replace(/\s+/g, ' '))
    assert.match(heads[0] ?? '', /^Cần người 2 lâu nhất 9 phút/)
    assert.match(heads[1] ?? '', /^Đội đang lo 1/)
    const rows = await page.locator('.inbox-row').evaluateAll(all =>
      all
        .map(one => ({ top: one.getBoundingClientRect().top, text: one.textContent ?? '' }))
        .toSorted((a, b) => a.top - b.top)
        .map(one => one.text),
    )
    assert.match(rows[0] ?? '', /Lê Quốc Bảo.*Gửi xe máy bao nhiêu vậy shop.*Chờ 9 phút/)
    assert.match(rows[1] ?? '', /Nguyễn Ngọc Lan.*Đặt lịch/)
    assert.match(rows[2] ?? '', /Trần Hoài Đức/)
    assert.deepEqual(await violations(page), [])
  })

  test('Tab takes what the bot would say, Shift+Enter breaks the line, an emoji is put in, Enter sends', async () => {
    await composer().click()
    await page.getByText('Bot gợi ý').waitFor()
    await shop.shoot(page, 'lanes-suggested')
    assert.deepEqual(await violations(page), [])
    // Whoever types on before the next frame goes on where they are.
    await stopDrawing(page)
    await page.keyboard.press('Tab')
    assert.match(await composer().inputValue(), /miễn phí/)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Hẹn gặp anh ')
    await page.evaluate(() => globalThis.drawAgain())
    await page.getByRole('button', { name: 'Biểu cảm' }).click()
    await page.getByLabel('Tìm biểu cảm').fill('la thao moc')
    await shop.shoot(page, 'lanes-emoji')
    assert.deepEqual(await violations(page), [])
    await stopDrawing(page)
    await page.keyboard.press('Enter')
    await until('the emoji', async () =>
      (await composer().inputValue()).endsWith('Hẹn gặp anh 🌿') ? true : undefined,
    )
    const text = await composer().inputValue()
    await page.keyboard.press('Enter')
    await page.evaluate(() => globalThis.drawAgain())
    await until('an empty field', async () => ((await composer().inputValue()) === '' ? true : undefined))
    await arrived(bao, text)
    assert.equal(text.split('\n').length, 2)
  })

  test('who would rather send with Ctrl+Enter chooses so; toasts stand above the field', async () => {
    await page.getByRole('button', { name: /Phím gửi/ }).click()
    await page.getByRole('menuitem', { name: /Ctrl\+Enter gửi/ }).click()
    await composer().fill('một')
    await page.keyboard.press('Enter')
    await page.keyboard.type('hai')
    assert.equal(await composer().inputValue(), 'một\nhai')
    await page.keyboard.press('Control+Enter')
    await arrived(bao, 'một\nhai')
    await page.getByRole('button', { name: /Phím gửi/ }).click()
    await page.getByRole('menuitem', { name: /^Enter gửi/ }).click()
    await page.locator('.inbox-close').click()
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Đã đóng' })
    await toast.getByRole('button', { name: 'Hoàn tác' }).click()
    await composer().waitFor()
  })

  test('a request stands in the conversation, beside it and in the list; a press tells the customer, and all screens say so', async () => {
    await page.goto(`${shop.desk.url}/dashboard/inbox/${lan.conversationId}`)
    const card = page.getByRole('log').getByRole('region', { name: 'Đặt lịch' })
    await card.getByText('Lan · 15h hôm nay').waitFor()
    await card.getByText('Còn thiếu').waitFor()
    assert.match((await card.locator('.intent-chip').allInnerTexts()).join(), /Điện thoại/)
    await shop.writes('Nguyễn Ngọc Lan', 'số chị 0909 123 456')
    await card.getByText('0909 123 456').waitFor()
    await card.getByText('Còn thiếu').waitFor({ state: 'detached' })
    await shop.shoot(page, 'lanes-intent')
    assert.deepEqual(await violations(page), [])
    await page.goto(`${shop.desk.url}/dashboard/notifications`)
    const item = page.locator('.notification', { hasText: 'Nguyễn Ngọc Lan muốn đặt lịch: gội bầu, 15h hôm nay' })
    assert.match(await item.innerText(), /Nhắn qua \S/)
    assert.match(await item.locator('.notification-said').innerText(), /vậy cho chị đặt gội bầu 15h hôm nay nha/)
    await shop.shoot(page, 'lanes-intent-notification')
    await page.goto(`${shop.desk.url}/dashboard/inbox/${lan.conversationId}`)
    const shown = (await card.locator('.intent-message').innerText()).replace('Khách sẽ nhận: ', '')
    await card.getByRole('button', { name: 'Xác nhận' }).click()
    const toast = page.locator('[data-sonner-toast]', { hasText: 'Đã báo khách' })
    await toast.waitFor()
    await until('a toast above the field', async () => {
      const [above, field] = await Promise.all([toast.boundingBox(), composer().boundingBox()])
      return above && field && above.y + above.height <= field.y ? true : undefined
    })
    await arrived(lan, shown)
    await card.getByText('Đặt lịch, đã xác nhận').waitFor()
    await page.locator('.inbox-intent').waitFor({ state: 'detached' })
  })

  test('a colleague is faster: who writes keeps the words, and reads who it was; the brief had it first', async () => {
    const table = await shop.writes('Đỗ Minh', 'đặt bàn 6 người tối mai 7h nhé')
    await page.goto(`${shop.desk.url}/dashboard/operations`)
    const first = page.locator('.first-task').first()
    await first.getByText(/^Đặt lịch, chờ bạn xác nhận: .*6 người/).waitFor()
    await shop.shoot(page, 'brief-intent')
    assert.deepEqual(await violations(page), [])
    await first.getByRole('link').click()
    const card = page.getByRole('log').getByRole('region', { name: 'Đặt lịch' })
    await card.getByRole('button', { name: 'Đổi' }).click()
    await card.getByLabel('Tin gửi khách').fill('Dạ 8h được không anh')
    const other = await shop.open(minh, `/dashboard/inbox/${table.conversationId}`)
    await other.getByRole('log').getByRole('button', { name: 'Xác nhận' }).click()
    await other.getByText('Đặt lịch, đã xác nhận').first().waitFor()
    await other.close()
    await card
      .getByText(/Trần Hoàng Minh đã xử lý yêu cầu này \(Đặt lịch, đã xác nhận\)\. Tin của bạn chưa gửi/)
      .waitFor()
    assert.equal(await card.getByLabel('Tin gửi khách').inputValue(), 'Dạ 8h được không anh')
    assert.equal(await card.getByRole('button', { name: 'Gửi khách' }).count(), 0)
    await shop.shoot(page, 'lanes-overtaken')
    assert.deepEqual(await violations(page), [])
    await card.getByRole('button', { name: 'Đóng' }).click()
    await card.getByLabel('Tin gửi khách').waitFor({ state: 'detached' })
    await page.goto(`${shop.desk.url}/dashboard/statistics`)
    await page.getByRole('columnheader', { name: 'Đã đề nghị khác, chưa chốt' }).waitFor()
    await shop.shoot(page, 'statistics-intents')
    assert.deepEqual(await violations(page), [])
  })

  test('declined by keys: the sentence is shown first, and the next press sends it', async () => {
    const table = await shop.writes('Vũ Hà', 'đặt bàn 2 người trưa mai nhé')
    await page.goto(`${shop.desk.url}/dashboard/inbox/${table.conversationId}`)
    const card = page.getByRole('log').getByRole('region', { name: 'Đặt lịch' })
    await card.getByRole('button', { name: 'Từ chối' }).focus()
    await page.keyboard.press('Enter')
    const shown = await card.getByLabel('Tin gửi khách').inputValue()
    assert.match(shown, /xin lỗi, .*kín lịch/)
    await card.locator(':focus', { hasText: 'Gửi và từ chối' }).waitFor()
    await shop.shoot(page, 'lanes-decline')
    await page.keyboard.press('Enter')
    await card.getByText('Đặt lịch, đã từ chối').waitFor()
    await arrived(table, shown)
  })

  test('an order’s address is corrected by keys alone: the sentence follows, a refusal keeps what was typed, the row names its channel', async () => {
    const order = await shop.writes(
      'Đỗ Mai',
      'lấy cho chị 2 hộp trà gừng, giao tới 45 Lê Lợi, quận 1, số chị 0909 123 457',
    )
    // A second website of the same name; the order came by that one.
    const [other] = await shop.rows(sql<{
      id: string
    }>`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      select gen_random_uuid(), workspace_id, kind, 'wgt_second9zz7', name, 'connected', created_at from channels limit 1 returning id`)
    await shop.rows(sql`update conversations set channel_id = ${other!.id} where id = ${order.conversationId}`)
    await page.goto(`${shop.desk.url}/dashboard/inbox/${order.conversationId}`)
    await page.locator('.inbox-row', { hasText: 'Đỗ Mai' }).getByText('mocan.example · Website …9zz7').waitFor()
    // Where room is short, the end by which names differ is what stays.
    const channel = page.locator('.inbox-row', { hasText: 'Đỗ Mai' }).locator('.whole-ends')
    const end = await channel.evaluate((name: HTMLElement) => {
      name.style.width = '90px'
      const last = name.lastElementChild as HTMLElement
      const isWhole = last.getBoundingClientRect().right <= name.getBoundingClientRect().right + 0.5
      return { text: last.textContent, isWhole, isCut: name.firstElementChild!.scrollWidth > name.clientWidth }
    })
    assert.deepEqual(end, { text: ' …9zz7', isWhole: true, isCut: true })
    const card = page.getByRole('log').getByRole('region', { name: 'Đặt hàng' })
    await card.getByRole('button', { name: 'Đổi' }).focus()
    await page.keyboard.press('Enter')
    await card.locator('input:focus').waitFor()
    const address = card.getByLabel('Địa chỉ')
    assert.match(await address.inputValue(), /45 Lê Lợi/)
    for (let field = 0; field < 4; field++) await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('54 Lê Lợi, quận 1')
    assert.equal(await address.inputValue(), '54 Lê Lợi, quận 1')
    assert.match(await card.getByLabel('Tin gửi khách').inputValue(), /2 hộp trà gừng.*giao tới 54 Lê Lợi, quận 1/)
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'lanes-address')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await card.getByRole('alert').waitFor()
    assert.equal(await address.inputValue(), '54 Lê Lợi, quận 1')
    await page.context().setOffline(false)
    await address.press('Enter')
    await card.getByText('Đặt hàng, đã hẹn khác').waitFor()
    await card.getByText('54 Lê Lợi, quận 1', { exact: true }).waitFor()
    const [row] = await shop.rows(
      sql<{ address: string }>`select address from intents where conversation_id = ${order.conversationId}`,
    )
    assert.equal(row?.address, '54 Lê Lợi, quận 1')
    assert.match((await memberTexts(order)).at(-1) ?? '', /54 Lê Lợi/)
    // It asked whether that suits: the customer's yes is confirmed on the same card.
    await shop.writes('Đỗ Mai', 'ok shop')
    await shop.shoot(page, 'lanes-proposed')
    assert.deepEqual(await violations(page), [])
    await card.getByRole('button', { name: 'Xác nhận' }).press('Enter')
    await card.getByText('Đặt hàng, đã xác nhận').waitFor()
    assert.match((await memberTexts(order)).at(-1) ?? '', /xác nhận đơn 2 hộp trà gừng.*54 Lê Lợi/)
    await page.goto(`${shop.desk.url}/dashboard/usage`)
    await page.getByRole('listitem').filter({ hasText: 'mocan.example · Website …9zz7' }).waitFor()
  })

  test('on a phone: lanes, a request changed and told, everything big enough for a thumb', async () => {
    const next = await shop.writes('Phạm Tú', 'đặt bàn 4 người tối nay 7h nhé')
    phone = await shop.open(hanh, '/dashboard/inbox', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.locator('.inbox-row').first().waitFor()
    assert.deepEqual(await violations(phone), [])
    await shop.shoot(phone, 'lanes-phone-list')
    assert.deepEqual(await tooSmall(phone.locator('main, nav')), [])
    await phone.goto(`${shop.desk.url}/dashboard/inbox?bot=on`)
    await phone.locator('.inbox-chip').first().waitFor()
    assert.deepEqual(await tooSmall(phone.locator('main, nav')), [])
    await phone.getByRole('link', { name: /Phạm Tú/ }).click()
    const card = phone.getByRole('log').getByRole('region', { name: 'Đặt lịch' })
    await card.getByRole('button', { name: 'Đổi' }).click()
    await card.getByLabel('Khi nào').fill('tối nay 8h')
    assert.match(await card.getByLabel('Tin gửi khách').inputValue(), /tối nay 8h/)
    assert.deepEqual(await violations(phone), [])
    await shop.shoot(phone, 'lanes-phone-change')
    assert.deepEqual(await tooSmall(phone.locator('main, nav')), [])
    await card.getByRole('button', { name: 'Gửi khách' }).click()
    await card.getByText('Đặt lịch, đã hẹn khác').waitFor()
    const [row] = await shop.rows(
      sql<{
        state: string
        said_when: string
      }>`select state, said_when from intents where conversation_id = ${next.conversationId}`,
    )
    assert.deepEqual(row, { state: 'changed', said_when: 'tối nay 8h' })
    assert.match((await memberTexts(next)).at(-1) ?? '', /tối nay 8h/)
    await shop.rows(sql`insert into canned_replies (id, workspace_id, title, shortcut, shortcut_folded, text, changed_at, created_at)
      values (gen_random_uuid(), ${shop.workspaceId}, 'Địa chỉ', 'dia-chi', 'dia-chi', 'Dạ tiệm ở 56 Hoàng Diệu ạ.', now(), now())`)
    await composer(phone).fill('/')
    await phone.getByRole('option').first().waitFor()
    await shop.shoot(phone, 'lanes-phone-canned')
    assert.deepEqual(await tooSmall(phone.locator('main, nav')), [])
    await composer(phone).fill('một')
    await composer(phone).press('Enter')
    assert.equal(await composer(phone).inputValue(), 'một\n')
    assert.deepEqual(shop.trouble, [])
  })
})
