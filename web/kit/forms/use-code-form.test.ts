import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Route } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

describe('useCodeForm', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  async function openForm(t: TestContext, answer: (route: Route) => unknown) {
    const page = await openPage(t, browser)
    const calls: unknown[] = []
    await page.route(`${testOrigin}/api/**`, async route => {
      calls.push(route.request().postDataJSON())
      await answer(route)
    })
    await openTestPage(page, 'web/kit/forms/use-code-form.test-page.tsx')
    const free = () => page.locator('button[type=submit]:not([aria-busy])').waitFor()
    return { page, calls, code: page.getByLabel('Code', { exact: true }), free }
  }

  test('the last digit sends it, once', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, calls, code, free } = await openForm(t, async route => {
      await gate.promise
      return route.fulfill({ json: {} })
    })
    await code.pressSequentially('12345')
    assert.deepEqual(calls, [])
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Six digits, please.').waitFor()
    await code.pressSequentially('6')
    await page.locator('button[aria-busy=true]').waitFor()
    await code.pressSequentially('78')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    assert.equal(await code.inputValue(), '123456', 'what is under way stays as it was sent')
    gate.resolve()
    await free()
    await page.getByLabel('Saved').getByText('1').waitFor()
    assert.deepEqual(calls, [{ code: '123456' }])
  })

  test('a refused one is emptied; each refusal is announced at the field, which has the focus', async t => {
    const { page, calls, code, free } = await openForm(t, route =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'account.wrong_code', message: 'Not this one.', details: {} } },
      }),
    )
    for (const typed of ['111111', '222222']) {
      await code.fill(typed)
      await page.getByRole('alert').getByText('Not this one.').waitFor()
      await free()
      assert.equal(await code.inputValue(), '')
      assert.equal(await code.getAttribute('aria-invalid'), 'true')
      assert.ok(await code.evaluate(field => field === document.activeElement))
      await code.pressSequentially('3')
      assert.equal(await page.getByRole('alert').count(), 0, 'the first digit takes the refusal away')
    }
    assert.equal(calls.length, 2)
  })

  test('without a network the digits stay, and Enter sends them again', async t => {
    let isOnline = false
    const { page, calls, code } = await openForm(t, route => (isOnline ? route.fulfill({ json: {} }) : route.abort()))
    await page.context().setOffline(true)
    await code.fill('123456')
    await page.getByRole('alert').waitFor()
    assert.equal(await code.inputValue(), '123456')
    isOnline = true
    await page.context().setOffline(false)
    await page.keyboard.press('Enter')
    await page.getByLabel('Saved').getByText('1').waitFor()
    assert.deepEqual(calls.at(-1), { code: '123456' })
  })
})
