import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { runSequences } from '#features/broadcasts/sequences/run-sequences.ts'
import { advanceBroadcasts } from '#features/broadcasts/sending/advance-broadcasts.ts'
import { newId } from '#platform/ids.ts'
import { fillPlaces as fill } from '#shared/texts/fill-places.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { consentWordsTexts } from '#shared/texts/customers/consent-words-texts.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language } from '#shared/words.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { pickDaily } from '#tests/setup/pick-daily.ts'
import { violations } from '../steps/accessibility.ts'
import { press, tabTo } from '../steps/by-keys.ts'
import { openPage, signIn } from '../steps/open-page.ts'
import { people, salon, tu } from '../steps/salon.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }

describe('campaigns in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(tu.email, tu.password)
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  const { run, write, fillShop, subscriber, letIn, answer, rest } = salon(() => desk)

  async function open(t: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(t, browser, settings)
    await signIn(page, desk.url, hanh)
    return page
  }
  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `campaigns-${name}.png`), fullPage: true })
  }
  async function fits(page: Page, width: number): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  }
  async function compose(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Soạn tin' }).click()
    await page.getByLabel('Tên đợt gửi').fill(name)
    await page.getByRole('button', { name: 'Chăm sóc' }).click()
    await page.getByRole('button', { name: 'Chèn tên khách' }).click()
    await page.getByLabel('Nội dung tiếng Việt').press('ControlOrMeta+End')
    await page.keyboard.type(' ơi, thẻ gội của mình dùng tới 02/12 nhé.')
  }

  test('it is counted while it is written, started by one button that says all, and answered', async t => {
    const page = await open(t)
    await page.getByRole('link', { name: 'Gửi tin' }).click()
    await page.getByText('Chưa gửi đợt nào').waitFor()
    await fits(page, 1440)
    await fillShop()
    await compose(page, 'Nhắc dùng thẻ')
    await page.keyboard.type(' Xem thẻ: https://may.example/the')
    await page.getByRole('button', { name: 'Thêm nút dưới tin' }).click()
    await page.getByLabel('Chữ trên nút').fill('Giữ chỗ giúp em')
    await page.getByLabel('Khách bấm thì').selectOption({ label: 'Nói với bot câu này' })
    const check = page.getByRole('complementary', { name: 'Kiểm tra' })
    await page.getByRole('button', { name: 'Để đội trả lời' }).click()
    await page.getByText('Bot nhường lời').waitFor()
    await check.getByText('2 người nhận').waitFor()
    await check.getByText('1 đã từ chối nhận tin').click()
    await check.getByText('Lê Văn Hùng').waitFor()
    await page.getByText('Không muốn nhận tin nữa, anh/chị nhắn TC nhé.').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Giữ chỗ giúp em' }).waitFor()
    await page.getByText('Mỗi khách nhận một địa chỉ riêng thay cho liên kết').waitFor()
    await fits(page, 1440)
    await shoot(page, 'new-1440')
    await check.getByRole('button', { name: 'Gửi ngay cho 2 người, 0đ' }).click()
    await page.getByRole('button', { name: 'Dừng hẳn' }).waitFor()
    await desk.platform.jobs.drain()
    await page.getByRole('heading', { name: '2 người nhận được, 0 người trả lời' }).waitFor()
    const { rows: got } = await run(sql<{ text: string }>`select text from messages where origin = 'broadcast' limit 1`)
    const link = /http\S+\/l\/\w+/.exec(got[0]?.text ?? '')?.[0] ?? ''
    const followed = await fetch(link, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 13)' },
    })
    assert.equal(followed.headers.get('location'), 'https://may.example/the')
    await write('Nguyễn Thị Lan', people.lan, 'giữ cho chị 2h thứ bảy')
    await write('Trần Mai', people.mai, 'thôi')
    await advanceBroadcasts(desk.platform)
    await page.reload()
    const answers = page.getByRole('region', { name: 'Trả lời', exact: true })
    await answers.getByText('giữ cho chị 2h thứ bảy').waitFor()
    await answers.getByText('Thôi nhận', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Người bấm liên kết' }).getByText('may.example/the').waitFor()
    await page.getByText('1 bấm liên kết').waitFor()
    await page.getByRole('heading', { name: '2 người nhận được, 1 người trả lời' }).waitFor()
    await answers.getByRole('heading', { name: '1 khách trả lời, 1 khách thôi nhận' }).waitFor()
    await fits(page, 1440)
    await shoot(page, 'done-1440')
    await rest()
    await page.getByRole('link', { name: 'Về Gửi tin' }).click()
    await page.getByRole('row').filter({ hasText: 'Nhắc dùng thẻ' }).getByText('Đã xong').waitFor()
    await fits(page, 1440)
    await shoot(page, '1440')
    await compose(page, 'Nhắc lần hai')
    await check.getByText('2 đã từ chối nhận tin').waitFor()
    await check.getByText('1 đã nhận tin gần đây').waitFor()
    // Half of the customers get each text unless one is tried first.
    await page.getByRole('button', { name: 'Thử hai nội dung' }).click()
    await check.getByText('Đặt tên và viết nội dung').waitFor()
    await page.getByLabel('Nội dung B tiếng Việt').fill('Thẻ gội sắp hết hạn, mình ghé nhé.')
    await page.getByLabel('Chia thế nào').selectOption('20')
    await page.getByText('họ nhận bản A').waitFor()
    await page.getByRole('button', { name: 'Thêm nút dưới tin' }).click()
    await check.getByText('Có nút chưa dùng được').waitFor()
    await page.getByLabel('Chữ trên nút').fill('Xem thẻ')
    await page.getByLabel('Liên kết', { exact: true }).fill('https://may.example/the')
    await check.getByText('1 đã nhận tin gần đây').waitFor()
    await fits(page, 1440)
    await shoot(page, 'two-1440')
    const words = page.getByLabel('Nội dung B tiếng Việt')
    const release = Promise.withResolvers<void>()
    await page.route('**/storage/v1/object/attachments/**', route => release.promise.then(() => route.continue()))
    const uploading = page.waitForRequest('**/storage/v1/object/attachments/**')
    await page.getByLabel('Thêm ảnh').setInputFiles({ name: 'the.png', mimeType: 'image/png', buffer: dot })
    await uploading
    await words.fill('Thẻ gội hôm nay hết hạn, mình ghé nhé.')
    release.resolve()
    await page.getByRole('button', { name: 'Bỏ ảnh' }).click()
    assert.equal(await words.inputValue(), 'Thẻ gội hôm nay hết hạn, mình ghé nhé.')
    await check.getByText('1 đã nhận tin gần đây').waitFor()
    // Words that the server did not take are there on coming back, and nothing is counted or sent before it took them.
    await page.route('**/api/v1/broadcasts/*', route => route.fulfill({ status: 500 }))
    await words.fill('Thẻ gội mai hết hạn, mình ghé nhé.')
    await page.getByRole('link', { name: 'Về Gửi tin' }).click()
    await page.getByText('Chưa lưu được nháp').waitFor()
    await page.getByRole('link', { name: 'Nhắc lần hai' }).click()
    assert.equal(await words.inputValue(), 'Thẻ gội mai hết hạn, mình ghé nhé.')
    await page.getByRole('status').filter({ hasText: 'Chưa lưu được nháp' }).waitFor()
    assert.equal(await check.getByRole('button', { name: 'Gửi ngay' }).count(), 0)
    await page.unroute('**/api/v1/broadcasts/*')
    await check.getByRole('button', { name: 'Xem ai nhận' }).click()
    await check.getByText('1 đã nhận tin gần đây').waitFor()
    const { rows: stored } = await run(
      sql<{ text: string }>`select content->'b'->'texts'->>'vi' as text from broadcasts where name = 'Nhắc lần hai'`,
    )
    assert.equal(stored[0]?.text, 'Thẻ gội mai hết hạn, mình ghé nhé.')
  })

  test('a sequence is written, corrected where it is wrong, and edited while somebody is inside', async t => {
    const page = await open(t)
    await page.getByRole('link', { name: 'Gửi tin' }).click()
    await page
      .getByRole('navigation', { name: 'Các phần của Gửi tin' })
      .getByRole('link', { name: 'Chuỗi tin' })
      .click()
    await page.getByText('Chưa có chuỗi tin nào').waitFor()
    await fits(page, 1440)
    await page.getByRole('button', { name: 'Tạo chuỗi tin' }).click()
    await page.getByLabel('Tên chuỗi').fill('Sau khi gội')
    const steps = page.getByRole('region', { name: 'Các bước' })
    const add = async (button: string, kind: string) => {
      await steps.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('menuitem', { name: kind }).click()
    }
    await add('Thêm bước', 'Chờ')
    await add('Thêm bước', 'Nhắn tin')
    await add('Thêm bước', 'Rẽ nhánh')
    await add('Thêm bước vào nhánh Sai', 'Gọi nhân viên')
    await steps.getByRole('button', { name: 'Đơn hàng, lịch hẹn' }).click()
    const publish = async (button: string, how?: string) => {
      await page.getByRole('button', { name: button }).click()
      const question = page.getByRole('alertdialog')
      if (how) {
        await question.getByText('1 khách đang ở trong chuỗi. Họ sẽ:').waitFor()
        await question.getByRole('button', { name: how }).click()
        await fits(page, 1440)
        await shoot(page, 'sequence-publish-1440')
      }
      await question.getByRole('button', { name: button }).click()
      await question.waitFor({ state: 'detached' })
    }
    await publish('Cho chạy')
    await steps.getByText('Viết nội dung tin.').waitFor()
    await steps.getByLabel('Nội dung tiếng Việt').fill('Lịch gội tuần sau của mình vẫn giữ nhé.')
    await publish('Cho chạy')
    await page.getByText('Đang chạy', { exact: true }).waitFor()
    const here = page.url()
    const { rows: lan } = await run(
      sql<{ id: string }>`select customer_id as id from contacts where external_id = ${people.lan}`,
    )
    await page.goto(`${desk.url}/dashboard/customers/${lan[0]?.id}`)
    await page.getByRole('button', { name: 'Thêm khách này' }).click()
    await page.getByText('Đã thêm Nguyễn Thị Lan vào “Sau khi gội”.').waitFor()
    await fits(page, 1440)
    await shoot(page, 'sequence-card-1440')
    await runSequences(desk.platform)
    await page.goto(here)
    const runs = page.getByRole('region', { name: 'Khách trong chuỗi' })
    await runs.getByRole('link', { name: 'Nguyễn Thị Lan' }).waitFor()
    await runs.getByText('Đang ở: Chờ').waitFor()
    await steps.getByLabel('Nội dung tiếng Việt').fill('Lịch gội thứ bảy của mình vẫn giữ nhé.')
    await page.getByText('Có sửa, chưa cho chạy').waitFor()
    await publish('Cho chạy bản đã sửa', 'Sang bản mới, cùng bước')
    await run(sql`update private.sequence_runs set next_at = ${desk.platform.clock.now()}`)
    await rest()
    await runSequences(desk.platform)
    await page.reload()
    await runs.getByRole('button', { name: 'Tất cả' }).click()
    await runs.getByText('Chuyển cho người').waitFor()
    await runs.getByText('Nhắn tin: đã gửi').waitFor()
    const { rows } = await run(sql<{ text: string }>`select text from messages where origin = 'sequence'`)
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['Lịch gội thứ bảy của mình vẫn giữ nhé.'],
    )
    await fits(page, 1440)
    await shoot(page, 'sequence-1440')
    // From now on an order that somebody confirms in the inbox starts it.
    await page.getByRole('combobox', { name: 'Bắt đầu khi' }).selectOption('Nhân viên xác nhận đơn của khách')
    await page.getByText('Bot mới ghi lại thì chưa tính.').waitFor()
    await publish('Cho chạy bản đã sửa')
    await write('Phạm Hoa', newId(), 'lấy cho chị 2 hộp trà gừng nhé')
    await page.goto(`${desk.url}/dashboard/inbox`)
    await page.getByRole('link', { name: 'Phạm Hoa' }).click()
    await page.getByRole('region', { name: 'Đặt hàng' }).getByRole('button', { name: 'Xác nhận' }).click()
    await page.getByText('Đã báo khách').waitFor()
    await runSequences(desk.platform)
    await page.goto(here)
    await runs.getByText('Nhân viên xác nhận đơn của khách,').waitFor()
    await fits(page, 1440)
    await shoot(page, 'sequence-order-1440')
    await page.getByRole('button', { name: 'Tạm dừng' }).click()
    await page.getByText('Có người bấm tạm dừng.').waitFor()
    // What the server did not take is sent again on coming back.
    await page.route('**/api/v1/sequences/*', route => route.fulfill({ status: 500 }), { times: 1 })
    const stored = page.waitForResponse(
      answer => answer.ok() && (answer.request().postData() ?? '').includes('Sau khi sấy'),
    )
    await page.getByLabel('Tên chuỗi').fill('Sau khi sấy')
    await page.getByRole('link', { name: 'Về Chuỗi tin' }).click()
    await page.getByRole('link', { name: 'Sau khi' }).click()
    assert.equal(await page.getByLabel('Tên chuỗi').inputValue(), 'Sau khi sấy')
    await stored
  })

  test('in English and in the dark on a phone it all fits', async t => {
    const page = await open(t, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await run(sql`update broadcasts set content = content || '{"b": {"texts": {"vi": "Thẻ gội sắp hết hạn."}, "share": 20, "hours": 4}}', ab_choice = 'a',
        counters = counters || '{"variants": {"a": {"n": 150, "answered": 12}, "b": {"n": 148, "answered": 19}}}' where name = 'Nhắc dùng thẻ'`)
    await page.goto(`${desk.url}/dashboard/campaigns`)
    await page.getByRole('link', { name: 'Nhắc dùng thẻ' }).waitFor()
    await fits(page, 360)
    await shoot(page, '360-dark')
    await page.getByRole('link', { name: 'Nhắc dùng thẻ' }).click()
    await page.getByText('giữ cho chị 2h thứ bảy').waitFor()
    const two = page.getByRole('region', { name: 'Two texts' })
    await two.getByRole('heading', { name: 'Too early to tell' }).waitFor()
    await two.getByText('Text B: 12.8%, 19 of 148 replied').waitFor()
    await two.getByText('Everyone else got text A.').waitFor()
    await fits(page, 360)
    await shoot(page, 'done-360-dark')
    await page.getByRole('link', { name: 'Back to Campaigns' }).click()
    await page.getByRole('link', { name: 'Nhắc lần hai' }).click()
    await page.getByRole('complementary', { name: 'Check' }).getByText('got one recently').waitFor()
    await page.getByRole('button', { name: 'At a set time' }).click()
    await page.getByLabel('Day and time, by the shop’s clock').waitFor()
    await fits(page, 360)
    await shoot(page, 'new-360-dark')
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('link', { name: 'Nhắc lần hai' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Sequences' }).click()
    await page.getByRole('link', { name: 'Sau khi sấy' }).waitFor()
    await fits(page, 360)
    await shoot(page, 'sequences-360-dark')
    await page.getByRole('link', { name: 'Sau khi sấy' }).click()
    await page.getByText('Somebody paused it.').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText('Send a message: sent').waitFor()
    await fits(page, 360)
    await shoot(page, 'sequence-360-dark')
    const steps = page.getByRole('region', { name: 'Steps' })
    const words = steps.getByLabel('Vietnamese text')
    await tabTo(words)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Lich goi cua minh con giu nhe.')
    await press(steps.getByRole('button', { name: 'Add step', exact: true }))
    await page.getByRole('menuitem', { name: 'Send a message' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Unpublished changes').waitFor()
    const publish = async () => {
      await press(page.getByRole('button', { name: 'Publish changes' }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publish changes' }))
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    }
    await publish()
    await steps.getByText('Write the message.').waitFor()
    await fits(page, 360)
    await shoot(page, 'sequence-wrong-360-dark')
    const added = steps.getByLabel('Vietnamese text').last()
    await tabTo(added)
    await page.keyboard.type('Cam on ban.')
    await publish()
    await page.getByText('Running', { exact: true }).waitFor()
    await fits(page, 360)
    const [written] = (
      await run(sql<{ plan: string }>`select plan::text from sequence_versions order by published_at desc limit 1`)
    ).rows
    assert.ok(written?.plan.includes('Lich goi') && written.plan.includes('Cam on ban.'))
    await page.getByRole('button', { name: 'End sequence' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sequence' }).click()
    await page.getByText('Ended', { exact: true }).first().waitFor()
  })

  async function wholeStory(
    t: TestContext,
    page: Page,
    language: Language,
    typed: Record<'name' | 'first' | 'yes' | 'reply' | 'stop', string>,
  ) {
    const id = newId()
    const lists = customerListsTexts(language)
    const card = customerCardTexts(language)
    const groups = customerSegmentsTexts(language)
    const texts = campaignScreensTexts(language)
    const rules = consentWordsTexts(language)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(`${desk.url}/dashboard/campaigns/rules`)
    const words =
      language === 'vi'
        ? 'Nhận ưu đãi của Tiệm gội Mây qua trang web, nhiều nhất 2 tin mỗi tuần. Dừng: nhắn TC.'
        : 'Offers of Tiệm gội Mây in this chat, at most 2 in a week. To stop, write STOP.'
    await page.getByLabel(rules.words, { exact: true }).fill(words)
    await page.getByText(rules.whole).waitFor()
    await button(rules.save).click()
    await page.getByText(words).last().waitFor()
    await fits(page, page.viewportSize()?.width ?? 0)
    await shoot(page, `rules-${language}`)

    await page.goto(`${desk.url}/dashboard/customers/import`)
    const list = `Họ tên;SĐT\nKhách ${language};09${language === 'vi' ? '12' : '13'}345678\n`
    await page
      .getByLabel(lists.choose)
      .setInputFiles({ name: 'khach.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    const worked = async (act: string, press: string) => {
      const asked = page.waitForResponse(one => one.url().endsWith(`/${act}`) && one.request().method() === 'POST')
      await button(press).click()
      await asked
      await desk.platform.jobs.drain()
    }
    await worked('check', lists.check)
    await worked('commit', fill(lists.commit, { count: 1 }))
    await page.getByText(fill(lists.done, { count: 1 })).waitFor()

    await write(typed.name, id, typed.first)
    await rest()
    await page.goto(`${desk.url}/dashboard/customers`)
    await page.getByRole('link', { name: typed.name }).click()
    await button(card.ask).click()
    await page.getByRole('dialog').getByText(words).waitFor()
    await fits(page, page.viewportSize()?.width ?? 0)
    await shoot(page, `asking-${language}`)
    await button(card.askNow).click()
    await page.getByText(card.asked).waitFor()
    await write(typed.name, id, typed.yes)
    await rest()
    await page.reload()
    await page
      .getByRole('region', { name: customerScreensTexts(language).consents })
      .getByRole('listitem')
      .filter({ hasText: customerScreensTexts(language).actGiven })
      .first()
      .waitFor()

    await page.goto(`${desk.url}/dashboard/customers?consent=given`)
    await page.getByRole('link', { name: typed.name }).waitFor()
    await button(groups.editRules).click()
    await button(groups.save).click()
    await page.getByLabel(groups.name).fill(`Nhóm ${language}`)
    await page.keyboard.press('Enter')
    await button(groups.write).click()
    await page.getByLabel(texts.name).fill(`Ưu đãi ${language}`)
    await button(texts.promotion).click()
    await page.getByLabel(texts.text).fill('Cuối tuần này tiệm còn vài chỗ trống ạ.')
    const check = page.getByRole('complementary', { name: texts.checkTitle })
    const startName = fill(texts.start, { count: 1, cost: '' }).replace(/[, ]+$/, '')
    await check.getByRole('button', { name: startName }).waitFor()
    const theirs = await openPage(t, browser, { viewport: page.viewportSize() })
    await signIn(theirs, desk.url, tu)
    await theirs.evaluate(spoken => localStorage.setItem('language', spoken), language)
    await theirs.goto(page.url())
    const closed = theirs.getByRole('complementary', { name: texts.checkTitle })
    await closed.getByText(texts.askAdmin.split('{')[0] ?? '').waitFor()
    assert.equal(await closed.getByRole('button', { name: startName }).count(), 0)
    await fits(theirs, page.viewportSize()?.width ?? 0)
    await shoot(theirs, `closed-${language}`)
    await closed.getByRole('button', { name: texts.trial, exact: true }).click()
    const trial = theirs.getByRole('dialog', { name: texts.trialTitle })
    await write('Máy của Tú', `may-${language}`, (await trial.locator('code').textContent()) ?? '')
    await trial
      .getByRole('listitem')
      .filter({ hasText: 'Máy của Tú' })
      .last()
      .getByRole('button', { name: texts.trialHere })
      .click()
    await theirs.getByText(fill(texts.trialSent, { name: 'Máy của Tú' })).waitFor()
    await fits(theirs, page.viewportSize()?.width ?? 0)
    await shoot(theirs, `trial-${language}`)
    await theirs.context().close()
    await page.reload()
    await check.getByRole('button', { name: startName }).click()
    await button(texts.cancel).waitFor()
    await desk.platform.jobs.drain()
    await page.getByRole('heading', { name: fill(texts.doneHead, { sent: 1, answered: 0 }) }).waitFor()
    await write(typed.name, id, typed.reply)
    await answer()
    const { rows: answers } = await run(sql`select from messages m join conversations v on v.id = m.conversation_id
      join contacts c on c.id = v.contact_id where c.external_id = ${id} and m.author = 'bot' and m.origin is null
      and m.seq > (select max(o.seq) from messages o where o.conversation_id = v.id and o.origin = 'broadcast')`)
    assert.equal(answers.length, 1)
    await write(typed.name, id, typed.stop)
    await advanceBroadcasts(desk.platform)
    await page.reload()
    await page.getByText(typed.reply).waitFor()
    const [last] = await run<{
      text: string
    }>(sql`select m.text from messages m join conversations v on v.id = m.conversation_id
      join contacts c on c.id = v.contact_id where c.external_id = ${id} order by m.seq desc limit 1`).then(
      ({ rows }) => rows,
    )
    assert.equal(last?.text, customersTexts(language).stopped.replaceAll('{shop}', 'Tiệm gội Mây'))
    await rest()
    await subscriber()
    await page.goto(`${desk.url}/dashboard/campaigns`)
    await button(texts.write).click()
    await page.getByLabel(texts.name).fill(`Lần sau ${language}`)
    await button(texts.promotion).click()
    await page.getByLabel(texts.text).fill('Tuần sau tiệm cũng còn chỗ ạ.')
    const refused = check.locator('summary').filter({ hasText: texts.opted_out })
    await refused.click()
    await check.getByText(typed.name).waitFor()
    await check.locator('summary').filter({ hasText: texts.no_number }).waitFor()
    await fits(page, page.viewportSize()?.width ?? 0)
    await shoot(page, `why-not-${language}`)
    // Customers without a free route are offered at a price, named beforehand and revocable.
    const [offer = ''] = texts.sendPaid.split('{')
    await check.getByRole('button', { name: offer }).click()
    await check.getByText(texts['facebook.marketing'], { exact: true }).waitFor()
    await check.getByText(texts.metaPays).waitFor()
    await page.getByText('/ 640').waitFor()
    await fits(page, page.viewportSize()?.width ?? 0)
    await shoot(page, `paid-${language}`)
    await button(texts.onlyFree).click()
    await check.getByRole('button', { name: offer }).waitFor()
  }

  const customers = {
    vi: {
      ...{ name: 'Đặng Thu', first: 'tiệm có gội thảo dược không ạ', yes: 'Đồng ý' },
      ...{ reply: 'giữ em một chỗ chiều thứ bảy', stop: 'TC' },
    },
    en: {
      ...{ name: 'Amy Tran', first: 'hello, are you open on Sunday?', yes: 'Yes, please' },
      ...{ reply: 'please keep a place for me on Saturday', stop: 'STOP' },
    },
  }
  const phone = { width: 360, height: 740 }
  const desktop = { width: 1440, height: 900 }
  for (const [language, viewport] of pickDaily([
    ['vi', phone],
    ['en', desktop],
    ['en', phone],
    ['vi', desktop],
  ] as const))
    test(`a list, a question, a yes, a group, a message, an answer, a refusal: and the next one says why not (${language}, ${viewport.width} px)`, async t => {
      const page = await open(t, { viewport })
      await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
      await letIn()
      await wholeStory(t, page, language, customers[language])
    })
})
