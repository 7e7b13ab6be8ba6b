import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'

const root = join(import.meta.dirname, '../..')
/** Inputs without free text, and the one that must arrive as typed. */
const notText =
  /type=(?:"(?:checkbox|radio|file|range|time|date|hidden|number)"|\{seen \? 'text' : 'password'\})|readOnly/

test('every input of the screens and the widget strips while it is typed', () => {
  const bare: string[] = []
  for (const folder of ['web', 'widget'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.tsx')) continue
      const source = readFileSync(join(root, folder, name), 'utf8')
      for (const [tag] of source.matchAll(/<(?:input|textarea)\s[^]*?\/>/g)) {
        const strips = /\{\.\.\.(?:typed|whileTyping)\}/.test(tag) && /use(?:TypedText|DelayedSearch)\(/.test(source)
        const bySanitize = source.includes('sanitizeTyped(')
        const digits = /replace\(\/\\D\/g, ''\)/.test(tag)
        const static_ = name.startsWith('site/')
        if (!notText.test(tag) && !strips && !bySanitize && !digits && !static_)
          bare.push(`${folder}/${name}: ${tag.slice(0, 80)}`)
      }
    }
  assert.deepEqual(bare, [])
})

describe('in the browser', { timeout: 120_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const pasted = '<script>alert(1)</script>javascript:alert(1)<img src=x onerror=alert(1)>an@shop.vn'

  test('addresses of sign-in, sign-up, a mailed link and the contact page', async t => {
    const page = await openPage(t, browser)
    for (const [path, label] of [
      ['/auth', 'E-mail'],
      ['/auth?mode=sign-up', 'E-mail'],
      ['/auth-magic-link', 'E-mail'],
      ['/contact', 'E-mail hoặc số điện thoại'],
    ] as const) {
      await page.goto(`${desk.url}${path}`, { waitUntil: 'networkidle' })
      const field = page.getByLabel(label).first()
      await field.fill(pasted)
      const stored = await field.inputValue()
      assert.doesNotMatch(stored, /<script|javascript:|onerror/i, path)
      assert.match(stored, /an@shop\.vn$/, path)
      await field.fill('an@shop.vn')
      assert.equal(await field.inputValue(), 'an@shop.vn')
    }
  })
})
