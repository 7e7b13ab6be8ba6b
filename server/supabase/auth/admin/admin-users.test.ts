import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { banDuration } from './ban-duration.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

function asAdmin(desk: AuthDriver) {
  return (address: string, body?: unknown) => desk.call(address, body, { bearer: desk.platform.tokens.serviceRoleKey })
}

test('nobody administers but the service key', async t => {
  const desk = await openDesk(t)
  const { access_token: person } = await desk.confirmed(email, password)
  const id = newId()
  for (const address of [
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${id}`,
    `PUT /admin/users/${id}`,
    `DELETE /admin/users/${id}`,
    'POST /admin/generate_link',
    'POST /invite',
  ]) {
    const body = address.startsWith('GET') ? undefined : { email: 'x@shop.example', type: 'magiclink' }
    const none = await desk.call(address, body)
    assert.deepEqual([none.status, none.body.code], [401, 'no_authorization'], address)
    for (const bearer of [person, desk.platform.tokens.anonKey]) {
      const answer = await desk.call(address, body, { bearer })
      assert.deepEqual([answer.status, answer.body.code], [403, 'not_admin'], address)
    }
    assert.equal((await desk.call(address, body, { bearer: 'nonsense' })).body.code, 'bad_jwt', address)
  }
  const { rows } = await desk.platform.db.asService(null, tx => sql`select email from auth.users`.execute(tx))
  assert.deepEqual(rows, [{ email }])
})

test('an account is made, read, changed and removed', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  const id = newId()
  const input = { id, email: 'TU@shop.example', password, email_confirm: true, user_metadata: { full_name: 'Tú' } }
  const made = await admin('POST /admin/users', { ...input, app_metadata: { level: 3 } })
  assert.equal(made.status, 200)
  assert.partialDeepStrictEqual(made.body, {
    id,
    email: 'tu@shop.example',
    user_metadata: { full_name: 'Tú', email_verified: true },
    app_metadata: { provider: 'email', providers: ['email'], level: 3 },
  })
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).length, 0)
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select p.full_name, m.role from people p join members m on m.person_id = p.id`.execute(tx),
  )
  assert.deepEqual(rows, [{ full_name: 'Tú', role: 'admin' }])
  const session = await desk.signIn('tu@shop.example', password)

  const twice = await admin('POST /admin/users', { email: 'tu@shop.example' })
  assert.deepEqual([twice.status, twice.body.code], [422, 'email_exists'])
  assert.equal((await admin('POST /admin/users', { id, email: 'khac@shop.example' })).status, 422)
  assert.equal((await admin(`GET /admin/users/${id}`)).body.email, 'tu@shop.example')

  const changed = await admin(`PUT /admin/users/${id}`, {
    app_metadata: { level: null, city: 'Huế' },
    user_metadata: { full_name: 'Lê Văn Tú' },
  })
  assert.deepEqual(changed.body['app_metadata'], { provider: 'email', providers: ['email'], city: 'Huế' })
  assert.deepEqual(changed.body.user_metadata, { full_name: 'Lê Văn Tú', email_verified: true })
  assert.ok((await desk.call('GET /user', undefined, { bearer: session.access_token })).status === 200)

  await admin(`PUT /admin/users/${id}`, { password: 'một mật khẩu mới' })
  assert.equal((await desk.call('GET /user', undefined, { bearer: session.access_token })).status, 403)
  assert.ok((await desk.signIn('tu@shop.example', 'một mật khẩu mới')).access_token)
  const moved = await admin(`PUT /admin/users/${id}`, { email: 'moi@shop.example' })
  assert.equal(moved.body.email, 'moi@shop.example')

  const removed = await admin(`DELETE /admin/users/${id}`)
  assert.deepEqual([removed.status, removed.text], [200, '{}'])
  const gone = await admin(`GET /admin/users/${id}`)
  assert.deepEqual([gone.status, gone.body.code], [404, 'user_not_found'])
})

test('a ban begins at once and ends by itself or by hand', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  const { access_token: bearer, refresh_token } = await desk.confirmed(email, password)
  const { id } = (await desk.call('GET /user', undefined, { bearer })).body
  const banned = await admin(`PUT /admin/users/${id}`, { ban_duration: '1h30m' })
  assert.ok(banned.body['banned_until'])
  assert.deepEqual((await desk.call('GET /user', undefined, { bearer })).body.code, 'user_banned')
  const refresh = await desk.call('POST /token?grant_type=refresh_token', { refresh_token })
  assert.deepEqual([refresh.status, refresh.body.code], [400, 'user_banned'])
  assert.equal((await desk.call('POST /token?grant_type=password', { email, password })).body.code, 'user_banned')
  const freed = await admin(`PUT /admin/users/${id}`, { ban_duration: 'none' })
  assert.equal(freed.body['banned_until'], undefined)
  const after = await desk.call('GET /user', undefined, { bearer })
  assert.equal(after.body.code, 'session_not_found', 'the sessions from before are over')
  assert.ok((await desk.signIn(email, password)).access_token)
  assert.equal((await admin(`PUT /admin/users/${id}`, { ban_duration: 'ein Jahr' })).body.code, 'validation_failed')
  assert.equal(banDuration('1h30m'), 5_400_000)
  assert.equal(banDuration('300ms'), 300)
  for (const odd of ['-1h', '1', 'h', '1h ', '999999999999h', '1d']) assert.throws(() => banDuration(odd), odd)
})

