import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'

export async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor()
  const page = element.page()
  const here = () => element.evaluate(one => one === document.activeElement)
  for (let steps = 0; !(await here()); steps++) {
    assert.ok(steps < 150, `never reached: ${String(element)}`)
    await page.keyboard.press(key)
  }
}

export async function press(element: Locator): Promise<void> {
  await tabTo(element)
  await element.page().keyboard.press('Enter')
}

export async function isFocused(element: Locator): Promise<void> {
  const handle = await element.elementHandle()
  const frame = await handle?.ownerFrame()
  await frame?.waitForFunction(one => {
    const root = one?.getRootNode() as Document | ShadowRoot | undefined
    return root?.activeElement === one
  }, handle)
}
