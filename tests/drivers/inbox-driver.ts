import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { launchBrowser } from '../setup/browser.ts'
import { openSignInDriver, type SignInDriver } from './sign-in-driver.ts'

export const hanh = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
export const minh = { email: 'minh@mocan.example', password: 'men lam vẽ tay chậm', name: 'Trần Hoàng Minh' }

export type Customer = { conversationId: string; messageId: string; contactId: string; seq: number }

export type InboxDriver = {
  desk: SignInDriver
  workspaceId: string
  /** The same name continues the same conversation. */
  writes(name: string, text: string): Promise<Customer>
  open(who: typeof hanh, path: string, settings?: BrowserContextOptions): Promise<Page>
  /** Only if the setting SCREENSHOTS names a folder. */
  shoot(page: Page, name: string): Promise<void>
  rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]>
  trouble: string[]
  close(): Promise<void>
}

export async function openInboxDriver(): Promise<InboxDriver> {
  const desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
  const { platform } = desk
  const rows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await desk.account(hanh.email, hanh.password)
  await desk.account(minh.email, minh.password)
  await rows(sql`update people set full_name = ${minh.name} where email = ${minh.email}`)
  const [own] = await rows(
    sql<{ id: string }>`select m.workspace_id as id from members m where m.email = ${hanh.email}`,
  )
  const workspaceId = own?.id ?? ''
  await rows(sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
    select ${newId()}, ${workspaceId}, id, email, ${minh.name}, 'member', 'active', now() from people where email = ${minh.email}`)
  await rows(sql`update members set name = ${minh.name} where email = ${minh.email}`)
  await rows(sql`update workspaces set bot_status = 'off' where id = ${workspaceId}`)
  const channelId = newId()
  await rows(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
    values (${channelId}, ${workspaceId}, 'website', ${`wgt_${channelId}`}, 'mocan.example', 'connected', now())`)
  const browser: Browser = await launchBrowser()
  const trouble: string[] = []
  return {
    desk,
    workspaceId,
    rows,
    trouble,
    writes: (name, text) =>
      platform.db.asService(workspaceId, tx =>
        receiveMessage(platform, tx, {
          workspaceId,
          channelId,
          source: 'website',
          contact: { externalId: `visitor ${name}`, name: name.startsWith('?') ? '' : name },
          text,
        }),
      ),
    async open(who, path, settings = {}) {
      const context = await browser.newContext({
        locale: 'vi-VN',
        viewport: { width: 1440, height: 900 },
        ...settings,
      })
      context.on('weberror', error => trouble.push(error.error().message))
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('response', answer => answer.status() >= 500 && trouble.push(`${answer.status()} ${answer.url()}`))
      await page.addInitScript(id => localStorage.setItem('sen-workspace', id), workspaceId)
      await page.goto(`${desk.url}/auth?next=${encodeURIComponent(path)}`)
      await page.locator('input[type="email"]').fill(who.email)
      await page.locator('input[type="password"]').fill(who.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(address => address.pathname + address.search === path)
      return page
    },
    async shoot(page, name) {
      const folder = process.env['SCREENSHOTS']
      if (folder) await page.screenshot({ path: join(folder, `inbox-${name}.png`) })
    },
    async close() {
      await browser.close()
      await desk.close()
    },
  }
}
