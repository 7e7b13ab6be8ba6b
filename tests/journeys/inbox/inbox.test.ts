import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type Page } from 'playwright-core'
import { connectPage, type DevMessenger, startDevMessenger } from '#dev/messenger-shop.ts'
import { type ShopOwner, signUpOwner, until } from '#dev/shop-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { freePort, type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { violations } from '../steps/accessibility.ts'
import { lastingPage, signIn } from '../steps/open-page.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const pageId = '110220330440550'
const lan = '24680000000000011'
const hour = 3_600_000

describe('a member works in the inbox of a shop on Messenger', { timeout: 240_000 }, () => {
  let messenger: DevMessenger
  let home: Home
  let server: RunningServer
  let owner: ShopOwner
  let browser: Browser
  let page: Page
  const trouble: string[] = []

  before(async () => {
    messenger = await startDevMessenger(await freePort())
    home = await makeHome({ HUMAN_CHECK: 'off', ...messenger.settings })
    server = await startServer(home)
    await control('webhook', {
      url: `${server.url}/hooks/facebook`,
      verify_token: messenger.settings['FACEBOOK_VERIFY_TOKEN'],
    })
    owner = await signUpOwner(server.url, await readAnonKey(home), join(home.dataDir, 'mail'), account)
    await connectPage(server.url, owner)
    browser = await launchBrowser()
    page = await lastingPage(browser, trouble)
    await signIn(page, server.url, account)
    await page.getByRole('link', { name: 'Hộp thư' }).first().click()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await messenger?.close()
    await home?.remove()
  })

  async function control(name: string, body: object): Promise<{ mid: string }> {
    const address = messenger.chatPage.replace(/chat$/, name)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    const sent = (await answer.json()) as { mid: string }
    assert.equal(answer.status, 200, JSON.stringify(sent))
    return sent
  }

  const writes = (user: string, body: object) => control('user-message', { page: pageId, user, ...body })
  const composer = () => page.locator('.inbox-composer textarea')

  async function reply(text: string): Promise<void> {
    await composer().fill(text)
    await composer().press('Control+Enter')
  }

  async function open(words: string): Promise<void> {
    const row = page.getByRole('link', { name: new RegExp(words) })
    await row.first().click()
    // The conversation before has a composer and tools too.
    await row.and(page.locator('[aria-current]')).waitFor()
    await composer().waitFor()
  }

  test('what a customer edits, takes back, reacts to and quotes is shown; the time left stands in the composer', async () => {
    const first = await writes(lan, { text: 'Bình này còn màu xanh k ạ' })
    await open('Bình này')
    await page.getByText(/Messenger: còn 23 giờ; sau đó nhân viên vẫn trả lời được tới/).waitFor()
    await writes(lan, { message_edit: { mid: first.mid, text: 'Bình này còn màu lam không ạ', num_edit: 1 } })
    await page.getByText('Bình này còn màu lam không ạ').last().waitFor()
    await page.getByText(/đã sửa/).waitFor()
    const second = await writes(lan, { text: 'tin gửi nhầm' })
    await page.getByText('tin gửi nhầm').last().waitFor()
    await writes(lan, { unsend: second.mid })
    await page.getByText('Khách đã thu hồi tin này').waitFor()
    await reply('Dạ còn hai chiếc ạ')
    await page.getByRole('img', { name: 'Khách đã xem' }).first().waitFor()
    // The read receipt may arrive before the send's own answer.
    const mid = await until('the sent message’s id', async () => {
      const [sent] = await owner.rows<{ external_id: string | null }>('messages?select=external_id&author=eq.member')
      return sent?.external_id ?? undefined
    })
    await writes(lan, { reaction: { mid, action: 'react', emoji: '❤️', reaction: 'love' } })
    await page.getByRole('img', { name: 'Khách bày tỏ cảm xúc ❤️' }).waitFor()
    await writes(lan, { text: 'Cho mình đặt cả hai', reply_to: { mid } })
    await page.getByText('Trả lời tin của đội ngũ').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('a reply that the platform refuses says why, and goes out when it is sent again', async () => {
    const rules = [
      { match: { path: '/messages', user: lan }, times: 1, action: { error: { code: 551, subcode: 1545041 } } },
    ]
    await control('faults', { rules })
    await reply('Em gói kỹ rồi gửi nhé')
    await page.getByText(/^Chưa gửi được: /).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Gửi lại' }).click()
    await page.getByText(/^Chưa gửi được: /).waitFor({ state: 'detached' })
    await page.getByRole('img', { name: 'Khách đã xem' }).nth(1).waitFor()
  })

  test('a person in the platform’s own app, and another app of the page, are named', async () => {
    const other = '24680000000000031'
    await writes(other, { text: 'Shop có mở chủ nhật không' })
    await open('chủ nhật')
    await control('staff-message', { page: pageId, user: other, text: 'Có mở tới 18 giờ nhé chị' })
    await page.getByText(/Nhân viên, trả lời trong ứng dụng Messenger/).waitFor()
    await page.getByText(/Có người vừa trả lời trong ứng dụng Messenger, nên bot tạm dừng đến/).waitFor()
    const third = '24680000000000032'
    await writes(third, { text: 'Em muốn đổi hàng' })
    await open('đổi hàng')
    await control('pass-thread', { page: pageId, user: third, to: '999888777' })
    await page.getByText(/Một ứng dụng khác của trang đang trả lời khách/).waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('after a day only a person may reply, after a week nobody', async () => {
    await writes('24680000000000041', { text: 'Hôm qua mình hỏi ấm tử sa', timestamp: Date.now() - 30 * hour })
    await open('ấm tử sa')
    await page.getByText(/Đã quá 24 giờ: bot không trả lời được nữa, nhân viên còn nhắn được tới/).waitFor()
    await writes('24680000000000042', { text: 'Tuần trước mình hỏi lọ hoa', timestamp: Date.now() - 8 * 24 * hour })
    await open('lọ hoa')
    await page.getByText(/Messenger không nhận tin trả lời nữa từ \d\d\/\d\d, \d\d:\d\d/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Gửi', exact: true }).isDisabled(), true)
    assert.deepEqual(await violations(page), [])
  })

  test('tags, a note with a name, an assignee; what is put away or unread says so in the list', async () => {
    await open('Khách 0032')
    await page.getByRole('button', { name: 'Thêm nhãn' }).click()
    await page.getByLabel('Tên nhãn').fill('bao gia')
    await page.getByLabel('Tên nhãn').press('Enter')
    await page.getByRole('button', { name: 'Bỏ nhãn Báo giá' }).waitFor()
    await page.getByRole('button', { name: 'Thêm nhãn' }).click()
    await page.getByLabel('Tên nhãn').fill('Khách sỉ')
    await page.getByLabel('Tên nhãn').press('Enter')
    await page.getByRole('button', { name: 'Bỏ nhãn Khách sỉ' }).waitFor()
    await page.getByLabel('Viết ghi chú cho đội ngũ').pressSequentially('Gói kỹ giúp nhé @ha')
    await page.getByRole('listbox', { name: 'Đồng nghiệp để nhắc tên' }).getByText('Nguyễn Thu Hạnh').click()
    await page.getByRole('button', { name: 'Lưu ghi chú' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Gói kỹ giúp nhé @Nguyễn Thu Hạnh' }).waitFor()
    const [note] = await owner.rows<{ mentions: string[] }>('notes?select=mentions')
    assert.equal(note?.mentions.length, 1)
    await page.getByLabel('Người phụ trách').selectOption({ label: 'Nguyễn Thu Hạnh' })
    await page
      .getByText(/Hạnh phụ trách|Bạn đang lo/)
      .first()
      .waitFor({ state: 'attached' })
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Việc khác' }).click()
    await page.getByRole('menuitem', { name: /Hẹn lại: 3 giờ nữa/ }).click()
    await page.getByText(/Đã hẹn lại tới/).waitFor()
    await page.getByRole('button', { name: 'Hẹn lại', exact: true }).click()
    await page.getByText(/Hẹn đến/).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Mở lại ngay' }).click()
    await page.getByText('Không có hội thoại nào đang hẹn').waitFor()
    await page.getByRole('button', { name: 'Đang mở', exact: true }).click()
    const row = page.getByRole('link', { name: /Khách 0032/ })
    await row.waitFor()
    await page.getByRole('button', { name: 'Việc khác' }).click()
    // Left before the answer, so that the way back cannot close what was opened since.
    await page.route('**/read', async route => {
      await page.waitForURL(address => address.pathname === '/dashboard/inbox')
      await route.continue()
    })
    await page.getByRole('menuitem', { name: 'Đánh dấu chưa đọc' }).click()
    await row.getByText(/chưa đọc/).waitFor({ state: 'attached' })
    await page.unroute('**/read')
    assert.deepEqual(await violations(page), [])
    await row.click()
    await row.getByText(/chưa đọc/).waitFor({ state: 'detached' })
  })

  test('nothing broke on the way', () => {
    assert.deepEqual(trouble, [])
  })
})
