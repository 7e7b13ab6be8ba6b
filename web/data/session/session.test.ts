import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

/** Unsigned: nobody here checks it. */
const tokenOf = (email: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ sub: email, email, exp: 4_000_000_000 })}.c2lnbmVk`
}

describe('a link opened where somebody is signed in', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('is refused: the session stands, and what happens to it afterwards is shown', async t => {
    const page = await openPage(t, browser)
    const session = {
      ...{ access_token: tokenOf('an@shop.example'), refresh_token: 'an', token_type: 'bearer', expires_in: 3600 },
      ...{ expires_at: 4_000_000_000, user: { id: 'an', email: 'an@shop.example' } },
    }
    await page.addInitScript(
      ([mine, theirs]) => {
        localStorage.setItem('sen-session', mine!)
        localStorage.setItem('link', theirs!)
      },
      [JSON.stringify(session), tokenOf('khac@shop.example')],
    )
    await page.route(`${testOrigin}/auth/v1/**`, route =>
      route.request().url().includes('/logout')
        ? route.fulfill({ status: 204 })
        : route.fulfill({ status: 403, json: { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' } }),
    )
    await openTestPage(page, 'web/data/session/session.test-page.tsx')
    const shows = (words: string) => page.getByText(words, { exact: true }).waitFor()
    await shows('an@shop.example, signed-in, a link waits')
    await page.getByRole('button', { name: 'Open the link' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('alert').textContent(), 'bad_jwt')
    await shows('an@shop.example, signed-in')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shows('an@shop.example, ended')
  })
})
