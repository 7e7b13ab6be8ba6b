// Keyboard and screen reader only: every stop has a name, progress is announced, focus is never lost.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { until } from '#dev/shop-client.ts'
import { newId } from '#platform/ids.ts'
import { type Customer, hanh, type InboxDriver, minh, openInboxDriver } from '#tests/drivers/inbox-driver.ts'
import { isFocused, press, tabTo } from './steps/by-keys.ts'

const pdf = { name: 'Bảng giá.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 bảng giá') }

describe('the dashboard by keys alone', { timeout: 300_000 }, () => {
  let shop: InboxDriver
  let anh: Customer
  let page: Page

  before(async () => {
    shop = await openInboxDriver()
    anh = await shop.writes('Trần Ngọc Ánh', 'Tiệm ơi ấm men lam còn không ạ')
    await shop.rows(sql`insert into canned_replies (id, workspace_id, title, shortcut, shortcut_folded, text, changed_at, created_at)
      values (${newId()}, ${shop.workspaceId}, 'Còn hàng', 'con', 'con', 'Chào {{customer_name}}, mẫu này còn ạ.', now(), now())`)
    page = await shop.open(hanh, '/dashboard/operations')
  })
  after(() => shop?.close())

  const announced = (text: string | RegExp, role: 'status' | 'alert' | 'log' = 'status'): Promise<void> =>
    page.getByRole(role).filter({ hasText: text }).first().waitFor({ state: 'attached' })
  const toast = (text: string): Promise<void> =>
    page.locator('[aria-live="polite"]').filter({ hasText: text }).first().waitFor({ state: 'attached' })

  test('a customer is answered with a canned reply and a file', async () => {
    await press(page.getByRole('link', { name: /^Hộp thư/ }).first())
    await press(page.getByRole('link', { name: /Trần Ngọc Ánh/ }).first())
    const field = page.getByRole('textbox', { name: 'Trả lời khách' })
    await tabTo(field)
    await page.keyboard.type('/con')
    await announced('1 câu trả lời mẫu')
    const option = page.getByRole('option', { name: /Còn hàng/ })
    assert.equal(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), 'Chào Trần Ngọc Ánh, mẫu này còn ạ.')

    const chooser = page.waitForEvent('filechooser')
    await press(page.getByRole('button', { name: 'Đính kèm tệp' }))
    await (await chooser).setFiles(pdf)
    await announced('Đã tải lên: Bảng giá.pdf')
    await isFocused(field)
    await press(page.getByRole('button', { name: 'Gửi', exact: true }))
    await announced('mẫu này còn ạ', 'log')
    await isFocused(field)
    await until('the reply with its file', async () => {
      const rows = await shop.rows(sql<{ files: number }>`select jsonb_array_length(attachments) as files from messages
        where conversation_id = ${anh.conversationId} and author = 'member'`)
      return rows[0]?.files === 1 ? true : undefined
    })
    await page.keyboard.press('Escape')
    await isFocused(page.locator(`[data-conversation="${anh.conversationId}"]`))
  })

  test('the greeting is changed, heard in the playground, and saved', async () => {
    await press(page.getByRole('link', { name: 'Cấu hình' }))
    const greeting = page.getByRole('textbox', { name: 'Lời chào', exact: true })
    await tabTo(greeting)
    await page.keyboard.type('Tiệm gốm Mộc An xin chào mình ạ!')
    await announced('1 thay đổi chưa lưu')
    const question = page.getByRole('textbox', { name: 'Câu hỏi thử' })
    await tabTo(question)
    await page.keyboard.type('xin chào')
    await page.keyboard.press('Enter')
    await announced('Tiệm gốm Mộc An xin chào mình ạ!', 'log')
    await isFocused(question)
    await tabTo(page.getByRole('button', { name: 'Lưu thay đổi' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await toast('Đã lưu. Bot dùng từ tin kế tiếp.')
    await page.getByText('1 thay đổi chưa lưu').waitFor({ state: 'detached' })
    const [row] = await shop.rows(sql<{ greeting: string }>`select greeting from bot_settings`)
    assert.equal(row?.greeting, 'Tiệm gốm Mộc An xin chào mình ạ!')
    await page.keyboard.press('Tab')
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
  })

  test('a member is invited, and another gets another role', async () => {
    await press(page.getByRole('link', { name: 'Đội ngũ' }))
    const invite = page.getByRole('button', { name: 'Mời người' })
    await press(invite)
    const dialog = page.getByRole('dialog')
    await isFocused(dialog.getByLabel('E-mail'))
    await page.keyboard.type('khong-phai-dia-chi')
    await page.keyboard.press('Enter')
    await isFocused(dialog.getByLabel('E-mail'))
    assert.equal(await dialog.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('lan@mocan.example')
    await page.keyboard.press('Enter')
    await toast('Đã gửi lời mời tới')
    await isFocused(invite)

    const role = page.getByRole('combobox', { name: `Vai trò của ${minh.name}` })
    await tabTo(role)
    await page.keyboard.press('ArrowUp')
    await toast(`${minh.name} nay là Quản trị viên.`)
    await isFocused(role)
    const [row] = await shop.rows(sql<{ role: string }>`select role from members where email = ${minh.email}`)
    assert.equal(row?.role, 'admin')
  })

  test('nothing broke on the way', () => assert.deepEqual(shop.trouble, []))
})
