import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { pastFirstSteps } from './past-first-steps.ts'

const defaults: BrowserContextOptions = {
  locale: 'vi-VN',
  viewport: { width: 1440, height: 900 },
}

/** Closed with the test; no script may have failed in it. */
export async function openPage(t: TestContext, browser: Browser, settings: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...defaults, ...settings })
  const trouble: string[] = []
  context.on('weberror', error => trouble.push(error.error().message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(trouble, [])
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

/** For all tests of a journey. `trouble` collects its failures, and the server's. */
export async function lastingPage(
  browser: Browser,
  trouble: string[],
  settings: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ ...defaults, ...settings })).newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', error => trouble.push(error.message))
  page.on('response', answer => answer.status() >= 500 && trouble.push(`${answer.status()} ${answer.url()}`))
  return page
}

type Who = { email: string; password: string }

export async function signIn(page: Page, url: string, who: Who): Promise<void> {
  await page.goto(`${url}/auth`)
  await knock(page, who)
  await pastFirstSteps(page)
}

export async function knock(page: Page, { email, password }: Who): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
  await page.keyboard.press('Enter')
}
