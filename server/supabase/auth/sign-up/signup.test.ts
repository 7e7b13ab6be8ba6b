import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'

const password = 'hoa sen trắng'

async function count(desk: AuthDriver, what: 'users' | 'events', name = '%'): Promise<number> {
  const table =
    what === 'users' ? sql`auth.users where email like ${name}` : sql`private.events where name like ${name}`
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ n: number }>`select count(*)::int as n from ${table}`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

test('a new address gets a user without a session, and a letter', async t => {
  const desk = await openDesk(t)
  const { status, body } = await desk.call('POST /signup', {
    email: ' Hanh@MocAn.vn ',
    password,
    data: { full_name: 'Nguyễn Thu Hạnh' },
  })
  assert.equal(status, 200)
  assert.equal(body.email, 'hanh@mocan.vn')
  assert.equal(body.access_token, undefined)
  assert.equal(body['email_confirmed_at'], undefined)
  assert.deepEqual(body.user_metadata, { full_name: 'Nguyễn Thu Hạnh' })
  assert.deepEqual(body['app_metadata'], { provider: 'email', providers: ['email'] })
  await desk.platform.jobs.drain()
  const { mail, link } = newestEmail(desk.platform, 'hanh@mocan.vn')
  assert.equal(mail.subject, 'Xác nhận e-mail của bạn')
  assert.match(mail.text, /Chào Nguyễn Thu Hạnh/)
  assert.equal(link.origin, desk.platform.config.publicUrl)
  assert.equal(link.searchParams.get('redirect_to'), `${desk.platform.config.publicUrl}/`)
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select id, full_name, language from people`.execute(tx),
  )
  assert.deepEqual(rows, [{ id: body.id, full_name: 'Nguyễn Thu Hạnh', language: 'vi' }])
})

test('new, unconfirmed and known addresses cannot be told apart', async t => {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.confirmed('known@shop.example', password)
  await desk.call('POST /signup', {
    email: 'waiting@shop.example',
    password: 'the very first one',
    data: { full_name: 'First' },
  })
  await desk.platform.jobs.drain()
  const before = readMailbox(desk.platform).length
  const asked = { password: 'another password', data: { full_name: 'Second' } }
  const [fresh, waiting, known] = await Promise.all(
    ['fresh', 'waiting', 'known'].map(name => desk.call('POST /signup', { email: `${name}@shop.example`, ...asked })),
  )
  const shape = (answer: typeof fresh) => ({
    status: answer?.status,
    headers: Object.keys(answer?.headers ?? {}),
    body: {
      ...answer?.body,
      id: '',
      email: '',
      identities: (answer?.body['identities'] as object[] | undefined)?.map(one => Object.keys(one)),
    },
  })
  assert.deepEqual(shape(waiting), shape(fresh))
  assert.deepEqual(shape(known), shape(fresh))
  const again = await desk.call('POST /signup', { email: 'fresh@shop.example', ...asked })
  assert.notEqual(again.body.id, fresh?.body.id, 'a repeated id would tell that nobody had confirmed it before')

  await desk.platform.jobs.drain()
  const sent = readMailbox(desk.platform)
    .slice(before)
    .map(mail => mail.to)
  assert.deepEqual(new Set(sent), new Set(['fresh@shop.example', 'waiting@shop.example']))
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ user_metadata: object }>`select user_metadata from auth.users where email = 'waiting@shop.example'`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows[0]?.user_metadata, { full_name: 'First' })
  assert.ok((await desk.signIn('known@shop.example', password)).access_token)
})

test('known and unknown addresses take the same time', async t => {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off' })
  await desk.confirmed('known@shop.example', password)
  const signUp = async (email: string) => {
    const began = performance.now()
    await desk.call('POST /signup', { email, password })
    return performance.now() - began
  }
  // Minima, because noise only ever adds.
  let [known, fresh] = [Infinity, Infinity]
  for (let round = 0; round < 5 || (round < 40 && !(Math.abs(known - fresh) < 20)); round++) {
    known = Math.min(known, await signUp('known@shop.example'))
    fresh = Math.min(fresh, await signUp(`fresh${round}@shop.example`))
  }
  assert.ok(known >= 199 && fresh >= 199 && Math.abs(known - fresh) < 20, `known ${known} ms, fresh ${fresh} ms`)
})

test('ten sign-ups of one address at once make one account and one letter', async t => {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => desk.call('POST /signup', { email: 'race@shop.example', password })),
  )
  assert.ok(answers.every(answer => answer.status === 200))
  assert.equal(await count(desk, 'users', 'race@%'), 1)
  assert.equal(await count(desk, 'events', 'person.signed-up'), 1)
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).length, 1)
})

test('auto-confirm answers with a session, and a known address is said', async t => {
  const desk = await openDesk(t, { AUTH_AUTOCONFIRM: 'on' })
  const { status, body } = await desk.call('POST /signup', {
    email: 'auto@shop.example',
    password,
    data: { language: 'en' },
  })
  assert.equal(status, 200)
  assert.equal(body['token_type'], 'bearer')
  assert.equal(body.user.identities.length, 1)
  assert.equal((await desk.call('GET /user', undefined, { bearer: body.access_token })).status, 200)
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).length, 0)
  const { rows } = await desk.platform.db.asService(null, tx => sql`select language from workspaces`.execute(tx))
  assert.deepEqual(rows, [{ language: 'en' }])
  const again = await desk.call('POST /signup', { email: 'AUTO@shop.example', password })
  assert.equal(again.status, 422)
  assert.deepEqual(again.body, { code: 'user_already_exists', message: 'User already registered' })
})

test('what cannot be is refused with the client’s codes', async t => {
  const desk = await openDesk(t, { AUTH_RATE_LIMITS: 'off' })
  const email = 'a@shop.example'
  const refused = async (body: unknown) => {
    const answer = await desk.call('POST /signup', body)
    return [answer.status, answer.body.code, answer.body.message]
  }
  assert.deepEqual(await refused({ email: 'not an address', password }), [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ])
  assert.deepEqual(await refused({ email: `${'a'.repeat(250)}@shop.example`, password }), [
    400,
    'validation_failed',
    'An email address is too long',
  ])
  assert.deepEqual(await refused({ email: 'a\u0000@shop.example', password }), [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ])
  assert.deepEqual(await refused({ email }), [400, 'validation_failed', 'Signup requires a valid password'])
  assert.deepEqual(await refused({ email, password: 'x'.repeat(1025) }), [
    400,
    'validation_failed',
    'Password cannot be longer than 1024 bytes',
  ])
  assert.deepEqual(await refused({ data: {} }), [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'])
  assert.deepEqual(await refused({ phone: 'abc', password }), [
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ])
  assert.deepEqual(await refused({ email, password, data: { a: 'x'.repeat(5000) } }), [
    400,
    'validation_failed',
    'User metadata is too large',
  ])
  assert.deepEqual(await refused('{"email":'), [400, 'bad_json', 'Could not parse request body as JSON'])
  const weak = await desk.call('POST /signup', { email, password: 'ngắn' })
  assert.equal(weak.status, 422)
  assert.deepEqual(weak.body, {
    code: 'weak_password',
    message: 'Password should be at least 8 characters.',
    weak_password: { reasons: ['length'] },
  })
  assert.equal(await count(desk, 'users'), 0)

  const closed = await openDesk(t, { AUTH_SIGNUP: 'off' })
  const { status, body } = await closed.call('POST /signup', { email, password })
  assert.deepEqual([status, body.code, body.message], [422, 'signup_disabled', 'Signups not allowed for this instance'])
})

test('what a person says of oneself grants nothing and breaks nothing', async t => {
  const desk = await openDesk(t, { AUTH_AUTOCONFIRM: 'on' })
  const data = {
    email_verified: true,
    role: 'service_role',
    aal: 'aal2',
    odd: 'a\u0000b\ud800c',
    deep: { list: [1, null, 'x'] },
  }
  const { body } = await desk.call('POST /signup', { email: 'odd@shop.example', password, data })
  const claims = await desk.platform.tokens.verify(body.access_token)
  assert.equal(claims?.role, 'authenticated')
  assert.equal(claims?.['aal'], 'aal1')
  assert.deepEqual(body.user.user_metadata, { ...data, odd: 'ab\ufffdc', email_verified: true })
})

test('mails to one address keep their distance, whether or not it is somebody’s', async t => {
  const desk = await openDesk(t)
  await desk.confirmed('known@shop.example', password)
  for (const email of ['known@shop.example', 'fresh@shop.example']) {
    desk.platform.clock.advance(61_000)
    assert.equal((await desk.call('POST /signup', { email, password })).status, 200)
    desk.platform.clock.advance(20_000)
    const early = await desk.call('POST /signup', { email, password })
    assert.equal(early.status, 429)
    assert.equal(early.headers['retry-after'], '40')
    assert.deepEqual(early.body, {
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 40 seconds.',
    })
  }
})

test('one block of addresses signs up twenty times an hour', async t => {
  const desk = await openDesk(t)
  for (let at = 0; at < 20; at++) {
    assert.equal((await desk.call('POST /signup', { email: `p${at}@shop.example`, password })).status, 200)
  }
  const more = await desk.call('POST /signup', { email: 'p20@shop.example', password })
  assert.deepEqual([more.status, more.body.code], [429, 'over_request_rate_limit'])
})
