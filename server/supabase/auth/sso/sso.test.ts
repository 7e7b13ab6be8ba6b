import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '#server/run-command.ts'
import { newDomain, openSsoDriver, type SsoDriver } from '#tests/drivers/sso-driver.ts'
import { planDomainChecks } from './domains.ts'

describe('single sign-on of a workspace', () => {
  let desk: SsoDriver
  let shop: Awaited<ReturnType<SsoDriver['shop']>>
  let domain: string
  before(async () => {
    desk = await openSsoDriver()
  })
  after(() => desk.close())
  beforeEach(async () => {
    desk.simulator.fault = undefined
    desk.simulator.describes = {}
    desk.dns.fails = false
    shop = await desk.shop()
    domain = newDomain()
    desk.simulator.person = { sub: `1 ${domain}`, email: `lan@${domain}`, email_verified: true, name: 'Lan' }
  })

  const settings = async () =>
    (await desk.ask('GET /api/v1/sso', shop.token, undefined, shop)).json as {
      connection: Record<string, unknown> | null
      domains: Record<string, unknown>[]
      return_address: string | null
      may_change: boolean
    }
  const acts = () =>
    desk.run(sql<{ action: string }>`select action from audit_log where workspace_id = ${shop.workspaceId} and
      (action like 'sso.%' or action in ('member.joined', 'person.signed-in')) order by at, id`)
  const setState = async (enabled: boolean, required = false, token = shop.token) =>
    (await desk.ask('PUT /api/v1/sso/state', token, { enabled, required }, shop)).code

  test('from nothing to a colleague inside: provider, domain by DNS, trial, on', async () => {
    assert.deepEqual(await settings(), { connection: null, return_address: null, domains: [], may_change: true })
    assert.equal(await setState(true), 'sso.not_set_up')
    assert.equal((await desk.save(shop, { client_secret: undefined })).code, 'sso.secret_missing')
    const { json: saved } = await desk.save(shop)
    assert.match(String(saved['return_address']), new RegExp(`^${desk.origin}/api/v1/sso/callback/[0-9a-f-]{36}$`))
    assert.equal(await setState(true), 'sso.trial_needed')
    assert.equal((await desk.trial(shop))?.['problem'], 'domain', 'before a domain is proven nobody is let in')
    assert.equal(await setState(true), 'sso.trial_needed')

    const { json: added } = await desk.ask('POST /api/v1/sso/domains', shop.token, { domain: `@${domain}` }, shop)
    const { id, record_name: name, record_value: value } = added as Record<string, string>
    assert.equal(name, `_sen-sso.${domain}`)
    const check = async () => (await desk.ask(`POST /api/v1/sso/domains/${id}/check`, shop.token, {}, shop)).code
    assert.equal(await check(), 'sso.proof_missing')
    desk.dns.texts.set(String(name), ['v=spf1 -all', 'sen-sso=of-somebody-else'])
    assert.equal(await check(), 'sso.proof_missing')
    desk.dns.fails = true
    assert.equal(await check(), 'sso.dns_unreachable')
    desk.dns.fails = false
    desk.dns.texts.set(String(name), ['v=spf1 -all', String(value)])
    assert.equal(await check(), 'ok')

    const trial = await desk.trial(shop)
    const { email, email_verified: verified } = (trial?.['claims'] ?? {}) as Record<string, string>
    assert.deepEqual([trial?.['problem'], email, verified], [null, `lan@${domain}`, 'true'])
    assert.equal(
      (await desk.run(sql`select from auth.users where email = ${`lan@${domain}`}`)).length,
      0,
      'a trial makes nobody',
    )
    assert.equal(await setState(true), 'ok')

    const { token, problem } = await desk.arrive(`any@${domain.toUpperCase()}`)
    assert.equal(problem, '')
    assert.equal(desk.simulator.asked.get('redirect_uri'), saved['return_address'])
    await desk.platform.jobs.drain()
    const usage = await desk.ask('GET /api/v1/usage', token)
    assert.equal(usage.code, 'ok', 'the only workspace, named by nobody')
    const [member] = await desk.run(sql<Record<string, unknown>>`select role, status, name, email from members
      where workspace_id = ${shop.workspaceId} and email = ${`lan@${domain}`}`)
    assert.deepEqual(member, { role: 'member', status: 'active', name: 'Lan', email: `lan@${domain}` })
    const own = await desk.run(sql`select from workspaces w join members m on m.workspace_id = w.id
      where m.email = ${`lan@${domain}`} and w.id <> ${shop.workspaceId}`)
    assert.equal(own.length, 0, 'no shop of their own is opened')
    assert.deepEqual(
      (await acts()).map(({ action }) => action),
      ['sso.saved', 'sso.domain-added', 'sso.domain-proven', 'sso.switched', 'member.joined', 'person.signed-in'],
    )
    const again = await desk.arrive(`lan@${domain}`)
    assert.equal(again.problem, '')
    assert.equal((await desk.run(sql`select from members where email = ${`lan@${domain}`}`)).length, 1)
  })

  test('who joins takes a seat; without a free one nobody is made, and without joining only the invited come', async () => {
    await desk.turnOn(shop, domain)
    await desk.run(
      sql`update usage_counters set hard_limit = 1 where workspace_id = ${shop.workspaceId} and metric = 'members'`,
    )
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_no_seat')
    assert.equal((await desk.run(sql`select from auth.users where email = ${`lan@${domain}`}`)).length, 0)
    await desk.run(
      sql`update usage_counters set hard_limit = 5 where workspace_id = ${shop.workspaceId} and metric = 'members'`,
    )
    await desk.save(shop, { joins: false, client_secret: undefined })
    assert.equal((await settings()).connection?.['enabled'], true, 'what is no other provider leaves it on')
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_not_member')
    const invite = { email: `lan@${domain}`, role: 'admin' }
    assert.equal((await desk.ask('POST /api/v1/members/invite', shop.token, invite, shop)).code, 'ok')
    const { token } = await desk.arrive(`lan@${domain}`)
    assert.equal(
      (await desk.ask('GET /api/v1/access-rules', token, undefined, shop)).code,
      'ok',
      'as what they were invited',
    )
    const [counted] = await desk.run(sql<{ used: number }>`select used from usage_counters
      where workspace_id = ${shop.workspaceId} and metric = 'members'`)
    assert.equal(counted?.used, 2)
  })

  test('its rules hold: the session ends by itself, by the shop’s rules, by removal, and with the sign-in', async () => {
    await desk.turnOn(shop, domain)
    const come = async () => (await desk.arrive(`lan@${domain}`)).token
    const opens = async (token: string) => (await desk.ask('GET /api/v1/usage', token, undefined, shop)).code
    const { token, refresh } = await desk.arrive(`lan@${domain}`)
    assert.equal(await opens(token), 'ok')
    const renew = () =>
      desk.ask('POST /auth/v1/token?grant_type=refresh_token', desk.platform.tokens.anonKey, { refresh_token: refresh })
    const renewed = await renew()
    assert.equal(await opens(String(renewed.json['access_token'])), 'ok')
    const whereShop = sql`only_workspace = ${shop.workspaceId}`
    await desk.run(sql`update auth.sessions set created_at = created_at - interval '3 hours' where ${whereShop}`)
    const rules = { second_step: true, max_session_hours: 2, max_idle_hours: null, addresses: [] }
    assert.equal((await desk.ask('PUT /api/v1/access-rules', shop.token, rules, shop)).code, 'ok')
    assert.equal(await opens(token), 'access.session_age')
    assert.equal(await opens(await come()), 'ok', 'the provider asks for the second step')
    await desk.run(sql`update auth.sessions set ends_at = now() - interval '1 second' where ${whereShop}`)
    assert.equal(await opens(String(renewed.json['access_token'])), 'auth.sign_in_needed')
    assert.equal((await renew()).code, 'session_expired')

    const [member] = await desk.run(sql<{ id: string }>`select id from members where email = ${`lan@${domain}`}`)
    const removed = await come()
    assert.equal((await desk.ask(`DELETE /api/v1/members/${member?.id}`, shop.token, undefined, shop)).code, 'ok')
    assert.equal(await opens(removed), 'auth.sign_in_needed')
    assert.equal(
      (await desk.arrive(`lan@${domain}`)).problem,
      'sso_not_member',
      'who was removed does not come back alone',
    )

    desk.simulator.person = { sub: `2 ${domain}`, email: `tu@${domain}`, email_verified: true }
    const last = await come()
    assert.equal(await opens(last), 'ok')
    assert.equal(await setState(false), 'ok')
    assert.equal(await opens(last), 'auth.sign_in_needed')
    assert.equal((await desk.ask('POST /api/v1/sso/find', last, { email: `tu@${domain}` })).code, 'sso.unknown_domain')
  })

  test('required: members come by the provider, admins by their second step too; others are left alone', async () => {
    await desk.turnOn(shop, domain)
    const member = await desk.account(`lan@${domain}`)
    const guest = await desk.account(`guest@${newDomain()}`)
    const admin = await desk.account(`boss@${domain}`)
    await desk.addMember(shop, member, `lan@${domain}`)
    await desk.addMember(shop, guest, `guest@${domain}.guest`)
    await desk.addMember(shop, admin, `boss@${domain}`, 'admin')
    const opens = async (token: string) => (await desk.ask('GET /api/v1/usage', token, undefined, shop)).code
    const rows = async (token: string) =>
      (await desk.ask(`GET /rest/v1/members?workspace_id=eq.${shop.workspaceId}`, token)).json['text'] !== '[]'
    const plain = await desk.session(member)
    assert.equal(await opens(plain), 'ok')
    assert.equal(await setState(true, true, await desk.session(shop)), 'sso.own_second_step')
    assert.equal(await setState(true, true), 'ok')
    assert.deepEqual([await opens(plain), await rows(plain)], ['access.sso', false])
    const { json } = await desk.ask('GET /api/v1/account/shut-out', plain)
    assert.equal((json['shops'] as { reason: string }[])[0]?.reason, 'sso')
    const whole = await desk.session(member, 'aal2')
    assert.equal(await opens(whole), 'access.sso', 'a second step of one’s own is no way around')
    const { token } = await desk.arrive(`lan@${domain}`)
    assert.deepEqual([await opens(token), await rows(token)], ['ok', true])
    const guestToken = await desk.session(guest)
    assert.deepEqual([await opens(guestToken), await rows(guestToken)], ['ok', true])
    assert.equal(await opens(await desk.session(admin)), 'access.second_step')
    const way = await desk.session(admin, 'aal2')
    assert.deepEqual([await opens(way), await rows(way)], ['ok', true])
    assert.equal(await setState(false, false, way), 'ok')
    assert.equal(await opens(plain), 'ok')
  })

  test('required: whom the provider knows does not leave it by another address of the account', async () => {
    await desk.turnOn(shop, domain)
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '')
    const [lan] = await desk.run(sql<{ id: string }>`select id from auth.users where email = ${`lan@${domain}`}`)
    assert.equal(await setState(true, true), 'ok')
    await desk.run(sql`update auth.users set email = ${`lan@${newDomain()}`} where id = ${lan?.id}`)
    const elsewhere = await desk.session({ personId: lan?.id ?? '' }, 'aal2')
    assert.equal((await desk.ask('GET /api/v1/usage', elsewhere, undefined, shop)).code, 'access.sso')
    assert.equal(
      (await desk.ask(`GET /rest/v1/members?workspace_id=eq.${shop.workspaceId}`, elsewhere)).json['text'],
      '[]',
    )
  })

  test('before sessions end, the connection is held: who is being let in right now does not slip by', async () => {
    for (const leave of ['DELETE /api/v1/sso', 'domain']) {
      await desk.turnOn(shop, domain)
      const ids = (await settings()).domains.map(({ id }) => String(id))
      const address = leave === 'domain' ? `DELETE /api/v1/sso/domains/${ids[0]}` : leave
      const { token } = await desk.arrive(`lan@${domain}`)
      const seen: string[] = []
      const { db } = desk.platform
      const { asService } = db
      db.asService = (workspaceId, work) =>
        asService(workspaceId, tx => {
          const executor = tx.getExecutor().withPlugin({
            transformQuery: ({ node }) => (seen.push(JSON.stringify(node)), node),
            transformResult: ({ result }) => Promise.resolve(result),
          })
          tx.getExecutor = () => executor
          return work(tx)
        })
      const left = await desk.ask(address, shop.token, undefined, shop)
      db.asService = asService
      assert.equal(left.code, 'ok', JSON.stringify(left.json))
      const holds = seen.findIndex(text => /for no key update of c|update sso_connections set changed_at/.test(text))
      const ends = seen.findIndex(text => /delete from auth\.sessions/.test(text))
      assert.ok(holds >= 0 && holds < ends, address)
      assert.equal((await desk.ask('GET /api/v1/usage', token, undefined, shop)).code, 'auth.sign_in_needed')
    }
  })

  test('a domain counts while its DNS says so: a week without the record ends it, and what it let in', async () => {
    await desk.turnOn(shop, domain)
    const { token } = await desk.arrive(`lan@${domain}`)
    const day = async () => {
      await desk.run(
        sql`update private.sso_domains set checked_at = checked_at - interval '25 hours' where domain = ${domain}`,
      )
      await planDomainChecks(desk.platform)
      await desk.platform.jobs.drain()
    }
    const shown = async () => (await settings()).domains[0]
    await day()
    assert.equal((await shown())?.['missing_since'], null)
    desk.dns.texts.delete(`_sen-sso.${domain}`)
    desk.dns.fails = true
    await day()
    assert.equal((await shown())?.['missing_since'], null, 'silence proves nothing')
    desk.dns.fails = false
    await day()
    assert.ok((await shown())?.['missing_since'] && (await shown())?.['proven_at'])
    assert.equal((await desk.ask('GET /api/v1/usage', token)).code, 'ok')
    await desk.run(
      sql`update private.sso_domains set missing_since = missing_since - interval '7 days' where domain = ${domain}`,
    )
    await day()
    assert.equal((await shown())?.['proven_at'], null)
    assert.equal((await settings()).connection?.['enabled'], false)
    assert.equal((await desk.ask('GET /api/v1/usage', token)).code, 'auth.sign_in_needed')
    assert.ok((await acts()).some(({ action }) => action === 'sso.domain-lost'))
    const asked = desk.dns.asked
    await day()
    assert.equal(desk.dns.asked, asked, 'it is looked for no more')
  })

  test('another provider starts anew; a new secret does not; removing forgets all of it', async () => {
    await desk.turnOn(shop, domain)
    const { token } = await desk.arrive(`lan@${domain}`)
    assert.equal((await desk.save(shop)).code, 'ok')
    assert.deepEqual(
      [(await settings()).connection?.['enabled'], (await settings()).connection?.['trial']],
      [true, null],
    )
    assert.equal((await desk.ask('GET /api/v1/usage', token)).code, 'ok')
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '')
    const secrets = () =>
      desk.run(
        sql<{
          locked: string
        }>`select locked from private.secrets where workspace_id = ${shop.workspaceId} and owner = 'sso'`,
      )
    const [locked] = await secrets()
    assert.ok(locked && !locked.locked.includes(desk.simulator.clientSecret))
    assert.match(await runCommand(desk.platform, ['rotate-keys', 'encryption']), /Nothing is under another key/)
    assert.notEqual((await secrets())[0]?.locked, locked.locked)
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '', 'with the secret under the new key')

    assert.equal((await desk.save(shop, { client_id: 'another', client_secret: undefined })).code, 'sso.secret_missing')
    assert.equal((await desk.save(shop, { client_id: 'another' })).code, 'ok')
    assert.equal((await settings()).connection?.['enabled'], false)
    assert.equal((await desk.ask('GET /api/v1/usage', token)).code, 'auth.sign_in_needed')
    assert.equal(
      (await desk.run(sql`select from private.sso_people where workspace_id = ${shop.workspaceId}`)).length,
      0,
    )
    assert.equal((await desk.ask('DELETE /api/v1/sso', shop.token, undefined, shop)).code, 'ok')
    assert.deepEqual(
      [(await secrets()).length, (await settings()).connection, (await settings()).domains],
      [0, null, []],
    )
  })
})
