import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'
const noGap = { AUTH_MAIL_GAP_SECONDS: '0' }

async function ask(desk: AuthDriver, body: object) {
  const answer = await desk.call('POST /otp', body)
  await desk.platform.jobs.drain()
  return answer
}

test('a magic link and its digits sign in who is confirmed', async t => {
  const desk = await openDesk(t, noGap)
  await desk.confirmed(email, password)
  for (const [path, type] of [
    ['POST /otp', 'magiclink'],
    ['POST /magiclink', 'email'],
  ] as const) {
    const asked = await desk.call(path, { email, create_user: false })
    assert.deepEqual([asked.status, asked.text], [200, '{}'])
    await desk.platform.jobs.drain()
    const { mail, link, code } = newestEmail(desk.platform, email)
    assert.equal(mail.subject, 'Liên kết đăng nhập Sen')
    assert.equal(link.searchParams.get('type'), 'magiclink')
    const body = type === 'email' ? { type, email, token: code } : { type, token_hash: link.searchParams.get('token') }
    const { status, body: session } = await desk.call('POST /verify', body)
    assert.equal(status, 200)
    assert.equal((await desk.platform.tokens.verify(session.access_token))?.['email'], email)
    assert.equal((await desk.call('POST /verify', body)).status, 403)
  }
  assert.ok((await desk.signIn(email, password)).access_token, 'the password stays')
})

test('an unknown address: no account and no mail, the same answer', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password)
  const before = readMailbox(desk.platform).length
  const unknown = await ask(desk, { email: 'nobody@shop.example', create_user: false })
  const known = await ask(desk, { email, create_user: false })
  assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
  assert.deepEqual(
    readMailbox(desk.platform)
      .slice(before)
      .map(mail => mail.to),
    [email],
  )
  for (const who of ['nobody@shop.example', email]) {
    const early = await ask(desk, { email: who, create_user: false })
    assert.deepEqual([early.status, early.body.code], [429, 'over_email_send_rate_limit'])
  }
})

test('with create_user an account is made; its letter confirms the address', async t => {
  const desk = await openDesk(t)
  const fresh = 'moi@shop.example'
  await ask(desk, { email: fresh, data: { full_name: 'Lê Văn Tú', language: 'vi' } })
  const { mail, link, code } = newestEmail(desk.platform, fresh)
  assert.equal(mail.subject, 'Xác nhận e-mail của bạn')
  assert.equal(link.searchParams.get('type'), 'signup')
  const refused = await desk.call('POST /token?grant_type=password', { email: fresh, password: '' })
  assert.equal(refused.body.code, 'invalid_credentials')
  const { status, body } = await desk.call('POST /verify', { type: 'email', email: fresh, token: code })
  assert.equal(status, 200)
  assert.deepEqual(body.user.user_metadata, { full_name: 'Lê Văn Tú', language: 'vi', email_verified: true })
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select p.full_name, m.role from people p join members m on m.person_id = p.id`.execute(tx),
  )
  assert.deepEqual(rows, [{ full_name: 'Lê Văn Tú', role: 'admin' }])

  const closed = await openDesk(t, { AUTH_SIGNUP: 'off' })
  const answer = await ask(closed, { email: fresh })
  assert.deepEqual([answer.status, answer.text], [200, '{}'])
  assert.equal(readMailbox(closed.platform).length, 0)
})

test('where addresses need no confirmation a newcomer gets a magic link', async t => {
  const desk = await openDesk(t, { AUTH_AUTOCONFIRM: 'on' })
  await ask(desk, { email })
  assert.equal(newestEmail(desk.platform, email).link.searchParams.get('type'), 'magiclink')
})

test('a password that somebody else set beforehand opens nothing once the owner comes', async t => {
  const desk = await openDesk(t, noGap)
  for (const way of ['POST /otp', 'POST /recover']) {
    const owner = `${way.slice(6)}@shop.example`
    await desk.call('POST /signup', { email: owner, password: 'của người lạ đặt' })
    await desk.platform.jobs.drain()
    await desk.call(way, { email: owner })
    await desk.platform.jobs.drain()
    const { link } = newestEmail(desk.platform, owner)
    const body = { type: link.searchParams.get('type'), token_hash: link.searchParams.get('token') }
    assert.equal((await desk.call('POST /verify', body)).status, 200, way)
    const stranger = await desk.call('POST /token?grant_type=password', { email: owner, password: 'của người lạ đặt' })
    assert.equal(stranger.body.code, 'invalid_credentials', way)
  }
})

test('a banned person gets no link; odd bodies are refused', async t => {
  const desk = await openDesk(t, noGap)
  await desk.confirmed(email, password)
  const before = readMailbox(desk.platform).length
  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = '2030-01-01'`.execute(tx))
  assert.equal((await ask(desk, { email })).status, 200)
  assert.equal(readMailbox(desk.platform).length, before)
  const code = async (body: object) => (await desk.call('POST /otp', body)).body.code
  assert.equal(await code({}), 'validation_failed')
  assert.equal(await code({ email: 'odd' }), 'validation_failed')
  assert.equal(await code({ email, create_user: 'yes' }), 'validation_failed')
  assert.equal(await code({ phone: '+84901234567' }), 'phone_provider_disabled')
  assert.equal(await code({ email, code_challenge: 'x'.repeat(43) }), 'validation_failed')
})
