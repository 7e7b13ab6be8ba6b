import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

describe('OffList', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('a second press while one is under way sends nothing; another line is its own; a refusal is said, and frees it', async t => {
    const page = await openPage(t, browser)
    const sent: string[] = []
    const gate = Promise.withResolvers<void>()
    await page.route(`${testOrigin}/api/v1/facts/*`, async route => {
      const id = new URL(route.request().url()).pathname.split('/').at(-1)!
      sent.push(id)
      await gate.promise
      await (id === 'two'
        ? route.fulfill({ status: 409, json: { error: { code: 'x.refused', message: 'Not this one.', details: {} } } })
        : route.fulfill({ json: { id } }))
    })
    await openTestPage(page, 'web/dashboard/training/facts/fact-lists.test-page.tsx')
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: `Price of ${name}` })
    const button = (name: string) => line(name).getByRole('button')

    await button('one').dblclick()
    await button('one').press('Enter')
    await button('two').click()
    gate.resolve()
    await page.getByText('Not this one.').waitFor()
    await line('two').locator('button:not([aria-busy])').waitFor()
    assert.deepEqual(sent, ['one', 'two'])
    assert.equal(await button('one').getAttribute('aria-busy'), 'true', 'busy until its line leaves the list')

    await button('two').click()
    await line('two').locator('button:not([aria-busy])').waitFor()
    assert.deepEqual(sent, ['one', 'two', 'two'], 'may be tried again')
  })
})
