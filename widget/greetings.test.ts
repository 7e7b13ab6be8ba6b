import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { openRoots } from '#tests/journeys/steps/open-roots.ts'
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
    greet(
      rules,
      { server: '', widget: 'wgt_1', locale: 'vi', previews: () => true },
      (...call) => {
        if (call[0] === 'greet') read.push(call[1])
        if (call[0] === 'on' && call[1] === 'close') close = call[2]
      },
      { opened: () => 0 },
    )
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

type Embed = { open(): void; greet(text: string): void; opened(): number }
type Launcher = { createEmbed(snippet: object, name: string, emit: () => void): Embed }
type Chat = { since: number; lastOpen: number; openMs?: number }

/** Each chat is one page that stays for two seconds; what is read there. */
async function readAt(page: Page, { since, lastOpen, openMs }: Chat): Promise<string[]> {
  await page.route(`${testOrigin}/widget/**`, route => route.fulfill())
  await page.clock.install({ time: since })
  await openTestPage(page, 'widget/greetings.ts')
  await page.evaluate(
    ({ lastOpen: last, openMs: given }) => {
      const rule = { path: '', after: { seconds: 1 }, who: 'all', once: 'session', vi: 'Chào', en: 'Hi' } as const
      const read: string[] = []
      Object.assign(globalThis, { read })
      ;(globalThis as unknown as { page: typeof Greetings }).page.greet(
        [{ ...rule, id: 'a', ...(given !== undefined && { open_ms: given }) }],
        { server: '', widget: 'wgt_1', locale: 'vi', previews: () => true },
        (...call) => call[0] === 'greet' && read.push(call[1]),
        { opened: () => (last === Infinity ? Date.now() : last) },
      )
    },
    { lastOpen, openMs },
  )
  await page.clock.runFor(2000)
  const read = await page.evaluate(() => (globalThis as unknown as { read: string[] }).read)
  await page.goto('about:blank')
  return read
}

test('nothing lies over a chat that was open before, nor comes within ten minutes of closing it, on the next page either', async t => {
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const now = Date.parse('2026-11-16T03:00:00Z')
  const page = await openPage(t, browser)
  const next = () => page.context().newPage()
  assert.deepEqual(await readAt(page, { since: now, lastOpen: now - 60_000 }), [])
  assert.deepEqual(await readAt(await next(), { since: now + 60_000, lastOpen: 0 }), [])
  assert.deepEqual(await readAt(await next(), { since: now + 120_000, lastOpen: Infinity }), [])
  assert.deepEqual(await readAt(await next(), { since: now + 11 * 60_000, lastOpen: 0 }), [])
  assert.deepEqual(await readAt(await next(), { since: now + 13 * 60_000, lastOpen: 0 }), ['Chào'])
})

test('a page that stays open greets in the shop’s hours alone', async t => {
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const read = async (openMs: number) =>
    (await readAt(await openPage(t, browser), { since: Date.now(), lastOpen: 0, openMs })).length
  assert.deepEqual([await read(1500), await read(900)], [1, 0])
})

test('what the page says beside the button waits until the chat is closed', async t => {
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const page = await openPage(t, browser)
  await page.addInitScript(openRoots)
  await page.route(`${testOrigin}/frame`, route => route.fulfill({ contentType: 'text/html', body: '' }))
  await openTestPage(page, 'widget/launcher/embed.ts')
  const greeted = (isOpen: boolean) =>
    page.evaluate(open => {
      const snippet = { server: location.origin, widget: 'wgt_1', locale: 'vi', theme: 'auto', colour: null } as const
      const { createEmbed } = (globalThis as unknown as { page: Launcher }).page
      const embed = createEmbed(
        { ...snippet, left: false, staticFrame: '/frame', previews: () => true },
        'Gốm',
        () => {},
      )
      if (open) embed.open()
      embed.greet('Chào bạn')
      return embed.opened() > 0
    }, isOpen)
  assert.equal(await greeted(true), true)
  const shown = page.getByText('Chào bạn').filter({ visible: true })
  assert.equal(await shown.count(), 0)
  assert.equal(await greeted(false), false)
  assert.equal(await shown.count(), 1)
})
