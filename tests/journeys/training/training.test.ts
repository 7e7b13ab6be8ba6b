import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Page } from 'playwright-core'
import { signUpOwner } from '#dev/shop-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { openWebsite, webPage, type Website } from '#tests/fixtures/website.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'
import { savedText } from '../steps/saved-text.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const fee = 'Phí giao hàng nội thành là 20.000đ một đơn, giao trong ngày nếu đặt trước 15 giờ chiều.'

describe(
  'an owner trains the bot from a website, with answers of their own, and with a new price list',
  { timeout: 180_000 },
  () => {
    let home: Home
    let server: RunningServer
    let site: Website
    let browser: Browser
    let page: Page
    const trouble: string[] = []

    before(async () => {
      site = await openWebsite({
        '/': webPage('Tiệm gốm Mộc An', '<p>Gốm làm tay từ Bát Tràng, mở cửa từ 8h đến 20h mỗi ngày.</p>', [
          '/gia',
          '/giao-hang',
          '/kin',
        ]),
        '/gia': webPage(
          'Bảng giá',
          '<table><tr><th>Món</th><th>Giá</th></tr><tr><td>Chén quân</td><td>65.000đ</td></tr></table>',
        ),
        '/giao-hang': webPage('Giao hàng', `<p>${fee}</p>`),
        '/kin': { status: 403 },
      })
      home = await makeHome({ CRAWL_ALLOWED_HOSTS: site.host, HUMAN_CHECK: 'off' })
      server = await startServer(home)
      await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), account)
      browser = await launchBrowser()
      page = await lastingPage(browser, trouble, { viewport: { width: 1280, height: 900 } })
      await signIn(page, server.url, account)
      await page.goto(`${server.url}/dashboard/training`)
    })
    after(async () => {
      await browser.close()
      await server.stop()
      await site.close()
      await home.remove()
    })

    async function ask(question: string): Promise<string> {
      const answered = page.waitForResponse('**/bot/ask')
      await page.getByLabel('Câu hỏi thử').fill(question)
      await page.getByLabel('Câu hỏi thử').press('Enter')
      return ((await (await answered).json()) as { reply: string }).reply
    }

    test('an address inside is refused beside the field; a website is read page by page, and says which page failed', async () => {
      await page.getByRole('button', { name: 'Thêm liên kết' }).click()
      await page.getByLabel('Địa chỉ', { exact: true }).fill('http://169.254.169.254/')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Địa chỉ này không dùng được' }).waitFor()
      await page.getByLabel('Địa chỉ', { exact: true }).fill(site.url)
      await page.getByRole('button', { name: 'Đọc liên kết' }).click()
      await page.getByText(/Đang đọc trang \d\/\d/).waitFor()
      await page.getByText('Bot đang dùng').waitFor()
      await page.getByRole('link', { name: 'Tiệm gốm Mộc An' }).click()
      await page.getByText('3 trang đọc được').waitFor()
      await page.getByText('Website không cho đọc trang này').waitFor()
      assert.match(await ask('chén quân giá nhiêu'), /65\.000đ/)
      await page.getByRole('link', { name: 'Giao hàng' }).click()
      await page.getByText(fee).waitFor()
      assert.doesNotMatch(await page.locator('.document-paper').innerText(), /Trang chủ|Bản quyền/)
    })

    test('a changed page answers after the next sync, without a reload', async () => {
      site.set('/gia', webPage('Bảng giá', '<p>Chén quân giá 70.000đ một chiếc.</p>'))
      await page.goBack()
      await page.getByRole('button', { name: 'Đồng bộ ngay' }).click()
      await page.getByText('Bản cũ vẫn đang trả lời khách.').waitFor()
      await page.getByRole('button', { name: 'Đồng bộ ngay' }).waitFor()
      assert.match(await ask('chén quân giá nhiêu'), /70\.000đ/)
    })

    test('an answer of one’s own is quoted word for word; a CSV file is shown before it is written', async () => {
      await page.getByRole('link', { name: 'Về Huấn luyện' }).click()
      await page.getByRole('link', { name: /Hỏi và đáp/ }).click()
      await page.getByRole('button', { name: 'Thêm câu hỏi' }).first().click()
      await page.getByLabel('Khách hỏi', { exact: true }).fill('Có xuất hoá đơn công ty không?')
      await page
        .getByLabel('Bot trả lời', { exact: true })
        .fill('Dạ có ạ. Mình gửi mã số thuế qua đây. Hoá đơn gửi email trong 24 giờ.')
      await page.getByRole('button', { name: 'Lưu' }).click()
      await page.getByRole('button', { name: 'Sửa “Có xuất hoá đơn công ty không?”' }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' }) // the row may arrive before the answer that closes it
      assert.match(
        await ask('co xuat hoa don cong ty ko'),
        /Dạ có ạ\. Mình gửi mã số thuế qua đây\. Hoá đơn gửi email trong 24 giờ/,
      )
      await page.getByRole('button', { name: 'Nhập từ CSV' }).click()
      const csv = 'Câu hỏi;Câu trả lời\nBảo hành bao lâu?;30 ngày\n;Thiếu câu hỏi\n'
      await page
        .locator('dialog input[type=file]')
        .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByText('1 câu mới, 0 câu đổi câu trả lời, 1 dòng lỗi.').waitFor()
      await page.getByRole('button', { name: 'Bỏ dòng lỗi, nhập 1 câu' }).click()
      await page.getByRole('button', { name: 'Sửa “Bảo hành bao lâu?”' }).waitFor()
      await page.getByLabel('Tìm câu hỏi').fill('bao hanh')
      await page.getByRole('button', { name: 'Sửa “Có xuất hoá đơn công ty không?”' }).waitFor({ state: 'detached' })
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Xuất ra CSV' }).click()
      assert.match(await savedText(await saved), /"Bảo hành bao lâu\?";"30 ngày"/)
    })

    test('a new file takes the old one’s place when it is read, and a broken one does not', async () => {
      await page.getByRole('link', { name: /^Tệp/ }).click()
      const file = (price: string, name = 'Bảng giá.txt') => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`Ấm tử sa giá ${price} một chiếc.`),
      })
      await page.locator('input[type=file]').setInputFiles(file('450.000đ'))
      await page.getByText('Bot đang dùng').waitFor()
      await page.getByRole('link', { name: 'Bảng giá.txt' }).click()
      await page.getByText('450.000đ').waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles({ ...file(''), name: 'hong.pdf', buffer: Buffer.from('%PDF-1.7 hỏng') })
      await page.getByText('Bản mới chưa dùng được').waitFor()
      assert.match(await ask('ấm tử sa bao nhiêu'), /450\.000đ/)
      await page.locator('input[type=file]').setInputFiles(file('480.000đ', 'Bảng giá mới.txt'))
      await page.getByRole('heading', { name: 'Bảng giá mới.txt' }).waitFor()
      await page.getByText('480.000đ').waitFor()
      assert.match(await ask('ấm tử sa bao nhiêu'), /480\.000đ/)
      assert.deepEqual(trouble, [])
    })
  },
)
