import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage } from '#tests/setup/test-page.ts'

describe('the search field of the inbox', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('words typed while the search is on its way stay; going back changes them', async t => {
    const page = await openPage(t, browser)
    await openTestPage(page, 'web/dashboard/inbox/list/search-field.test-page.tsx')
    const field = page.getByRole('searchbox')
    await field.pressSequentially('ao')
    await page.getByText('["ao"]').waitFor()
    await field.pressSequentially(' thun')
    assert.equal(await field.inputValue(), 'ao thun')
    await page.getByText('["ao","ao thun"]').waitFor()
    for (let arrived = 0; arrived < 2; arrived++) {
      await page.getByRole('button', { name: 'Arrive' }).click()
      assert.equal(await field.inputValue(), 'ao thun')
    }
    await page.getByRole('button', { name: 'Back' }).click()
    assert.equal(await field.inputValue(), '')
  })
})
