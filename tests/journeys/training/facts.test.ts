import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Locator, type Page } from 'playwright-core'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import { type ShopOwner, signUpOwner } from '#dev/shop-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { fillPlaces } from '#shared/texts/fill-places.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { violations } from '../steps/accessibility.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const prices = `Bảng giá nến
Áp dụng từ 01/11/2026

NẾN LY
| Tên | 100g | 200g | Ghi chú |
|---|---|---|---|
| Nến quế | 75.000đ | 120.000đ | cháy 40 giờ |
| Nến sả chanh | 65.000đ | 95.000đ | |
| Nến trầm | | 180.000đ | chỉ làm theo đơn |

QUÀ TẶNG
Hộp quà hai nến: 230.000đ
Túi vải in tên ........ 45k

Giờ mở cửa: 8h30 – 20h00 mỗi ngày
Địa chỉ: 14 Lý Nam Đế, Huế
Điện thoại: 0905 218 447
`

const wrapping = `Phí gói quà

| Cách gói | Giá |
|---|---|
| Giấy kraft | 15.000đ |
| Giấy hoa | 20.000đ |
| Túi giấy | 12.000đ |
| Gói vải | 45.000đ |
| Hộp gỗ | 9.000.000đ |

Hộp gỗ làm trong hai ngày, đặt trước giúp tiệm nhé.
`

describe('what the bot understood, and the opening examination', { timeout: 240_000 }, () => {
  let home: Home
  let server: RunningServer
  let browser: Browser
  let page: Page
  let shop: ShopOwner
  const trouble: string[] = []

  before(async () => {
    home = await makeHome({ HUMAN_CHECK: 'off' })
    server = await startServer(home)
    shop = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), account)
    await shop.teach('Bảng giá nến.txt', Buffer.from(prices), 'text/plain')
    browser = await launchBrowser()
    page = await lastingPage(browser, trouble)
    await signIn(page, server.url, account)
  })
  after(async () => {
    await browser.close()
    await server.stop()
    await home.remove()
  })

  const answerTo = async (text: string, of = shop): Promise<string> =>
    (await of.act<{ reply: string }>('POST', '/bot/ask', { text })).reply
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  test('is looked through and searched without marks', async () => {
    await page.goto(`${server.url}/dashboard/training`)
    await page.getByRole('link', { name: 'Bot đã hiểu gì' }).click()
    await page.getByRole('heading', { name: /Bot hiểu \d+ mục giá/ }).waitFor()
    await row('Nến quế').getByText('120.000đ').waitFor()
    await page.getByText('14 Lý Nam Đế').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('searchbox', { name: 'Tìm tên, giá, ghi chú' }).fill('sa chanh')
    await row('Nến quế').waitFor({ state: 'detached' })
    await row('Nến sả chanh').waitFor()
    await page.getByRole('searchbox', { name: 'Tìm tên, giá, ghi chú' }).fill('')
  })

  test('what a colleague publishes meanwhile is listed without a reload', async () => {
    await shop.teach('Phụ kiện.txt', Buffer.from('Kéo cắt bấc: 35.000đ'), 'text/plain')
    await row('Kéo cắt bấc').getByText('35.000đ').or(page.getByText('Kéo cắt bấc: 35.000đ')).first().waitFor()
  })

  test('a price is set right with the keyboard, said at once, and taken back', async () => {
    const edit = page.getByRole('button', { name: 'Sửa Nến quế' })
    await edit.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Bot hiểu dòng này thế nào' })
    await dialog.getByText('Dòng trong tài liệu “Bảng giá nến.txt”').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('200g').fill('135.000đ')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // Under the pointer a toast stays for as long as an answer takes.
    const undo = page.getByRole('button', { name: 'Hoàn tác' })
    await undo.hover()
    await row('Nến quế').getByText('Đã sửa').waitFor()
    assert.match(await answerTo('nến quế 200g giá bao nhiêu'), /135\.000/)
    await undo.click()
    await row('Nến quế').getByText('120.000đ').waitFor()
    assert.match(await answerTo('nến quế 200g giá bao nhiêu'), /120\.000/)
  })

  test('a line is switched off, and on again, also by somebody who is too quick for the limit', async () => {
    const refused = new Set<string>()
    await page.route(/\/api\/v1\/facts(\?|$)/, async route => {
      const method = route.request().method()
      if (refused.has(method)) return route.fallback()
      refused.add(method)
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { error: { code: 'request.too_many', message: 'Bạn thao tác hơi nhanh.', details: {} } },
      })
    })
    await page.getByRole('button', { name: 'Sửa Nến trầm' }).click()
    await page.getByRole('button', { name: 'Tắt dòng này' }).click()
    await row('Nến trầm').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Đã tắt' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Bật lại' }).click()
    await row('Nến trầm').waitFor()
    assert.deepEqual([...refused], ['PUT', 'GET'])
  })

  test('the bot is examined; what is right becomes a test question, what is wrong is taught', async () => {
    await page.goto(`${server.url}/dashboard/training?tab=tests`)
    await page.getByRole('button', { name: /Hỏi thử \d+ câu/ }).click()
    await page.getByRole('button', { name: 'Hỏi lại từ đầu' }).waitFor()
    assert.deepEqual(await violations(page), [])
    const question = page.locator('.exam-list li').filter({ hasText: '120.000đ' }).first()
    await question.getByRole('button', { name: 'Đúng' }).click()
    await page.getByRole('heading', { name: /1 trong \d+ câu bạn đã chấm đúng/ }).waitFor()
    await page.getByText('1/200 câu').waitFor()
    const other = page.locator('.exam-list li').filter({ hasText: '230.000đ' }).first()
    await other.getByRole('button', { name: 'Sai' }).click()
    await page.getByRole('heading', { name: 'Cần sửa' }).waitFor()
    await page.getByRole('button', { name: 'Dạy bot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Thêm câu hỏi và câu trả lời' })
    await dialog.getByLabel('Bot trả lời').fill('Hộp quà hai nến 230.000đ, kèm thiệp viết tay.')
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await page.getByText('kèm thiệp viết tay').first().waitFor()
    assert.deepEqual(await violations(page), [])
  })

  const checkScreen = async (page: Page, name: string, width: number) => {
    assert.deepEqual(await violations(page), [], name)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `source-${name}.png`), fullPage: true })
  }

  test('a document stands beside what the bot understands: a line is looked at, confirmed and set right by keys alone', async () => {
    // A shop of its own, with its own costly actions.
    const other = { ...account, email: 'thu@mocan.example' }
    const shop = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), other)
    await shop.teach('Bảng giá nến.txt', Buffer.from(prices), 'text/plain')
    const page = await lastingPage(browser, trouble)
    await signIn(page, server.url, other)
    await shop.teach('Phí gói quà.txt', Buffer.from(wrapping), 'text/plain')
    await page.goto(`${server.url}/dashboard/training`)
    await page.getByRole('link', { name: 'Phí gói quà.txt' }).click()
    const paper = page.getByRole('group', { name: 'Nội dung tài liệu' })
    const meaning = page.getByRole('region', { name: 'Bot hiểu dòng này là' })
    const press = async (name: string, within = meaning) => {
      await within.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByText('1 dòng cần bạn xem').waitFor()
    await paper.getByRole('button', { name: 'Gói vải' }).focus()
    await page.keyboard.press('Enter')
    await meaning.getByRole('heading', { name: 'Gói vải' }).waitFor()
    await meaning.getByText('Bot đang dùng').waitFor()
    await checkScreen(page, 'used-1440', 1440)

    await page.keyboard.press('Home')
    for (let line = 0; line < 4; line++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await meaning.getByRole('heading', { name: 'Hộp gỗ' }).waitFor()
    assert.equal(await paper.locator('[data-line][tabindex="0"]').count(), 1, 'one stop for the Tab key')
    await meaning.getByText('Giá này lệch xa').waitFor()
    const address = page.url()
    assert.match(address, /\?row=/)
    await checkScreen(page, 'doubtful-1440', 1440)
    await press('Đúng rồi')
    await page.getByText('Không có dòng nào cần xem lại.').waitFor()
    await page.goto(address)
    await meaning.getByRole('button', { name: 'Bỏ xác nhận' }).waitFor()
    await press('Bỏ xác nhận')
    await page.getByText('1 dòng cần bạn xem').waitFor()

    await press('Sửa')
    await meaning.getByLabel('Giá').fill('90.000đ')
    await page.keyboard.press('Enter')
    await paper.getByRole('row', { name: /Hộp gỗ.*90\.000đ/ }).waitFor()
    await meaning.getByText('Tài liệu ghi 9.000.000đ').waitFor()
    assert.match(await answerTo('gói hộp gỗ giá bao nhiêu', shop), /90\.000/)
    await checkScreen(page, 'edited-1440', 1440)

    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(address)
    await page
      .getByRole('region', { name: 'The bot reads this line as' })
      .getByText('Changed', { exact: true })
      .or(page.getByText('The document says 9.000.000đ'))
      .first()
      .waitFor()
    await checkScreen(page, 'edited-360', 360)
    await page.context().close()
  })

  test('on a phone, in English', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    for (const tab of ['facts', 'tests']) {
      await page.goto(`${server.url}/dashboard/training?tab=${tab}`)
      await page
        .getByRole('heading', { name: tab === 'facts' ? /The bot knows/ : /marked right/ })
        .first()
        .waitFor()
      assert.deepEqual(await violations(page), [], tab)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, tab)
    }
  })

  test('what is typed into a line stays until it is saved: a refusal, a “no” and the way back touch their own field alone', async () => {
    // A shop of its own: what one may ask for in a minute is nearly used up.
    const other = { ...account, email: 'lan@mocan.example' }
    const shop = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), other)
    await shop.teach('Bảng giá nến.txt', Buffer.from(prices), 'text/plain')
    const page = await lastingPage(browser, trouble)
    await signIn(page, server.url, other)
    const { facts } = await shop.act<Facts>('GET', '/facts')
    const { source_id, subject } = facts.find(({ name }) => name === 'Nến quế')!
    await page.goto(`${server.url}/dashboard/training/${source_id}`)
    const paper = page.getByRole('group', { name: 'Nội dung tài liệu' })
    const meaning = page.getByRole('region', { name: 'Bot hiểu dòng này là' })
    const focused = page.locator(':focus')
    const typed = (label: string) => meaning.getByLabel(label).inputValue()
    await paper.getByRole('button', { name: 'Nến quế' }).click()
    await meaning.getByRole('button', { name: 'Sửa', exact: true }).click()
    assert.equal(await focused.inputValue(), '75.000đ')
    await meaning.getByLabel('100g').fill('77.000đ')
    await meaning.getByLabel('200g').fill('125.000đ')
    await shop.act('PUT', '/facts', { source_id, subject, head: 'Ghi chú', value: 'cháy 45 giờ' })
    await paper.getByRole('row', { name: /Nến quế.*45 giờ/ }).waitFor()

    const sent: string[] = []
    const busy = { error: { code: 'server.busy', message: 'Máy chủ đang bận.', details: {} } }
    await page.route('**/api/v1/facts', route => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const { head, value } = route.request().postDataJSON() as { head: string; value: string }
      return sent.push(`${head} ${value}`) === 2 ? route.fulfill({ status: 409, json: busy }) : route.fallback()
    })
    await page.keyboard.press('Enter')
    await meaning.getByText('Máy chủ đang bận.').waitFor()
    await paper.getByRole('row', { name: /Nến quế.*77\.000đ/ }).waitFor()
    assert.equal(await focused.inputValue(), '125.000đ', 'the refused value stays')
    await page.keyboard.press('Enter')
    await paper.getByRole('row', { name: /Nến quế.*77\.000đ.*125\.000đ.*45 giờ/ }).waitFor()
    assert.deepEqual(sent, ['100g 77.000đ', '200g 125.000đ', '200g 125.000đ'])
    await meaning.locator('button:focus', { hasText: 'Sửa' }).waitFor()

    await page.keyboard.press('Enter')
    await meaning.getByLabel('100g').fill('79.000đ')
    // The live document is here before the answer, and Save is pressed between the two.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/facts/*', async route => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response })
    })
    await meaning.getByRole('button', { name: 'Nói như tài liệu' }).nth(1).click()
    await paper.getByRole('row', { name: /Nến quế.*77\.000đ.*120\.000đ/ }).waitFor()
    assert.deepEqual([await typed('100g'), await typed('200g')], ['79.000đ', '120.000đ'])

    await shop.act('POST', '/regression-cases', {
      question: 'nến quế 100g giá bao nhiêu',
      expected: '77.000đ',
    })
    await meaning.getByRole('button', { name: 'Lưu' }).click()
    held.resolve()
    const worse = page.getByRole('alertdialog', { name: 'Có câu trả lời kém đi' })
    await worse.waitFor()
    await page.keyboard.press('Enter')
    await worse.waitFor({ state: 'detached' })
    assert.equal(await typed('100g'), '79.000đ', 'not saved, not lost')
    await meaning.getByRole('button', { name: 'Để sau' }).click()
    await meaning.locator('button:focus', { hasText: 'Sửa' }).waitFor()
    await page.context().close()
    assert.deepEqual(trouble, [])
  })

  for (const language of pickDaily(['vi', 'en'] as const))
    test(`two documents that contradict each other: an address opens at each line, what is typed outlives the network, one press settles it (${language})`, async () => {
      const other = { ...account, email: `sen-${language}@mocan.example` }
      const shop = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), other)
      const { id: first } = await shop.teach('Bảng giá nến.txt', Buffer.from(prices), 'text/plain')
      const gifts = Array.from({ length: 1_100 }, (_, at) => `Quà số ${at + 1}: ${at + 1}0.000đ`)
      const offer = [...gifts, 'Nến ly', '| Tên | 100g |', '|---|---|', '| Nến quế | 85.000đ |']
      const { id: second } = await shop.teach('Quà và nến.txt', Buffer.from(offer.join('\n')), 'text/plain')
      const page = await lastingPage(browser, trouble)
      await signIn(page, server.url, other)
      await page.evaluate(spoken => localStorage.setItem('language', spoken), language)
      const [lines, facts] = [linesTexts(language), factsTexts(language)]
      const meaning = page.getByRole('region', { name: lines.meaning })
      const marked = page.locator('tr[aria-current]')
      const press = async (what: Locator) => {
        await what.focus()
        await page.keyboard.press('Enter')
      }
      const button = (name: string) => meaning.getByRole('button', { name, exact: true })

      await page.goto(`${server.url}/dashboard/training/${first}`)
      await press(page.getByRole('button', { name: 'Nến quế' }))
      await meaning.getByText(lines.differs, { exact: true }).waitFor()
      await checkScreen(page, 'differs-1440', 1440)
      const own = page.url()
      await press(meaning.getByRole('link', { name: /Quà và nến\.txt.*85\.000đ/ }))
      await page.waitForURL(`**/dashboard/training/${second}?row=*`)
      await meaning.getByText(/Bảng giá nến\.txt.*75\.000đ/).waitFor()
      await page
        .getByText(fillPlaces(lines.part, { part: 2, parts: 2 }))
        .first()
        .waitFor()
      assert.match((await marked.textContent()) ?? '', /Nến quế.*85\.000đ/)
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector('tr[aria-current]')!.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      await page.keyboard.press('ArrowUp')
      await page.locator('.line-button:focus', { hasText: 'Quà số 1100' }).waitFor()

      await press(button(lines.edit))
      await meaning.getByLabel('100g').fill('88.000đ')
      await page.context().setOffline(true)
      await page.keyboard.press('Enter')
      await meaning.getByRole('alert').waitFor()
      assert.equal(await meaning.getByLabel('100g').inputValue(), '88.000đ')
      await page.context().setOffline(false)
      await press(button(facts.save))
      await marked.getByText('88.000đ').waitFor()

      await page.goto(own)
      await meaning.getByText(/88\.000đ/).waitFor()
      await press(button(fillPlaces(lines.settle, { value: '75.000đ' })))
      await meaning.getByText(lines.used, { exact: true }).waitFor()
      await page.locator('button:focus', { hasText: lines.right }).waitFor()
      assert.match(await answerTo('nến quế 100g giá bao nhiêu', shop), /75\.000/)
      await page.goto(own.replace(/row=.*/, `row=${first}.0`))
      await page.getByText(lines.gone).waitFor()
      assert.equal(await marked.count(), 0)
      await page.context().close()
      assert.deepEqual(trouble, [])
    })

  test('past two thousand lines the rest is a press away, a search looks through all of it, as of one moment, and keeps nothing', async () => {
    const other = { ...account, email: 'my@mocan.example' }
    const shop = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), other)
    const screws = Array.from({ length: 2_000 }, (_, at) => `Vít số ${at + 1}: ${at + 1}.000đ`)
    const branches = Array.from({ length: 100 }, (_, at) => `Chi nhánh ${at + 1}: ${at + 1} Lý Nam Đế, Huế`)
    await shop.teach(
      'Bảng giá vít.txt',
      Buffer.from(['Bảng giá vít', '', ...branches, ...screws].join('\n')),
      'text/plain',
    )
    const page = await lastingPage(browser, trouble)
    await signIn(page, server.url, other)
    await page.goto(`${server.url}/dashboard/training?tab=facts`)
    await page.getByText('Ở đây là 2.000 dòng đầu trong 2.100.').waitFor()
    const places = page.getByRole('region', { name: 'Giờ, địa chỉ, liên hệ' })
    assert.equal(await places.getByRole('listitem').count(), 24)
    await places.getByRole('button', { name: 'Xem thêm 76 dòng' }).click()
    await places.getByText('Chi nhánh 100', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Sửa Vít số 2000' }).count(), 0)
    const { facts } = await shop.act<Facts>('GET', '/facts')
    const { source_id, subject } = facts.find(({ name }) => name === 'Vít số 1')!
    const asked: string[] = []
    const published = facts.filter(({ name }) => /^Vít số [3-9]$/.test(name))
    let isPublishing = false
    await page.route('**/api/v1/facts?*', async route => {
      const from = new URL(route.request().url()).searchParams.get('from') ?? ''
      // A line goes between the first page and the second, so that each later one moves up.
      if (asked.push(from) === 1) await shop.act('PUT', '/facts', { source_id, subject })
      else if (isPublishing && from === '2000')
        await shop.act('PUT', '/facts', { source_id, subject: published.pop()!.subject })
      await route.continue()
    })
    const search = page.getByRole('searchbox', { name: 'Tìm tên, giá, ghi chú' })
    await search.fill('vit so 1901')
    await page.getByRole('button', { name: 'Sửa Vít số 1901' }).waitFor()
    assert.match(asked.join(' '), /^2000 0 (.* )?2000$/)
    await search.fill('')
    await page.getByText('Ở đây là 2.000 dòng đầu trong 2.099.').waitFor()

    // While each page is of another version, following ends.
    isPublishing = true
    await search.fill('vit so 1950')
    await page.getByText('Ở đây là 2.000 dòng đầu trong 2.097.').waitFor()
    isPublishing = false
    assert.equal(await page.getByRole('button', { name: 'Sửa Vít số 1950' }).count(), 0)
    await page.getByRole('button', { name: factsTexts('vi').next, exact: true }).click()
    await page.getByRole('button', { name: 'Sửa Vít số 1950' }).waitFor()
    await page.context().close()
    assert.deepEqual(trouble, [])
  })
})
