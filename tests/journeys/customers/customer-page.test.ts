import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import type { Language } from '#shared/words.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const talks = 23

describe('the page of one customer', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let workspaceId = ''
  const channelId = newId()
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
    const rows = await desk.platform.db.readAsService<{ id: string }>(
      sql`select id from workspaces where deleted_at is null order by created_at desc limit 1`,
    )
    workspaceId = rows[0]?.id ?? ''
    await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', now())`)
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const run = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))

  async function customerWhoWrote(name: string): Promise<string> {
    const stored = await desk.platform.db.asService(workspaceId, tx =>
      receiveMessage(desk.platform, tx, {
        ...{ workspaceId, channelId, source: 'website', text: `câu hỏi thứ ${talks}.`, clientId: newId() },
        contact: { externalId: newId(), name },
      }),
    )
    const { contactId } = stored
    for (let talk = 1; talk < talks; talk++) {
      const id = newId()
      await run(sql`insert into conversations (id, workspace_id, contact_id, channel_id, source, status, contact_name, last_message_at, created_at)
        values (${id}, ${workspaceId}, ${contactId}, ${channelId}, 'website', 'closed', ${name}, now() - (${talks - talk} * interval '1 hour'), now())`)
      await run(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        values (${newId()}, ${workspaceId}, ${id}, ${channelId}, 1, 'in', 'contact', ${`câu hỏi thứ ${talk}.`}, 'delivered', now())`)
    }
    const rows = await desk.platform.db.readAsService<{ id: string }>(
      sql`select customer_id as id from contacts where id = ${contactId}`,
    )
    return rows[0]?.id ?? ''
  }

  async function liftAndLookBack(t: TestContext, language: Language, width: number): Promise<void> {
    const card = customerCardTexts(language)
    const requests = dataRequestsTexts(language)
    const scheme = language === 'en' ? 'dark' : 'light'
    const page = await openPage(t, browser, { viewport: { width, height: 800 }, colorScheme: scheme })
    await signIn(page, desk.url, hanh)
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    const fits = async (name: string) => {
      assert.deepEqual(await violations(page), [])
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
      await shoot(page, `${name}-${width}`)
    }
    const id = await customerWhoWrote(`Bùi Thị Lan ${width}`)
    await page.goto(`${desk.url}/dashboard/customers/${id}`)
    await page.getByText('câu hỏi thứ 23.').waitFor()
    assert.equal(await page.getByText('câu hỏi thứ 1.').count(), 0)
    const older = page.getByRole('button', { name: card.older })
    await older.focus()
    await page.keyboard.press('Enter')
    await page.getByText('câu hỏi thứ 1.').waitFor()
    await older.waitFor({ state: 'detached' })
    assert.equal(await page.getByText(/câu hỏi thứ/).count(), talks)
    await fits('older')

    for (const where of ['card', 'register'] as const) {
      await page.goto(`${desk.url}/dashboard/customers/requests?${new URLSearchParams({ customer: id, name: 'Lan' })}`)
      await page.getByRole('dialog').getByLabel(requests.kind).selectOption('object')
      await page.getByRole('dialog').getByRole('button', { name: requests.save }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: requests.markDone }).click()
      const row = page.getByRole('listitem').filter({ hasText: requests.object }).first()
      await row.getByRole('button', { name: requests.lift }).waitFor()
      if (where === 'card') {
        await page.goto(`${desk.url}/dashboard/customers/${id}`)
        await fits('restricted')
        await page.getByRole('button', { name: requests.lift }).click()
      } else {
        await row.getByRole('button', { name: requests.lift }).click()
      }
      const asks = page.getByRole('alertdialog', { name: requests.liftTitle })
      await asks.getByRole('button', { name: requests.lift }).click()
      await asks.locator('[aria-invalid=true]:focus').waitFor()
      await fits(`asks-${where}`)
      await page.keyboard.type('Lan gọi lại, đồng ý nhận tin')
      await asks.getByRole('button', { name: requests.lift }).click()
      await asks.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: requests.lift }).waitFor({ state: 'detached' })
    }
    await page
      .getByText(/Lan gọi lại, đồng ý nhận tin/)
      .first()
      .waitFor()
    await fits('lifted')
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `customer-${name}.png`), fullPage: true })
  }

  test('shows what was said before, and lets an admin lift what the customer took back', async t => {
    await liftAndLookBack(t, 'vi', 1440)
  })

  test('in English and in the dark on a phone too', async t => {
    await liftAndLookBack(t, 'en', 360)
  })
})
