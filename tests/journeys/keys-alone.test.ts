import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openHouse } from '#features/site/open-house.ts'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { isFocused, press, tabTo } from './steps/by-keys.ts'
import { openRoots } from './steps/open-roots.ts'
import { pastFirstSteps } from './steps/past-first-steps.ts'

const email = 'phim@hatnau.example'
const password = 'hoa sen trắng nở đêm'
const newPassword = 'chìa mới cho cửa quen'

describe('by keys alone', { timeout: 400_000 }, () => {
  let desk: SignInDriver
  let browser: Browser

  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'auto' })
    await openHouse(desk.platform)
    await desk.account(email, password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  async function newPage(t: TestContext): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'vi-VN',
    })
    t.after(() => context.close())
    await context.addInitScript(openRoots)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return page
  }

  test('a request is written, refused at its field, mended and sent', async t => {
    const page = await newPage(t)
    await page.goto(`${desk.url}/contact`)
    const point = page.getByLabel('E-mail hoặc số điện thoại')
    await tabTo(point)
    await page.keyboard.type('không phải số')
    await tabTo(page.getByRole('button', { name: 'Gửi yêu cầu' }))
    await page.keyboard.press('Enter')
    await isFocused(point)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0912 345 678')
    await tabTo(page.getByLabel('Bạn cần gì?'))
    await page.keyboard.type('Tiệm có hai fanpage')
    await tabTo(page.getByRole('button', { name: 'Gửi yêu cầu' }))
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Đã nhận. Cảm ơn bạn.' }).waitFor()
    await isFocused(page.locator('.request-sent'))
  })

  test('the plans are switched by arrows, the language by its link', async t => {
    const page = await newPage(t)
    await page.goto(`${desk.url}/pricing`)
    await tabTo(page.getByRole('radio', { name: 'Theo tháng' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(page.getByRole('radio', { name: 'VND' }))
    await page.keyboard.press('ArrowRight')
    await page.locator('.plan-pro').getByText('24,65 USD').waitFor()
    await tabTo(page.getByRole('link', { name: 'EN, English' }).last())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/pricing')
    await page.keyboard.press('Tab')
    await isFocused(page.getByRole('link', { name: /^Skip to/ }))
  })

  test('the chat is opened, written in, left by Escape, and opened again', async t => {
    const page = await newPage(t)
    await page.goto(`${desk.url}/`)
    await tabTo(page.locator('main a[data-open-chat]').first())
    await page.keyboard.press('Enter')
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    assert.ok(frame)
    const field = frame.locator('textarea')
    await frame.waitForSelector('[data-connection=online]')
    await isFocused(field)
    await page.keyboard.type('Dùng thử được mấy ngày?')
    await page.keyboard.press('Enter')
    await frame.waitForSelector('[data-state=sent]')
    await page.keyboard.press('Escape')
    await isFocused(page.getByRole('button', { name: 'Mở khung chat' }))
    await page.keyboard.press('Enter')
    await frame.waitForFunction(() => document.hasFocus())
    await isFocused(field)
    await page.keyboard.type('cảm ơn')
    assert.equal(await field.inputValue(), 'cảm ơn')
  })

  test('an invitation is accepted', async t => {
    const guest = 'khach@hatnau.example'
    await desk.auth('/invite', { email: guest }, desk.platform.tokens.serviceRoleKey)
    const page = await newPage(t)
    await page.goto((await desk.openEmail(guest)).link, { waitUntil: 'commit' })
    await press(page.getByRole('button', { name: 'Tiếp tục', exact: true }))
    await tabTo(page.getByLabel('Họ và tên'))
    await page.keyboard.type('Lê Văn Tú')
    await tabTo(page.getByRole('textbox', { name: 'Mật khẩu' }))
    await page.keyboard.type('trà sen ướp đêm')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard/)
  })

  test('a new password is set, a second step switched on and given, and a stored code does as well', async t => {
    const page = await newPage(t)
    const workers: string[] = []
    page.on('worker', worker => workers.push(worker.url()))
    await page.goto(`${desk.url}/auth?mode=forgot`)
    await tabTo(page.getByLabel('E-mail'))
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Xem hộp thư của bạn' }).waitFor()
    assert.equal(workers.length, 1, 'a worker proves that a person asks')
    await page.goto((await desk.openEmail(email)).link, { waitUntil: 'commit' })
    await tabTo(page.getByLabel('Mật khẩu mới'))
    await page.keyboard.type(newPassword)
    await tabTo(page.getByLabel('Gõ lại lần nữa'))
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Enter')
    await pastFirstSteps(page)

    await page.goto(`${desk.url}/dashboard/account`)
    await press(page.getByRole('button', { name: 'Bật xác minh 2 bước' }))
    await press(page.getByRole('button', { name: /Không quét được/ }))
    const secret = (await page.locator('.two-step-secret').innerText()).replace(/\s/g, '')
    const halfMinute = () => Math.floor(desk.platform.clock.now().getTime() / 30_000)
    const first = halfMinute()
    await tabTo(page.getByLabel('Gõ 6 số ứng dụng đang hiện'))
    await page.keyboard.type(digitsOf(secret, first))
    const codes = page.locator('.recovery-codes li')
    await codes.first().waitFor()
    const code = await codes.first().innerText()
    await tabTo(page.getByLabel('Tôi đã cất mã'))
    await page.keyboard.press('Space')
    await press(page.getByRole('button', { name: 'Xong' }))
    await page.getByText('Đang bật').waitFor()

    const again = await newPage(t)
    await signIn(again)
    await again.getByRole('heading', { name: 'Gõ 6 số trong ứng dụng xác thực' }).waitFor()
    await isFocused(again.getByLabel('Mã 6 số'))
    // Codes work once; the next half minute's is accepted too, for fast clocks.
    await again.keyboard.type(digitsOf(secret, Math.max(first, halfMinute()) + 1))
    await pastFirstSteps(again)

    const lost = await newPage(t)
    await signIn(lost)
    await press(lost.getByRole('button', { name: 'Dùng mã dự phòng' }))
    await tabTo(lost.getByLabel('Mã dự phòng'))
    await lost.keyboard.type(code)
    await lost.keyboard.press('Enter')
    await pastFirstSteps(lost)
  })

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${desk.url}/auth`)
    await tabTo(page.getByLabel('E-mail'))
    await page.keyboard.type(email)
    await tabTo(page.getByRole('textbox', { name: 'Mật khẩu' }))
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Enter')
  }
})
