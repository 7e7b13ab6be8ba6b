import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type DnsSimulator, startDnsSimulator } from '#dev/simulators/dns-simulator.ts'
import { type OidcSimulator, startOidcSimulator } from '#dev/simulators/oidc-simulator.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type TestPlatform, testApp, testPlatform } from '#server/testing.ts'
import { makeOwner, type Owner } from '../fixtures/shop-owner.ts'
import { freePort } from '../setup/server-process.ts'
import { cookieBrowser } from './cookie-browser.ts'

export type SsoAnswer = { status: number; code: string; json: Record<string, unknown> }
export type Arrived = { problem: string; token: string; refresh: string; back: URL }
export type SsoBrowser = { open(url: string): Promise<Response>; follow(url: string): Promise<Arrived> }

export type SsoDriver = {
  platform: TestPlatform<Clock>
  simulator: OidcSimulator
  dns: DnsSimulator
  origin: string
  run<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]>
  /** A new session of an account, its proof just given. */
  session(who: Pick<Owner, 'personId'>, aal?: 'aal1' | 'aal2'): Promise<string>
  ask(address: string, token: string, body?: object, shop?: Pick<Owner, 'workspaceId'>): Promise<SsoAnswer>
  browser(): SsoBrowser
  /** A shop with an admin in it. */
  shop(): Promise<Owner & { token: string }>
  save(shop: Owner & { token: string }, change?: object): Promise<SsoAnswer>
  /** Named at the shop, written into its DNS and checked. */
  prove(shop: Owner & { token: string }, domain: string): Promise<SsoAnswer>
  trial(shop: Owner & { token: string }): Promise<Record<string, unknown> | null>
  turnOn(shop: Owner & { token: string }, domain: string, change?: object): Promise<void>
  arrive(email: string, browser?: SsoBrowser): Promise<Arrived>
  /** An account with its address confirmed, in no shop. */
  account(email: string): Promise<Owner>
  addMember(shop: Owner, who: Pick<Owner, 'personId'>, email: string, role?: 'admin' | 'member'): Promise<string>
  close(): Promise<void>
}

let people = 0

