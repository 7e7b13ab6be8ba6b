import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { violations } from './accessibility.ts'

/** Nothing that axe finds, nothing wider than the window; a picture where SCREENSHOTS names a folder. */
export async function looksRight(page: Page, name: string): Promise<void> {
  assert.deepEqual(await violations(page), [])
  const [wide, visible] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const)
  assert.ok(wide <= visible, `${name}: ${wide} of ${visible} px`)
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
