import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { openWebsite, webPage, type Website } from '#tests/fixtures/website.ts'
import { violations } from '../steps/accessibility.ts'
import { press, tabTo } from '../steps/by-keys.ts'

/** Of the owner, from the named shop to the bot on duty: choosing the file in the device's own dialog is one. */
const maxPresses = 5
/** From "Create account" to the first customer's answer, without what the test does beside the way. */
const maxWaitMs = 90_000
const prices = {
  vi: '# Bảng giá\n\n- Gội thảo mộc 60 phút: 160.000đ\n- Gội bầu: 200.000đ\n- Massage cổ vai gáy: 220.000đ\n\nGiờ mở cửa: 9:00 đến 21:00 mỗi ngày\nĐịa chỉ: 56 Hoàng Diệu, Đà Lạt\n',
  en: '# Prices\n\n- Herbal hair wash: 160,000đ\n- Gel polish: 120,000đ\n- Neck massage: 220,000đ\n\nOpening hours: 9:00 to 21:00 every day\nAddress: 56 Hoang Dieu, Da Lat\n',
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the first steps', { timeout: 300_000 }, () => {
  let site: Website
  let home: Home
  let server: RunningServer
  let browser: Browser
  before(async () => {
    site = await openWebsite({
      '/cua-hang':
        '<html><title>Tiệm gội Sả</title><body><a href=/gia>Bảng giá</a><div id=root></div><p class=footer>© Tiệm gội Sả, 0905 123 456</p><script src=/app.js></script></body></html>',
      '/bang-gia': webPage('Bảng giá', '<ul><li>Gội sả: 90.000đ</li><li>Gội gừng: 110.000đ</li></ul>'),
    })
    home = await makeHome({
      CRAWL_ALLOWED_HOSTS: site.host,
      ...{ FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'x', ZALO_APP_ID: '1', ZALO_APP_SECRET: 'x' },
    })
    server = await startServer(home)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await home?.remove()
    await site?.close()
  })

  function mailedLink(to: string): string | undefined {
    const folder = join(home.dataDir, 'mail')
    const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
    const email = files.map(file => readFileSync(join(folder, file), 'utf8')).find(text => text.includes(to))
    return email && /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec((JSON.parse(email) as { text: string }).text)?.[0]
  }

  async function checkScreen(page: Page, name: string): Promise<void> {
    assert.deepEqual(await violations(page), [], name)
    const folder = process.env['SCREENSHOTS']
    if (!folder) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `start-${name}-${colorScheme}.png`), fullPage: true })
    }
  }

  /** Counts what a pointer really presses, and the time, both but for what is done `beside` the way. */
  async function startWalk(context: BrowserContext) {
    const began = performance.now()
    const walk = { presses: 0, beside: false, asideMs: 0 }
    async function follow(one: BrowserContext): Promise<void> {
      await one.exposeBinding('pressed', () => (walk.beside ? undefined : walk.presses++))
      await one.addInitScript(() =>
        addEventListener('pointerdown', event => event.isTrusted && Reflect.get(window, 'pressed')(), true),
      )
    }
    await follow(context)
    return {
      follow,
      presses: () => walk.presses,
      waitedMs: () => performance.now() - began - walk.asideMs,
      async beside(work: () => Promise<void>): Promise<void> {
        const since = performance.now()
        walk.beside = true
        await work()
        walk.beside = false
        walk.asideMs += performance.now() - since
      },
    }
  }

  async function signUp(page: Page, words: { name: string; go: string; sent: string }, email: string) {
    await page.goto(`${server.url}/auth?mode=sign-up`)
    await page.getByLabel(words.name).fill('Nguyễn Thị Thảo')
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[type=password]').first().fill('hoa sen trắng nở đêm')
    await page.getByRole('button', { name: words.go, exact: true }).click()
    await page.getByRole('heading', { name: words.sent }).waitFor()
    await waitFor(() => mailedLink(email) !== undefined)
    await page.goto(mailedLink(email) ?? '', { waitUntil: 'commit' })
    await page.waitForURL('**/dashboard/start')
  }

  test('on a phone: five presses after the name, and a customer has an answer; what is left is found again', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'vi-VN', hasTouch: true })
    const walk = await startWalk(context)
    const { beside } = walk
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signUp(page, { name: 'Họ và tên', go: 'Tạo tài khoản', sent: 'Xem hộp thư của bạn' }, 'thao@may.example')
    await page.getByRole('heading', { name: /Chào Thảo\..*Tiệm của bạn tên gì/ }).waitFor()
    const next = page.getByRole('button', { name: 'Tiếp tục' })
    await beside(async () => {
      await next.click()
      await page.getByText('Nhập tên tiệm').waitFor()
    })
    await page.getByLabel('Tên tiệm').fill('Tiệm gội Mây')
    assert.ok(await page.getByRole('radio', { name: 'Spa, gội, nail' }).isChecked(), 'guessed by the name')
    await beside(async () => {
      await checkScreen(page, '1-phone')
      await page.reload()
      assert.equal(await page.getByLabel('Tên tiệm').inputValue(), 'Tiệm gội Mây')
      await context.setOffline(true)
      await next.click()
      await page
        .getByRole('alert')
        .filter({ hasText: /mạng|kết nối|máy chủ/i })
        .first()
        .waitFor()
      await context.setOffline(false)
    })
    const signedUp = walk.presses()
    await next.click()
    await page.getByRole('heading', { name: 'Đưa bot một bảng giá' }).waitFor()
    await beside(async () => {
      await page.getByRole('button', { name: /^Dán liên kết/ }).click()
      await page.getByRole('button', { name: 'Đọc trang này' }).click()
      await page.getByText('Dán địa chỉ trang vào đây').waitFor()
      await page.getByRole('button', { name: 'Thôi', exact: true }).click()
      await checkScreen(page, '2-phone')
    })

    const dialog = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Chọn tệp' }).click()
    const pricesFile = { name: 'Bảng giá Mây.txt', mimeType: 'text/plain', buffer: Buffer.from(prices.vi) }
    await (await dialog).setFiles(pricesFile)
    const uploaded = walk.presses()
    await page.getByRole('heading', { name: 'Bot hiểu thế này, đúng chưa?' }).waitFor()
    await page.getByText('dòng có giá').first().waitFor()
    const all = page.getByRole('button', { name: /^Cả \d câu đều đúng$/ })
    await all.waitFor()
    await beside(() => checkScreen(page, '3-phone'))
    await all.click()
    await page.getByRole('heading', { name: 'Khách nhắn cho bạn ở đâu?' }).waitFor()
    await page.getByRole('img', { name: /Mã QR/ }).waitFor()
    await beside(async () => {
      await checkScreen(page, '4-phone')
      await page.goto(`${server.url}/dashboard`)
      await page.getByRole('heading', { name: 'Khách nhắn cho bạn ở đâu?' }).waitFor()
    })
    await page.getByRole('button', { name: 'Bật bot' }).click()
    await page.getByRole('heading', { name: 'Bot đang trực ở trang chat của tiệm' }).waitFor()
    const onDuty = walk.presses()
    await beside(() => checkScreen(page, 'done-phone'))
    const address = (await page.getByRole('link', { name: 'Nhắn thử như một khách' }).getAttribute('href')) ?? ''
    assert.match(address, /\/c\/tiem-goi-may$/)

    const customers = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'vi-VN' })
    await walk.follow(customers)
    const customer = await customers.newPage()
    customer.setDefaultTimeout(60_000)
    await customer.goto(`${server.url}${new URL(address).pathname}`)
    await customer.getByRole('heading', { name: 'Tiệm gội Mây' }).waitFor()
    await customer.getByText('Dạ Tiệm gội Mây chào mình ạ. Em là trợ lý tự động').waitFor()
    await customer
      .getByRole('button', { name: /giá bao nhiêu\?$/ })
      .first()
      .click()
    await customer.getByText('160.000đ').first().waitFor()
    const waited = walk.waitedMs()
    await checkScreen(customer, 'page-phone')
    const fromTheName = onDuty - signedUp + 1
    const afterUpload = walk.presses() - uploaded
    console.log(
      `The walk: ${fromTheName} presses from the name to the bot on duty; after the upload ${afterUpload}, the customer’s included; ${Math.round(waited / 1000)} s from signing up to the answer`,
    )
    assert.ok(fromTheName <= maxPresses && afterUpload <= maxPresses, `${fromTheName}, ${afterUpload}`)
    assert.deepEqual([signedUp, fromTheName, afterUpload], [1, 5, 3], 'each press is seen')
    assert.ok(waited < maxWaitMs, `${Math.round(waited / 1000)} s`)

    await page.goto(`${server.url}/dashboard`)
    await page.waitForURL('**/dashboard/operations')
    await page.goto(`${server.url}/dashboard/training`)
    await page.getByRole('link', { name: 'Bảng giá Mây.txt' }).click()
    await press(page.getByRole('button', { name: /Gội thảo mộc/ }))
    await page.getByText('30 ngày qua khách hỏi tới dòng này 1 lần').waitFor()
    await press(page.getByRole('button', { name: 'Xem các câu hỏi' }))
    await press(page.locator('.line-uses').getByRole('link'))
    await page.waitForURL('**/inbox/answers/*')
    await press(page.locator('.rests-on'))
    await page.waitForURL('**/dashboard/training/*?row=*')
    await page.getByRole('region', { name: 'Bot hiểu dòng này là' }).getByText('160.000đ').first().waitFor()
    assert.match((await page.locator('.line[aria-current]').textContent()) ?? '', /Gội thảo mộc/)
    await checkScreen(page, 'asked-phone')
    await page.goto(`${server.url}/dashboard/print-code`)
    await page.getByRole('img', { name: /Mã QR/ }).waitFor()
    await checkScreen(page, 'print-phone')
    await context.close()
  })

  test('a picture, a link read, the network lost in the middle, a colleague further on, and Messenger instead', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'vi-VN' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signUp(page, { name: 'Họ và tên', go: 'Tạo tài khoản', sent: 'Xem hộp thư của bạn' }, 'hoa@sa.example')
    await page.getByLabel('Tên tiệm').fill('Tiệm gội Sả')
    const choose = page.getByLabel('Thêm ảnh tiệm')
    await choose.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await page.getByRole('alert').filter({ hasText: 'Chọn ảnh PNG' }).waitFor()
    await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot })
    await page.getByRole('button', { name: 'Đổi ảnh' }).waitFor()
    await page.getByRole('radio', { name: 'Nghề khác' }).check()
    await page.reload()
    await page.getByRole('button', { name: 'Đổi ảnh' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Nghề khác' }).isChecked(), 'found again')
    const next = page.getByRole('button', { name: 'Tiếp tục' })
    await next.click()
    await page.getByRole('heading', { name: 'Đưa bot một bảng giá' }).waitFor()

    const files = page.locator('input[type=file]').first()
    assert.match((await files.getAttribute('accept')) ?? '', /image\/jpeg/)
    await files.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: dot })
    await page.getByText('Ảnh HEIC của iPhone chưa đọc được').waitFor()
    await context.setOffline(true)
    await files.setInputFiles({ name: 'IMG_0001.jpeg', mimeType: 'image/jpeg', buffer: dot })
    await page.getByText('Tệp chưa gửi xong: Không kết nối được').waitFor()
    const lost = { name: 'Bảng giá Sả.txt', mimeType: 'text/plain', buffer: Buffer.from('Gội bưởi: 100.000đ') }
    await files.setInputFiles(lost)
    const again = page.getByRole('button', { name: 'Thử lại' })
    await again.waitFor()
    await checkScreen(page, '2-lost-phone')
    await page.getByRole('button', { name: /^Dán chữ/ }).click()
    await page.getByLabel('Nội dung').fill('Gội bưởi: 100.000đ')
    await page.getByRole('button', { name: 'Cho bot đọc' }).click()
    await inSight(page.getByRole('listitem').getByRole('alert'))
    await inSight(page.getByText('Mất mạng').first())
    assert.equal(await page.getByLabel('Nội dung').inputValue(), 'Gội bưởi: 100.000đ')
    await checkScreen(page, '2-lost-paste-phone')
    await context.setOffline(false)
    await page.getByRole('button', { name: /^Dán liên kết/ }).click()
    await page.getByLabel('Địa chỉ trang').fill(`${site.url}/cua-hang`)
    await page.reload()
    assert.equal(await page.getByLabel('Địa chỉ trang').inputValue(), `${site.url}/cua-hang`)
    await page.getByRole('button', { name: 'Đọc trang này' }).click()
    await inSight(page.getByText('Trang này chỉ hiện chữ khi chạy trong trình duyệt'))
    await inSight(page.getByRole('button', { name: 'Tự dán nội dung' }))
    assert.equal(await page.getByLabel('Địa chỉ trang').inputValue(), `${site.url}/cua-hang`)
    await checkScreen(page, '2-scripts-phone')
    await page.getByRole('button', { name: 'Bỏ qua' }).click()
    await page.getByRole('button', { name: 'Bỏ qua' }).waitFor({ state: 'detached' })
    await page.getByLabel('Địa chỉ trang').fill(`${site.url}/bang-gia`)
    const lostAgain = Promise.withResolvers<void>()
    await page.route('**/api/v1/bot/ask', async route => {
      await lostAgain.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Đọc trang này' }).click()
    await page.getByRole('heading', { name: 'Bot hiểu thế này, đúng chưa?' }).waitFor()
    await page
      .getByText(/Gội gừng/)
      .first()
      .waitFor()
    await page.getByText('Bot đang trả lời…').first().waitFor({ state: 'attached' })
    await context.setOffline(true)
    lostAgain.resolve()
    await next.waitFor()
    const unasked = page.getByText('Chưa hỏi được bot.')
    const verdicts = page.getByRole('group', { name: /^Câu trả lời cho/ })
    assert.equal(await unasked.count(), await verdicts.count())
    assert.ok(await verdicts.first().getByRole('button', { name: 'Đúng' }).isDisabled(), 'nobody has seen an answer')
    await checkScreen(page, '3-lost-phone')
    await context.setOffline(false)
    await page.unroute('**/api/v1/bot/ask')
    await press(page.getByRole('button', { name: 'Thử lại' }).first())
    await page.getByRole('button', { name: /^Cả \d câu đều đúng$/ }).waitFor()

    const colleague = await context.newPage()
    await colleague.goto(`${server.url}/dashboard/start`)
    await colleague.getByRole('button', { name: /^(?:Tiếp tục|Cả \d câu đều đúng)$/ }).click()
    await colleague.getByRole('heading', { name: 'Khách nhắn cho bạn ở đâu?' }).waitFor()
    await page.getByText('Người khác trong đội đang ở bước 4.').waitFor()
    await checkScreen(page, '3-moved-phone')
    await page.getByRole('button', { name: 'Sang đó' }).click()
    await page.getByRole('heading', { name: 'Khách nhắn cho bạn ở đâu?' }).waitFor()
    await colleague.close()

    for (const road of [/^Zalo OA/, /^Messenger/]) {
      await page.getByRole('radio', { name: road }).check()
      await page.getByText('Bật bot xong, Sen đưa bạn sang trang Kết nối để đăng nhập.').waitFor()
    }
    await page.getByRole('button', { name: 'Bật bot' }).click()
    await page.waitForURL('**/dashboard/connect')
    await page.getByText('Kết nối Messenger').first().waitFor()
    const customer = await context.newPage()
    await customer.goto(`${server.url}/c/tiem-goi-sa`)
    await customer.locator('img[src*="/avatars/"]').first().waitFor()
    await context.close()
  })

  test('at a desk, in English, by keys alone: words are pasted, a wrong answer is put right', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await context.addInitScript(() => localStorage.setItem('language', 'en'))
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signUp(page, { name: 'Full name', go: 'Create account', sent: 'Check your email' }, 'thao@nails.example')
    await tabTo(page.getByLabel('Shop name'))
    await page.keyboard.type('May Nails')
    await checkScreen(page, '1-desk')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Give the bot a price list' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Open the camera' }).count(), 0)
    await press(page.getByRole('button', { name: /^Paste text/ }))
    await tabTo(page.getByRole('textbox', { name: 'Text', exact: true }))
    await page.keyboard.insertText(prices.en)
    await checkScreen(page, '2-desk')
    await press(page.getByRole('button', { name: 'Let the bot read it' }))
    await page.getByRole('heading', { name: 'Did the bot get it right?' }).waitFor()
    await page.getByRole('button', { name: /are right$/ }).waitFor()
    await press(page.getByRole('button', { name: 'Wrong' }).first())
    const reply = page.getByLabel('What would you say?')
    const save = page.getByRole('button', { name: 'Save this answer' })
    await tabTo(reply)
    await page.keyboard.type('Our herbal hair wash is 160,000đ, tea included.')
    await page.reload()
    assert.equal(await reply.inputValue(), 'Our herbal hair wash is 160,000đ, tea included.')
    await page.route('**/api/v1/sources/pairs', route => route.fulfill({ status: 201, json: { status: 'waiting' } }))
    await press(save)
    await page.getByText('Saved, but not in use').waitFor()
    await checkScreen(page, '3-held-desk')
    await page.unroute('**/api/v1/sources/pairs')
    await page.reload()
    await tabTo(reply)
    await page.keyboard.type('Our herbal hair wash is 160,000đ, tea included.')
    await checkScreen(page, '3-desk')
    await press(save)
    await page.getByText('tea included').first().waitFor()
    await press(page.getByRole('button', { name: /^(?:Continue|All \d are right)$/ }))
    await page.getByRole('heading', { name: 'Where do customers write to you?' }).waitFor()
    await tabTo(page.getByRole('radio', { name: /^Your own chat page/ }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page.getByLabel('Website address'))
    await page.keyboard.type('maynails.example')
    await page.keyboard.press('Enter')
    await page.getByText('<script async').waitFor()
    await checkScreen(page, '4-desk')
    await sendsToWebPerson(context, page)
    await press(page.getByRole('button', { name: 'Switch the bot on' }))
    await page.getByRole('heading', { name: 'The bot is on duty on your chat page' }).waitFor()
    await checkScreen(page, 'done-desk')
    await context.close()
  })
})

