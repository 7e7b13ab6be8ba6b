import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDesk } from '#tests/drivers/auth-driver.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'
const address = 'POST /token?grant_type=password'

test('the right password opens a session, whose token says who and how', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password, { full_name: 'Hạnh' })
  const { status, body } = await desk.call(address, { email: ' HANH@mocan.vn', password })
  assert.equal(status, 200)
  const now = desk.platform.clock.now().getTime() / 1000
  assert.equal(body['expires_in'], 3600)
  assert.equal(body.expires_at, now + 3600)
  const claims = await desk.platform.tokens.verify(body.access_token)
  assert.deepEqual(
    { ...claims, session_id: typeof claims?.['session_id'], user_metadata: undefined },
    {
      sub: body.user.id,
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: undefined,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: now }],
      session_id: 'string',
      is_anonymous: false,
      aud: 'authenticated',
      iss: 'http://localhost:3000/auth/v1',
      iat: now,
      exp: now + 3600,
    },
  )
  assert.equal(body['weak_password'], undefined)
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ last_login_at: Date }>`select last_login_at from people`.execute(tx),
  )
  assert.deepEqual(rows[0]?.last_login_at, desk.platform.clock.now())
})

test('unknown address, wrong password, empty password: one answer', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password)
  const tries = [
    { email, password: 'wrong password' },
    { email, password: '' },
    { email, password: 'x'.repeat(5000) },
    { email: 'nobody@shop.example', password },
    { email: 'not an address\u0000', password },
  ]
  for (const body of tries) {
    const answer = await desk.call(address, body)
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    assert.equal(answer.headers['x-sb-error-code'], 'invalid_credentials')
  }
})

test('unknown address and wrong password take the same time', async t => {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off' })
  await desk.confirmed(email, password)
  const refusal = async (who: string) => {
    const began = performance.now()
    await desk.call(address, { email: who, password: 'wrong password' })
    return performance.now() - began
  }
  // Minima, because noise only ever adds.
  let [known, unknown] = [Infinity, Infinity]
  const alike = () => unknown > known * 0.6 && unknown < known * 1.7
  for (let round = 0; round < 12 || (round < 60 && !alike()); round++) {
    known = Math.min(known, await refusal(email))
    unknown = Math.min(unknown, await refusal('nobody@shop.example'))
  }
  assert.ok(alike(), `known ${known} ms, unknown ${unknown} ms`)
})

test('that an account waits or is banned learns only who knows its password', async t => {
  const desk = await openDesk(t)
  await desk.call('POST /signup', { email: 'waiting@shop.example', password })
  const wrong = await desk.call(address, { email: 'waiting@shop.example', password: 'wrong password' })
  assert.equal(wrong.body.code, 'invalid_credentials')
  const right = await desk.call(address, { email: 'waiting@shop.example', password })
  assert.deepEqual([right.status, right.body], [400, { code: 'email_not_confirmed', message: 'Email not confirmed' }])

  await desk.confirmed(email, password)
  await desk.platform.db.asService(null, tx =>
    sql`update auth.users set banned_until = '2030-01-01' where email = ${email}`.execute(tx),
  )
  assert.equal((await desk.call(address, { email, password: 'wrong password' })).body.code, 'invalid_credentials')
  const banned = await desk.call(address, { email, password })
  assert.deepEqual([banned.status, banned.body.code], [400, 'user_banned'])
})

test('an old weak password gets in and is told that it is weak', async t => {
  const desk = await openDesk(t, { AUTH_PASSWORD_MIN_LENGTH: '6' })
  await desk.confirmed(email, 'sen-ao')
  Object.assign(desk.platform.config, { AUTH_PASSWORD_MIN_LENGTH: 8 })
  const { status, body } = await desk.call(address, { email, password: 'sen-ao' })
  assert.equal(status, 200)
  assert.deepEqual(body['weak_password'], { message: 'Password should be at least 8 characters.', reasons: ['length'] })
})

test('ten wrong tries are free, then each waits longer, alike for nobody’s address; live sessions go on', async t => {
  const desk = await openDesk(t)
  const live = await desk.confirmed(email, password)
  for (const who of [email, 'nobody@shop.example']) {
    for (let at = 0; at < 10; at++) {
      assert.equal((await desk.call(address, { email: who, password: 'wrong password' })).status, 400)
    }
    for (const wait of [10, 20, 40]) {
      const early = await desk.call(address, { email: who, password })
      assert.deepEqual([early.status, early.body.code], [429, 'over_request_rate_limit'])
      assert.equal(early.headers['retry-after'], String(wait))
      desk.platform.clock.advance(wait * 1000)
      assert.equal((await desk.call(address, { email: who, password: 'wrong password' })).status, 400)
    }
  }
  const refreshed = await desk.call('POST /token?grant_type=refresh_token', { refresh_token: live.refresh_token })
  assert.equal(refreshed.status, 200)
  desk.platform.clock.advance(15 * 60_000)
  assert.equal((await desk.call(address, { email, password })).status, 200)
})

test('the right password makes earlier tries forgotten', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password)
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 9; at++) await desk.call(address, { email, password: 'wrong password' })
    assert.equal((await desk.call(address, { email, password })).status, 200)
  }
})

test('one network address has thirty tries at once and 150 in five minutes', async t => {
  const desk = await openDesk(t)
  const refresh = () => desk.call('POST /token?grant_type=refresh_token', { refresh_token: 'nothing' })
  for (let at = 0; at < 30; at++) assert.equal((await refresh()).status, 400)
  for (let round = 0; round < 2; round++) {
    const more = await refresh()
    assert.deepEqual([more.status, more.body.code], [429, 'over_request_rate_limit'])
    assert.equal(more.headers['retry-after'], '2')
    desk.platform.clock.advance(2000)
    assert.equal((await refresh()).status, 400)
  }
})

test('other grants and other ways in are refused', async t => {
  const desk = await openDesk(t)
  for (const path of ['POST /token', 'POST /token?grant_type=id_token', 'POST /token?grant_type=toString']) {
    const answer = await desk.call(path, {})
    assert.deepEqual(
      [answer.status, answer.body],
      [400, { code: 'invalid_credentials', message: 'unsupported_grant_type' }],
    )
  }
  assert.equal((await desk.call(address, { password })).body.code, 'validation_failed')
  assert.equal((await desk.call(address, { phone: '+84901234567', password })).body.code, 'phone_provider_disabled')
})
