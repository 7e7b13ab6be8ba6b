import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { connectPage, type DevMessenger, startDevMessenger } from '#dev/messenger-shop.ts'
import { type ShopOwner, signUpOwner, until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { freePort, type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { violations } from '../steps/accessibility.ts'
import { isFocused } from '../steps/by-keys.ts'

const account = { email: 'hanh@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const pageId = '110220330440550'
const lan = '24680000000000011'
const questions = [
  'Shop còn Áo thun đen không ạ? Gọi em 0903 218 447',
  'Áo khoác có size L không',
  'Bên mình có xuất hoá đơn công ty không',
  'Đồ gốm ship ra Hà Nội bao lâu thì tới ạ',
  'Đơn của tôi giao 4 ngày rồi chưa thấy',
]

describe('finding and sorting out conversations', { timeout: 300_000 }, () => {
  let messenger: DevMessenger
  let home: Home
  let server: RunningServer
  let owner: ShopOwner
  let browser: Browser
  let wide: Page
  let phone: Page
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
    // The trial allows one channel: the page replaces the website, whose chats remain.
    const made = await owner.act<{ id: string; account_id: string }>('POST', '/channels/websites', {
      domains: ['shop.example'],
    })
    const website = { widget: made.account_id, origin: 'https://shop.example', locale: 'vi' } as const
    for (const question of questions) await (await openVisitor(server.url, website)).say(question)
    await answered(5)
    await owner.act('POST', `/channels/${made.id}/disconnect`, {})
    await connectPage(server.url, owner)
    await writes(lan, 'Ao thun nay con mau trang ko')
    await answered(6)
    browser = await launchBrowser()
    wide = await open({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' })
    phone = await open({ viewport: { width: 360, height: 740 }, locale: 'en-US', hasTouch: true, isMobile: true })
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await messenger?.close()
    await home?.remove()
  })

  async function answered(count: number): Promise<void> {
    await until('all to be answered', async () => {
      const chats = await owner.rows<{ source: string; contact_name: string; preview_author: string }>(
        'conversations?select=source,contact_name,preview_author',
      )
      const named = chats.every(chat => chat.source === 'website' || chat.contact_name)
      return named && chats.length === count && chats.every(chat => chat.preview_author === 'bot') ? chats : undefined
    })
  }

  async function control(name: string, body: object): Promise<void> {
    const address = messenger.chatPage.replace(/chat$/, name)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(answer.status, 200, await answer.text())
  }

  const writes = (user: string, text: string) => control('user-message', { page: pageId, user, text })

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => trouble.push(error.message))
    page.on('response', answer => answer.status() >= 500 && trouble.push(`${answer.status()} ${answer.url()}`))
    const english = options.locale === 'en-US'
    await page.addInitScript(`try { localStorage.setItem('language', '${english ? 'en' : 'vi'}') } catch {}`)
    await page.goto(`${server.url}/auth`)
    await page.getByLabel(english ? 'Email' : 'E-mail').fill(account.email)
    await page.getByRole('textbox', { name: english ? 'Password' : 'Mật khẩu' }).fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/**')
    await page.goto(`${server.url}/dashboard/inbox`)
    await page.locator('.inbox-row').first().waitFor()
    return page
  }

  const rows = (page: Page) => page.locator('.inbox-row')
  const row = (page: Page, words: RegExp) => rows(page).filter({ hasText: words })
  /** A toast's undo; the previous toast may still be fading. */
  const undo = (page: Page, words: RegExp) =>
    page.locator('[data-sonner-toast]').filter({ hasText: words }).getByRole('button')
  const search = () => wide.getByRole('searchbox', { name: 'Tìm hội thoại' })

  async function shows(page: Page, count: number): Promise<void> {
    await page.waitForFunction(wanted => document.querySelectorAll('.inbox-row').length === wanted, count)
  }

  async function choose(menu: string, value: string): Promise<void> {
    await wide.getByRole('group', { name: 'Bộ lọc' }).getByRole('button', { name: menu, exact: true }).click()
    await wide.getByRole('menuitemradio', { name: value }).click()
  }

  async function clear(count: number): Promise<void> {
    await wide.goto(`${server.url}/dashboard/inbox`)
    await shows(wide, count)
  }

  test('words are found with and without marks, by keyboard alone, and stand in the address', async () => {
    await shows(wide, 6)
    await wide.locator('h1').first().click()
    await wide.keyboard.press('/')
    await wide.keyboard.type('ao thun')
    // Whoever types slowly has searched for the first letters, which find the same two.
    await wide.waitForFunction(() => {
      const marks = [...document.querySelectorAll('.inbox-row mark')].map(one => one.textContent)
      return marks.join(' ') === 'Ao thun Áo thun'
    })
    await shows(wide, 2)
    assert.equal(new URL(wide.url()).searchParams.get('q'), 'ao thun')
    await wide.reload()
    await shows(wide, 2)
    assert.deepEqual(await violations(wide), [])
    await search().focus()
    await wide.keyboard.press('ArrowDown')
    await wide.keyboard.press('ArrowDown')
    await row(wide, /Áo thun/)
      .and(wide.locator(':focus'))
      .waitFor()
    await wide.keyboard.press('Enter')
    await wide.getByRole('log').getByText('Áo thun đen').waitFor()
    assert.equal(new URL(wide.url()).searchParams.get('q'), 'ao thun')
    await wide.goBack()
    await search().focus()
    await wide.keyboard.press('Escape')
    await shows(wide, 6)
    assert.equal(new URL(wide.url()).search, '')
  })

  test('whoever goes to the search as soon as a conversation closes stays there', async () => {
    await clear(6)
    await row(wide, /Áo thun/).click()
    await wide.getByRole('log').getByText('Áo thun đen').waitFor()
    await wide.evaluate(async () => {
      const field = document.querySelector<HTMLElement>('.inbox-search input')
      await new Promise<void>(done => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('.inbox-thread')) return
          observer.disconnect()
          field?.focus()
          done()
        }).observe(document.body, { childList: true, subtree: true })
        history.back()
      })
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    })
    await isFocused(search())
    await row(wide, /Áo thun/).click()
    await wide.getByRole('log').getByText('Áo thun đen').waitFor()
    await wide.getByRole('log').focus()
    await wide.goBack()
    await isFocused(row(wide, /Áo thun/))
    await clear(6)
  })

  test('customers are found by name and number; nothing found says what to do', async () => {
    await search().fill('nguyen la')
    await row(wide, /Nguyễn/).waitFor()
    await shows(wide, 1)
    await search().fill('0903218447')
    await row(wide, /Liên hệ: \+84903218447/).waitFor()
    await search().fill('không ai nói thế này')
    await wide.getByText('Không thấy hội thoại nào').waitFor()
    assert.deepEqual(await violations(wide), [])
    await wide.getByRole('button', { name: 'Bỏ hết lọc' }).click()
    await shows(wide, 6)
  })

  test('filters hold together, are shown, taken away one by one, and come back with the address', async () => {
    await choose('Kênh', 'Website')
    await shows(wide, 5)
    await search().fill('ao')
    await shows(wide, 2)
    await choose('Bot', 'Bot đang tắt')
    await wide.getByText('Không thấy hội thoại nào').waitFor()
    const link = wide.url()
    await wide.getByRole('button', { name: 'Bỏ lọc: Bot đang tắt' }).click()
    await shows(wide, 2)
    await wide.goBack()
    await wide.getByText('Không thấy hội thoại nào').waitFor()
    await clear(6)
    await wide.goto(link)
    await wide.getByRole('button', { name: 'Bỏ lọc: Website' }).waitFor()
    await wide.getByRole('list', { name: 'Đang lọc' }).getByRole('button', { name: 'Bỏ hết lọc' }).click()
    await shows(wide, 3)
    await clear(6)
  })

  test('what a customer writes appears in the list that it fits, and in no other', async () => {
    await choose('Kênh', 'Facebook')
    await shows(wide, 1)
    await search().fill('xanh')
    await wide.getByText('Không thấy hội thoại nào').waitFor()
    await writes('24680000000000031', 'gốm đỏ có không')
    await writes('24680000000000022', 'Chậu màu xanh còn không shop')
    await row(wide, /Chậu màu/).waitFor()
    await shows(wide, 1)
    await answered(8)
    await clear(8)
  })

  test('several are picked by keyboard and tagged; what was done is taken back', async () => {
    await rows(wide).first().focus()
    await wide.keyboard.press('x')
    await wide.keyboard.press('Shift+ArrowDown')
    await wide.keyboard.press('Shift+ArrowDown')
    await wide.getByText('Đã chọn 3').waitFor()
    assert.deepEqual(await violations(wide), [])
    await wide
      .getByRole('group', { name: 'Làm với các hội thoại đã chọn' })
      .getByRole('button', { name: 'Nhãn' })
      .click()
    await wide.getByRole('menuitem', { name: 'Báo giá', exact: true }).click()
    await wide.getByText('Đã đổi nhãn 3 hội thoại').waitFor()
    await choose('Nhãn', 'Báo giá')
    await shows(wide, 3)
    await rows(wide).first().focus()
    await wide.keyboard.press('Control+a')
    await wide.getByText('Đã chọn 3').waitFor()
    await wide.getByRole('button', { name: 'Đóng', exact: true }).click()
    // Under the pointer a toast stays for as long as the list takes.
    await wide.getByText('Đã đóng 3 hội thoại').hover()
    await wide.getByText('Không có hội thoại nào khớp').waitFor()
    await undo(wide, /Đã đóng 3/).click()
    await wide.getByText('Đã hoàn tác 3 hội thoại').waitFor()
    await shows(wide, 3)
    assert.equal(await wide.getByRole('heading', { name: /Cần người/ }).count(), 1)
  })

  test('what could not be done is told, stays picked, and holds up nothing', async () => {
    await wide.goto(`${server.url}/dashboard/inbox?q=ao`)
    await wide.locator('.inbox-row mark').first().waitFor()
    const found = await rows(wide).count()
    const ids = await rows(wide).evaluateAll(all => all.map(one => one.getAttribute('data-conversation') ?? ''))
    await owner.act('POST', `/conversations/${ids[0]}/close`, {})
    await rows(wide).first().focus()
    await wide.keyboard.press('Control+a')
    await wide.getByText(`Đã chọn ${found}`).waitFor()
    await wide
      .getByRole('group', { name: 'Làm với các hội thoại đã chọn' })
      .getByRole('button', { name: 'Hẹn lại' })
      .click()
    await wide.getByRole('menuitem', { name: /3 giờ nữa/ }).click()
    await wide.getByText(`1 trong ${found} hội thoại chưa làm được: Hội thoại này đã đóng.`).waitFor()
    await wide.getByText('Đã chọn 1').waitFor()
    assert.deepEqual(await violations(wide), [])
    await owner.act('POST', `/conversations/${ids[0]}/reopen`, {})
    for (const id of ids.slice(1)) await owner.act('POST', `/conversations/${id}/snooze`, { until: null })
    await clear(8)
  })

  test('what one has not read is counted, in two browsers alike', async () => {
    const unread = (page: Page, name: RegExp) => page.getByRole('button', { name })
    await owner.act('POST', '/conversations/bulk', {
      act: 'read',
      ids: (await owner.rows<{ id: string }>('conversations?select=id')).map(one => one.id),
    })
    await unread(wide, /0 hội thoại chưa đọc/).waitFor()
    await writes('24680000000000032', 'em hỏi chút')
    await unread(wide, /1 hội thoại chưa đọc/).waitFor()
    await unread(phone, /Unread conversations: 1/).waitFor()
    await unread(wide, /1 hội thoại chưa đọc/).click()
    await shows(wide, 1)
    await rows(wide).first().locator('.inbox-unread').waitFor()
    await rows(wide).first().focus()
    await wide.keyboard.press('x')
    const acts = wide.getByRole('group', { name: 'Làm với các hội thoại đã chọn' })
    await acts.getByRole('button', { name: 'Việc khác', exact: true }).click()
    await wide.getByRole('menuitem', { name: 'Đánh dấu đã đọc' }).click()
    await unread(phone, /Unread conversations: 0/).waitFor()
    await unread(wide, /0 hội thoại chưa đọc/).waitFor()
    await shows(wide, 1)
  })

  test('an admin renames, merges and deletes tags, told how many conversations have them', async () => {
    await clear(9)
    await wide.getByRole('group', { name: 'Bộ lọc' }).getByRole('button', { name: 'Nhãn', exact: true }).click()
    await wide.getByRole('menuitem', { name: 'Quản lý nhãn' }).click()
    const dialog = wide.getByRole('dialog', { name: 'Quản lý nhãn' })
    await dialog.getByText('3 hội thoại').waitFor()
    assert.deepEqual(await violations(wide), [])
    await dialog.getByRole('button', { name: 'Sửa nhãn Báo giá' }).click()
    await dialog.getByLabel('Tên nhãn').fill('Tư vấn')
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await dialog.getByText('Đã có nhãn mang tên này.').waitFor()
    await dialog.getByLabel('Tên nhãn').fill('Hỏi giá')
    await dialog.getByLabel('Đỏ son').check()
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    await dialog.getByRole('button', { name: 'Gộp nhãn Hỏi giá vào nhãn khác' }).click()
    await dialog.getByLabel('Gộp vào').selectOption({ label: 'Tư vấn' })
    await dialog.getByText('3 hội thoại mang nhãn “Hỏi giá”').waitFor()
    assert.deepEqual(await violations(wide), [])
    await dialog.getByRole('button', { name: 'Gộp nhãn', exact: true }).click()
    await dialog.getByRole('button', { name: 'Sửa nhãn Hỏi giá' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Xoá nhãn Tư vấn' }).click()
    await dialog.getByText('Nhãn sẽ được gỡ khỏi 3 hội thoại.').waitFor()
    await dialog.getByRole('button', { name: 'Xoá nhãn', exact: true }).click()
    await dialog.getByRole('button', { name: 'Xoá nhãn Tư vấn' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Xong' }).click()
    assert.equal((await owner.rows('conversation_tags?select=tag_id')).length, 0)
  })

  test('what comes in above does not move what is looked at', async () => {
    await wide.setViewportSize({ width: 1440, height: 300 })
    const place = (id: string) =>
      wide.locator(`[data-conversation="${id}"]`).evaluate(one => Math.round(one.getBoundingClientRect().top))
    const scrolled = () => wide.locator('.inbox-scroll').evaluate(list => list.scrollTop)
    await wide.locator('.inbox-scroll').evaluate(list => list.scrollTo(0, list.scrollHeight))
    // Rows render as they scroll into view, so the last one changes.
    await wide.waitForFunction(() => {
      const bottomOf = (one: Element | null | undefined) => one?.getBoundingClientRect().bottom ?? 0
      const rows = document.querySelectorAll('.inbox-scroll [data-conversation]')
      return bottomOf(rows[rows.length - 1]) >= bottomOf(document.querySelector('.inbox-scroll')) - 1
    })
    const looked = (await rows(wide).last().getAttribute('data-conversation')) ?? ''
    const from = await scrolled()
    const before = await place(looked)
    await writes('24680000000000033', 'Tiệm có bán sỉ cho quán cà phê không')
    await row(wide, /bán sỉ cho quán/)
      .getByText('Chờ')
      .waitFor()
    await wide.waitForFunction(before => (document.querySelector('.inbox-scroll')?.scrollTop ?? 0) > before + 40, from)
    assert.ok(Math.abs((await place(looked)) - before) <= 1)
  })

  test('on a phone the filters are a sheet, holding a row picks it, and taps pick more', async () => {
    await shows(phone, 10)
    await phone.getByRole('button', { name: 'Filter', exact: true }).click()
    const sheet = phone.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Channel').selectOption('facebook')
    assert.deepEqual(await violations(phone), [])
    await sheet.getByRole('button', { name: 'Show results' }).click()
    await shows(phone, 5)
    await phone.getByRole('button', { name: 'Remove the filter: Facebook' }).waitFor()
    await hold(phone, 0)
    await phone.getByText('1 selected').waitFor()
    await rows(phone).nth(1).tap()
    await phone.getByText('2 selected').waitFor()
    assert.deepEqual(await violations(phone), [])
    await phone
      .getByRole('group', { name: 'Actions for the selected conversations' })
      .getByRole('button', { name: 'Close', exact: true })
      .tap()
    await shows(phone, 3)
    await undo(phone, /Conversations closed: 2/).tap()
    await shows(phone, 5)
    await rows(phone).first().tap()
    await phone.waitForURL(/inbox\/.*source=facebook/)
    await phone.getByRole('log').waitFor()
  })

  async function hold(page: Page, index: number): Promise<void> {
    const box = await rows(page).nth(index).boundingBox()
    const point = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 20 }
    const session = await page.context().newCDPSession(page)
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await page.locator('.inbox-pickable[data-picked]').first().waitFor()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('nothing went wrong on the way', () => assert.deepEqual(trouble, []))
})
