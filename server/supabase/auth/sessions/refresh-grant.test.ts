import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

async function opened(t: TestContext) {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off' })
  const { access_token, refresh_token } = await desk.confirmed(email, password)
  return { desk, first: refresh_token, bearer: access_token }
}

function refresh(desk: AuthDriver, token: unknown) {
  return desk.call('POST /token?grant_type=refresh_token', { refresh_token: token })
}

test('a refresh gives a newer pair of the same session', async t => {
  const { desk, first, bearer } = await opened(t)
  desk.platform.clock.advance(3_500_000)
  const { status, body } = await refresh(desk, first)
  assert.equal(status, 200)
  assert.notEqual(body.refresh_token, first)
  const [old, fresh] = await Promise.all([bearer, body.access_token].map(token => desk.platform.tokens.verify(token)))
  assert.equal(fresh?.['session_id'], old?.['session_id'])
  assert.deepEqual(fresh?.['amr'], old?.['amr'])
  assert.ok(Number(fresh?.['exp']) > Number(old?.['exp']))
})

test('ten refreshes of one token at once all end with a working pair', async t => {
  const { desk, first } = await opened(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(desk, first)))
  assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]))
  assert.equal(new Set(answers.map(answer => answer.body.refresh_token)).size, 1)
  for (const { body } of answers) {
    assert.equal((await desk.call('GET /user', undefined, { bearer: body.access_token })).status, 200)
  }
  assert.equal((await refresh(desk, answers[0]?.body.refresh_token)).status, 200)
})

test('the parent of the live token gets the live token as late as the session lives', async t => {
  const { desk, first } = await opened(t)
  const second = (await refresh(desk, first)).body.refresh_token
  desk.platform.clock.advance(29 * 86_400_000)
  const again = await refresh(desk, first)
  assert.equal(again.status, 200)
  assert.equal(again.body.refresh_token, second)
})

test('within ten seconds an older token gives its same successor', async t => {
  const { desk, first } = await opened(t)
  const second = (await refresh(desk, first)).body.refresh_token
  const third = (await refresh(desk, second)).body.refresh_token
  desk.platform.clock.advance(9_900)
  const again = await refresh(desk, first)
  assert.equal(again.body.refresh_token, second)
  assert.equal((await refresh(desk, again.body.refresh_token)).body.refresh_token, third)
})

test('an older token after that ends the whole session', async t => {
  const { desk, first, bearer } = await opened(t)
  const other = await desk.signIn(email, password)
  const second = (await refresh(desk, first)).body.refresh_token
  const third = await refresh(desk, second)
  desk.platform.clock.advance(10_000)
  const stolen = await refresh(desk, first)
  assert.equal(stolen.status, 400)
  assert.deepEqual(stolen.body, { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' })
  for (const token of [first, second, third.body.refresh_token]) {
    const answer = await refresh(desk, token)
    assert.deepEqual([answer.status, answer.body.code], [400, 'refresh_token_already_used'])
  }
  for (const token of [bearer, third.body.access_token]) {
    const answer = await desk.call('GET /user', undefined, { bearer: token })
    assert.deepEqual([answer.status, answer.body.code], [403, 'session_not_found'])
  }
  assert.equal((await refresh(desk, other.refresh_token)).status, 200, 'other sessions are not touched')
})

test('what is no live token is refused', async t => {
  const { desk, first } = await opened(t)
  const unknown = await refresh(desk, 'never issued')
  assert.deepEqual(
    [unknown.status, unknown.body],
    [400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }],
  )
  for (const odd of ['', undefined, 7, 'x'.repeat(600)]) {
    const answer = await refresh(desk, odd)
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'])
  }
  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = '2030-01-01'`.execute(tx))
  const banned = await refresh(desk, first)
  assert.deepEqual([banned.status, banned.body.code], [400, 'user_banned'])
  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = null`.execute(tx))
  assert.equal((await refresh(desk, first)).status, 200)
  await desk.platform.db.asService(null, tx => sql`delete from auth.sessions`.execute(tx))
  assert.equal((await refresh(desk, first)).body.code, 'refresh_token_not_found')
})

test('an installation may end sessions by age and by idleness', async t => {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off', AUTH_SESSION_HOURS: '3', AUTH_SESSION_IDLE_HOURS: '2' })
  const { refresh_token: idle } = await desk.confirmed(email, password)
  let { refresh_token: used } = await desk.signIn(email, password)
  desk.platform.clock.advance(5_400_000)
  used = (await refresh(desk, used)).body.refresh_token
  desk.platform.clock.advance(3_600_000)
  const over = await refresh(desk, idle)
  assert.deepEqual([over.status, over.body.code], [400, 'session_expired'], 'two and a half hours unused')
  used = (await refresh(desk, used)).body.refresh_token
  assert.ok(used, 'in use all the while')
  desk.platform.clock.advance(1_800_000)
  assert.equal((await refresh(desk, used)).body.code, 'session_expired', 'three hours old')
  assert.equal((await refresh(desk, used)).body.code, 'refresh_token_not_found')
})
