import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage } from '#tests/setup/test-page.ts'

describe('an attached file', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  for (const name of ['price.pdf', 'photo.png'])
    test(`that could not be opened says so until it is tried again: ${name}`, async t => {
      const page = await openPage(t, browser)
      await openTestPage(page, 'widget/panel/attached-file.test-page.tsx')
      const file = page.getByRole('region', { name }).getByRole('button')
      const trouble = page.getByRole('region', { name }).getByText('The file could not be opened')
      const end = (how: string) => page.getByRole('button', { name: how }).click()
      // The picture is fetched at once, the file when it is asked for.
      await end('Fail')
      if (name === 'price.pdf') {
        await file.click()
        await end('Fail')
      }
      await trouble.waitFor()
      await file.click()
      await trouble.waitFor({ state: 'detached' })
      await end('Fail')
      await trouble.waitFor()
      await file.click()
      const download = page.waitForEvent('download')
      await end('Arrive')
      assert.equal((await download).suggestedFilename(), name)
      assert.equal(await trouble.count(), 0)
    })
})
