import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'

/** Goes on by Tab, from where one is, until the element has the focus. */
export async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor()
  const page = element.page()
  const here = () => element.evaluate(one => one === document.activeElement)
  for (let steps = 0; !(await here()); steps++) {
    assert.ok(steps < 150, `never reached: ${String(element)}`)
    await page.keyboard.press(key)
  }
}

/** Goes to it by Tab, and presses Enter. */
export async function press(element: Locator): Promise<void> {
  await tabTo(element)
  await element.page().keyboard.press('Enter')
}

/** Waits until it has the focus: what moves it may need a moment. */
export async function isFocused(element: Locator): Promise<void> {
  const handle = await element.elementHandle()
  const frame = await handle?.ownerFrame()
  await frame?.waitForFunction(one => {
    const root = one?.getRootNode() as Document | ShadowRoot | undefined
    return root?.activeElement === one
  }, handle)
}
