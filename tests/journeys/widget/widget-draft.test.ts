import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Browser, Frame, Page } from 'playwright-core'
import { connectWebsite } from '#features/channels/website/connect-website.ts'
import { systemClock } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type ModelSimulator, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { serveShopPage, type ShopPage } from '#tests/fixtures/shop-page.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { violations } from '../steps/accessibility.ts'

const first = 'Dạ, nội thành Hà Nội phí ship 20.000đ ạ.'
const rest = 'Giao trong 2 ngày ạ.'

describe('a reply that a model writes appears in the chat sentence by sentence', { timeout: 120_000 }, () => {
  let platform: TestPlatform<typeof systemClock>
  let app: FastifyInstance
  let simulator: ModelSimulator
  let shop: ShopPage
  let browser: Browser
  let page: Page
  let seen = (): void => {}
  let listening: Promise<unknown>

  before(async () => {
    simulator = await startModelSimulator()
    platform = await testPlatform({
      clock: systemClock,
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'tiny',
        LLM_BASE_URL: `${simulator.address}/v1`,
        LLM_FIRST_TOKEN_SECONDS: '60',
        LLM_SECONDS: '90',
      },
    })
    await platform.changes.start()
    await platform.broadcast.start()
    await platform.jobs.start()
    const workspace = await makeWorkspace(platform)
    await teach(platform, workspace.workspaceId, 'Giao hàng', 'Nội thành Hà Nội: phí ship 20.000đ, giao trong 2 ngày.')
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const channel = await connectWebsite(platform, workspace.admin, { domains: ['localhost'], name: 'Tiệm gốm Mộc An' })
    shop = await serveShopPage(() => ({ server, widget: channel.account_id }))
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' })
  })
  after(async () => {
    await browser.close()
    await shop.close()
    await platform.jobs.stop(2000)
    await app.close()
    await platform.close()
    await simulator.close()
  })

  async function ask(question: string): Promise<Frame> {
    listening = page.waitForResponse('**/widget/v1/events**')
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
  /** Drafts reach who listens by then. Holds every piece from the second sentence until the test has looked. */
  function holdAfterFirst(): void {
    const looked = new Promise<void>(resolve => {
      seen = resolve
    })
    simulator.beforePiece = async text => {
      await listening
      if (text.includes('Giao trong')) await looked
    }
  }

  test('it grows where the bot is shown to write, hidden from readers of the screen, and becomes the message', async () => {
    simulator.script = {
      reply: `${first} ${rest}`,
      citations: [{ chunk: 'c1', quote: 'phí ship 20.000đ, giao trong 2 ngày' }],
    }
    holdAfterFirst()
    const frame = await ask('phí ship nội thành bao nhiêu ạ')
    const draft = frame.locator('.draft')
    await draft.waitFor({ timeout: 30_000 })
    assert.equal(await draft.textContent(), first)
    assert.equal(await draft.locator('xpath=ancestor::*[@aria-hidden="true"]').count(), 1)
    assert.deepEqual(await violations(page), [])
    seen()
    await frame.getByText(rest).waitFor({ timeout: 30_000 })
    await draft.waitFor({ state: 'detached', timeout: 30_000 })
    await frame.locator('.message', { hasText: rest }).waitFor({ timeout: 30_000 })
    assert.equal(await frame.getByText(first).count(), 1)
    const moves = await frame
      .locator('.message')
      .last()
      .evaluate(element => element.getAnimations().length)
    assert.equal(moves, 0, 'the message stands where the draft stood')
  })

  test('a later sentence that is not true: the quoted answer stands in its place', async () => {
    simulator.script = {
      reply: `${first} ${rest} Phí ship chỉ 9.000đ thôi ạ.`,
      citations: [{ chunk: 'c1', quote: 'phí ship 20.000đ, giao trong 2 ngày' }],
    }
    holdAfterFirst()
    const frame = await ask('cho hỏi phí ship nội thành Hà Nội bao nhiêu vậy shop')
    const draft = frame.locator('.draft')
    await draft.waitFor({ timeout: 30_000 })
    seen()
    await draft.waitFor({ state: 'detached', timeout: 30_000 })
    await frame.locator('.drop.bot', { hasText: 'phí ship 20.000đ, giao trong 2 ngày' }).waitFor({ timeout: 30_000 })
    assert.doesNotMatch(await frame.locator('.log').innerText(), /9\.000đ/)
  })
})
