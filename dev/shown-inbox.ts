import type { Page } from 'playwright-core'
import type { DemoShop } from './demo-shop.ts'

export async function enter(page: Page, url: string, shop: Pick<DemoShop, 'email' | 'password'>): Promise<void> {
  await page.goto(`${url}/auth`)
  await page.locator('input[type=email]').fill(shop.email)
  await page.locator('input[type=password]').fill(shop.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/**')
}

/** The newest conversation in which the bot quoted a passage, with the passage shown. */
export async function openAnswer(page: Page, url: string): Promise<void> {
  const rows = page.locator('.inbox-row')
  await rows.first().waitFor()
  const links = await Promise.all((await rows.all()).map(row => row.getAttribute('href')))
  for (const link of links) {
    await page.goto(url + (link ?? ''))
    const why = page.getByRole('button', { name: /Vì sao bot trả lời vậy|Why did the bot say this/ })
    await why
      .last()
      .waitFor({ timeout: 5000 })
      .catch(() => undefined)
    if ((await why.count()) === 0) continue
    await why.last().click()
    const quoted = page.locator('.quoted mark').first()
    const shown = await quoted.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (!shown) continue
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.mouse.move(width / 2, height / 2)
    await page.mouse.wheel(0, 4000)
    return
  }
  throw new Error('No conversation shows a passage.')
}
