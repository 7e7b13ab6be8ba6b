import assert from 'node:assert/strict'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { until } from '#dev/shop-client.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { textOf } from '#tests/drivers/paper-tools.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { violations } from '../steps/accessibility.ts'
import { press, tabTo } from '../steps/by-keys.ts'
import { openPage, signIn } from '../steps/open-page.ts'

const hanh = { email: 'hanh@banda.example', password: 'hoa sen trắng nở đêm' }
const words = {
  vi: {
    ...{
      asked: 'Khách yêu cầu qua tin nhắn',
      answered: 'Đã trả lời khách',
      done: 'Đã làm xong',
      card: 'Mở thẻ khách',
      erase: 'Xoá dữ liệu khách',
    },
    ...{
      yes: 'Xoá',
      proof: 'Tải biên bản (PDF)',
      other: 'Bản tiếng Anh',
      hash: 'Mã SHA-256 của biên bản',
      back: 'Người đã được xoá dữ liệu',
    },
    ...{
      title: 'Biên bản xử lý yêu cầu',
      otherTitle: 'Record of a personal data request',
      add: 'Ghi sự cố',
      what: 'Chuyện gì đã xảy ra',
    },
    ...{
      save: 'Ghi lại',
      contain: 'Chặn ngay',
      log: 'Mở nhật ký của đội',
      breaches: 'Sự cố dữ liệu',
      register: 'Hồ sơ xử lý dữ liệu',
    },
    download: 'Tải xuống (CSV)',
  },
  en: {
    ...{
      asked: 'Asked in a message',
      answered: 'Mark as answered',
      done: 'Mark as done',
      card: 'Open the customer',
      erase: 'Delete their data',
    },
    ...{
      yes: 'Delete',
      proof: 'Download the record (PDF)',
      other: 'In Vietnamese',
      hash: 'SHA-256 of the record',
      back: 'Someone whose data is deleted',
    },
    ...{
      title: 'Record of a personal data request',
      otherTitle: 'Biên bản xử lý yêu cầu',
      add: 'Record a breach',
      what: 'What happened',
    },
    ...{
      save: 'Save',
      contain: 'Contain it',
      log: 'Open the team’s log',
      breaches: 'Data breaches',
      register: 'Register of processing',
    },
    download: 'Download (CSV)',
  },
} as const

