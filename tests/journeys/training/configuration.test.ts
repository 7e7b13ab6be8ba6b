import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Page } from 'playwright-core'
import { type ShopOwner, signUpOwner } from '#dev/shop-client.ts'
import { type BotSettings, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { violations } from '../steps/accessibility.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const knowledge = `Tiệm gốm Mộc An

Giao hàng
Phí giao hàng nội thành là 20.000đ một đơn.

Khuyến mãi
Mua 5 chén được giảm giá 10%.
`

describe('an owner decides how the bot behaves, and tries it before it counts', { timeout: 180_000 }, () => {
  let home: Home
  let server: RunningServer
  let owner: ShopOwner
  let browser: Browser
  let page: Page
  const trouble: string[] = []

  before(async () => {
    home = await makeHome({ HUMAN_CHECK: 'off' })
    server = await startServer(home)
    owner = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), account)
    await owner.teach('Thông tin.txt', Buffer.from(knowledge), 'text/plain')
    browser = await launchBrowser()
    page = await lastingPage(browser, trouble)
    await signIn(page, server.url, account)
    await page.getByRole('link', { name: 'Cấu hình' }).click()
  })
  after(async () => {
    await browser.close()
    await server.stop()
    await home.remove()
  })

  const settings = async (): Promise<Partial<BotSettings>> =>
    (await owner.rows<BotSettings>('bot_settings'))[0] ?? defaultSettings

  async function ask(question: string): Promise<{ act: string; reply: string }> {
    const answered = page.waitForResponse('**/bot/ask')
    await page.getByLabel('Câu hỏi thử').fill(question)
    await page.getByLabel('Câu hỏi thử').press('Enter')
    return (await (await answered).json()) as { act: string; reply: string }
  }

  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Các phần của Cấu hình' }).getByRole('link', { name }).click()

  test('what is on the screen is tried at once, and saved only when it is saved', async () => {
    await page.getByLabel('Tên bot').fill('Mộc')
    await page.getByRole('radio', { name: /Trang trọng/ }).check()
    await page.getByText('2 thay đổi chưa lưu').waitFor()
    await page.getByText('Với thay đổi chưa lưu').waitFor()
    assert.match((await ask('phí giao hàng bao nhiêu')).reply, /^Kính gửi quý khách.*20\.000đ/s)
    await page.getByText('Hiểu là').waitFor()
    assert.match((await ask('bạn là robot à')).reply, /Mộc/)
    // One that fails stays on the screen, though the next was begun.
    const begun = Promise.withResolvers<void>()
    const error = { code: 'x', message: 'Không được.', details: {} }
    await page.route('**/bot/ask', async route => {
      await begun.promise
      await route.fulfill({ status: 409, json: { error } })
    })
    const failed = ask('mấy giờ mở cửa')
    await page.getByLabel('Bot đang trả lời').waitFor()
    await page.getByLabel('Câu hỏi thử').fill('còn chén không')
    begun.resolve()
    await failed
    await page.locator('.playground-turn', { hasText: 'mấy giờ mở cửa' }).getByText('Chưa hỏi được.').waitFor()
    assert.equal(await page.getByLabel('Câu hỏi thử').inputValue(), 'còn chén không')
    await page.unroute('**/bot/ask')
    assert.equal((await settings()).tone, 'warm')
    assert.deepEqual(await owner.rows('conversations?select=id'), [])
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('Đã lưu. Bot dùng từ tin kế tiếp.').waitFor()
    await page.getByText('Như khách đang gặp').waitFor()
    assert.deepEqual([(await settings()).tone, (await settings()).name], ['formal', 'Mộc'])

    const patience = page.getByRole('group', { name: 'Nhắn khách chờ' })
    assert.equal(await patience.getByRole('button', { name: '2 phút', pressed: true }).count(), 1)
    await patience.getByText('5 phút').click()
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('1 thay đổi chưa lưu').waitFor({ state: 'detached' })
    await page.getByText('Như khách đang gặp').waitFor()
    assert.equal((await settings()).patience_seconds, 300)
    const folder = process.env['SCREENSHOTS']
    if (folder) await patience.screenshot({ path: `${folder}/patience.png` })
  })

  test('forbidden subjects and closed hours act in the trial; what is wrong stands beside its field', async () => {
    await part('Khi nào gọi người')
    await page.getByLabel('Chủ đề bot không nói').fill('giảm giá')
    await page.getByLabel('Chủ đề bot không nói').press('Enter')
    assert.equal((await ask('mua chén có giảm giá không')).act, 'handoff')
    await part('Giờ làm')
    await page.getByRole('switch', { name: 'Cửa hàng có giờ làm việc' }).click()
    await page.getByRole('group', { name: 'Ngoài giờ' }).getByText('Chỉ hẹn').click()
    await page.getByRole('group', { name: 'Coi như' }).getByText('Ngoài giờ').click()
    assert.match((await ask('phí giao hàng bao nhiêu')).reply, /ngoài giờ làm việc/)
    await page.getByLabel('Thứ Ba, đóng cửa').fill('08:00')
    await part('Giọng nói')
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('Thứ Ba: giờ đóng cửa phải khác giờ mở cửa.').waitFor()
    assert.equal((await settings()).hours, null)
    await page.getByLabel('Thứ Ba, đóng cửa').fill('20:00')
    assert.deepEqual(await violations(page), [])
  })

  test('a model of one’s own is tried before it is kept, and given up again', async () => {
    await part('Nâng cao')
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Mô hình viết câu' }) })
    await panel.getByLabel('Ai viết câu trả lời').selectOption({ label: 'Máy chủ kiểu OpenAI' })
    await panel.getByRole('button', { name: 'Lưu mô hình' }).click()
    await panel.getByText('Hãy nhập tên mô hình.').waitFor()
    await panel.getByLabel('Tên mô hình').fill('mo-hinh')
    await panel.getByLabel('Địa chỉ máy chủ').fill('https://127.0.0.1/v1')
    await panel.getByLabel('Khoá API', { exact: true }).fill('sk-bi-mat-1234')
    await panel.getByRole('button', { name: 'Thử kết nối' }).click()
    await panel.getByRole('alert').waitFor()
    await panel.getByLabel('Địa chỉ máy chủ').fill('')
    await panel.getByRole('button', { name: 'Lưu mô hình' }).click()
    await panel.getByText('Đang giữ khoá kết thúc bằng 1234.').waitFor()
    assert.deepEqual(await violations(page), [])
    await panel.getByRole('button', { name: 'Về mặc định' }).click()
    await panel.getByText('Đang theo máy chủ này').waitFor()
  })

  test('leaving with unsaved changes asks first; undo takes them back', async () => {
    await page.getByRole('link', { name: 'Huấn luyện' }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.getByRole('button', { name: 'Ở lại' }).click()
    await page.getByRole('button', { name: 'Bỏ', exact: true }).click()
    await page.getByText('chưa lưu', { exact: false }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Huấn luyện' }).click()
    await page.waitForURL('**/dashboard/training')
    await page.goBack()
    await part('Giọng nói')
    await page.getByLabel('Tên bot').waitFor()
  })

  test('what makes a test question worse is shown before it is saved, by keyboard; else it counts at once', async () => {
    const { id } = await owner.act<{ id: string }>('POST', '/regression-cases', {
      question: 'phí giao hàng bao nhiêu',
      expected: '20.000đ',
    })
    await part('Khi nào gọi người')
    const never = page.getByLabel('Chủ đề bot không nói')
    await never.fill('giao hàng')
    await never.press('Enter')
    const save = page.getByRole('button', { name: 'Lưu thay đổi' })
    await save.click()
    const worse = page.getByRole('alertdialog', { name: 'Có câu trả lời kém đi' })
    await worse.getByText('1 câu kiểm tra sẽ kém hơn bây giờ.').waitFor()
    await worse.locator('del', { hasText: '20.000đ' }).waitFor()
    assert.deepEqual(await violations(page), [])
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/settings-worse.png` })
    await page.keyboard.press('Enter')
    await worse.waitFor({ state: 'detached' })
    await page.getByText('1 thay đổi chưa lưu').waitFor()
    assert.deepEqual((await settings()).never_say, [])
    await save.click()
    await page.setViewportSize({ width: 360, height: 740 })
    await worse.getByRole('button', { name: 'Vẫn thay đổi' }).waitFor()
    if (folder) await page.screenshot({ path: `${folder}/settings-worse-phone.png` })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await worse.getByRole('button', { name: 'Vẫn thay đổi' }).click()
    await page.getByText('Như khách đang gặp').waitFor()
    assert.deepEqual((await settings()).never_say, ['giao hàng'])
    await owner.act('DELETE', `/regression-cases/${id}`)
    await page.getByRole('button', { name: /Bỏ.*giao hàng/ }).click()
    await page.getByText('Với thay đổi chưa lưu').waitFor()
    await save.click()
    await page.getByText('Như khách đang gặp').waitFor()
    assert.deepEqual((await settings()).never_say, [])
  })

  test('what is saved elsewhere comes in; on the phone the trial is a tab; nothing runs out of the screen', async () => {
    await owner.act('PUT', '/bot/settings', { name: 'Sen Hồng', never_say: ['chính trị'] })
    await page.getByText('chính trị').waitFor()
    await part('Giọng nói')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.configuration input')?.value === 'Sen Hồng',
    )
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: 'Mọi phần' }).click()
    await part('Giọng nói')
    await page.getByRole('button', { name: 'Hỏi thử' }).click()
    assert.match((await ask('phí giao hàng bao nhiêu')).reply, /20\.000đ/)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(trouble, [])
  })

  test('the chat box in the shop’s colour, side and words, as it will be; an unreadable colour is not saved', async () => {
    await page.goto(`${server.url}/dashboard/configuration`)
    const index = page.getByRole('navigation', { name: 'Các phần của Cấu hình' })
    await index.getByText('Xanh lá sen, góc phải').waitFor()
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/config-index-360.png`, fullPage: true })
    await part('Khung chat')
    await page.getByLabel('Màu khác').fill('#ffcc00')
    await page.getByText(/Chữ trắng khó đọc trên màu này/).waitFor()
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('Còn ô chưa đúng, sửa rồi lưu nhé.').waitFor()
    await assert.rejects(owner.act('PUT', '/bot/settings', { widget_colour: '#ffcc00' }))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('radio', { name: 'Xanh ngọc' }).check()
    await page.getByText('Chữ trắng đọc rõ, tương phản 6,2').waitFor()
    await page.getByRole('radio', { name: 'Góc trái' }).check()
    await page.getByRole('textbox', { name: 'Lời chào', exact: true }).fill('Dạ Tiệm gội Mây chào mình.')
    await page.getByRole('textbox', { name: 'Câu gợi ý' }).fill('Xem bảng giá')
    await page.keyboard.press('Enter')
    const starters = page.getByRole('list', { name: 'Câu gợi ý' })
    for (const more of ['Có ship không', 'Mấy giờ mở cửa']) {
      await page.getByRole('textbox', { name: 'Câu gợi ý' }).fill(more)
      await page.keyboard.press('Enter')
      await starters.getByRole('button', { name: `Bỏ “${more}”` }).waitFor()
    }
    await starters.getByLabel('Câu 2').fill('')
    await starters.getByRole('button', { name: 'Bỏ “Có ship không”' }).click()
    await starters.getByLabel('Câu 3').waitFor({ state: 'detached' })
    assert.equal(await starters.getByLabel('Câu 2').inputValue(), 'Mấy giờ mở cửa', 'an emptied row goes alone')
    await starters.getByLabel('Câu 2').fill('')
    await page.keyboard.press('Tab')
    await starters.getByLabel('Câu 2').waitFor({ state: 'detached' })
    const preview = page.getByRole('complementary', { name: 'Khung chat trên trang của bạn' })
    await preview.getByText('Dạ Tiệm gội Mây chào mình.').waitFor()
    await preview.getByRole('button', { name: 'Xem bảng giá' }).waitFor()
    for (const theme of ['light', 'dark']) {
      await page.evaluate(chosen => (document.documentElement.dataset['theme'] = chosen), theme)
      assert.deepEqual(await violations(page), [], theme)
      if (folder) await page.screenshot({ path: `${folder}/config-look-1440-${theme}.png`, fullPage: true })
    }
    await page.evaluate(() => delete document.documentElement.dataset['theme'])
    await page.setViewportSize({ width: 360, height: 740 })
    if (folder) await page.screenshot({ path: `${folder}/config-look-360.png`, fullPage: true })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.getByRole('button', { name: 'Xem trước' }).click()
    assert.deepEqual(await violations(page), [])
    if (folder) await page.screenshot({ path: `${folder}/config-preview-360.png`, fullPage: true })
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    await page.getByText('Đã lưu. Bot dùng từ tin kế tiếp.').first().waitFor()
    const { widget_colour, widget_side, widget_starters, shows_sources } = await settings()
    assert.deepEqual(
      { widget_colour, widget_side, widget_starters, shows_sources },
      { widget_colour: '#0e6b73', widget_side: 'left', widget_starters: ['Xem bảng giá'], shows_sources: false },
    )
    await page.setViewportSize({ width: 1440, height: 900 })
    await part('Giọng nói')
  })

  test('a bot that is not to say what it is: the law stands beside the switch, the log and Operations know of it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('switch', { name: 'Nói rõ mình là bot' }).click()
    await page.getByText('Luật Trí tuệ nhân tạo').waitFor()
    assert.deepEqual(await violations(page), [])
    const saved = page.waitForResponse(
      answer => answer.url().endsWith('/bot/settings') && answer.request().method() === 'PUT',
    )
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    assert.equal((await saved).status(), 200)
    // The row comes over the socket; until then leaving would be asked about.
    await page.getByText('1 thay đổi chưa lưu').waitFor({ state: 'detached' })
    const [logged] = await owner.rows<{ meta: object }>(
      'audit_log?select=meta&action=eq.bot.settings-changed&order=at.desc&limit=1',
    )
    assert.deepEqual(logged?.meta, { changed: ['introduces'], introduces: false })
    await page.getByRole('link', { name: 'Vận hành' }).click()
    await pastFirstSteps(page)
    await page.getByText('Bot không tự nói mình là bot').waitFor()
    assert.deepEqual(await violations(page), [])
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/operations-silent-bot.png` })
  })
})
