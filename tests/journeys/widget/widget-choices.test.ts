import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContextOptions, Frame } from 'playwright-core'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { systemClock } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { violations } from '../steps/accessibility.ts'

const cakes =
  'Bánh kem dâu: 280.000đ\nBánh kem nho: 290.000đ\nBánh kem dứa: 270.000đ\nBánh kem táo: 260.000đ\nTrà đào: 45.000đ'

describe('where the bot asks back, the chat offers what may be picked', { timeout: 120_000 }, () => {
  let platform: TestPlatform<typeof systemClock>
  let app: FastifyInstance
  let shop: ShopPage
  let browser: Browser

  before(async () => {
    platform = await testPlatform({ clock: systemClock })
    await platform.changes.start()
    await platform.broadcast.start()
    await platform.jobs.start()
    const workspace = await makeWorkspace(platform)
    await teach(platform, workspace.workspaceId, 'Bảng giá', cakes)
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const channel = await connectWebsite(platform, workspace.admin, {
      domains: ['localhost'],
      name: 'Tiệm bánh Mộc An',
    })
    shop = await serveShopPage(() => ({ server, widget: channel.account_id }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
    await platform?.jobs.stop(2000)
    await app?.close()
    await platform?.close()
  })

  async function ask(settings: BrowserContextOptions, question: string): Promise<Frame> {
    const page = await browser.newPage(settings)
    page.setDefaultTimeout(30_000)
    await page.goto(shop.origin)
    await page.waitForFunction(() => globalThis.received.some(([name]) => name === 'ready'))
    await page.evaluate(() => globalThis.sen('open'))
    // The frame is in a closed root: only the browser knows it.
    while (!page.frames().some(one => one.url().includes('/widget/v1/frame'))) await page.waitForTimeout(20)
    const frame = page.frames().find(one => one.url().includes('/widget/v1/frame'))
    assert.ok(frame)
    await frame.locator('textarea').fill(question)
    await frame.locator('textarea').press('Enter')
    return frame
  }
  async function checkFrame(frame: Frame, name: string): Promise<void> {
    assert.deepEqual(await violations(frame.page()), [], name)
    const folder = process.env['SCREENSHOTS']
    if (folder) await frame.page().screenshot({ path: join(folder, `choices-${name}.png`) })
  }

  test('by the keyboard: what was picked is said, answered, and offered no more', async () => {
    const frame = await ask({ viewport: { width: 1280, height: 800 } }, 'bánh kem giá bao nhiêu')
    const offers = frame.getByRole('group', { name: 'Chọn câu trả lời' })
    await offers.getByRole('button', { name: 'Bánh kem nho' }).waitFor()
    assert.equal(await offers.getByRole('button').count(), 4)
    await checkFrame(frame, 'wide')
    await offers.getByRole('button', { name: 'Bánh kem nho' }).focus()
    await frame.page().keyboard.press('Enter')
    await frame.getByText('Dạ, Bánh kem nho giá 290.000đ').waitFor()
    assert.equal(await offers.count(), 0)
  })

  test('on a phone, in the dark', async () => {
    const settings = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
    const frame = await ask(settings, 'bánh kem giá bao nhiêu')
    await frame.getByRole('button', { name: 'Bánh kem táo' }).waitFor()
    await checkFrame(frame, 'phone-dark')
    await frame.getByRole('button', { name: 'Bánh kem táo' }).click()
    await frame.getByText('Dạ, Bánh kem táo giá 260.000đ').waitFor()
  })
})