test('a soft removal leaves no name and no address, and frees the address', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  const { access_token: bearer } = await desk.confirmed(email, password, { full_name: 'Hạnh' })
  const { id } = (await desk.call('GET /user', undefined, { bearer })).body
  assert.equal((await admin(`DELETE /admin/users/${id}`, { should_soft_delete: true })).status, 200)
  assert.equal((await desk.call('GET /user', undefined, { bearer })).body.code, 'user_not_found')
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ text: string }>`select to_jsonb(u)::text as text from auth.users u`.execute(tx),
  )
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]?.text.includes('mocan') && !rows[0]?.text.includes('Hạnh'))
  assert.equal((await admin('POST /admin/users', { email })).status, 200)
})

test('pages tell the next and the last, page first', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  for (const name of ['a', 'b', 'c']) {
    await admin('POST /admin/users', { email: `${name}@shop.example` })
    desk.platform.clock.advance(1000)
  }
  const first = await admin('GET /admin/users?page=1&per_page=2')
  assert.equal(first.headers['x-total-count'], '3')
  assert.equal(
    first.headers['link'],
    '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=2&per_page=2>; rel="last"',
  )
  const names = (answer: typeof first) => (answer.body['users'] as { email: string }[]).map(user => user.email[0])
  assert.deepEqual(names(first), ['c', 'b'])
  assert.equal(first.body['aud'], 'authenticated')
  const second = await admin('GET /admin/users?page=2&per_page=2')
  assert.deepEqual(names(second), ['a'])
  assert.equal(second.headers['link'], '</admin/users?page=2&per_page=2>; rel="last"')
  for (const query of ['page=0', 'per_page=1001', 'page=x']) {
    assert.equal((await admin(`GET /admin/users?${query}`)).body.code, 'validation_failed', query)
  }
})

test('odd ids and odd wishes', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'GET' ? undefined : {}
    const odd = await admin(`${method} /admin/users/me`, body)
    assert.deepEqual([odd.status, odd.body.code], [404, 'validation_failed'], method)
    const none = await admin(`${method} /admin/users/${newId()}`, body)
    assert.deepEqual([none.status, none.body.code], [404, 'user_not_found'], method)
  }
  for (const input of [{}, { email: 'odd' }, { email, role: 'service_role' }, { email, id: 'x' }]) {
    assert.equal((await admin('POST /admin/users', input)).body.code, 'validation_failed')
  }
  assert.equal((await admin('POST /admin/users', { email, password: '1' })).body.code, 'weak_password')
})

