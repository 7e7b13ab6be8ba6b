import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'
import type * as Greetings from './greetings.ts'
import { isHere } from './greetings.ts'

test('a rule holds on its page, below its folder, or everywhere', () => {
  for (const here of ['/gom', '/gom/']) assert.equal(isHere('/gom', here), true)
  for (const here of ['/gom/am', '/gomme', '/']) assert.equal(isHere('/gom', here), false)
  for (const here of ['/gom', '/gom/', '/gom/am/1']) assert.equal(isHere('/gom/*', here), true)
  for (const here of ['/gomme', '/']) assert.equal(isHere('/gom/*', here), false)
  assert.deepEqual(
    [isHere('', '/a'), isHere('/', '/'), isHere('/', '/a'), isHere('/*', '/a')],
    [true, true, false, true],
  )
})

/** What the visitor reads before the chat is closed. */
async function visit(page: Page): Promise<string[]> {
  await page.route(`${testOrigin}/widget/**`, route => route.fulfill())
  await openTestPage(page, 'widget/greetings.ts')
  return page.evaluate(async () => {
    const { greet } = (globalThis as unknown as { page: typeof Greetings }).page
    const rule = { path: '', after: { seconds: 0 }, who: 'all', once: 'ever' } as const
    const rules = ['First', 'Second'].map(words => ({ ...rule, id: words, vi: words, en: words }))
    const read: string[] = []
    let close: ((detail: unknown) => void) | undefined
    greet(rules, { server: '', widget: 'wgt_1', locale: 'vi', previews: () => true }, (...call) => {
      if (call[0] === 'greet') read.push(call[1])
      if (call[0] === 'on' && call[1] === 'close') close = call[2]
    })
    await new Promise(resolve => setTimeout(resolve, 0))
    close?.({})
    return read
  })
}

test('what was read once does not come back because the chat was closed', async t => {
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const page = await openPage(t, browser)
  assert.deepEqual(await visit(page), ['First'])
  const later = await page.context().newPage()
  await later.clock.setFixedTime(Date.now() + 11 * 60_000)
  assert.deepEqual(await visit(later), ['Second'])
})
