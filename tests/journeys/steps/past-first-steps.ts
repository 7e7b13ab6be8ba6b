import type { Page } from 'playwright-core'

/** Who has a new shop is led to its first steps: puts them off, and stands in the dashboard. */
export async function pastFirstSteps(page: Page): Promise<void> {
  await page.waitForURL(/\/dashboard\/(?:start|operations)/)
  if (new URL(page.url()).pathname.endsWith('/start'))
    await page.getByRole('button', { name: /^(?:Để sau|Later)$/ }).click()
  await page.waitForURL('**/dashboard/operations')
}
