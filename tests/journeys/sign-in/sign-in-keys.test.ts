import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'

const screens = [
  '/auth',
  '/auth?mode=sign-up',
  '/auth?mode=forgot',
  '/auth-magic-link',
  '/auth-firebase-magic-link',
  '/reset-password',
]
const reachable = 'a[href], button:not([disabled]), input:not([disabled]), summary, select, textarea'

describe('the sign-in family by the keyboard alone', { timeout: 240_000 }, () => {
  let desk: SignInDriver
  let browser: Browser

  before(async () => {
    desk = await openSignInDriver()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
  })

  for (const [width, language] of [
    [1280, 'vi'],
    [360, 'en'],
  ] as const) {
    test(`every control is reached in the order of the page, seen, and left again: ${width} px, ${language}`, async t => {
      const context = await browser.newContext({ viewport: { width, height: 800 } })
      t.after(() => context.close())
      await context.addInitScript(`localStorage.setItem('language', '${language}')`)
      for (const screen of screens) {
        const page = await context.newPage()
        page.setDefaultTimeout(30_000)
        await page.goto(desk.url + screen)
        await page.locator('h1').waitFor()
        const there = await numberControls(page)
        assert.ok(there.length > 2, screen)
        assert.deepEqual(await walk(page, there.length), there, screen)
        await page.close()
      }
    })
  }

  test('Alt+S leads past everything to the form, and Enter in a field sends it', async t => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    t.after(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${desk.url}/auth?mode=forgot`)
    await page.locator('h1').waitFor()
    await page.keyboard.press('Alt+s')
    await page.waitForFunction(() => document.activeElement?.id === 'main')
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type('nobody@hatnau.example')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /hộp thư|Xem|Kiểm tra/i }).waitFor()
  })
})

function numberControls(page: Page): Promise<string[]> {
  return page.evaluate(shape => {
    const all = [...document.querySelectorAll<HTMLElement>(shape)].filter(
      element =>
        element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
    )
    // Tab reaches one radio button per group.
    const stops = all.filter(
      element => !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
    )
    return stops.map((element, at) => {
      element.dataset['stop'] =
        `${at} ${element.tagName} ${(element.getAttribute('name') ?? element.textContent).trim().slice(0, 20)}`
      return element.dataset['stop']
    })
  }, reachable)
}

/** Tabs from the top; returns the stops in order, each with a visible focus mark. */
async function walk(page: Page, steps: number): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        if (!(focused instanceof HTMLElement)) return 'nothing'
        const focusedNow = () =>
          [focused, focused.parentElement, focused.parentElement?.parentElement].map(element => {
            const look = element && getComputedStyle(element)
            return look && [look.outlineStyle, look.outlineWidth, look.boxShadow, look.borderColor].join()
          })
        const held = focusedNow()
        focused.blur()
        const marked = held.join('|') !== focusedNow().join('|')
        focused.focus()
        const box = focused.getBoundingClientRect()
        const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0
        return `${focused.dataset['stop'] ?? `unknown ${focused.outerHTML.slice(0, 60)}`}${marked && inView ? '' : ', not seen'}`
      }),
    )
  }
  return stops
}
