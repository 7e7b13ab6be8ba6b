import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDesk } from '#tests/drivers/auth-driver.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { sessionStanding } from './sessions/live-session.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

test('errors have the form that the client’s version reads', async t => {
  const desk = await openDesk(t)
  const older = await desk.call(
    'POST /token?grant_type=password',
    { email, password },
    { headers: { 'x-supabase-api-version': '' } },
  )
  assert.deepEqual(older.body, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
  assert.equal(older.headers['x-supabase-api-version'], undefined)
  assert.equal(older.headers['x-sb-error-code'], 'invalid_credentials')
  const weak = await desk.call(
    'POST /signup',
    { email, password: 'x' },
    { headers: { 'x-supabase-api-version': 'odd' } },
  )
  assert.deepEqual(weak.body['weak_password'], { reasons: ['length'] })
  assert.equal(weak.body['error_code'], 'weak_password')
  const newer = await desk.call(
    'POST /token?grant_type=password',
    { email, password },
    { headers: { 'x-supabase-api-version': '2025-06-01' } },
  )
  assert.deepEqual(newer.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
  assert.equal(newer.headers['x-supabase-api-version'], '2024-01-01')
})

test('every call asks for the program’s key, but those that a browser opens by itself', async t => {
  const desk = await openDesk(t)
  for (const address of [
    'POST /signup',
    'POST /token?grant_type=password',
    'GET /user',
    'PUT /user',
    'POST /logout',
    'POST /resend',
    'POST /recover',
  ]) {
    for (const apikey of ['', 'nonsense', `${desk.platform.tokens.anonKey}x`]) {
      const answer = await desk.call(address, undefined, { headers: { apikey } })
      assert.deepEqual([answer.status, answer.body.code], [401, 'no_authorization'], address)
    }
  }
  for (const address of ['GET /settings', 'GET /health', 'GET /.well-known/jwks.json']) {
    assert.equal((await desk.call(address, undefined, { headers: { apikey: '' } })).status, 200, address)
  }
  const { access_token: apikey } = await desk.confirmed(email, password)
  assert.equal(
    (await desk.call('POST /recover', { email }, { headers: { apikey } })).status,
    401,
    'a person is no program',
  )
})

test('pages of other origins may call, and nothing of it is cached or framed', async t => {
  const desk = await openDesk(t)
  const headers = {
    origin: 'https://shop.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'apikey,x-of-the-app,x-supabase-api-version',
  }
  const before = await desk.app.inject({ method: 'OPTIONS', url: '/auth/v1/token', headers })
  assert.equal(before.statusCode, 204)
  assert.equal(before.headers['access-control-allow-origin'], '*')
  assert.match(String(before.headers['access-control-allow-headers']), /apikey.*x-of-the-app.*x-supabase-api-version/)
  const answer = await desk.call('GET /user', undefined, { headers: { origin: 'https://shop.example' } })
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.match(String(answer.headers['access-control-expose-headers']), /x-supabase-api-version/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(answer.headers['referrer-policy'], 'no-referrer')
})

test('what is not offered is 404 in JSON', async t => {
  const desk = await openDesk(t)
  for (const address of ['POST /passkeys', 'GET /admin/audit', 'GET /token', 'GET /saml', 'POST /oauth/token']) {
    const answer = await desk.call(address, address.startsWith('POST') ? {} : undefined)
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], address)
  }
  const refusals: [string, object, number, string, string][] = [
    ['POST /sso', { domain: 'mocan.vn' }, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST /token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    ['POST /signup', {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    ['POST /otp', { phone: '+84912345678' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['POST /otp', { phone: 'x' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  ]
  for (const [address, body, status, code, message] of refusals) {
    const answer = await desk.call(address, body)
    assert.deepEqual([answer.status, answer.body.code, answer.body.message], [status, code, message], address)
  }
})

test('without the prefix sign-in answers at the root, and asks for no key', async t => {
  const prefixed = await openDesk(t)
  assert.equal((await prefixed.app.inject({ method: 'POST', url: '/signup', payload: {} })).statusCode, 404)
  const { app } = await openDesk(t, { AUTH_PATH_PREFIX: 'off', AUTH_AUTOCONFIRM: 'on' })
  assert.equal((await app.inject({ url: '/settings' })).json().mailer_autoconfirm, true)
  const made = await app.inject({ method: 'POST', url: '/signup', payload: { email, password } })
  assert.ok(made.json().access_token)
  assert.equal(
    (await app.inject({ method: 'POST', url: '/auth/v1/signup', payload: { email, password } })).statusCode,
    401,
  )
})

test('nobody gets in by e-mail where that is off', async t => {
  const desk = await openDesk(t, { AUTH_EMAIL: 'off' })
  assert.deepEqual((await desk.call('GET /settings')).body['external'], {
    email: false,
    phone: false,
    google: false,
    facebook: false,
    anonymous_users: false,
  })
  for (const [address, code] of [
    ['POST /signup', 'email_provider_disabled'],
    ['POST /token?grant_type=password', 'email_provider_disabled'],
    ['POST /otp', 'otp_disabled'],
  ] as const) {
    const answer = await desk.call(address, { email, password })
    assert.deepEqual([answer.status, answer.body.code], [422, code], address)
  }
})

test('settings, health and keys', async t => {
  const desk = await openDesk(t, { AUTH_SIGNUP: 'off', AUTH_AUTOCONFIRM: 'on' })
  const { body } = await desk.call('GET /settings')
  assert.equal(body['disable_signup'], true)
  assert.equal(body['mailer_autoconfirm'], true)
  assert.deepEqual(body['external'], {
    email: true,
    phone: false,
    google: false,
    facebook: false,
    anonymous_users: false,
  })
  assert.deepEqual(Object.keys((await desk.call('GET /health')).body), ['version', 'name', 'description'])
  const keys = await desk.call('GET /.well-known/jwks.json')
  assert.equal(keys.headers['cache-control'], 'public, max-age=600')
  for (const key of keys.body['keys'] as Record<string, string>[]) {
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
  }
})

test('a bearer is a person’s live token and nothing else', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed(email, password)
  const refused = async (token: string) => {
    const answer = await desk.call('GET /user', undefined, { bearer: token })
    return [answer.status, answer.body.code, answer.body.message]
  }
  const none = await desk.call('GET /user')
  assert.deepEqual(
    [none.status, none.body],
    [401, { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' }],
  )
  const broken = [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature']
  assert.deepEqual(await refused('nonsense'), broken)
  assert.deepEqual(await refused(`${bearer.slice(0, -4)}AAAA`), broken)
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${bearer.split('.')[1]}.`
  assert.deepEqual(await refused(unsigned), broken)
  assert.deepEqual((await refused(desk.platform.tokens.anonKey)).slice(0, 2), [403, 'bad_jwt'])
  assert.deepEqual((await refused(desk.platform.tokens.serviceRoleKey)).slice(0, 2), [403, 'bad_jwt'])
  const claims = await desk.platform.tokens.verify(bearer)
  assert.ok(claims)
  assert.equal(await sessionStanding(desk.platform, claims), 'live')
  assert.equal(await sessionStanding(desk.platform, { role: 'anon' }), 'ended')

  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = '2030-01-01'`.execute(tx))
  assert.deepEqual(await refused(bearer), [403, 'user_banned', 'User is banned'])
  assert.equal(await sessionStanding(desk.platform, claims), 'ended')
  await desk.platform.db.asService(null, tx => sql`delete from auth.users`.execute(tx))
  assert.deepEqual(await refused(bearer), [403, 'user_not_found', 'User from sub claim in JWT does not exist'])
})

test('signing out ends the sessions that the scope names, at once', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password)
  const [one, two, three] = [
    await desk.signIn(email, password),
    await desk.signIn(email, password),
    await desk.signIn(email, password),
  ]
  const isIn = async (tokens: { access_token: string }) =>
    (await desk.call('GET /user', undefined, { bearer: tokens.access_token })).status === 200
  const odd = await desk.call('POST /logout?scope=odd', undefined, { bearer: one.access_token })
  assert.deepEqual([odd.status, odd.body.code], [400, 'validation_failed'])

  const local = await desk.call('POST /logout?scope=local', undefined, { bearer: one.access_token })
  assert.deepEqual([local.status, local.text], [204, ''])
  assert.deepEqual([await isIn(one), await isIn(two), await isIn(three)], [false, true, true])
  await desk.call('POST /logout?scope=others', undefined, { bearer: two.access_token })
  assert.deepEqual([await isIn(two), await isIn(three)], [true, false])
  const four = await desk.signIn(email, password)
  await desk.call('POST /logout', undefined, { bearer: two.access_token })
  assert.deepEqual([await isIn(two), await isIn(four)], [false, false])
  const gone = await desk.call('POST /token?grant_type=refresh_token', { refresh_token: four.refresh_token })
  assert.equal(gone.body.code, 'refresh_token_not_found')
  assert.equal((await desk.call('POST /logout')).status, 401)
})

test('the confirmation is sent again, and nobody learns to whom', async t => {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.confirmed('known@shop.example', password)
  await desk.call('POST /signup', { email: 'waiting@shop.example', password })
  await desk.platform.jobs.drain()
  const before = readMailbox(desk.platform).length
  for (const name of ['known', 'waiting', 'nobody']) {
    const answer = await desk.call('POST /resend', { type: 'signup', email: `${name}@shop.example` })
    assert.deepEqual([answer.status, answer.text], [200, '{}'])
  }
  await desk.platform.jobs.drain()
  assert.deepEqual(
    readMailbox(desk.platform)
      .slice(before)
      .map(mail => mail.to),
    ['waiting@shop.example'],
  )
  for (const body of [{ type: 'odd', email }, { type: 'signup', email: 'odd' }, { email }]) {
    assert.equal((await desk.call('POST /resend', body)).body.code, 'validation_failed')
  }
})

test('a lost password’s mails keep their distance for every address', async t => {
  const desk = await openDesk(t)
  for (const who of ['nobody@shop.example', email]) {
    assert.equal((await desk.call('POST /recover', { email: who })).status, 200)
    const early = await desk.call('POST /recover', { email: who })
    assert.deepEqual([early.status, early.body.code], [429, 'over_email_send_rate_limit'])
  }
  assert.equal((await desk.call('POST /recover', { email: 'odd' })).body.code, 'validation_failed')
})
