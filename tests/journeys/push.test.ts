import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { type PushSimulator, startPushSimulator } from '#dev/simulators/push-simulator.ts'
import { newId } from '#platform/ids.ts'
import { addressOf, type PushedMessage } from '#shared/rules/pushed-message.ts'
import { launchWholeBrowser } from '#tests/setup/browser.ts'
import { makeCustomerWait } from '#tests/drivers/push-driver.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from './steps/accessibility.ts'

const hanh = { email: 'hanh@hatnau.example', password: 'hoa sen trắng nở đêm' }
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }

/** Headless browsers have no push service; the simulator stands in. */
function playPushService(): void {
  type Made = { endpoint: string; keys: Record<string, string>; key: string }
  const name = 'test-push'
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0)).buffer
  const shaped = (made: Made) => ({
    endpoint: made.endpoint,
    options: { applicationServerKey: bytesOf(made.key) },
    toJSON: () => ({ endpoint: made.endpoint, keys: made.keys }),
    async unsubscribe() {
      localStorage.removeItem(name)
      return true
    },
  })
  const stored = () => JSON.parse(localStorage.getItem(name) ?? 'null') as Made | null
  const { subscribeThere } = window as unknown as { subscribeThere(key: string): Promise<Made> }
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const made = stored()
      return made ? shaped(made) : null
    },
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      const made = { ...(await subscribeThere(key)), key }
      localStorage.setItem(name, JSON.stringify(made))
      return shaped(made)
    },
  })
}

