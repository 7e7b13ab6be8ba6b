import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Locator, Page } from 'playwright-core'

const axeSource = readFileSync(join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Waits for animations, since half-faded text has half its contrast; skips other origins. One line per broken rule. */
export async function violations(page: Page | Frame): Promise<string[]> {
  const whole = 'page' in page ? page.page() : page
  if (await whole.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)) return violationsNow(page)
  await whole.emulateMedia({ reducedMotion: 'reduce' })
  try {
    return await violationsNow(page)
  } finally {
    await whole.emulateMedia({ reducedMotion: null })
  }
}

async function violationsNow(page: Page | Frame): Promise<string[]> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(animation => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map(animation => animation.finished))
  })
  // Not a script element: a strict policy would refuse it.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(what: object, how: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const found = await axe.run(document, { iframes: false, resultTypes: ['violations'] })
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(node => node.html.slice(0, 160))
          .join(' | ')}`,
    )
  })
}

/** What a thumb misses: lower than 44 px. A switch answers around itself (`controls.css`). */
export function tooSmall(inside: Locator): Promise<string[]> {
  return inside
    .locator(':is(button:not(.switch), a, summary, select, input:not([type="file"]), [role="option"]):visible')
    .evaluateAll(all =>
      all
        .filter(one => (one.closest('label, .inbox-search') ?? one).getBoundingClientRect().height < 43.9)
        .map(one => one.outerHTML.slice(0, 150)),
    )
}
