import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { plan, say } from '#tests/fixtures/sequence-plan.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }

describe('customers in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  const channelId = newId()
  let workspaceId = ''
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  async function write(workspaceId: string, name: string, texts: string[]): Promise<void> {
    const { platform } = desk
    const externalId = newId()
    for (const text of texts)
      await platform.db.asService(workspaceId, tx =>
        receiveMessage(platform, tx, {
          ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
          contact: { externalId, name },
        }),
      )
  }
  async function fillShop(): Promise<void> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ id: string }>`select id from workspaces where deleted_at is null order by created_at desc limit 1`.execute(
        tx,
      ),
    )
    workspaceId = rows[0]?.id ?? ''
    await desk.platform.db.asService(null, tx =>
      sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${channelId}, ${workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', now())`.execute(
        tx,
      ),
    )
    await desk.platform.db.asService(null, tx =>
      sql`insert into sequences (id, workspace_id, name, status, draft, version, created_at, changed_at, published_at)
        values (${newId()}, ${workspaceId}, 'Chăm sau khi mua', 'ended', ${JSON.stringify(plan([say('Dùng tốt không ạ?')]))}::jsonb, 1, now(), now(), now())`.execute(
        tx,
      ),
    )
    await write(workspaceId, 'Đỗ Thị Ánh', ['còn hàng không shop', 'số em 0912345678'])
    await write(workspaceId, 'Trần Văn Hùng', ['chào shop', 'TC'])
    await write(workspaceId, 'Lê Ngọc Hà', ['đừng gửi tin nữa', 'LẠI'])
  }

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, hanh)
    return page
  }
  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `customers-${name}.png`), fullPage: true })
  }
  async function fits(page: Page, width: number): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  }

  test('the list says who agreed and who refused; words and filters find them, by keys alone', async t => {
    const page = await open(t)
    await page.getByRole('link', { name: 'Khách hàng' }).click()
    await page.getByText('Chưa có khách nào').waitFor()
    await fits(page, 1440)
    await fillShop()
    await page.reload()
    const rows = page.getByRole('table').getByRole('row')
    await rows.filter({ hasText: 'Lê Ngọc Hà' }).getByText('Đồng ý').waitFor()
    await rows.filter({ hasText: 'Trần Văn Hùng' }).getByText('Từ chối').waitFor()
    await rows.filter({ hasText: 'Đỗ Thị Ánh' }).getByText('Chưa hỏi').waitFor()
    await fits(page, 1440)
    await shoot(page, '1440')
    await page.getByLabel('Nhận tin: tất cả').or(page.getByLabel('Tin khuyến mãi')).selectOption('refused')
    await rows.filter({ hasText: 'Đỗ Thị Ánh' }).waitFor({ state: 'detached' })
    await page.getByLabel('Tin khuyến mãi').selectOption('')
    await page.getByLabel('Tìm khách').focus()
    await page.keyboard.type('khong co ai')
    await page.getByText('Không có khách nào như vậy').waitFor()
    await page.getByRole('button', { name: 'Bỏ tìm và lọc' }).click()
    await rows.filter({ hasText: 'Lê Ngọc Hà' }).waitFor()
    await page.getByLabel('Tìm khách').focus()
    await page.keyboard.type('tran hung')
    await rows.filter({ hasText: 'Lê Ngọc Hà' }).waitFor({ state: 'detached' })
    // A pending search must not pull back somebody who has opened a customer.
    const arrives = Promise.withResolvers<void>()
    await page.route('**/assets/customer.section*', async route => {
      await arrives.promise
      await route.continue()
    })
    const searched = page.waitForResponse(answer => answer.url().includes('q=tran+hung+'))
    await page.keyboard.type(' ')
    await page.getByRole('link', { name: 'Trần Văn Hùng' }).focus()
    await page.keyboard.press('Enter')
    await searched
    arrives.resolve()
    await page.getByRole('heading', { name: 'Trần Văn Hùng' }).waitFor()
    const ledger = page.getByRole('region', { name: 'Khách đồng ý nhận gì' })
    await ledger.getByText('Tin khuyến mãi').waitFor()
    await ledger.getByText('khách tự nhắn').first().waitFor()
    await fits(page, 1440)
    await shoot(page, 'card-1440')
    await page.getByRole('link', { name: 'Về danh sách khách hàng' }).click()
    await page.getByRole('link', { name: 'Đỗ Thị Ánh' }).click()
    await page.getByText('0912 345 678').first().waitFor()
    await page.getByRole('link', { name: 'Mở hội thoại' }).click()
    await page.waitForURL('**/dashboard/inbox/*')
    await page.getByRole('link', { name: 'Mở thẻ khách' }).waitFor()
    await page.getByText('Chưa hỏi').waitFor()
    await fits(page, 1440)
    await shoot(page, 'inbox-1440')
    await page.getByRole('link', { name: 'Mở thẻ khách' }).click()
    await page.getByRole('heading', { name: 'Đỗ Thị Ánh' }).waitFor()
    await page.goto(`${desk.url}/dashboard/customers/${newId()}`)
    await page.getByText('Không thấy khách này').waitFor()
  })

  test('a group is made of conditions, counted, kept, renamed and deleted', async t => {
    const page = await open(t)
    await page.goto(`${desk.url}/dashboard/customers?consent=refused`)
    await page.getByText('3 khách').waitFor()
    await page.getByRole('button', { name: 'Sửa điều kiện' }).click()
    const conditions = page.getByRole('group', { name: /^Điều kiện/ })
    await page.getByText('1 khách').waitFor()
    await conditions.nth(0).getByLabel('Giá trị').selectOption('given')
    await page.getByRole('link', { name: 'Lê Ngọc Hà' }).waitFor()
    await conditions.nth(0).getByLabel('Phải hay không').selectOption('not')
    await page.getByText('2 khách').waitFor()
    await page.getByRole('button', { name: 'Thêm điều kiện' }).click()
    await conditions.nth(1).getByLabel('Xét điều gì').selectOption('detail')
    await page.getByText('1 khách').waitFor()
    await page.getByText('0 đồng ý nhận tin').waitFor()
    await page.getByRole('button', { name: 'Thêm điều kiện' }).click()
    await conditions.nth(2).getByLabel('Xét điều gì').selectOption('sequence')
    await page.getByText('0 khách').waitFor()
    await conditions.nth(2).getByLabel('Giá trị').selectOption('never')
    await conditions.nth(2).getByLabel('Chuỗi nào').selectOption('Chăm sau khi mua')
    await page.getByText('1 khách').waitFor()
    await page.getByRole('link', { name: 'Đỗ Thị Ánh' }).waitFor()
    await fits(page, 1440)
    await shoot(page, 'conditions-1440')
    await page.getByRole('button', { name: 'Lưu nhóm' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lưu nhóm' }).click()
    await page.getByText('Hãy đặt tên cho nhóm.').waitFor()
    await page.getByLabel('Tên nhóm').fill('Có số, chưa đồng ý')
    await page.keyboard.press('Enter')
    const groups = page.getByRole('navigation', { name: 'Nhóm khách' })
    await groups.getByRole('link', { name: 'Có số, chưa đồng ý' }).waitFor()
    await page
      .getByText(
        'Tin khuyến mãi: không phải đồng ý, và Đã để lại: số điện thoại, và Chuỗi tin: chưa từng vào “Chăm sau khi mua”',
      )
      .waitFor()
    await groups.getByRole('link', { name: 'Khách mới 30 ngày' }).click()
    await page.getByText('3 khách').waitFor()
    await groups.getByRole('link', { name: 'Có số, chưa đồng ý 1' }).click()
    await fits(page, 1440)
    await shoot(page, 'group-1440')
    await page.getByRole('button', { name: 'Soạn tin cho nhóm này' }).click()
    await page.waitForURL('**/dashboard/campaigns/*')
    await page.goBack()
    await page.getByRole('button', { name: 'Thao tác với nhóm' }).click()
    await page.getByRole('menuitem', { name: 'Xoá nhóm' }).click()
    const removing = page.getByRole('alertdialog')
    await removing.getByRole('button', { name: 'Xoá nhóm' }).click()
    await removing.getByText('Còn tin sắp gửi cho nhóm này', { exact: false }).waitFor()
    await desk.platform.db.asService(null, tx => sql`delete from broadcasts`.execute(tx))
    await removing.getByRole('button', { name: 'Xoá nhóm' }).click()
    await groups.getByRole('link', { name: 'Có số, chưa đồng ý' }).waitFor({ state: 'detached' })
    await page.getByText('Mọi khách của cửa hàng').waitFor()
  })

  test('what is known of one is written on their card; two who are one person are merged, and parted again', async t => {
    const page = await open(t)
    const one = 'Phạm Thị Ngọc Lan'
    const other = 'lan.pham.92'
    await write(workspaceId, one, ['có gội bầu không ạ', 'số em 0909123456'])
    await write(workspaceId, other, ['TC', 'em là Lan 0909 123 456'])
    await page.goto(`${desk.url}/dashboard/customers?q=phạm+thị`)
    await page.getByRole('link', { name: one }).click()
    await page.getByRole('heading', { name: one }).waitFor()
    await page.getByRole('link', { name: 'Nhắn Lan' }).waitFor()
    await page.getByText('có gội bầu không ạ').waitFor()

    const fields = page.getByRole('region', { name: 'Thông tin thêm' })
    await fields.getByRole('button', { name: 'Thêm hoặc bỏ ô' }).click()
    const making = page.getByRole('dialog', { name: 'Các ô thông tin khách' })
    await making.getByLabel('Tên ô').fill('Hết hạn thẻ')
    await making.getByLabel('Ghi gì vào ô').selectOption('date')
    await making.getByRole('button', { name: 'Thêm ô' }).click()
    await making.getByRole('button', { name: 'Bỏ ô Hết hạn thẻ' }).waitFor()
    await fits(page, 1440)
    await making.getByRole('button', { name: 'Xong' }).click()
    await fields.getByRole('button', { name: 'Sửa' }).click()
    await fields.getByLabel('Hết hạn thẻ').fill('2026-12-02')
    await fields.getByRole('button', { name: 'Lưu' }).click()
    await fields.getByText('02/12/2026').waitFor()
    await fields.getByRole('button', { name: 'Sửa' }).click()
    await fields.getByLabel('Hết hạn thẻ').press('Backspace')
    await fields.getByRole('button', { name: 'Lưu' }).click()
    assert.equal(await fields.locator('input:invalid').count(), 1, 'half a date does not erase the stored one')
    await fields.getByRole('button', { name: 'Huỷ' }).click()
    await fields.getByText('02/12/2026').waitFor()

    const tags = page.getByRole('region', { name: 'Nhãn' })
    await tags.getByRole('button', { name: 'Thêm nhãn' }).click()
    await tags.getByLabel('Tên nhãn').fill('Mẹ bầu')
    const busy = { error: { code: 'server.busy', message: 'Máy chủ đang bận.', details: {} } }
    await page.route('**/tags', route => route.fulfill({ status: 409, json: busy }), { times: 1 })
    await page.keyboard.press('Enter')
    await tags.getByText('Máy chủ đang bận.').waitFor()
    assert.equal(await tags.locator('[aria-invalid=true]:focus').inputValue(), 'Mẹ bầu', 'what was typed stays')
    await page.keyboard.press('Enter')
    await tags.getByRole('button', { name: 'Bỏ nhãn Mẹ bầu' }).waitFor()

    await page.getByRole('button', { name: 'Ghi lại lời khách' }).click()
    const note = page.getByRole('dialog', { name: 'Ghi lại điều khách đã nói' })
    await note.getByRole('button', { name: 'Lưu' }).click()
    await note.getByText(/có gì chứng minh/).waitFor()
    await note.locator('[aria-invalid=true]:focus').waitFor()
    await note.getByLabel('Khách đồng ý với điều gì').fill('Nhận ưu đãi của tiệm qua trang web, 1 tin mỗi tuần')
    await note.getByLabel('Có gì chứng minh').fill('phiếu 12, ký ở quầy')
    await note.getByRole('button', { name: 'Lưu' }).click()
    await page.getByText('đội ghi lại: phiếu 12, ký ở quầy').waitFor()
    await fits(page, 1440)
    await shoot(page, 'known-1440')

    const same = page.getByRole('region', { name: 'Cùng một người?' })
    await same.getByText('cùng số 0909 123 456').waitFor()
    await same.getByRole('button', { name: `Gộp với ${other}` }).click()
    const merging = page.getByRole('dialog', { name: 'Gộp hai khách thành một' })
    await merging.getByText(/tách lại được trong 30 ngày/).waitFor()
    await fits(page, 1440)
    await shoot(page, 'merging-1440')
    await merging.getByRole('button', { name: 'Gộp hai khách' }).click()
    await same.getByText(`Đã gộp với ${other}`).waitFor()
    await page.getByText('từ một khách được gộp vào').first().waitFor()
    await page.getByText('em là Lan 0909 123 456').waitFor()
    await same.getByRole('button', { name: 'Tách ra' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tách ra' }).click()
    await same.getByText('cùng số 0909 123 456').waitFor()
    await page.getByText('em là Lan 0909 123 456').waitFor({ state: 'detached' })

    await same.getByRole('button', { name: 'Gộp với khách khác' }).click()
    await merging.getByLabel('Tìm khách để gộp').fill('tran van hung')
    await merging.getByRole('button', { name: /Trần Văn Hùng/ }).click()
    await merging.getByRole('button', { name: 'Huỷ' }).click()
    await page.getByRole('region', { name: 'Liên lạc' }).getByRole('button', { name: 'Sửa' }).click()
    await page.getByLabel('Tên khách').fill('Chị Lan')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Chị Lan' }).waitFor()
  })

  test('in English and in the dark on a phone it all fits', async t => {
    const page = await open(t, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.goto(`${desk.url}/dashboard/customers?consent=given`)
    await page.getByRole('link', { name: 'Lê Ngọc Hà' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Trần Văn Hùng' }).count(), 0)
    await fits(page, 360)
    await shoot(page, '360-dark')
    await page.getByRole('button', { name: 'Edit conditions' }).click()
    await page.getByRole('group', { name: /^Condition/ }).waitFor()
    await fits(page, 360)
    await shoot(page, 'conditions-360-dark')
    await page.goto(`${desk.url}/dashboard/customers`)
    await page.getByRole('link', { name: 'Lê Ngọc Hà' }).click()
    await page.getByRole('region', { name: 'Consent' }).getByText('agreed').first().waitFor()
    await fits(page, 360)
    await shoot(page, 'card-360-dark')
    await page.getByRole('button', { name: 'Merge with another customer' }).click()
    await page.getByLabel('Find the customer to merge').fill('tran')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Trần Văn Hùng/ })
      .waitFor()
    await fits(page, 360)
    await shoot(page, 'merge-360-dark')
  })
})
