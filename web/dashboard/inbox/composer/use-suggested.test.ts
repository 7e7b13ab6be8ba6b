import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

describe('useSuggested', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('what was suggested for a question is not offered for the next, which is asked about anew', async t => {
    const page = await openPage(t, browser)
    const gate = Promise.withResolvers<void>()
    const replies = ['Dạ còn ạ', 'Dạ 250.000đ ạ']
    await page.route(`${testOrigin}/api/**`, async route => {
      const reply = replies.shift()
      if (replies.length === 0) await gate.promise
      await route.fulfill({ json: { reply } })
    })
    await openTestPage(page, 'web/dashboard/inbox/composer/use-suggested.test-page.tsx')
    await page.getByRole('button', { name: 'Type' }).click()
    await page.getByText('Dạ còn ạ').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    assert.equal(await page.getByRole('status').textContent(), '')
    gate.resolve()
    await page.getByText('Dạ 250.000đ ạ').waitFor()
  })
})