const settings = [
  { language: 'vi', width: 1440, viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { language: 'en', width: 360, viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const

describe('the desk for people’s data, in the browser', { timeout: 300_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  let workspaceId = ''
  const channelId = newId()
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    await desk.account(hanh.email, hanh.password)
    browser = await launchBrowser()
    await desk.platform.jobs.start()
    const [shop] = await run<{ id: string }>(
      sql`select id from workspaces where deleted_at is null order by created_at desc limit 1`,
    )
    workspaceId = shop?.id ?? ''
    await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${workspaceId}, 'website', ${`acc_${channelId}`}, 'Trang web', 'connected', now())`)
  })
  after(async () => {
    await browser?.close()
    await desk?.platform.jobs.stop(5000)
    await desk?.close()
  })

  const run = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    (await desk.platform.db.asService(null, tx => statement.execute(tx))).rows as T[]
  async function open(t: TestContext, language: string, options: BrowserContextOptions): Promise<Page> {
    const page = await openPage(t, browser, options)
    await signIn(page, desk.url, hanh)
    await page.evaluate(value => localStorage.setItem('language', value), language)
    return page
  }
  async function look(page: Page, name: string, width: number): Promise<void> {
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `desk-${name}.png`), fullPage: true })
  }
  async function ask(name: string, text: string): Promise<void> {
    const externalId = newId()
    for (const one of ['còn hàng không shop', text])
      await desk.platform.db.asService(workspaceId, tx =>
        receiveMessage(desk.platform, tx, {
          ...{ workspaceId, channelId, source: 'website', text: one, clientId: newId() },
          contact: { externalId, name },
        }),
      )
  }
  async function take(page: Page, button: Locator): Promise<string> {
    await button.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), press(button)])
    return textOf(await buffer(await file.createReadStream())).normalize('NFC')
  }

  for (const { language, width, ...options } of settings)
    test(`a request goes from the chat to its document, by keys: ${language}, ${width} px`, async t => {
      const texts = words[language]
      const name = language === 'vi' ? 'Quách Ngọc Diễm' : 'Hoàng Gia Bảo'
      await ask(name, language === 'vi' ? 'xoá dữ liệu của tôi' : 'please delete my data')
      const page = await open(t, language, options)
      await page.goto(`${desk.url}/dashboard/customers/requests`)
      const request = page.getByRole('listitem').filter({ hasText: name })
      await request.getByText(texts.asked).waitFor()
      await look(page, `asked-${width}-${language}`, width)
      await press(request.getByRole('button', { name: texts.answered }))
      await request.getByRole('button', { name: texts.answered }).waitFor({ state: 'detached' })
      await press(request.getByRole('link', { name: texts.card }))
      await press(page.getByRole('button', { name: texts.erase }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: texts.yes, exact: true }))
      await page.waitForURL('**/dashboard/customers')
      // Not drain(), which does not wait for what the running worker has in hand.
      await until('the request to be settled', async () => {
        const [named] = await run(sql`select from data_requests where who = ${name}`)
        return named ? undefined : true
      })
      await page.goto(`${desk.url}/dashboard/customers/requests`)
      const done = page.getByRole('listitem').filter({ hasText: texts.back }).first()
      const [vi, en] = [
        await take(page, done.getByRole('button', { name: texts.proof })),
        await take(page, done.getByRole('button', { name: texts.other })),
      ]
      assert.ok(vi.includes(texts.title), vi)
      assert.ok(en.includes(texts.otherTitle), en)
      for (const part of name.split(' ')) assert.ok(!`${vi}${en}`.includes(part), part)
      const hash = done.getByText(texts.hash)
      await tabTo(hash)
      await page.keyboard.press('Enter')
      await done.getByText(/^[0-9a-f]{64}$/).waitFor()
      await look(page, `done-${width}-${language}`, width)
    })

  test('the document of a finished request comes to the screen on which it was finished', async t => {
    const name = 'Nguyễn Thu Trà'
    await ask(name, 'xoá dữ liệu của tôi')
    const page = await open(t, 'vi', settings[0])
    await page.goto(`${desk.url}/dashboard/customers/requests`)
    const request = page.getByRole('listitem').filter({ hasText: name })
    await press(request.getByRole('button', { name: words.vi.done }))
    const text = await take(page, request.getByRole('button', { name: words.vi.proof }))
    assert.ok(text.includes(words.vi.title), text)
  })

  for (const { language, width, ...options } of settings)
    test(`the register is taken along, and a breach recorded and ticked, by keys: ${language}, ${width} px`, async t => {
      const texts = words[language]
      const page = await open(t, language, options)
      await page.goto(`${desk.url}/dashboard/customers/requests`)
      await press(page.getByRole('link', { name: texts.register }))
      await page.getByRole('heading', { name: texts.register, level: 1 }).waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(page.getByRole('button', { name: texts.download })),
      ])
      assert.match(file.suggestedFilename(), /\.csv$/)
      const breaches = page.getByRole('region', { name: texts.breaches })
      await press(breaches.getByRole('button', { name: texts.add }))
      const dialog = page.getByRole('dialog')
      await look(page, `breach-form-${width}-${language}`, width)
      const what = dialog.getByLabel(texts.what)
      await tabTo(what)
      await page.keyboard.type(`Mất máy tính ${width}`)
      await press(dialog.getByRole('button', { name: texts.save }))
      const breach = breaches
        .getByRole('listitem')
        .filter({ hasText: `Mất máy tính ${width}` })
        .first()
      const step = breach.getByRole('checkbox', { name: texts.contain })
      await tabTo(step)
      await page.keyboard.press('Space')
      await breach.getByRole('checkbox', { name: texts.contain, checked: true }).waitFor()
      const link = breach.getByRole('link', { name: texts.log })
      const [inLink, inStep] = [await link.boundingBox(), await breach.getByRole('checkbox').nth(1).boundingBox()]
      assert.ok(
        (inLink?.x ?? 0) > (inStep?.x ?? 0) + (inStep?.width ?? 0),
        'the link stands below the words of its step',
      )
      await look(page, `register-${width}-${language}`, width)
      await press(link)
      await page.waitForURL('**/dashboard/team**')
    })
})
