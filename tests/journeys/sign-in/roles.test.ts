// Sections by role, language and screen, without errors or axe findings; pairwise, or all with `npm run matrix`.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import type { Language } from '#shared/words.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { openSignInDriver, type SignInDriver } from '#tests/drivers/sign-in-driver.ts'
import { violations } from '../steps/accessibility.ts'

const password = 'hoa sen trắng nở đêm'
const shopName = 'Tiệm gốm Mộc An'
const roles = ['admin', 'member', 'pending', 'removed', 'signed out'] as const
const languages: Language[] = ['vi', 'en']
const screens = { phone: { width: 360, height: 740 }, wide: { width: 1440, height: 900 } }
const sections = [
  'operations',
  'inbox',
  'statistics',
  'training',
  'configuration',
  'connect',
  'usage',
  'billing',
  'referrals',
  'team',
  'account',
  'notifications',
  'customers',
  'campaigns',
] as const
const adminsOnly: readonly string[] = ['configuration', 'connect', 'billing', 'referrals', 'team']

type Role = (typeof roles)[number]
type Section = (typeof sections)[number]
type Place = { role: Role; language: Language; screen: keyof typeof screens; visits: Section[] }

/** Every pair of values still occurs. Roles without access see the same page everywhere, so one section is enough. */
function places(whole: boolean): Place[] {
  const found: Place[] = []
  for (const [i, role] of roles.entries()) {
    for (const [j, language] of languages.entries()) {
      for (const [k, screen] of (['phone', 'wide'] as const).entries()) {
        const turn = i % 2 === 0 ? 2 * j + k : 3 - 2 * j - k
        const visits = sections.filter((_, at) => whole || at % 4 === turn)
        found.push({ role, language, screen, visits: whole || inShop(role) ? visits : visits.slice(0, 1) })
      }
    }
  }
  return found
}

test('pairs of role, language, screen and section all meet', () => {
  const met = new Set<string>()
  for (const { role, language, screen, visits } of places(false).filter(({ role }) => inShop(role))) {
    for (const section of visits) {
      const values = [role, language, screen, section]
      for (const a of values) for (const b of values) met.add(`${a} ${b}`)
    }
  }
  const all: readonly (readonly string[])[] = [roles.filter(inShop), languages, ['phone', 'wide'], sections]
  for (const [i, some] of all.entries())
    for (const others of all.slice(i + 1))
      for (const a of some) for (const b of others) assert.ok(met.has(`${a} ${b}`), `${a} ${b}`)
})

describe('the dashboard for everybody', { timeout: 900_000 }, () => {
  let desk: SignInDriver
  let browser: Browser
  const sessions = new Map<Role, Awaited<ReturnType<BrowserContext['storageState']>>>()
  before(async () => {
    desk = await openSignInDriver({ HUMAN_CHECK: 'off' })
    for (const role of roles) if (role !== 'signed out') await desk.account(addressOf(role), password)
    await peopleShop(desk)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })

  for (const place of places(process.env['MATRIX'] === 'whole')) {
    const { role, language, screen, visits } = place
    test(`${role}, ${language}, ${screen}: ${visits.join(', ')}`, { timeout: 240_000 }, async () => {
      const context = await browser.newContext({
        ...(await signedIn(role)),
        locale: language === 'vi' ? 'vi-VN' : 'en-GB',
        viewport: screens[screen],
      })
      try {
        const trouble = watchTrouble(context)
        // Opaque-origin frames have no storage.
        await context.addInitScript(`try { localStorage.setItem('language', '${language}') } catch {}`)
        const page = await context.newPage()
        page.setDefaultTimeout(30_000)
        for (const [at, section] of visits.entries()) {
          await page.goto(desk.url + addresses[section])
          await seen(page, place, section)
          if (at === 0 || inShop(role)) assert.deepEqual(await violations(page), [], section)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          assert.ok(width <= screens[screen].width, `${section} is ${width} px wide`)
          assert.deepEqual(trouble, [], section)
        }
      } finally {
        await context.close()
      }
    })
  }

  async function signedIn(role: Role): Promise<BrowserContextOptions> {
    if (role === 'signed out') return {}
    const stored = sessions.get(role)
    if (stored) return { storageState: stored }
    const context = await browser.newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${desk.url}/auth`)
    await page.locator('input[type=email]').first().fill(addressOf(role))
    await page.locator('input[type=password]').first().fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard**')
    const storageState = await context.storageState()
    await context.close()
    sessions.set(role, storageState)
    return { storageState }
  }
})

/** Hoisted: the tests' names are made while this file is still being read. */
function inShop(role: Role): boolean {
  return role === 'admin' || role === 'member'
}

const addressOf = (role: Role): string => `${role}@mocan.example`

async function peopleShop({ platform }: SignInDriver): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ id: string; email: string; workspace_id: string }>`select p.id, p.email, m.workspace_id
      from people p join members m on m.person_id = p.id`.execute(tx),
  )
  const of = (role: Role) => rows.find(row => row.email === addressOf(role)) ?? assert.fail(role)
  const shop = of('admin')
  await fillWorkspace(platform, { workspaceId: shop.workspace_id, personId: shop.id, headers: { authorization: '' } })
  await platform.db.asService(null, async tx => {
    // For a new person the page waits longer for a shop to be made.
    await sql`update auth.users set email_confirmed_at = email_confirmed_at - interval '1 day'`.execute(tx)
    await sql`update workspaces set name = ${shopName} where id = ${shop.workspace_id}`.execute(tx)
    await sql`delete from workspaces where id in (${of('member').workspace_id}, ${of('removed').workspace_id})`.execute(
      tx,
    )
    await sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
      values (gen_random_uuid(), ${shop.workspace_id}, ${of('member').id}, ${addressOf('member')}, 'Lê Văn Tú', 'member', 'active', ${now})`.execute(
      tx,
    )
    await sql`insert into members (id, workspace_id, email, role, status, invited_at)
      values (gen_random_uuid(), ${shop.workspace_id}, ${addressOf('pending')}, 'member', 'pending', ${now})`.execute(
      tx,
    )
  })
}

function watchTrouble(context: BrowserContext): string[] {
  const trouble: string[] = []
  context.on('weberror', error => trouble.push(error.error().message))
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(message.text())
  })
  context.on('response', response => {
    if (response.status() >= 400) trouble.push(`${response.status()} ${response.url()}`)
  })
  context.on('requestfailed', request => {
    // Still loading when the page was left.
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') trouble.push(`${why} ${request.url()}`)
  })
  return trouble
}

async function seen(page: Page, { role, language, screen }: Place, section: Section): Promise<void> {
  const texts = dashboardTexts(language)
  if (role === 'signed out') {
    await page.getByText(texts.unauthorized).waitFor()
    await page.getByRole('link', { name: texts.logIn }).first().waitFor()
  } else if (role === 'removed') {
    await page.getByRole('heading', { name: texts.noWorkspace }).waitFor()
    await page.getByRole('button', { name: frameTexts(language).openFirstShop }).waitFor()
  } else {
    await page.getByRole('heading', { name: texts[section], level: 1 }).first().waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    if (screen === 'wide') await page.getByRole('navigation', { name: texts.sections }).waitFor()
  }
  if (role === 'member' && adminsOnly.includes(section)) await page.getByText(texts.deniedTitle).waitFor()
  const shown = await page.locator('body').innerText()
  if (role === 'admin') assert.ok(!shown.includes(texts.deniedTitle), `${section} is refused to an admin`)
  if (!inShop(role)) assert.ok(!shown.includes(shopName), `${section} shows a foreign shop to ${role}`)
}
