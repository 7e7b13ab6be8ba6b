import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Customer, hanh, type InboxDriver, openInboxDriver } from '#tests/drivers/inbox-driver.ts'
import { violations } from '../steps/accessibility.ts'

describe('the inbox by keyboard, and far back in a conversation', { timeout: 420_000 }, () => {
  let shop: InboxDriver
  let page: Page
  let anh: Customer
  let nameless: Customer

  before(async () => {
    shop = await openInboxDriver()
    nameless = await shop.writes('?', 'Ship quận 7 bao nhiêu vậy shop')
    anh = await shop.writes('Trần Ngọc Ánh', 'Tiệm ơi ấm men lam còn không ạ')
    page = await shop.open(hanh, at(anh))
  })
  after(() => shop?.close())

  const at = (one: Customer) => `/dashboard/inbox/${one.conversationId}`
  const composer = (of = page) => of.locator('.inbox-composer textarea')
  const go = async (path: string) => {
    await page.goto(`${shop.desk.url}${path}`)
  }

  test('shortcuts: help, reply, next chat; none while writing; all off when turned off', async () => {
    await go(at(nameless))
    await composer().waitFor()
    await page.locator('.inbox-log').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Phím tắt' })
    await sheet.getByText('Trả lời khách').waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator('.inbox-log').focus()
    await page.keyboard.press('r')
    await page.waitForFunction(() => document.activeElement?.matches('.inbox-composer textarea'))
    await page.keyboard.type('gì e? j')
    assert.equal(await composer().inputValue(), 'gì e? j')
    await composer().fill('')
    await page.locator('.inbox-log').focus()
    await page.keyboard.press('j')
    await page.waitForURL(`**${at(anh)}*`)
    await composer().waitFor()
    await page.locator('.inbox-log').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL('**/dashboard/training')
    await page.keyboard.press('?')
    await sheet.getByRole('switch', { name: 'Phím tắt một phím' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Tìm hoặc đi tới' }).waitFor()
    assert.match(page.url(), /training/)
    await page.keyboard.press('Escape')
  })

  test('the palette finds customers, messages, sections and what can be done, with or without marks', async () => {
    await go(at(anh))
    await composer().waitFor()
    await composer().focus()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Tìm hoặc đi tới' })
    await palette.getByRole('option', { name: /Đóng hội thoại/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'palette')
    await page.keyboard.type('ship quan')
    await palette.getByRole('option', { name: /Ship quận 7/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shop.shoot(page, 'palette-found')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${at(nameless)}?message=*`)
    await page.locator('.inbox-mark[data-sought] + .drop').filter({ hasText: 'Ship quận 7' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('giao cho toi')
    await palette.getByRole('option', { name: /Giao cho tôi/ }).waitFor()
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
    await page.locator('select option:checked', { hasText: 'Nguyễn Thu Hạnh' }).first().waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Inbox' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tieng viet')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hộp thư' }).first().waitFor()
  })

  test('older messages come without a jump; a message far back is found; what is new waits below', async () => {
    for (let count = 0; count < 140; count++) await shop.writes('Lê Dài', `Tin số ${count} của khách`)
    const long = await shop.writes('Lê Dài', 'Tin cuối cùng')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await go(at(long))
    await page.getByText('Tin cuối cùng').last().waitFor()
    const log = page.locator('.inbox-log')
    const top = (text: string) =>
      page
        .locator('.drop', { hasText: text })
        .first()
        .evaluate(one => one.getBoundingClientRect().top)
    await page.locator('.drop', { hasText: 'Tin số 95' }).scrollIntoViewIfNeeded()
    const before = await page.locator('.drop').count()
    await log.evaluate(one => {
      one.addEventListener('animationstart', event => {
        if ((event as AnimationEvent).animationName === 'rise') one.dataset['rises'] = 'yes'
      })
      one.scrollTop = 30
    })
    const reader = await page.evaluate(() => {
      const frame = document.querySelector('.inbox-log')?.getBoundingClientRect().top ?? 0
      return (
        [...document.querySelectorAll('.drop')].find(one => one.getBoundingClientRect().bottom > frame)?.textContent ??
        ''
      )
    })
    const place = await top(reader)
    await page.waitForFunction(count => document.querySelectorAll('.drop').length > count, before)
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    assert.ok(Math.abs((await top(reader)) - place) < 3, `${reader} ${place} ${await top(reader)}`)
    assert.equal(await log.getAttribute('data-rises'), null, 'older messages do not rise')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await shop.writes('Lê Dài', 'Vừa tới')
    await page.getByRole('button', { name: 'Tin mới' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Tin mới' }).click()
    await page.getByRole('button', { name: 'Tin mới' }).waitFor({ state: 'detached' })
    await go(`${at(long)}?message=3`)
    await page.locator('.inbox-mark[data-sought] + .drop').filter({ hasText: 'Tin số 2 của khách' }).waitFor()
    const seen = await page.locator('.inbox-mark[data-sought] + .drop').evaluate(one => {
      const { top: upper, bottom } = one.getBoundingClientRect()
      return upper > 0 && bottom < innerHeight
    })
    assert.equal(seen, true)
    await go(`${at(long)}?message=99999`)
    await page.getByText('Không tìm thấy tin nhắn này').waitFor()
  })

  test('the shell and the inbox stand with at most 300 KB of compressed script', async () => {
    const fresh = await page.context().newPage()
    const names = new Set<string>()
    fresh.on('request', asked => names.add(/\/assets\/([\w.-]+\.js)$/.exec(asked.url())?.[1] ?? ''))
    await fresh.goto(`${shop.desk.url}${at(anh)}`)
    await composer(fresh).waitFor()
    await fresh.close()
    // What the three need before rendering; live rows and files come later.
    const needed = new Map<string, number>()
    async function need(name: string): Promise<void> {
      if (needed.has(name)) return
      needed.set(name, 0)
      const script = await (await fetch(`${shop.desk.url}/assets/${name}`)).text()
      needed.set(name, gzipSync(script).length)
      for (const [, next] of script.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) await need(next ?? '')
    }
    const first = ['boot', 'index', 'dashboard.page', 'inbox.section']
    const found = first.map(part => [...names].find(name => name.startsWith(`${part}-`)))
    assert.ok(
      found.every(name => name !== undefined),
      found.join(', '),
    )
    for (const name of found) await need(name ?? '')
    const bytes = [...needed.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(needed.size > 6 && bytes <= 300 * 1024, `${bytes} bytes in ${needed.size} scripts`)
  })

  test('nothing broke on the way', () => {
    assert.deepEqual(shop.trouble, [])
  })
})
