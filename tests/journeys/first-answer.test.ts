// From sign-up to the first answer in the widget, led by nothing but the list of first steps: it shows what is true, and blocks nothing.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser } from '#tests/browser.ts'
import { priceListPdf } from '#tests/documents.ts'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/server-process.ts'
import { serveShopPage, type ShopPage } from '#tests/shop-page.ts'
import { violations } from './accessibility.ts'

const withinMs = 5 * 60_000

describe('the first live answer', { timeout: 300_000 }, () => {
  let home: Home
  let server: RunningServer
  let shop: ShopPage
  let browser: Browser
  let widget = ''
  before(async () => {
    home = await makeHome()
    server = await startServer(home)
    shop = await serveShopPage(() => ({ server: server.url, widget }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
    await server?.stop()
    await home?.remove()
  })

  function mailedLink(): string | undefined {
    const folder = join(home.dataDir, 'mail')
    const [file] = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
    const letter = file && (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { text: string })
    return letter ? /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(letter.text)?.[0] : undefined
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `first-${name}.png`), fullPage: true })
  }

  const steps = (page: Page): Locator => page.getByRole('region', { name: 'Các bước bắt đầu' })

  /** How many of the five are done, as the list says it. */
  const done = (page: Page, count: number) => steps(page).getByText(`${count} trong 5 bước đã xong`).waitFor()

  async function follow(page: Page, action: string): Promise<void> {
    await page.goto(`${server.url}/dashboard/operations`)
    await steps(page).getByRole('link', { name: action }).click()
  }

  test('comes within five minutes, step by step, on a phone', async () => {
    const began = performance.now()
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'vi-VN' })
    const owner = await context.newPage()
    owner.setDefaultTimeout(30_000)
    await owner.goto(`${server.url}/auth?mode=sign-up`)
    await owner.getByLabel('Họ và tên').fill('Nguyễn Thu Hạnh')
    await owner.getByLabel('E-mail').fill('hanh@buoc-dau.example')
    await owner.getByRole('textbox', { name: 'Mật khẩu' }).fill('hoa sen trắng nở đêm')
    await owner.getByRole('button', { name: 'Tạo tài khoản' }).click()
    await owner.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
    await assert.doesNotReject(waitFor(() => mailedLink() !== undefined))
    await owner.goto(mailedLink() ?? '', { waitUntil: 'commit' })
    await owner.waitForURL('**/dashboard/operations')
    await done(owner, 0)
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'begin')

    await follow(owner, 'Tải tài liệu lên')
    await owner.locator('input[type=file]').setInputFiles({
      name: 'Bảng giá Hạt Nâu.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await priceListPdf()),
    })
    await owner.getByText('Đã xử lý', { exact: true }).waitFor({ timeout: 60_000 })

    await follow(owner, 'Hỏi thử bot')
    await owner.getByPlaceholder(/./).last().waitFor()
    await owner
      .getByRole('region', { name: /Hỏi thử/ })
      .getByRole('textbox')
      .fill('ship bn v shop')
    await owner.keyboard.press('Enter')
    await owner.getByText('22.000đ').first().waitFor()
    await owner.goto(`${server.url}/dashboard/operations`)
    await done(owner, 2)

    await follow(owner, 'Thêm website')
    await owner.getByLabel('Tên miền website của bạn').fill(new URL(shop.origin).host)
    await owner.getByRole('button', { name: 'Kết nối website' }).click()
    const script = owner.getByText('<script async').first()
    await script.waitFor()
    widget = /data-widget="(wgt_[^"]+)"/.exec((await script.textContent()) ?? '')?.[1] ?? ''
    await owner.goto(`${server.url}/dashboard/operations`)
    await done(owner, 3)

    const visitor = await (await browser.newContext({ locale: 'vi-VN' })).newPage()
    visitor.setDefaultTimeout(30_000)
    await visitor.goto(shop.origin)
    await visitor.waitForFunction(
      () => 'heard' in globalThis && JSON.stringify(globalThis['heard' as never]).includes('ready'),
    )
    await visitor.evaluate(() => (globalThis as unknown as { sen(call: string): void }).sen('open'))
    const frame = () => visitor.frames().find(one => one.url().includes('/widget/v1/frame'))
    await waitFor(() => frame() !== undefined)
    const chat = frame() ?? assert.fail('There is no chat.')
    await chat.locator('textarea').fill('ship bn v shop')
    await chat.locator('textarea').press('Enter')
    await chat.getByText('22.000đ').first().waitFor()
    const took = performance.now() - began
    assert.ok(took < withinMs, `${Math.round(took / 1000)} s`)
    console.log(`From sign-up to the first answer in the widget: ${Math.round(took / 1000)} s`)

    await steps(owner).getByRole('heading', { name: 'Sen đã nở đủ năm cánh' }).waitFor()
    await steps(owner).getByRole('link', { name: 'Mời người' }).waitFor()
    assert.deepEqual(await violations(owner), [])
    await shoot(owner, 'bloom')

    // Put away with the keyboard, and brought back from the menu.
    await steps(owner).getByRole('button', { name: 'Cất đi' }).focus()
    await owner.keyboard.press('Enter')
    await steps(owner).waitFor({ state: 'detached' })
    await owner.reload()
    await owner.getByText(/Chào .*, Hạnh/).waitFor()
    assert.equal(await steps(owner).count(), 0)
    await owner.getByRole('button', { name: /^Thêm/ }).click()
    await owner.getByRole('button', { name: 'Hiện các bước bắt đầu' }).click()
    await steps(owner).waitFor()
    await context.close()
  })
})

async function waitFor(is: () => boolean): Promise<void> {
  const end = performance.now() + 20_000
  while (!is()) {
    if (performance.now() > end) throw new Error('It did not come.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
