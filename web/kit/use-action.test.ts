import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Route } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

describe('useAction', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  async function openActs(t: TestContext, answer: (route: Route) => unknown) {
    const page = await openPage(t, browser)
    const sent: string[] = []
    await page.route(`${testOrigin}/api/**`, async route => {
      sent.push(new URL(route.request().url()).pathname.split('/').at(-2)!)
      await answer(route)
    })
    await openTestPage(page, 'web/kit/use-action.test-page.tsx')
    const free = (name: string) => page.locator(`button[aria-label=${name}]:not([aria-busy])`)
    const busy = (name: string) => page.locator(`button[aria-label=${name}][aria-busy=true]`)
    return { page, sent, press: (name: string) => page.getByRole('button', { name }), free, busy }
  }

  test('a second press while one is under way sends nothing; a refusal is said, and frees it', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, sent, press, free } = await openActs(t, async route => {
      await gate.promise
      await route.fulfill({ status: 409, json: { error: { code: 'x.refused', message: 'Not now.', details: {} } } })
    })
    await press('Again').dblclick()
    await press('Again').press('Enter')
    gate.resolve()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await free('Again').waitFor()
    assert.deepEqual(sent, ['again'])
    await press('Again').click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    assert.deepEqual(sent, ['again', 'again'])
  })

  test('what leads to another site stays busy, until the back button restores the page', async t => {
    const { page, sent, press, free, busy } = await openActs(t, route => route.fulfill({ json: {} }))
    const show = (persisted: boolean) =>
      page.evaluate(restored => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: restored }))
      }, persisted)
    await press('Leave').click()
    await press('Again').click()
    await free('Again').waitFor()
    await show(false)
    await press('Leave').click()
    await busy('Leave').waitFor()
    assert.deepEqual(sent, ['leave', 'again'])
    await show(true)
    await free('Leave').waitFor()
    await Promise.all([page.waitForResponse('**/leave/retry'), press('Leave').click()])
    await busy('Leave').waitFor()
    assert.deepEqual(sent, ['leave', 'again', 'leave'])
  })
})