/** By mail, by Zalo, or as plain text: each holds the whole text. */
async function sendsToWebPerson(context: BrowserContext, page: Page): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('https://chat.zalo.me/**', route => route.fulfill({ body: 'Zalo' }))
  const instructions = /maynails\.example.*<script async src="[^"]*loader\.js" data-widget="wgt_\w+"/s
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const forget = () => page.evaluate(() => navigator.clipboard.writeText(''))
  const mail = page.getByRole('link', { name: 'Send by email' })
  await tabTo(mail)
  const { searchParams, protocol } = new URL((await mail.getAttribute('href')) ?? '')
  assert.deepEqual([protocol, searchParams.get('subject')], ['mailto:', 'Chat code for maynails.example'])
  assert.match(searchParams.get('body') ?? '', instructions)
  const zalo = context.waitForEvent('page')
  await press(page.getByRole('button', { name: 'Send on Zalo' }))
  const opened = await zalo
  assert.match(opened.url(), /^https:\/\/chat\.zalo\.me\//)
  await opened.close()
  await page.getByText('Message copied. Paste it into your Zalo chat.').waitFor()
  assert.match(await clipboard(), instructions)
  for (const name of ['Send to your web person', 'Copy the message']) {
    await forget()
    await tabTo(page.getByRole('button', { name }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await waitFor(async () => instructions.test(await clipboard()))
  }
}

/** Not only on the page, but between the edges of the window. */
async function inSight(what: Locator): Promise<void> {
  await what.waitFor()
  await waitFor(() =>
    what.evaluate(one => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }),
  )
}

async function waitFor(is: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await is())) {
    if (performance.now() > end) throw new Error('It did not come.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
