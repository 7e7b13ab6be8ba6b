import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Page } from 'playwright-core'
import { type ShopOwner, signUpOwner } from '#dev/shop-client.ts'
import { openVisitor, type Visitor } from '#dev/visitor-client.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { tooSmall, violations } from '../steps/accessibility.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'
import { isFocused, press, tabTo } from '#tests/journeys/steps/by-keys.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const policy = 'Phí giao hàng nội thành là 20.000đ một đơn.\n\nĐồ nứt do nung được đổi trong 30 ngày, giữ hoá đơn.\n'
const origin = 'https://mocan.example'

describe('an owner teaches the bot what it did not know', { timeout: 180_000 }, () => {
  let home: Home
  let server: RunningServer
  let browser: Browser
  let page: Page
  let shop: ShopOwner
  let widget = ''
  const trouble: string[] = []

  before(async () => {
    home = await makeHome({ HUMAN_CHECK: 'off' })
    server = await startServer(home)
    const anonKey = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(await (await fetch(`${server.url}/auth`)).text())?.[0] ?? ''
    shop = await signUpOwner(server.url, anonKey, join(home.dataDir, 'mail'), account)
    await shop.teach('Chính sách.txt', Buffer.from(policy), 'text/plain')
    const connected = await shop.act<{ account_id: string }>('POST', '/channels/websites', {
      domains: ['mocan.example'],
    })
    widget = connected.account_id
    browser = await launchBrowser()
    page = await lastingPage(browser, trouble)
    await signIn(page, server.url, account)
  })
  after(async () => {
    await browser.close()
    await server.stop()
    await home.remove()
  })

  async function shoot(name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `corrections-${name}.png`), fullPage: true })
  }

  const visit = (): Promise<Visitor> => openVisitor(server.url, { widget, origin, locale: 'vi' })

  async function ask(text: string): Promise<{ visitor: Visitor; reply: string; conversation: string }> {
    const visitor = await visit()
    const { conversation_id: conversation } = await visitor.say(text)
    return { visitor, conversation, reply: (await visitor.answers())[0]?.text ?? '' }
  }

  test('in the conversation, with the keyboard alone: the next customer gets the answer, and undoing takes it back', async () => {
    const first = await ask('lỡ tay làm rơi vỡ thì thế nào')
    await page.goto(`${server.url}/dashboard/inbox/${first.conversation}`)
    const teach = page.getByRole('button', { name: 'Dạy bot câu này' })
    await teach.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Bot nên trả lời thế nào?' })
    await dialog.getByLabel('Bot trả lời').waitFor()
    assert.equal(await dialog.getByLabel('Khi khách hỏi').inputValue(), 'lỡ tay làm rơi vỡ thì thế nào')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await isFocused(teach)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Bot trả lời').fill('Dạ ly bể khi giao shop đổi cái mới ạ.')
    const ways = dialog.getByRole('group', { name: 'Khách khác có thể hỏi thế này' })
    const left = ways.getByRole('checkbox').nth(1)
    await left.waitFor()
    await tabTo(left)
    await page.keyboard.press('Space')
    assert.equal(await left.isChecked(), false)
    await tabTo(ways.getByLabel('Thêm cách hỏi'))
    await page.keyboard.type('rớt bể ly rồi tính sao đây')
    await page.keyboard.press('Enter')
    await ways.getByRole('checkbox', { name: /rớt bể ly/ }).waitFor()
    const trying = dialog.getByRole('region', { name: 'Nếu lưu' })
    await trying.getByText('Cả 5 cách hỏi ra đúng câu này', { exact: true }).waitFor()
    await trying.getByText('“rớt bể ly rồi tính sao đây”').waitFor()
    await trying.getByText('Không câu nào khác đổi', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot('teach')
    await press(dialog.getByRole('button', { name: 'Lưu cho bot' }))
    await page.getByText('Bot đã học.').waitFor()
    // Under the pointer a toast stays for as long as two answers take.
    const undo = page.getByRole('button', { name: 'Hoàn tác' })
    await undo.hover()
    for (const text of ['LO TAY LAM ROI VO THI THE NAO?', 'rot be ly roi tinh sao day'])
      assert.match((await ask(text)).reply, /đổi cái mới/)
    await undo.click()
    await page.getByText('Đã hoàn tác.').waitFor()
    assert.doesNotMatch((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /đổi cái mới/)
  })

  test('by choosing the passage that says it, under the bot’s own answer; what gets worse is shown before', async () => {
    const question = 'lỡ tay làm rơi vỡ thì thế nào'
    const { id } = await shop.act<{ id: string }>('POST', '/regression-cases', { question, act: 'abstain' })
    await page.getByRole('button', { name: 'Vì sao bot trả lời vậy?' }).first().click()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Sửa câu này' }).waitFor()
    assert.deepEqual(await tooSmall(page.locator('.inbox-why')), [])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Sửa câu này' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Chọn đoạn tài liệu' }).click()
    await dialog.getByRole('button', { name: 'Lưu cho bot' }).click()
    await dialog.getByText('Chọn một đoạn trong danh sách.').waitFor()
    await dialog.getByLabel('Tìm trong tài liệu').fill('nut do nung')
    await dialog.getByRole('radio', { name: /30 ngày/ }).check()
    const trying = dialog.getByRole('region', { name: 'Nếu lưu' })
    await trying.getByText('1 câu khác đổi theo', { exact: true }).waitFor()
    await trying.locator('ins').getByText('30 ngày').first().waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot('teach-passage')
    const save = dialog.getByRole('button', { name: 'Lưu cho bot' })
    await save.click()
    const worse = page.getByRole('alertdialog', { name: 'Có câu trả lời kém đi' })
    await worse.locator('ins').getByText('30 ngày').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await worse.waitFor({ state: 'detached' })
    assert.doesNotMatch((await ask(question)).reply, /30 ngày/)
    await save.click()
    await worse.getByRole('button', { name: 'Vẫn thay đổi' }).click()
    await page.getByText('Bot đã học.').waitFor()
    assert.match((await ask(question)).reply, /30 ngày/)
    await shop.act('DELETE', `/regression-cases/${id}`)
  })

  test('how an answer came about is told step by step, and what the bot would say now stands beside it', async () => {
    await page.getByRole('link', { name: 'Xem đầy đủ lý do' }).click()
    await page.getByText('Bot không thấy chỗ nào đủ chắc để trả lời.').waitFor()
    await page.getByText('Bot đã làm gì, từng bước').click()
    await page.getByRole('heading', { name: 'Bot nghe thành' }).waitFor()
    const legend = page.getByRole('complementary', { name: 'Cân độ chắc' })
    const limit = /\d+/.exec((await legend.getByText(/bot gọi bạn$/).textContent()) ?? '')?.[0]
    assert.equal(await legend.getByText(`từ ${limit} / 100`).count(), 1, 'no level means both')
    await legend.getByText('Đường nét đứt là mức chắc chắn bạn đã chọn trong mục Cấu hình.').waitFor()
    await page.getByRole('heading', { name: 'Nếu hỏi bây giờ' }).waitFor()
    await page.locator('ins').getByText('30 ngày').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Về hội thoại' }).click()
    await page.waitForURL('**/dashboard/inbox/*')
  })

  test('an answer names the line that it went by, and what its petals mean', async () => {
    const [answer] = await shop.rows<{ id: string }>('answers?select=id&act=eq.answer&order=created_at.desc&limit=1')
    await page.goto(`${server.url}/dashboard/inbox/answers/${answer?.id}`)
    await page.getByText(/^Bot nói theo .* trong .*\.$/).waitFor()
    await page.getByRole('button', { name: 'Dạy lại câu này' }).waitFor()
    await page.getByText('Bot đã làm gì, từng bước').click()
    await page.getByRole('heading', { name: /^Tìm trong tài liệu, thấy \d+ đoạn liên quan$/ }).waitFor()
    await page
      .locator('.answer-customer')
      .getByText(/ · \d\d\/\d\d, \d\d:\d\d$/)
      .waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot('why')
    await page.setViewportSize({ width: 360, height: 740 })
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
    await shoot('why-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('from the list: alike questions are one, both customers are told, and the list is empty again', async () => {
    const [one, two] = [
      await ask('Tiệm có dạy làm gốm cuối tuần không?'),
      await ask('tiem co day lam gom cuoi tuan ko ạ'),
    ]
    await page.goto(`${server.url}/dashboard/training?tab=unanswered`)
    await page.getByRole('heading', { name: /có dạy làm gốm/ }).waitFor()
    await page.getByText('Hỏi 2 lần').waitFor()
    await page.getByText('2 khách đang chờ').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: /^Trả lời “Tiệm có dạy/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Trả lời câu này' })
    await dialog.getByLabel('Bot trả lời').fill('Dạ có, lớp sáng Chủ nhật, 350.000đ một người ạ.')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Lưu và gửi 2 khách' }).click()
    await page.getByText('đã trả lời 2 khách đang chờ').waitFor()
    for (const { visitor } of [one, two]) assert.match((await visitor.answers()).at(-1)?.text ?? '', /350\.000đ/)
    await page.getByText('Không có câu nào bot chưa biết. Tốt lắm.').waitFor()
    assert.match((await ask('tiệm có dạy làm gốm cuối tuần không')).reply, /350\.000đ/)
    await page.getByRole('button', { name: 'Đã xong' }).click()
    await page.getByText('Dạ có, lớp sáng Chủ nhật').first().waitFor()
  })

  test('a test question tells what a change made worse, with both replies beside each other', async () => {
    await page.getByRole('link', { name: 'Câu kiểm tra' }).click()
    await page.getByRole('button', { name: 'Thêm câu kiểm tra' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Thêm câu kiểm tra' })
    await dialog.getByLabel('Khách hỏi').fill('tiệm có dạy làm gốm cuối tuần không')
    await dialog.getByLabel('Câu trả lời đúng phải có').fill('350.000đ')
    await page.keyboard.press('Enter')
    await page.getByText('Đã thêm.').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Phải có: “350.000đ”' })
    await row.getByText('Đúng', { exact: true }).waitFor()
    const [pair] = await shop.rows<{ id: string; title: string }>(
      'sources?select=id,title&kind=eq.pair&status=eq.processed&title=ilike.*cuối tuần*',
    )
    await shop.act('PUT', `/sources/pairs/${pair?.id}`, {
      question: pair?.title,
      answer: 'Dạ lớp Chủ nhật nay 390.000đ ạ.',
    })
    // It makes an answer worse, so it waits; after approval the next run agrees.
    await page.goto(`${server.url}/dashboard/training/${pair?.id}`)
    await page.getByRole('heading', { name: /^1 câu trả lời kém đi/ }).waitFor()
    await page.locator('del').getByText('350.000đ').first().waitFor()
    await shop.act('POST', `/sources/${pair?.id}/publish`)
    await page.goto(`${server.url}/dashboard/training?tab=tests`)
    await page.getByRole('heading', { name: /^1 kém đi/ }).waitFor()
    await page.locator('del').getByText('350.000đ').first().waitFor()
    await row.getByText('Chưa đúng').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('what is no question for the bot is ignored, on a phone, in English', async () => {
    await ask('tuyển nhân viên part time không')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${server.url}/dashboard/training?tab=unanswered`)
    await page.getByRole('button', { name: /^Ignore “tuyển nhân viên/ }).click()
    await page.getByText('Nothing the bot couldn’t answer.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Answer “tuyển nhân viên/ }).waitFor()
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
      false,
    )
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: /^Answer “tuyển nhân viên/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Answer this question' })
    await dialog.getByLabel('The bot says').fill('Dạ shop đang tuyển bạn phụ bán buổi tối ạ.')
    await dialog.getByText('All 5 ways to ask get this answer', { exact: true }).waitFor()
    assert.ok(await dialog.evaluate(one => one.scrollWidth <= one.clientWidth), 'nothing is wider than the phone')
    assert.deepEqual(await violations(page), [])
    await shoot('teach-phone')
    await page.keyboard.press('Escape')
    assert.deepEqual(trouble, [])
  })
})