describe('pushes in the browser', { timeout: 300_000 }, () => {
  let simulator: PushSimulator
  let desk: SignInDriver
  let browser: Browser
  before(async () => {
    simulator = await startPushSimulator()
    desk = await openSignInDriver({ HUMAN_CHECK: 'off', CRAWL_ALLOWED_HOSTS: new URL(simulator.url).host })
    await desk.account(hanh.email, hanh.password)
    browser = await launchWholeBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
    await simulator?.close()
  })

  async function open(t: TestContext, settings: BrowserContextOptions = {}, permissions = ['notifications']) {
    const context = await browser.newContext({ locale: 'vi-VN', ...wide, ...settings })
    await context.grantPermissions(permissions, { origin: desk.url })
    const trouble: string[] = []
    context.on('weberror', error => trouble.push(error.error().message))
    t.after(async () => {
      await context.close()
      assert.deepEqual(trouble, [])
    })
    await context.exposeFunction('subscribeThere', (key: string) => simulator.subscribe(key))
    await context.addInitScript(playPushService)
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return { context, page }
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${desk.url}/auth?next=/dashboard/notifications`)
    await page.getByLabel('E-mail').fill(hanh.email)
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(hanh.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/notifications')
  }

  async function workspaceId(): Promise<string> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ id: string }>`select id from workspaces where kind = 'shop'`.execute(tx),
    )
    return rows[0]?.id ?? ''
  }

  async function isRead(id: string): Promise<boolean> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql`select from notifications where id = ${id} and read_at is not null`.execute(tx),
    )
    return rows.length > 0
  }

  async function endpoints(): Promise<string[]> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ endpoint: string }>`select endpoint from push_subscriptions order by id`.execute(tx),
    )
    return rows.map(row => row.endpoint)
  }

  async function until<Result>(what: string, look: () => Promise<Result | undefined> | Result | undefined) {
    const end = Date.now() + 20_000
    for (;;) {
      const result = await look()
      if (result !== undefined && result !== false) return result
      assert.ok(Date.now() < end, `waited in vain for ${what}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async function nextPush(): Promise<string> {
    const push = await until('a push', async () => {
      await desk.platform.jobs.drain()
      return simulator.arrived.shift()
    })
    return push.text ?? ''
  }

  /** The browser may silently lose a push while starting the worker. A repeated one is shown once. */
  async function show(page: Page, session: CDPSession, registrationId: string, data: string, title: string) {
    let pushedAt = 0
    let titles: string[] = []
    const isShown = async () => {
      if (Date.now() - pushedAt > 3000) {
        await pushTo(session, registrationId, data)
        pushedAt = Date.now()
      }
      titles = await shown(page)
      return titles.includes(title)
    }
    await until(title, isShown).catch(error => {
      throw new Error(`Shown are ${titles.join(', ') || 'none'} of ${data}`, { cause: error })
    })
  }

  async function pushTo(session: CDPSession, registrationId: string, data: string): Promise<void> {
    await session.send('ServiceWorker.deliverPushMessage', { origin: desk.url, registrationId, data })
  }

  async function registrationOf(context: BrowserContext, page: Page) {
    const session = await context.newCDPSession(page)
    const found = new Promise<string>(resolve =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const one = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.endsWith('/dashboard'))
        if (one) resolve(one.registrationId)
      }),
    )
    await session.send('ServiceWorker.enable')
    return { session, registrationId: await found }
  }

  const shown = (page: Page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/dashboard')
      return ((await registration?.getNotifications()) ?? []).map(({ title, lang }) => `${lang} ${title}`)
    })

  /** No tool can press a real notification. */
  async function press(context: BrowserContext): Promise<void> {
    const worker = context.serviceWorkers()[0]
    assert.ok(worker)
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
      const [notification] = await scope.registration.getNotifications()
      const Press = (globalThis as unknown as { NotificationEvent: new (name: string, init: object) => Event })
        .NotificationEvent
      scope.dispatchEvent(new Press('notificationclick', { notification }))
    })
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `push-${name}.png`), fullPage: true })
  }

  test('turned on here, a waiting customer is told while Sen is closed, and a press leads to the conversation', async t => {
    const { context, page } = await open(t)
    await signIn(page)
    await page.getByText('Chưa bật trên thiết bị này').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'off-1440')
    await page.getByRole('button', { name: 'Bật thông báo' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Đang bật trên thiết bị này').waitFor()
    await page.getByRole('button', { name: /^Gỡ Chrome/ }).waitFor()
    assert.equal((await endpoints()).length, 1)
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'on-1440')

    const { session, registrationId } = await registrationOf(context, page)
    await page.getByRole('button', { name: 'Gửi thử' }).click()
    await show(page, session, registrationId, await nextPush(), 'vi Sen báo được tới đây')

    const talk = await makeCustomerWait(desk.platform, await workspaceId(), 'Trần Ngọc Ánh')
    const wanted = await nextPush()
    assert.ok(!wanted.includes('Bí mật'))
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/dashboard')
      for (const one of (await registration?.getNotifications()) ?? []) one.close()
    })
    await show(page, session, registrationId, wanted, 'vi Trần Ngọc Ánh muốn gặp người')
    await pushTo(session, registrationId, wanted)
    // Shown, it says that the repeated one before it was dealt with; else that one could come back after the press.
    const behind = JSON.stringify({ ...JSON.parse(wanted), id: newId(), tag: 'behind', title: 'Sau' })
    await show(page, session, registrationId, behind, 'vi Sau')
    assert.deepEqual((await shown(page)).toSorted(), ['vi Sau', 'vi Trần Ngọc Ánh muốn gặp người'])
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/dashboard')
      for (const one of (await registration?.getNotifications({ tag: 'behind' })) ?? []) one.close()
    })
    await press(context)
    await page.waitForURL(`**/dashboard/inbox/${talk}`)
    await until('it to be gone', async () => (await shown(page)).length === 0 || undefined)
    await page.getByRole('link', { name: 'Thông báo', exact: true }).waitFor()

    // Suppressed only for the conversation being looked at.
    await page.bringToFront()
    const again = JSON.stringify({ ...JSON.parse(wanted), id: '019a0000-0000-7000-8000-000000000001' })
    await pushTo(session, registrationId, again)
    const other = { ...JSON.parse(wanted), tag: 'other', title: 'Khác', path: '/dashboard/inbox/other' }
    await show(page, session, registrationId, JSON.stringify(other), 'vi Khác')
    assert.deepEqual(await shown(page), ['vi Khác'])
    // Without an open window, a press opens one at an address that marks it read.
    await makeCustomerWait(desk.platform, await workspaceId(), 'Phạm Thu')
    const { id, path, workspace } = JSON.parse(await nextPush()) as PushedMessage
    await page.goto(desk.url + addressOf({ id, path, workspace }))
    await page.waitForURL(desk.url + path)
    await until('it to be read', async () => (await isRead(id ?? '')) || undefined)
    // Even an unreadable push must show something: browsers require it.
    await pushTo(session, registrationId, '{')
    await until('the nameless one', async () => (await shown(page)).some(one => one.endsWith(' Sen')))
  })

  test('in English; a new address is told to the server; signing out ends it here and there', async t => {
    const { context, page } = await open(t, phone)
    await signIn(page)
    await page.getByRole('button', { name: 'Bật thông báo' }).click()
    await page.getByText('Đang bật trên thiết bị này').waitFor()
    await shoot(page, 'on-360')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByText('On for this device').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot(page, 'on-en-360-dark')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
    const before = await endpoints()
    const fresh = simulator.subscribe()
    const worker = context.serviceWorkers()[0]
    assert.ok(worker)
    await worker.evaluate(made => {
      const event = new Event('pushsubscriptionchange')
      // Without the old subscription from the browser, the stored one is used.
      Object.assign(event, { oldSubscription: null, newSubscription: { toJSON: () => made }, waitUntil: () => {} })
      globalThis.dispatchEvent(event)
    }, fresh)
    await until('the new address', async () => (await endpoints()).includes(fresh.endpoint) || undefined)
    assert.equal((await endpoints()).length, before.length)
    await page.getByRole('button', { name: /^(More|Thêm)/ }).click()
    await page
      .getByRole('button', { name: 'Sign out' })
      .or(page.getByRole('menuitem', { name: 'Sign out' }))
      .click()
    await page.waitForURL('**/auth**')
    assert.equal(await page.evaluate(() => localStorage.getItem('test-push')), null)
    assert.equal(await page.evaluate(() => localStorage.getItem('sen-push')), null)
    await until('the server to forget it', async () => !(await endpoints()).includes(fresh.endpoint) || undefined)
  })

  test('where it is forbidden, or needs the home screen, the screen says how', async t => {
    const { page } = await open(t, phone)
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await signIn(page)
    await page.getByText('Trình duyệt đang chặn thông báo của Sen').waitFor()
    assert.deepEqual(await violations(page), [])
    await shoot(page, 'denied-360')
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'
    const apple = await open(t, { ...phone, userAgent, colorScheme: 'dark' })
    await apple.page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await signIn(apple.page)
    await apple.page.getByText('hãy thêm Sen vào màn hình chính').waitFor()
    assert.deepEqual(await violations(apple.page), [])
    await shoot(apple.page, 'install-360-dark')
  })

  test('the admins’ choice about names holds at once for what is pushed', async t => {
    const { page } = await open(t)
    await signIn(page)
    await page.getByRole('button', { name: 'Bật thông báo' }).click()
    await page.getByText('Đang bật trên thiết bị này').waitFor()
    const names = page.getByRole('switch', { name: 'Hiện tên khách trên màn hình khoá' })
    assert.equal(await names.getAttribute('aria-checked'), 'true')
    const saved = page.waitForResponse(response => response.url().endsWith('/push-names') && response.ok())
    await names.focus()
    await page.keyboard.press('Space')
    await saved
    await page.locator('[role=switch][aria-checked=false][aria-label^="Hiện tên"]').waitFor()
    simulator.arrived.length = 0
    await makeCustomerWait(desk.platform, await workspaceId(), 'Lê Minh Khôi')
    const push = await nextPush()
    assert.ok(push.includes('Khách cần người') && !push.includes('Khôi'), push)
  })
})
