import type { Page } from 'playwright-core'

/** Skips a new shop's first steps. */
export async function pastFirstSteps(page: Page): Promise<void> {
  await page.waitForURL(/\/dashboard\/(?:start|operations)/)
  if (new URL(page.url()).pathname.endsWith('/start'))
    await page.getByRole('button', { name: /^(?:Để sau|Later)$/ }).click()
  await page.waitForURL('**/dashboard/operations')
}
