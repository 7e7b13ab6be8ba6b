import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type Frame, type Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { priceListPdf } from '#tests/fixtures/documents.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'
import { violations } from './steps/accessibility.ts'
import { pastFirstSteps } from './steps/past-first-steps.ts'

describe('the main job, as owner and customer do it', { timeout: 300_000 }, () => {
  let home: Home
  let server: RunningServer
  let shop: ShopPage
  let browser: Browser
  let owner: Page
  let visitor: Page
  let chat: Frame
  let widget = ''
  const trouble: string[] = []

  before(async () => {
    home = await makeHome()
    server = await startServer(home)
    shop = await serveShopPage(() => ({ server: server.url, widget }))
    browser = await launchBrowser()
    owner = await newPage('owner')
    visitor = await newPage('visitor')
  })
  after(async () => {
    await browser.close()
    await shop.close()
    await server.stop()
    await home.remove()
  })

  async function newPage(name: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' })
    const page = await context.newPage()
    page.on(
      'console',
      message => ['error', 'warning'].includes(message.type()) && trouble.push(`${name}: ${message.text()}`),
    )
    page.on('pageerror', error => trouble.push(`${name}: ${error.message}`))
    page.on('response', answer => answer.status() >= 400 && trouble.push(`${name}: ${answer.status()} ${answer.url()}`))
    return page
  }

  async function confirmationLink(): Promise<string> {
    const folder = join(home.dataDir, 'mail')
    for (let tries = 0; tries < 200; tries++) {
      const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
      const email = files[0] && (JSON.parse(readFileSync(join(folder, files[0]), 'utf8')) as { text: string })
      const link = email && /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(email.text)?.[0]
      if (link) return link
      await wait(50)
    }
    throw new Error('No mail was captured.')
  }

  async function ask(text: string): Promise<void> {
    await chat.locator('textarea').fill(text)
    await chat.locator('textarea').press('Enter')
  }

  test('the owner signs up, confirms the mail, and stands in a workspace on trial', async () => {
    await owner.goto(`${server.url}/auth?mode=sign-up`)
    await owner.getByLabel('Họ và tên').fill('Nguyễn Thu Hạnh')
    await owner.getByLabel('E-mail').fill('hanh@hatnau.example')
    await owner.getByRole('textbox', { name: 'Mật khẩu' }).fill('hoa sen trắng nở đêm')
    await owner.getByRole('button', { name: 'Tạo tài khoản' }).click()
    // The mail is written before the answer that marks this browser as the one that signed up.
    await owner.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
    await owner.goto(await confirmationLink(), { waitUntil: 'commit' })
    await pastFirstSteps(owner)
    await owner.getByText(/Chào .*, Hạnh/).waitFor()
    assert.equal(new URL(owner.url()).hash, '', 'no token stays in the address')
  })

  test('uploads the price list, and the bot has read it', async () => {
    await owner.getByRole('link', { name: 'Huấn luyện' }).click()
    await owner.locator('input[type=file]').setInputFiles({
      name: 'Bảng giá Hạt Nâu.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await priceListPdf()),
    })
    await owner.getByText('Bot đang dùng', { exact: true }).waitFor({ timeout: 60_000 })
  })

  test('connects the website and gets one script tag to paste', async () => {
    await owner.getByRole('link', { name: 'Kết nối' }).first().click()
    await owner.getByLabel('Tên miền website của bạn').fill(new URL(shop.origin).host)
    await owner.getByRole('button', { name: 'Kết nối website' }).click()
    const script = owner.getByText('<script async').first()
    await script.waitFor()
    widget = /data-widget="(wgt_[^"]+)"/.exec((await script.textContent()) ?? '')?.[1] ?? ''
    assert.ok(widget)
  })

  test('a visitor of that website asks without marks, and gets the right sentence', async () => {
    await owner.getByRole('link', { name: 'Hộp thư' }).click()
    await owner.getByText('Mặt hồ đang lặng').first().waitFor()
    await visitor.goto(shop.origin)
    await visitor.waitForFunction(
      () => 'received' in globalThis && JSON.stringify(globalThis['received' as never]).includes('ready'),
    )
    await visitor.evaluate(() => (globalThis as unknown as { sen(call: string): void }).sen('open'))
    while (!visitor.frames().some(frame => frame.url().includes('/widget/v1/frame'))) await wait(10)
    chat = visitor.frames().find(frame => frame.url().includes('/widget/v1/frame')) as Frame
    await chat.locator('textarea').waitFor()
    await chat.getByText('trực tuyến').first().waitFor()
    await ask('ship bn v shop')
    await chat.getByText('22.000đ').first().waitFor({ timeout: 30_000 })
    assert.equal(
      await chat.getByText('Bảng giá Hạt Nâu').count(),
      0,
      'sources are for the team, unless the owner shows them',
    )
  })

  test('an unanswerable question gets an honest answer and the offer of a person', async () => {
    await ask('shop có bán vé máy bay đi Singapore không')
    await chat
      .getByText(/chưa|không có thông tin/)
      .last()
      .waitFor({ timeout: 30_000 })
    assert.match(await chat.locator('body').innerText(), /nhân viên|shop sẽ trả lời/)
  })

  test('the owner sees the chat live, and why the bot said what it said', async () => {
    await owner
      .getByText(/Khách [0-9A-F]{4}/)
      .first()
      .click()
    await owner.getByText('ship bn v shop').last().waitFor()
    await owner.getByRole('button', { name: 'Vì sao bot trả lời vậy?' }).first().click()
    await owner.locator('mark').getByText('22.000đ').waitFor()
    assert.deepEqual(await violations(owner), [])
  })

  test('takes over: answers by hand, the visitor reads it, and the bot keeps silent', async () => {
    await owner.getByRole('textbox', { name: 'Trả lời khách' }).fill('Dạ em Hạnh đây ạ, tiệm chỉ có cà phê thôi ạ.')
    await owner.getByRole('button', { name: 'Gửi', exact: true }).click()
    await chat.getByText('Dạ em Hạnh đây ạ').waitFor({ timeout: 30_000 })
    await ask('mình trả bằng chuyển khoản được không')
    await owner.getByText('mình trả bằng chuyển khoản được không').last().waitFor({ timeout: 30_000 })
    // Absence shows only by waiting.
    await wait(3000)
    await owner
      .getByText(/Đang chờ/)
      .first()
      .waitFor()
    assert.equal(await chat.getByText('Nhận tiền mặt').count(), 0)
  })

  test('gives the chat back, and the bot answers again', async () => {
    const resumed = owner.waitForResponse(response => response.url().endsWith('/resume-bot'))
    await owner.getByRole('switch', { name: /Bot/, checked: false }).last().click()
    assert.equal((await resumed).status(), 200)
    await owner.getByRole('switch', { name: /Bot/, checked: true }).last().waitFor()
    await owner.getByText('Bot trả lời', { exact: true }).first().waitFor()
    await ask('shop nhận chuyển khoản không ạ')
    await chat.getByText('Nhận tiền mặt').first().waitFor({ timeout: 30_000 })
  })

  test('a picture that the customer sends is seen by the owner', async () => {
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await chat.locator('input[type=file]').setInputFiles({ name: 'phin.png', mimeType: 'image/png', buffer })
    await chat.locator('.attached.picture img').waitFor({ timeout: 20_000 })
    await owner.locator('.message-picture img').waitFor({ timeout: 20_000 })
    assert.ok(await owner.locator('.message-picture img').evaluate(one => one instanceof HTMLImageElement))
  })

  test('has left no error in either browser so far', () => {
    assert.deepEqual(trouble, [])
  })

  test('goes on where it was after the server was killed, without losing a message', async () => {
    await server.kill()
    await ask('tiệm mở cửa mấy giờ vậy')
    server = await startServer(home)
    await chat
      .getByText(/7h30|21h00/)
      .first()
      .waitFor({ timeout: 60_000 })
    await owner.getByText('tiệm mở cửa mấy giờ vậy').last().waitFor({ timeout: 60_000 })
  })
})