export async function openSsoDriver(settings: Record<string, string> = {}): Promise<SsoDriver> {
  const [simulator, dns] = [await startOidcSimulator(), await startDnsSimulator()]
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const platform = await testPlatform({
    clock: systemClock,
    settings: {
      ...{ AUTH_RATE_LIMITS: 'off', PUBLIC_URL: origin, DNS_SERVERS: dns.address },
      CRAWL_ALLOWED_HOSTS: new URL(simulator.issuer).host,
      ...settings,
    },
  })
  const app: FastifyInstance = await testApp(platform)
  await app.listen({ port, host: '127.0.0.1' })

  const run: SsoDriver['run'] = statement => platform.db.asService(null, async tx => (await statement.execute(tx)).rows)

  const session: SsoDriver['session'] = async ({ personId }, aal = 'aal1') => {
    const [id, now] = [newId(), platform.clock.now()]
    await run(sql`insert into auth.sessions (id, user_id, aal, created_at) values (${id}, ${personId}, ${aal}, ${now})`)
    const [user] = await run(sql<{ email: string }>`select email from auth.users where id = ${personId}`)
    const amr = [{ method: 'password', timestamp: Math.floor(now.getTime() / 1000) }]
    const claims = { role: 'authenticated', sub: personId, session_id: id, email: user?.email ?? '', aal, amr } as const
    return (await platform.tokens.signAccess(claims)).token
  }

  const ask: SsoDriver['ask'] = async (address, token, body, shop) => {
    const [method = '', path = ''] = address.split(' ')
    const headers = {
      ...{ authorization: `Bearer ${token}`, apikey: platform.tokens.anonKey },
      ...(shop && { 'x-workspace': shop.workspaceId }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>
    const { code } = (json['error'] as { code?: string } | undefined) ?? {}
    return {
      status: answer.status,
      code: answer.ok
        ? 'ok'
        : (code ?? (typeof json['error_code'] === 'string' ? json['error_code'] : String(answer.status))),
      json,
    }
  }

  function browser(): SsoBrowser {
    const { open } = cookieBrowser()
    async function follow(url: string): Promise<Arrived> {
      let next = url
      for (let hop = 0; hop < 6 && !/\/(auth|dashboard\/team)(\?|#|$)/.test(next.slice(origin.length)); hop++)
        next = (await open(next)).headers.get('location') ?? ''
      const back = new URL(next)
      const facts = new URLSearchParams(back.hash.slice(1))
      return {
        ...{ back, problem: back.searchParams.get('error_code') ?? '' },
        ...{ token: facts.get('access_token') ?? '', refresh: facts.get('refresh_token') ?? '' },
      }
    }
    return { open, follow }
  }

  const driver: SsoDriver = {
    ...{ platform, simulator, dns, origin, run, session, ask, browser },
    async shop() {
      const owner = await makeOwner(platform)
      return { ...owner, token: await session(owner, 'aal2') }
    },
    save: (shop, change = {}) =>
      ask(
        'PUT /api/v1/sso',
        shop.token,
        {
          ...{ issuer: simulator.issuer, client_id: simulator.clientId, client_secret: simulator.clientSecret },
          ...{ joins: true, session_hours: 24, ...change },
        },
        shop,
      ),
    async prove(shop, domain) {
      const added = await ask('POST /api/v1/sso/domains', shop.token, { domain }, shop)
      assert.equal(added.code, 'ok', JSON.stringify(added.json))
      const { id, record_name: name, record_value: value } = added.json as Record<string, string>
      dns.texts.set(String(name), [...(dns.texts.get(String(name)) ?? []), String(value)])
      return ask(`POST /api/v1/sso/domains/${id}/check`, shop.token, {}, shop)
    },
    async trial(shop) {
      // The state is tied to the browser that asked: the address and its cookie come with one answer.
      const answer = await fetch(`${origin}/api/v1/sso/trial`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.token}`, 'x-workspace': shop.workspaceId },
      })
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const { url = '' } = (await answer.json()) as { url?: string }
      const there = await fetch(url, { redirect: 'manual' })
      const headers = { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' }
      const back = await fetch(there.headers.get('location') ?? '', { redirect: 'manual', headers })
      assert.match(back.headers.get('location') ?? '', /\/dashboard\/team\?sso=tried$/)
      const { json } = await ask('GET /api/v1/sso', shop.token, undefined, shop)
      return (json['connection'] as { trial: Record<string, unknown> | null }).trial
    },
    async turnOn(shop, domain, { required = false, ...change }: { required?: boolean } = {}) {
      const saved = await driver.save(shop, change)
      assert.equal(saved.code, 'ok', JSON.stringify(saved.json))
      assert.equal((await driver.prove(shop, domain)).code, 'ok')
      const before = simulator.person
      simulator.person = { sub: 'tester', email: `tester@${domain}`, email_verified: true }
      assert.equal((await driver.trial(shop))?.['problem'], null)
      simulator.person = before
      assert.equal((await ask('PUT /api/v1/sso/state', shop.token, { enabled: true, required }, shop)).code, 'ok')
    },
    async arrive(email, own = browser()) {
      const found = await ask('POST /api/v1/sso/find', platform.tokens.anonKey, { email })
      assert.equal(found.code, 'ok', JSON.stringify(found.json))
      return own.follow(String(found.json['url']))
    },
    async account(email) {
      const key = platform.tokens.serviceRoleKey
      const made = await fetch(`${origin}/auth/v1/admin/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          password: 'hoa sen trắng',
          email_confirm: true,
          user_metadata: { full_name: 'Tú' },
        }),
      })
      const { id } = (await made.json()) as { id: string }
      await platform.jobs.drain()
      const [own] = await run(sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${id}`)
      return { personId: id, workspaceId: own?.workspace_id ?? '', headers: { authorization: '' } }
    },
    async addMember(shop, { personId }, email, role = 'member') {
      const [id, now] = [newId(), platform.clock.now()]
      await run(sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
        values (${id}, ${shop.workspaceId}, ${personId}, ${email}, ${role}, 'active', ${now})`)
      return id
    },
    async close() {
      await app.close()
      await platform.close()
      await Promise.all([simulator.close(), dns.close()])
    },
  }
  return driver
}

/** A domain that no other test has. */
export function newDomain(): string {
  return `shop${++people}.example`
}
