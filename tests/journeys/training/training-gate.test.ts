import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Page } from 'playwright-core'
import { type ShopOwner, signUpOwner } from '#dev/shop-client.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { violations } from '../steps/accessibility.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const prices = 'Chén quân men rạn giá 65.000đ một chiếc.\n\nTiệm mở cửa từ 8h đến 20h mỗi ngày.\n'
const higherPrices = 'Chén quân men rạn giá 90.000đ một chiếc.\n\nTiệm mở cửa từ 8h đến 20h mỗi ngày.\n'

describe('an owner is asked before answers get worse, and can go back', { timeout: 240_000 }, () => {
  let home: Home
  let server: RunningServer
  let browser: Browser
  let page: Page
  let shop: ShopOwner
  const trouble: string[] = []

  before(async () => {
    home = await makeHome({ HUMAN_CHECK: 'off' })
    server = await startServer(home)
    const anonKey = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(await (await fetch(`${server.url}/auth`)).text())?.[0] ?? ''
    shop = await signUpOwner(server.url, anonKey, join(home.dataDir, 'mail'), account)
    await shop.teach('Bảng giá.txt', Buffer.from(prices), 'text/plain')
    await shop.act('POST', '/sources/pairs', {
      question: 'Phí giao hàng nội thành?',
      answer: 'Phí giao hàng nội thành 20.000đ.',
    })
    browser = await launchBrowser()
    page = await lastingPage(browser, trouble)
    await signIn(page, server.url, account)
  })
  after(async () => {
    await browser.close()
    await server.stop()
    await home.remove()
  })

  const training = (tab = '') => page.goto(`${server.url}/dashboard/training${tab && `?tab=${tab}`}`)
  const answerTo = async (text: string): Promise<string> =>
    (await shop.act<{ reply: string }>('POST', '/bot/ask', { text })).reply

  test('test questions are written: what has to be said, and what the bot is to leave alone', async () => {
    await training('tests')
    const add = page.getByRole('button', { name: 'Thêm câu kiểm tra' }).first()
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Thêm câu kiểm tra' })
    await dialog.getByLabel('Khách hỏi').fill('chén quân giá bao nhiêu')
    await dialog.getByLabel('Câu trả lời đúng phải có').fill('65.000đ')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await add.click()
    await dialog.getByLabel('Khách hỏi').fill('có bán vé máy bay không')
    await dialog.getByText('Không đoán, gọi bạn').click()
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Không được trả lời').waitFor()
    await page.getByText('2/200 câu').waitFor()
    await page.getByRole('button', { name: 'Hỏi lại ngay' }).click()
    await page.getByText('Đã hỏi lại tất cả câu kiểm tra.').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('a costlier price list waits; the screen shows what gets worse; confirmed, it answers', async () => {
    await training()
    await page.getByRole('link', { name: 'Bảng giá.txt' }).click()
    await page.getByRole('button', { name: 'Thay bản mới' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Thay bản mới' }).click()
    const file = { name: 'Bảng giá tháng 11.txt', mimeType: 'text/plain', buffer: Buffer.from(higherPrices) }
    await (await chooser).setFiles(file)
    await page.getByRole('heading', { name: /1 câu trả lời kém đi/ }).waitFor()
    await page.getByText('Đang xử lý: chờ bạn duyệt').waitFor()
    assert.match(await page.locator('.gate-answers del').innerText(), /65\.000đ/)
    assert.match(await page.locator('.gate-answers ins').innerText(), /90\.000đ/)
    assert.match(await answerTo('chén quân giá bao nhiêu'), /65\.000đ/)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Vẫn dùng bản mới' }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByRole('button', { name: 'Để sau' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await confirm.getByRole('button', { name: 'Vẫn dùng bản mới' }).click()
    await page.getByText('Đã dùng bản mới.').waitFor()
    await page.getByRole('heading', { name: 'Bảng giá tháng 11.txt' }).waitFor()
    assert.match(await answerTo('chén quân giá bao nhiêu'), /90\.000đ/)
  })

  test('the file goes back to what it said before; a pair that waits can be given up', async () => {
    await page.getByRole('button', { name: 'Quay lại v1' }).click()
    const dialog = page.getByRole('alertdialog')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Quay lại' }).click()
    await page.getByText('Đã quay lại.').waitFor()
    assert.match(await answerTo('chén quân giá bao nhiêu'), /65\.000đ/)

    await training('pairs')
    await page.getByRole('button', { name: 'Thêm câu hỏi' }).click()
    const pair = page.getByRole('dialog', { name: 'Thêm câu hỏi và câu trả lời' })
    await pair.getByLabel('Khách hỏi').fill('Có bán vé máy bay không?')
    await pair.getByLabel('Bot trả lời').fill('Có, vé máy bay từ 900.000đ.')
    await pair.getByRole('button', { name: 'Lưu' }).click()
    await page.getByRole('button', { name: 'Xem so sánh' }).click()
    await page.getByRole('heading', { name: /1 câu trả lời kém đi/ }).waitFor()
    await page.getByRole('button', { name: 'Bỏ tài liệu này' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ tài liệu này' }).click()
    await page.getByText('Đã bỏ bản mới.').waitFor()
    assert.doesNotMatch(await answerTo('có bán vé máy bay không'), /900\.000đ/)
  })

  test('a customer’s wording that makes an answer worse is asked about, by keyboard; else it counts at once', async () => {
    const [file] = await shop.rows<{ id: string }>('sources?select=id&kind=eq.file&status=eq.processed')
    await page.goto(`${server.url}/dashboard/training/${file?.id}`)
    const word = async (text: string) => {
      await page.getByRole('button', { name: 'Thêm cách hỏi cho đoạn 1' }).click()
      await page.getByLabel('Khách hỏi đoạn này thế nào?').fill(text)
      await page.keyboard.press('Enter')
    }
    await word('có bán vé máy bay không')
    const dialog = page.getByRole('alertdialog', { name: 'Có câu trả lời kém đi' })
    await dialog.getByText('1 câu kiểm tra sẽ kém hơn bây giờ.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.doesNotMatch(await answerTo('có bán vé máy bay không'), /65\.000đ/)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Vẫn thay đổi' }).click()
    const remove = page.getByRole('button', { name: 'Bỏ cách hỏi “có bán vé máy bay không”' })
    await remove.waitFor()
    assert.match(await answerTo('có bán vé máy bay không'), /65\.000đ/)
    await remove.click()
    await page.getByText('có bán vé máy bay không').waitFor({ state: 'detached' })
    assert.doesNotMatch(await answerTo('có bán vé máy bay không'), /65\.000đ/)
    await word('mấy cái chén bữa hôm nọ')
    await page.getByText('mấy cái chén bữa hôm nọ').waitFor()
  })

  test('a removal says first what it would cost; the history brings everything back', async () => {
    await training()
    await page.getByRole('button', { name: /Thao tác cho Bảng giá/ }).click()
    await page.getByRole('menuitem', { name: 'Xoá' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Bỏ đi thì 1 câu kiểm tra kém hơn bây giờ:').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Xoá' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.doesNotMatch(await answerTo('chén quân giá bao nhiêu'), /65\.000đ/)

    await training('history')
    await page.getByText('Bỏ Bảng giá.txt').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.locator('.knowledge-history li').nth(1).getByRole('button').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quay lại' }).click()
    await page.getByText('Đã quay lại.').waitFor()
    await page.getByRole('heading', { name: /Quay lại bản \d+$/ }).waitFor()
    assert.match(await answerTo('chén quân giá bao nhiêu'), /65\.000đ/)
  })

  test('how often the bot may be wrong: chosen by name or with the arrow keys, seen before it is saved', async () => {
    await page.goto(`${server.url}/dashboard/configuration?tab=people`)
    const slider = page.getByRole('slider', { name: 'Phần câu trả lời được phép sai' })
    await slider.waitFor()
    await page.getByText('Bạn mới có 2 câu kiểm tra').waitFor()
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Sai không quá 6%/)
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Sai không quá 4%/)
    await page.getByRole('button', { name: /Chắc mới nói/ }).click()
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Sai không quá 2%/)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Lưu thay đổi' }).click()
    // At this setting only taught answers are given: the test questions notice, and the owner decides.
    const worse = page.getByRole('alertdialog')
    await worse.waitFor()
    await worse.getByRole('button').last().click()
    await page.getByText('Đã lưu. Bot dùng từ tin kế tiếp.').waitFor()
    const [saved] = await shop.rows<{ threshold: number }>('bot_settings?select=threshold')
    assert.ok(saved && saved.threshold > 0.5, JSON.stringify(saved))
    await page.reload()
    await slider.waitFor()
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Sai không quá 2%/)
    assert.deepEqual(trouble, [])
  })
})
