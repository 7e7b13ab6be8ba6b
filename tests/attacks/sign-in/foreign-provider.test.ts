// A shop's own sign-in provider in bad hands: it speaks for its proven domains alone, and opens nothing but its shop.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { OidcFault } from '#dev/simulators/oidc-simulator.ts'
import { newId } from '#platform/ids.ts'
import { totpDigits } from '#supabase/auth/second-step/totp.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { newDomain, openSsoDriver, type SsoDriver } from '#tests/drivers/sso-driver.ts'

describe('a shop’s sign-in provider, attacked', () => {
  let desk: SsoDriver
  let shop: Awaited<ReturnType<SsoDriver['shop']>>
  let domain: string
  before(async () => {
    desk = await openSsoDriver()
  })
  after(() => desk.close())
  beforeEach(async () => {
    const { simulator } = desk
    Object.assign(simulator, { fault: undefined, describes: {}, names: undefined, quiet: false })
    shop = await desk.shop()
    domain = newDomain()
    simulator.person = { sub: `1 ${domain}`, email: `lan@${domain}`, email_verified: true, name: 'Lan' }
  })
  const opens = async (token: string, of: { workspaceId: string } = shop) =>
    (await desk.ask('GET /api/v1/usage', token, undefined, of)).code
  const users = (email: string) => desk.run(sql`select from auth.users where email = ${email}`)

  test('nobody claims a domain of others: shared ones are refused, a proven one stays with whom its DNS names', async () => {
    for (const free of ['gmail.com', 'GMAIL.com.', '@outlook.com', 'yahoo.com.vn', 'mailinator.com'])
      assert.equal(
        (await desk.ask('POST /api/v1/sso/domains', shop.token, { domain: free }, shop)).code,
        'sso.domain_free',
        free,
      )
    for (const wrong of [
      'com',
      'localhost',
      '127.0.0.1',
      'a b.vn',
      'x.123',
      '*.shop.example',
      'shop.example/..',
      '_x.vn',
    ])
      assert.equal(
        (await desk.ask('POST /api/v1/sso/domains', shop.token, { domain: wrong }, shop)).code,
        'sso.domain_wrong',
        wrong,
      )
    const thief = await desk.shop()
    const { json } = await desk.ask('POST /api/v1/sso/domains', thief.token, { domain }, thief)
    await desk.turnOn(shop, domain)
    const check = async () =>
      (await desk.ask(`POST /api/v1/sso/domains/${String(json['id'])}/check`, thief.token, {}, thief)).code
    assert.equal(await check(), 'sso.proof_missing', 'the proof of another shop is not theirs')
    const name = `_sen-sso.${domain}`
    const owners = desk.dns.texts.get(name) ?? []
    desk.dns.texts.set(name, [...owners, String(json['record_value'])])
    assert.equal(await check(), 'sso.domain_taken')
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '')
    assert.equal(
      (await desk.ask(`POST /api/v1/sso/domains/${String(json['id'])}/check`, shop.token, {}, shop)).code,
      'request.not_found',
    )
    desk.dns.texts.set(name, [String(json['record_value'])])
    assert.equal(await check(), 'ok', 'whoever has the DNS now')
    assert.equal(
      (await desk.ask('POST /api/v1/sso/find', thief.token, { email: `lan@${domain}` })).code,
      'sso.unknown_domain',
    )
  })

  test('a provider signs in nobody of another domain, and nobody whom it does not vouch for', async () => {
    await desk.turnOn(shop, domain)
    const other = newDomain()
    const victim = await desk.account(`victim@${other}`)
    await desk.addMember(shop, victim, `victim@${other}`)
    const sub = `x ${domain}`
    for (const [person, problem] of [
      [{ email: `victim@${other}`, email_verified: true }, 'sso_domain'],
      [{ email: `new@${other}`, email_verified: true }, 'sso_domain'],
      [{ email: `new@sub.${domain}`, email_verified: true }, 'sso_domain'],
      [{ email: `new@${domain}.evil.example`, email_verified: true }, 'sso_domain'],
      [{ email: `new@${domain}`, email_verified: false }, 'sso_unverified'],
      [{ email: `new@${domain}`, email_verified: 'false' }, 'sso_unverified'],
      [{ email: `new@${domain}` }, 'sso_unverified'],
      [{ email_verified: true }, 'sso_email_missing'],
      [{ email: `"x@${domain}"@${other}`, email_verified: true }, 'sso_email_missing'],
    ] as const) {
      desk.simulator.person = { sub, ...person }
      assert.equal((await desk.arrive(`lan@${domain}`)).problem, problem, JSON.stringify(person))
    }
    assert.equal((await users(`new@${domain}`)).length, 0)
  })

  test('an account of somebody who is not in the shop is not opened, and not added', async () => {
    await desk.turnOn(shop, domain)
    const victim = await desk.account(`lan@${domain}`)
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_not_member')
    const invite = { email: `lan@${domain}`, role: 'member' }
    assert.equal((await desk.ask('POST /api/v1/members/invite', shop.token, invite, shop)).code, 'ok')
    assert.equal(
      (await desk.arrive(`lan@${domain}`)).problem,
      'sso_not_member',
      'an invitation is accepted by its own person',
    )
    const sessions = await desk.run(sql`select from auth.sessions where user_id = ${victim.personId}`)
    assert.equal(sessions.length, 0)
  })

  test('of a member of several shops it opens its own, and nothing of the account', async () => {
    await desk.turnOn(shop, domain)
    const person = await desk.account(`lan@${domain}`)
    await desk.addMember(shop, person, `lan@${domain}`, 'admin')
    await desk.run(sql`update people set phone = '0901 234 567', is_operator = true where id = ${person.personId}`)
    const note = newId()
    await desk.run(sql`insert into notifications (id, person_id, workspace_id, kind, matter, in_app, mail, created_at)
      values (${note}, ${person.personId}, ${person.workspaceId}, 'system', ${note}, true, 'none', now()),
        (${newId()}, ${person.personId}, null, 'system', 'x', true, 'none', now())`)
    const own = await desk.session(person)
    assert.deepEqual([await opens(own), await opens(own, person)], ['ok', 'ok'])
    const { token, refresh } = await desk.arrive(`lan@${domain}`)
    await desk.platform.jobs.drain()
    const renewed = await desk.ask('POST /auth/v1/token?grant_type=refresh_token', desk.platform.tokens.anonKey, {
      refresh_token: refresh,
    })
    for (const bound of [token, String(renewed.json['access_token'])]) {
      assert.deepEqual([await opens(bound), await opens(bound, person)], ['ok', 'request.not_found'])
      for (const rows of [
        'people',
        `members?workspace_id=eq.${person.workspaceId}`,
        'notifications',
        `workspaces?id=eq.${person.workspaceId}`,
      ])
        assert.equal((await desk.ask(`GET /rest/v1/${rows}`, bound)).json['text'], '[]', rows)
      const { json: user } = await desk.ask('GET /auth/v1/user', bound)
      assert.deepEqual([user['id'], user['identities'], user['factors']], [person.personId, [], undefined])
      const forbidden: [string, object?][] = [
        ['PUT /auth/v1/user', { password: 'hoa sen trắng nở đêm' }],
        ['PUT /auth/v1/user', { email: `thief@${domain}` }],
        ['GET /auth/v1/user/identities/authorize?provider=google'],
        ['GET /auth/v1/reauthenticate'],
        ['POST /auth/v1/factors', { factor_type: 'totp' }],
        ['POST /auth/v1/factors/recovery-codes', {}],
        ['POST /auth/v1/factors/recovery-codes/verify', { code: 'x' }],
        [`DELETE /auth/v1/user/identities/${newId()}`],
        [`DELETE /auth/v1/factors/${newId()}`],
      ]
      for (const [address, body] of forbidden)
        assert.equal((await desk.ask(address, bound, body)).code, 'user_sso_managed', address)
      for (const [address, body] of [
        ['PATCH /api/v1/account', { full_name: 'Kẻ gian' }],
        ['DELETE /api/v1/account', { word: 'xoá', delete_workspaces: [] }],
        ['GET /api/v1/account/sessions'],
        ['POST /api/v1/account/export', {}],
        ['POST /api/v1/workspaces', { name: 'x' }],
        ['POST /api/v1/invitations/accept', { token: 'x'.repeat(30) }],
        ['PUT /api/v1/account/notification-email', { email: `thief@${domain}` }],
        ['POST /api/v1/operator-link', { secret: 'x' }],
        ['GET /api/v1/account/export/file'],
        ['PUT /api/v1/sso/state', { enabled: false, required: false }],
        ['POST /api/v1/sso/domains', { domain: newDomain() }],
        ['POST /api/v1/sso/trial', {}],
      ] as [string, object?][])
        assert.equal((await desk.ask(address, bound, body)).code, 'auth.own_sign_in_needed', address)
      assert.equal((await desk.ask('GET /api/v1/operator/announcements', bound)).code, 'operator.second_step_needed')
      assert.deepEqual((await desk.ask('GET /api/v1/account/shut-out', bound)).json['shops'], [])
      assert.equal((await desk.ask('POST /api/v1/notifications/read', bound, { all: true })).json['read'], 0)
    }
    const logs = await desk.run(sql<{ workspace_id: string }>`select workspace_id from audit_log
      where actor = ${person.personId} and action = 'person.signed-in'`)
    assert.deepEqual(logs, [{ workspace_id: shop.workspaceId }])
    const known = await desk.run(sql`select from auth.known_browsers where user_id = ${person.personId}`)
    assert.equal(known.length, 0, 'its browser proves nothing at the account’s password')
    const left = await desk.ask('POST /auth/v1/logout?scope=global', token)
    assert.equal(left.status, 204)
    assert.equal(await opens(own), 'ok', 'and signs out its own sessions alone')
    assert.equal(await opens(token), 'auth.sign_in_needed')
  })

  test('a bound admin makes no admins and no keys, and neither opens nor closes the shop', async () => {
    await desk.turnOn(shop, domain)
    const person = await desk.account(`lan@${domain}`)
    await desk.addMember(shop, person, `lan@${domain}`, 'admin')
    const [boss] = await desk.run(sql<{ id: string }>`select id from members
      where workspace_id = ${shop.workspaceId} and person_id = ${shop.personId}`)
    const colleague = await desk.addMember(shop, await desk.account(`tu@${domain}`), `tu@${domain}`)
    const { token } = await desk.arrive(`lan@${domain}`)
    const rules = { second_step: false, max_session_hours: null, max_idle_hours: null, addresses: [] }
    for (const [address, body] of [
      ['POST /api/v1/members/invite', { email: `more@${domain}`, role: 'admin' }],
      [`POST /api/v1/members/${colleague}/role`, { role: 'admin' }],
      [`POST /api/v1/members/${boss?.id}/role`, { role: 'member' }],
      [`DELETE /api/v1/members/${boss?.id}`],
      ['POST /api/v1/api-keys', { name: 'x', scope: 'admin' }],
      ['PUT /api/v1/access-rules', rules],
      ['DELETE /api/v1/workspace', { word: 'xoá' }],
    ] as [string, object?][])
      assert.equal((await desk.ask(address, token, body, shop)).code, 'auth.own_sign_in_needed', address)
    const invite = { email: `more@${domain}`, role: 'member' }
    assert.equal((await desk.ask('POST /api/v1/members/invite', token, invite, shop)).code, 'ok')
    assert.equal((await desk.ask(`DELETE /api/v1/members/${colleague}`, token, undefined, shop)).code, 'ok')
  })

  test('a link of anybody’s leads to our own sign-in page, not to a provider of theirs', async () => {
    await desk.turnOn(shop, domain)
    const email = `lan@${domain}`
    const { json } = await desk.ask('POST /api/v1/sso/find', '', { email })
    const set = async (site?: string) => {
      const headers = { 'sec-fetch-mode': 'navigate', ...(site ? { 'sec-fetch-site': site } : {}) }
      return (await fetch(String(json['url']), { redirect: 'manual', headers })).headers
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = await set(site)
      const page = new URL(headers.get('location') ?? '')
      assert.deepEqual(
        [page.origin, page.pathname, page.searchParams.get('mode'), page.searchParams.get('email')],
        [desk.origin, '/auth', 'sso', email],
      )
      assert.equal(headers.get('set-cookie'), null)
    }
    for (const site of ['same-origin', undefined])
      assert.equal(new URL((await set(site)).get('location') ?? '').origin, new URL(desk.simulator.issuer).origin)
  })

  test('an account’s own second step is asked where the account is, not here; money that leaves asks for it', async () => {
    await desk.turnOn(shop, domain)
    const person = await desk.account(`lan@${domain}`)
    await desk.addMember(shop, person, `lan@${domain}`, 'admin')
    await desk.run(sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (${newId()}, ${person.personId}, 'totp', 'verified', 'x', now(), now())`)
    const { token } = await desk.arrive(`lan@${domain}`)
    assert.equal(await opens(token), 'ok')
    assert.equal(await opens(await desk.session(person)), 'auth.second_step_needed')
  })

  test('a token that leaves out to which shop its session is bound opens nothing', async () => {
    await desk.turnOn(shop, domain)
    const person = await desk.account(`lan@${domain}`)
    await desk.addMember(shop, person, `lan@${domain}`)
    const { token } = await desk.arrive(`lan@${domain}`)
    const { only_workspace: only, ...claims } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown> & { role: 'authenticated' }
    assert.equal(only, shop.workspaceId)
    for (const says of [claims, { ...claims, only_workspace: person.workspaceId }]) {
      const forged = (await desk.platform.tokens.signAccess(says)).token
      assert.equal(await opens(forged, person), 'auth.sign_in_needed')
      assert.equal((await desk.ask('GET /rest/v1/people', forged)).status, 401)
      assert.equal((await desk.ask('GET /auth/v1/user', forged)).code, 'session_not_found')
    }
    assert.equal(await opens(token), 'ok')
  })

  test('an app of the account ends no session of the shop; another shop’s admin sees none of it, nor what is over', async () => {
    await desk.turnOn(shop, domain)
    const person = await desk.account(`lan@${domain}`)
    const here = await desk.addMember(shop, person, `lan@${domain}`)
    const other = await desk.shop()
    const there = await desk.addMember(other, person, `lan@${domain}`)
    const { token } = await desk.arrive(`lan@${domain}`)
    const own = await desk.session(person)
    const listed = async (address: string, token: string, of?: typeof shop) =>
      ((await desk.ask(address, token, undefined, of)).json['sessions'] as object[]).length
    const lists = async () => [
      await listed(`GET /api/v1/members/${here}/sessions`, shop.token, shop),
      await listed(`GET /api/v1/members/${there}/sessions`, other.token, other),
      await listed('GET /api/v1/account/sessions', own),
    ]
    assert.deepEqual(await lists(), [2, 1, 2])
    await desk.run(sql`insert into notification_settings (person_id, kind, in_app, email, updated_at)
      values (${person.personId}, 'system', true, true, now())`)
    const rows = async (bearer: string) => (await desk.ask('GET /rest/v1/notification_settings', bearer)).json['text']
    assert.equal(await rows(token), '[]')
    assert.notEqual(await rows(own), '[]')

    const { json: factor } = await desk.ask('POST /auth/v1/factors', own, { factor_type: 'totp' })
    const { secret } = factor['totp'] as { secret: string }
    const { json: challenge } = await desk.ask(`POST /auth/v1/factors/${String(factor['id'])}/challenge`, own, {})
    const code = totpDigits(secret, desk.platform.clock.now())
    const proof = { challenge_id: challenge['id'], code }
    assert.equal((await desk.ask(`POST /auth/v1/factors/${String(factor['id'])}/verify`, own, proof)).code, 'ok')
    assert.equal(await opens(token), 'ok')
    await desk.run(sql`update auth.sessions set ends_at = now() - interval '1 second'
      where only_workspace = ${shop.workspaceId}`)
    assert.equal(await listed(`GET /api/v1/members/${here}/sessions`, shop.token, shop), 1)
  })

  test('one number at the provider is one person: an address given to somebody else opens no colleague', async () => {
    await desk.turnOn(shop, domain)
    const first = await desk.arrive(`lan@${domain}`)
    assert.equal(first.problem, '')
    desk.simulator.person = { sub: `another ${domain}`, email: `lan@${domain}`, email_verified: true }
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_other_person')
    desk.simulator.person = { sub: `1 ${domain}`, email: `renamed@${domain}`, email_verified: true }
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '', 'and a renamed one stays')
    assert.equal((await users(`renamed@${domain}`)).length, 0)
    const [user] = await desk.run(sql<{ id: string }>`select id from auth.users where email = ${`lan@${domain}`}`)
    await desk.run(sql`update auth.users set email = ${`lan@${newDomain()}`} where id = ${user?.id}`)
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_domain', 'who left the domain with their account')
  })

  test('an account made beforehand in wait for its owner holds nothing of who made it', async () => {
    await desk.turnOn(shop, domain)
    const password = 'hoa sen trắng nở'
    const key = desk.platform.tokens.anonKey
    const email = `lan@${domain}`
    assert.equal(
      (await desk.ask('POST /auth/v1/signup', key, { email, password, data: { full_name: 'Kẻ gian', trap: 1 } }))
        .status,
      200,
    )
    await desk.platform.jobs.drain()
    const { token, problem } = await desk.arrive(email)
    assert.equal(problem, '')
    await desk.platform.jobs.drain()
    assert.equal(await opens(token), 'ok')
    const [user] = await desk.run(sql<{ user_metadata: Record<string, unknown>; encrypted_password: string | null }>`
      select user_metadata, encrypted_password from auth.users where email = ${email}`)
    assert.deepEqual(
      [user?.user_metadata['full_name'], user?.user_metadata['trap'], user?.encrypted_password],
      ['Lan', undefined, null],
    )
    assert.equal(
      (await desk.ask('POST /auth/v1/token?grant_type=password', key, { email, password })).code,
      'invalid_credentials',
    )
    assert.equal((await desk.run(sql`select from members where email = ${email}`)).length, 1)
  })

  const faults: OidcFault[] = [
    ...(['wrong nonce', 'wrong audience', 'other party', 'wrong issuer', 'expired', 'not signed'] as const),
    ...(['signed with the secret', 'foreign key', 'error', 'endless'] as const),
  ]
  test('no answer that is forged, stale, for another program or too long signs anybody in', async () => {
    await desk.turnOn(shop, domain)
    for (const fault of faults) {
      desk.simulator.fault = fault
      assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_failed', fault)
    }
    desk.simulator.fault = 'denied'
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_refused')
    desk.simulator.fault = undefined
    desk.simulator.names = 'https://another.example'
    const before = desk.simulator.traded
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, 'sso_failed', 'a provider that names another')
    assert.equal(desk.simulator.traded, before, 'gets no code')
    assert.equal((await users(`lan@${domain}`)).length, 0)
    desk.simulator.names = desk.simulator.issuer
    assert.equal((await desk.arrive(`lan@${domain}`)).problem, '')
  })

  test('a state is good once, in its browser, at its own return address', async () => {
    await desk.turnOn(shop, domain)
    const other = await desk.shop()
    await desk.save(other)
    const own = desk.browser()
    const found = await desk.ask('POST /api/v1/sso/find', '', { email: `lan@${domain}` })
    const way = async () => {
      const there = await own.open(String(found.json['url']))
      return (await own.open(there.headers.get('location') ?? '')).headers.get('location') ?? ''
    }
    const others = desk.browser()
    await others.open(String(found.json['url']))
    assert.equal((await others.follow(await way())).problem, 'sso_over', 'another browser, which set out too')
    const elsewhere = (await desk.ask('GET /api/v1/sso', other.token, undefined, other)).json['return_address']
    const mixed = new URL(await way())
    assert.equal(
      (await own.follow(`${String(elsewhere)}${mixed.search}`)).problem,
      'sso_over',
      'another provider’s address',
    )
    const back = await way()
    const embedded = await fetch(back, {
      redirect: 'manual',
      headers: { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    })
    assert.match(embedded.headers.get('location') ?? '', /sso_over/)
    assert.equal((await own.follow(back)).problem, '')
    assert.equal((await own.follow(back)).problem, 'sso_over', 'twice')
    const started = await way()
    assert.equal((await desk.save(shop)).code, 'ok')
    assert.equal((await own.follow(started)).problem, 'sso_off', 'set out with settings that have changed since')
  })

  test('an issuer leads nowhere inside, and to none where anybody may be', async () => {
    const code = async (issuer: string) => (await desk.save(shop, { issuer })).code
    for (const inside of [
      'http://login.example',
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://0x7f000001',
      'https://login.example:8443',
      'https://user:pw@login.example',
      'https://login.example/?a=b',
      'file:///etc/passwd',
      'login.example',
    ])
      assert.equal(await code(inside), 'sso.issuer_wrong', inside)
    for (const shared of [
      'https://www.facebook.com',
      'https://login.microsoftonline.com/common/v2.0',
      'https://appleid.apple.com',
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      'https://gitlab.com',
    ])
      assert.equal(await code(shared), 'sso.issuer_shared', shared)
    assert.equal(await code('https://localhost'), 'sso.issuer_unreachable')
    desk.simulator.describes = { issuer: 'https://another.example' }
    assert.equal(await code(desk.simulator.issuer), 'sso.issuer_unreachable')
    for (const inside of ['http://127.0.0.1:1/token', 'http://169.254.169.254/latest', 'https://localhost/keys']) {
      desk.simulator.describes = { token_endpoint: inside }
      const evil = await desk.shop()
      const at = newDomain()
      await desk.save(evil)
      await desk.prove(evil, at)
      assert.equal((await desk.trial(evil))?.['problem'], 'failed', inside)
    }
    const evil = await desk.shop()
    await desk.save(evil)
    desk.simulator.describes = { authorization_endpoint: 'javascript:alert(1)' }
    assert.equal((await desk.ask('POST /api/v1/sso/trial', evil.token, {}, evil)).code, 'sso.issuer_unreachable')
  })

  test('whether an address has an account is not to be found out, by words or by time', async () => {
    await desk.turnOn(shop, domain)
    await desk.account(`known@${domain}`)
    const ask = async (email: string) => {
      const at = performance.now()
      const { status, code } = await desk.ask('POST /api/v1/sso/find', '', { email })
      return { said: `${status} ${code}`, ms: performance.now() - at }
    }
    const [known, unknown, foreign] = [
      await ask(`known@${domain}`),
      await ask(`nobody@${domain}`),
      await ask(`x@${newDomain()}`),
    ]
    assert.equal(known.said, unknown.said)
    assert.equal(foreign.said, '404 sso.unknown_domain')
    for (const { ms } of [known, unknown, foreign]) assert.ok(ms >= 249, String(ms))
  })

  test('members neither read nor change it, strangers neither, and a screen left open changes nothing', async () => {
    await desk.turnOn(shop, domain)
    const member = await makeMember(desk.platform, shop)
    const plain = await desk.session(member)
    assert.equal((await desk.ask('GET /api/v1/sso', plain, undefined, shop)).code, 'auth.admin_needed')
    assert.equal((await desk.ask('POST /api/v1/sso/trial', plain, {}, shop)).code, 'auth.admin_needed')
    const stranger = await desk.shop()
    assert.equal((await desk.ask('GET /api/v1/sso', stranger.token, undefined, shop)).code, 'request.not_found')
    const claims = JSON.parse(atob(shop.token.split('.')[1] ?? '')) as Record<string, unknown>
    const stale = await desk.platform.tokens.signAccess({
      ...(claims as { role: 'authenticated' }),
      amr: [{ method: 'password', timestamp: 1 }],
    })
    for (const [address, body] of [
      ['PUT /api/v1/sso/state', { enabled: false, required: false }],
      ['DELETE /api/v1/sso', undefined],
    ] as const)
      assert.equal((await desk.ask(address, stale.token, body, shop)).code, 'account.prove_again', address)
    const { json } = await desk.ask('GET /api/v1/sso', shop.token, undefined, shop)
    assert.equal(JSON.stringify(json).includes(desk.simulator.clientSecret), false, 'the secret is shown to nobody')
  })
})