test('an invitation opens an account, but no workspace of its own', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  const invited = await admin('POST /invite', { email, data: { full_name: 'Hạnh' } })
  assert.equal(invited.status, 200)
  assert.ok(invited.body['invited_at'])
  await desk.platform.jobs.drain()
  const { mail, link } = newestEmail(desk.platform, email)
  assert.equal(mail.subject, 'Bạn được mời vào Sen')
  assert.equal(link.searchParams.get('type'), 'invite')
  const token_hash = link.searchParams.get('token')
  assert.equal((await desk.call('POST /verify', { type: 'invite', token_hash })).status, 200)
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx => sql`select 1 from members`.execute(tx))
  assert.deepEqual(rows, [])
  const again = await admin('POST /invite', { email })
  assert.deepEqual([again.status, again.body.code], [422, 'email_exists'])
})

test('a link of every type, without a mail', async t => {
  const desk = await openDesk(t)
  const admin = asAdmin(desk)
  await desk.confirmed(email, password)
  const before = readMailbox(desk.platform).length
  const follow = async (body: object) => {
    const answer = await admin('POST /admin/generate_link', body)
    assert.equal(answer.status, 200, JSON.stringify(body))
    const { action_link: link, hashed_token: token, verification_type: type } = answer.body as Record<string, string>
    assert.equal(new URL(link ?? '').searchParams.get('token'), token)
    const { pathname, search, searchParams } = new URL(link ?? '')
    const opened = await desk.call(`GET ${pathname.replace('/auth/v1', '')}${search}`)
    return { type, linkType: searchParams.get('type'), to: String(opened.headers['location']), body: answer.body }
  }
  for (const type of ['magiclink', 'recovery']) {
    const { to, body } = await follow({ type, email, redirect_to: 'http://localhost:5173/x' })
    assert.match(to, new RegExp(`^http://localhost:5173/x#access_token=.*type=${type}`))
    assert.deepEqual([body.email, body['redirect_to']], [email, 'http://localhost:5173/x'])
  }
  assert.equal((await follow({ type: 'magiclink', email: 'neu@shop.example' })).type, 'signup')
  assert.equal((await follow({ type: 'signup', email: 'an@shop.example', password })).linkType, 'signup')
  assert.equal((await follow({ type: 'invite', email: 'moi@shop.example' })).linkType, 'invite')
  const change = { email, new_email: 'hanh2@mocan.vn' }
  assert.match((await follow({ type: 'email_change_current', ...change })).to, /#message=/)
  assert.match((await follow({ type: 'email_change_new', ...change })).to, /#access_token=.*type=email_change/)
  assert.ok((await desk.signIn('hanh2@mocan.vn', password)).access_token)

  const digits = await admin('POST /admin/generate_link', { type: 'magiclink', email: 'hanh2@mocan.vn' })
  const token = digits.body['email_otp']
  assert.equal((await desk.call('POST /verify', { type: 'email', email: 'hanh2@mocan.vn', token })).status, 200)
  assert.equal((await admin('POST /admin/generate_link', { type: 'recovery', email: 'nobody@x.vn' })).status, 404)
  for (const body of [
    { type: 'signup', email: 'an@shop.example', password },
    { type: 'invite', email: 'hanh2@mocan.vn' },
    { type: 'email_change_new', email: 'hanh2@mocan.vn', new_email: 'an@shop.example' },
  ]) {
    assert.equal((await admin('POST /admin/generate_link', body)).body.code, 'email_exists', body.type)
  }
  for (const body of [{ type: 'odd', email }, { type: 'signup', email: 'x@x.vn' }, { type: 'magiclink' }]) {
    assert.equal((await admin('POST /admin/generate_link', body)).body.code, 'validation_failed')
  }
  await desk.platform.jobs.drain()
  const sent = readMailbox(desk.platform).slice(before)
  assert.deepEqual(
    sent.map(mail => mail.to),
    [email],
    'only the old address hears of its change',
  )
})
