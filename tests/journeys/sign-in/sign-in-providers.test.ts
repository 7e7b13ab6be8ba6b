import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { type OidcSimulator, startOidcSimulator } from '#dev/simulators/oidc-simulator.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'
import { pastFirstSteps } from '../steps/past-first-steps.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 740 }

describe('sign-in with a provider', { timeout: 300_000 }, () => {
  let simulator: OidcSimulator
  let desk: SignInDriver
  let bare: SignInDriver
  let browser: Browser
  let people = 0

  before(async () => {
    simulator = await startOidcSimulator()
    const keys = (name: string) => ({
      [`OAUTH_${name}_CLIENT_ID`]: simulator.clientId,
      [`OAUTH_${name}_CLIENT_SECRET`]: simulator.clientSecret,
      [`OAUTH_${name}_ISSUER_URL`]: simulator.issuer,
    })
    desk = await openSignInDriver({
      ...keys('GOOGLE'),
      ...keys('FACEBOOK'),
      ...keys('OIDC'),
      OAUTH_OIDC_NAME: 'Sen nội bộ',
    })
    bare = await openSignInDriver()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await desk.close()
    await bare.close()
    await simulator.close()
  })
  beforeEach(() => {
    simulator.fault = undefined
    simulator.person = {
      sub: `p${++people}`,
      email: `p${people}@hatnau.example`,
      email_verified: true,
      name: 'Thu Hạnh',
    }
  })

  async function open(t: TestContext, path: string, settings: BrowserContextOptions = {}, of = desk): Promise<Page> {
    const context = await browser.newContext({ viewport: wide, locale: 'vi-VN', ...settings })
    const trouble: string[] = []
    context.on('console', message => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()))
    context.on('weberror', error => trouble.push(error.error().message))
    t.after(async () => {
      await context.close()
      assert.deepEqual(trouble, [])
    })
    const page = await context.newPage()
    await page.goto(of.url + path)
    await page.locator('form').waitFor()
    return page
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name })

  test('one press at each provider, by the keyboard, and one is where one wanted to be', async t => {
    for (const [name, provider] of [
      ['Tiếp tục với Google', 'google'],
      ['Tiếp tục với Facebook', 'facebook'],
      ['Tiếp tục với Sen nội bộ', 'custom:oidc'],
    ] as const) {
      simulator.person = {
        ...simulator.person,
        sub: `${provider} ${people}`,
        email: `${provider.length}-${people}@hatnau.example`,
      }
      const page = await open(t, '/auth?next=/dashboard/inbox')
      await button(page, name).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${desk.url}/dashboard/inbox`)
      assert.equal(new URL(page.url()).hash, '')
      const { rows } = await peopleOf(desk)
      assert.ok(rows.some(row => row.email === simulator.person.email && row.providers.includes(provider)))
    }
  })

  test('who came by a provider has no password, sets one in Account, and signs in with it', async t => {
    const page = await open(t, '/auth')
    await button(page, 'Tiếp tục với Google').click()
    await page.waitForURL('**/dashboard')
    await desk.platform.jobs.drain()
    await pastFirstSteps(page)
    await page.goto(`${desk.url}/dashboard/account`)
    await page.getByText('Tài khoản này chưa có mật khẩu.').waitFor()
    await button(page, 'Đặt qua e-mail').waitFor()
    await button(page, 'Đặt mật khẩu').click()
    assert.equal(await page.getByLabel('Mật khẩu hiện tại').count(), 0)
    assert.deepEqual(await violations(page), [])
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, 'account-first-password.png'), fullPage: true })
    await page.getByLabel('Mật khẩu mới').fill('hoa sen trắng nở đêm')
    await page.locator('.account-form').getByRole('button', { name: 'Lưu' }).click()
    await button(page, 'Đổi mật khẩu').click()
    await page.getByLabel('Mật khẩu hiện tại').waitFor()
    const { email } = simulator.person
    const answer = await desk.auth('/token?grant_type=password', { email, password: 'hoa sen trắng nở đêm' })
    assert.equal(answer.status, 200)
  })

  test('who comes back without a session is told why, in both languages, and may try again', async t => {
    simulator.fault = 'denied'
    const page = await open(t, '/auth?mode=sign-up')
    await button(page, 'Tiếp tục với Google').click()
    await page.getByText('Bạn đã dừng lại ở trang bên kia').waitFor()
    await page.getByRole('button', { name: 'EN, English' }).click()
    await page.getByText('The sign-in was cancelled').waitFor()
    simulator.fault = 'wrong nonce'
    await button(page, 'Continue with Google').click()
    await page.getByText('That sign-in did not work').waitFor()
    simulator.fault = undefined
    simulator.person = { ...simulator.person, email_verified: false }
    await button(page, 'Continue with Google').click()
    await page.getByText('so we sent you a link').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    const { link } = await desk.openEmail(simulator.person.email ?? '')
    await page.goto(link)
    await page.waitForURL(`${desk.url}/dashboard`)
    const { rows } = await peopleOf(desk)
    const made = rows.find(row => row.email === simulator.person.email)
    assert.deepEqual(made?.providers, ['email', 'google'])
  })

  test('nothing is shown that is not configured', async t => {
    const page = await open(t, '/auth', {}, bare)
    assert.equal(await page.getByText('Tiếp tục với').count(), 0)
    assert.equal(await page.getByText('hoặc bằng e-mail').count(), 0)
  })

  for (const [viewport, colorScheme] of [
    [wide, 'light'],
    [wide, 'dark'],
    [narrow, 'light'],
    [narrow, 'dark'],
  ] as const) {
    test(`the buttons are for everybody: ${viewport.width} px, ${colorScheme}`, async t => {
      for (const path of ['/auth', '/auth?mode=sign-up', '/auth?problem=provider_email_needs_verification']) {
        const page = await open(t, path, { viewport, colorScheme })
        await button(page, 'Tiếp tục với Google').waitFor()
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= viewport.width, `${path} is ${width} px wide`)
        const folder = process.env['SCREENSHOTS']
        const name = `auth-${path.replaceAll(/\W/g, '-')}-${viewport.width}-${colorScheme}.png`
        if (folder) await page.screenshot({ path: join(folder, name), fullPage: true })
        assert.deepEqual(await violations(page), [])
      }
    })
  }
})

type Account = { email: string; providers: string[] }

async function peopleOf({ url, platform }: SignInDriver): Promise<{ rows: Account[] }> {
  const key = platform.tokens.serviceRoleKey
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/auth/v1/admin/users?per_page=100`, { headers })
  const { users } = (await answer.json()) as { users: { email: string; app_metadata: { providers: string[] } }[] }
  return { rows: users.map(({ email, app_metadata }) => ({ email, providers: app_metadata.providers })) }
}
