import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function signedUp(t: TestContext, settings: Record<string, string> = {}, query = '') {
  const desk = await openDesk(t, settings)
  await desk.call(`POST /signup${query}`, { email, password, data: { full_name: 'Nguyễn Thu Hạnh' } })
  await desk.platform.jobs.drain()
  const { link, code } = newestEmail(desk.platform, email)
  return {
    desk,
    path: `${link.pathname.replace('/auth/v1', '')}${link.search}`,
    token: link.searchParams.get('token') ?? '',
    code,
  }
}

async function eventsOf(desk: AuthDriver, event: string): Promise<object[]> {
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ payload: object }>`select payload from private.events where name = ${event}`.execute(tx),
  )
  return rows.map(row => row.payload)
}

function fragment(location: unknown): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(String(location)).hash.slice(1)))
}

test('a browser gets a page that posts itself, and looking spends nothing', async t => {
  const { desk, path } = await signedUp(t)
  for (const method of ['GET', 'GET', 'HEAD']) {
    const page = await desk.call(`${method} ${path}`, undefined, { headers: browser })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    const policy = String(page.headers['content-security-policy'])
    assert.match(
      policy,
      /default-src 'none'.*form-action 'self' http:\/\/localhost:3000; frame-ancestors 'none'; base-uri 'none'/,
    )
    if (method === 'HEAD') continue
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    assert.ok(nonce && page.text.includes(`<script nonce="${nonce}">`))
    assert.equal(page.text.match(/<button/g)?.length, 1)
    assert.ok(page.text.includes(`action="/auth/v1${path.replaceAll('&', '&#38;')}"`))
  }
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ]) {
    assert.equal((await desk.call(`GET ${path}`, undefined, { headers })).status, 200)
  }
  assert.equal((await desk.call(`HEAD ${path}`)).status, 200)
  assert.deepEqual(await eventsOf(desk, 'person.confirmed'), [])

  const posted = await desk.call(`POST ${path}`, '', { headers: form })
  assert.equal(posted.status, 303)
  assert.match(String(posted.headers['location']), /^http:\/\/localhost:3000\/#access_token=/)
  const session = fragment(posted.headers['location'])
  assert.deepEqual(Object.keys(session), [
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  assert.equal(session['type'], 'signup')
  const user = await desk.call('GET /user', undefined, { bearer: session['access_token'] ?? '' })
  assert.deepEqual(user.body.user_metadata, { full_name: 'Nguyễn Thu Hạnh', email_verified: true })
  const claims = await desk.platform.tokens.verify(session['access_token'] ?? '')
  assert.deepEqual(claims?.['amr'], [{ method: 'otp', timestamp: desk.platform.clock.now().getTime() / 1000 }])
  assert.equal((await eventsOf(desk, 'person.confirmed')).length, 1)
})

test('a confirmed address opens a workspace in the sign-up’s language', async t => {
  const { desk, path } = await signedUp(t)
  await desk.call(`POST ${path}`, '', { headers: { ...form, 'accept-language': 'en-GB' } })
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select w.language, m.role, p.email_verified from workspaces w join members m on m.workspace_id = w.id join people p on p.id = m.person_id`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows, [{ language: 'en', role: 'admin', email_verified: true }])
})

test('any other client gets the redirect at once', async t => {
  const { desk, path } = await signedUp(t)
  const answer = await desk.call(`GET ${path}`, undefined, { headers: { accept: '*/*', apikey: '' } })
  assert.equal(answer.status, 303)
  assert.ok(fragment(answer.headers['location'])['access_token'])
})

test('a link that was used or is over says so in the address', async t => {
  const { desk, path } = await signedUp(t)
  await desk.call(`POST ${path}`, '', { headers: form })
  const again = await desk.call(`POST ${path}`, '', { headers: form })
  assert.equal(again.status, 303)
  assert.equal(
    again.headers['location'],
    'http://localhost:3000/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
  )

  const late = await signedUp(t)
  late.desk.platform.clock.advance(3_600_000)
  const over = await late.desk.call('POST /verify', { type: 'signup', token_hash: late.token })
  assert.equal(over.status, 403)
  assert.deepEqual(over.body, { code: 'otp_expired', message: 'Token has expired or is invalid' })
})

test('of two that open a link at once, one gets in', async t => {
  const { desk, path, token } = await signedUp(t)
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => desk.call(`POST ${path}`, '', { headers: form })),
    ...Array.from({ length: 4 }, () => desk.call('POST /verify', { type: 'signup', token_hash: token })),
  ])
  const sessions = answers.filter(
    answer => answer.body.access_token ?? String(answer.headers['location']).includes('access_token'),
  )
  assert.equal(sessions.length, 1)
  assert.equal((await eventsOf(desk, 'person.confirmed')).length, 1)
  assert.equal((await eventsOf(desk, 'person.signed-in')).length, 1)
})

test('the digits of the same letter do as well, as signup or email', async t => {
  for (const type of ['signup', 'email']) {
    const { desk, code } = await signedUp(t)
    const { status, body } = await desk.call('POST /verify', { type, email: 'HANH@mocan.vn', token: code })
    assert.equal(status, 200)
    assert.equal(body['token_type'], 'bearer')
    const again = await desk.call('POST /verify', { type, email, token: code })
    assert.deepEqual([again.status, again.body.code], [403, 'otp_expired'])
  }
})

test('five wrong digits void the digits, also when they come at once; the link still works', async t => {
  const { desk, code, token } = await signedUp(t)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => desk.call('POST /verify', { type: 'signup', email, token: wrong })),
  )
  assert.ok(answers.every(answer => answer.status === 403 && answer.body.code === 'otp_expired'))
  assert.equal((await desk.call('POST /verify', { type: 'signup', email, token: code })).status, 403)
  assert.equal((await desk.call('POST /verify', { type: 'signup', token_hash: token })).status, 200)
})

test('an unknown address answers like wrong digits', async t => {
  const { desk, code } = await signedUp(t)
  const unknown = await desk.call('POST /verify', { type: 'email', email: 'nobody@shop.example', token: code })
  assert.deepEqual(
    [unknown.status, unknown.body],
    [403, { code: 'otp_expired', message: 'Token has expired or is invalid' }],
  )
})

test('a newer letter voids the older one', async t => {
  const { desk, token } = await signedUp(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.call('POST /resend', { type: 'signup', email })
  await desk.platform.jobs.drain()
  assert.equal((await desk.call('POST /verify', { type: 'signup', token_hash: token })).status, 403)
  const newer = newestEmail(desk.platform, email).link.searchParams.get('token')
  assert.equal((await desk.call('POST /verify', { type: 'signup', token_hash: newer })).status, 200)
})

test('the type must be the letter’s', async t => {
  const { desk, token, code } = await signedUp(t)
  for (const type of ['recovery', 'magiclink', 'invite', 'email_change']) {
    const answer = await desk.call('POST /verify', { type, token_hash: token })
    assert.deepEqual([answer.status, answer.body.code], [403, 'otp_expired'], type)
  }
  const refused = async (body: object) => (await desk.call('POST /verify', body)).body.code
  assert.equal(await refused({ type: 'toString', token_hash: token }), 'validation_failed')
  assert.equal(await refused({ token_hash: token }), 'validation_failed')
  assert.equal(await refused({ type: 'signup' }), 'validation_failed')
  assert.equal(await refused({ type: 'signup', email, token: code, token_hash: token }), 'validation_failed')
  assert.equal(await refused({ type: 'signup', token: code }), 'validation_failed')
  for (const path of ['/verify', '/verify?type=signup', `/verify?token=${token}`, `/verify?type=odd&token=${token}`]) {
    const answer = await desk.call(`GET ${path}`, undefined, { headers: browser })
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], path)
  }
})

test('the link leads back where the sign-up asked, if that is allowed', async t => {
  const wanted = 'http://localhost:5173/welcome?a=1'
  const { desk, path } = await signedUp(t, {}, `?redirect_to=${encodeURIComponent(wanted)}`)
  const page = await desk.call(`GET ${path}`, undefined, { headers: browser })
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' http:\/\/localhost:5173;/)
  const answer = await desk.call(`POST ${path}`, '', { headers: form })
  assert.ok(String(answer.headers['location']).startsWith(`${wanted}#access_token=`))

  const evil = await signedUp(t, {}, `?redirect_to=${encodeURIComponent('https://evil.example/')}`)
  assert.ok(!evil.path.includes('evil'))
  const forged = evil.path.replace(/redirect_to=.*/, `redirect_to=${encodeURIComponent('https://evil.example/')}`)
  const back = await evil.desk.call(`POST ${forged}`, '', { headers: form })
  assert.ok(String(back.headers['location']).startsWith('http://localhost:3000/#access_token='))
})

test('no token lies in the database in clear, waiting or sent', async t => {
  const desk = await openDesk(t)
  await desk.call('POST /signup', { email, password })
  const dump = async () => {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{
        all: string
      }>`select concat((select jsonb_agg(j) from private.jobs j), (select jsonb_agg(e) from private.events e),
        (select jsonb_agg(t) from auth.one_time_tokens t), (select jsonb_agg(r) from auth.refresh_tokens r), (select jsonb_agg(u) from auth.users u)) as all`.execute(
        tx,
      ),
    )
    return rows[0]?.all ?? ''
  }
  const waiting = await dump()
  assert.match(waiting, /mail link/)
  await desk.platform.jobs.drain()
  const { link, code } = newestEmail(desk.platform, email)
  const token = link.searchParams.get('token') ?? ''
  const sent = await dump()
  const { body } = await desk.call('POST /verify', { type: 'signup', token_hash: token })
  const refreshed = await desk.call('POST /token?grant_type=refresh_token', { refresh_token: body.refresh_token })
  const later = await dump()
  for (const secret of [token, code, body.refresh_token, refreshed.body.refresh_token, password]) {
    for (const text of [waiting, sent, later]) assert.ok(!text.includes(secret))
  }
})

test('a recovery link signs in and confirms; a banned person stays out', async t => {
  const { desk } = await signedUp(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  const unknown = await desk.call('POST /recover', { email: 'nobody@shop.example' })
  const known = await desk.call('POST /recover', { email })
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  await desk.platform.jobs.drain()
  const { mail, link } = newestEmail(desk.platform, email)
  assert.equal(mail.subject, 'Đặt lại mật khẩu Sen')
  const { status, body } = await desk.call('POST /verify', {
    type: 'recovery',
    token_hash: link.searchParams.get('token'),
  })
  assert.equal(status, 200)
  assert.equal(
    (await desk.call('PUT /user', { password: 'một mật khẩu mới' }, { bearer: body.access_token })).status,
    200,
  )
  assert.ok((await desk.signIn(email, 'một mật khẩu mới')).access_token)

  await desk.call('POST /recover', { email })
  await desk.platform.jobs.drain()
  const token_hash = newestEmail(desk.platform, email).link.searchParams.get('token')
  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = '2030-01-01'`.execute(tx))
  const banned = await desk.call('POST /verify', { type: 'recovery', token_hash })
  assert.deepEqual([banned.status, banned.body.code], [403, 'user_banned'])
})
