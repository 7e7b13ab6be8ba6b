import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestCode, newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const fresh = 'moi@mocan.vn'
const password = 'hoa sen trắng'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function asked(t: TestContext, settings: Record<string, string> = {}) {
  const desk = await openDesk(t, settings)
  const { access_token: bearer } = await desk.confirmed(email, password, { full_name: 'Hạnh' })
  await desk.platform.jobs.drain()
  const answer = await desk.call('PUT /user', { email: 'MOI@mocan.vn' }, { bearer })
  await desk.platform.jobs.drain()
  return { desk, bearer, answer }
}

function linkTo(desk: AuthDriver, to: string): string {
  const { link } = newestEmail(desk.platform, to)
  assert.equal(link.searchParams.get('type'), 'email_change')
  return `${link.pathname.replace('/auth/v1', '')}${link.search}`
}

async function addressNow(desk: AuthDriver): Promise<unknown> {
  const { rows } = await desk.platform.db.asService(null, tx => sql`select email from auth.users`.execute(tx))
  return rows
}

test('both addresses agree, in either order; the first click says so', async t => {
  for (const order of [
    [email, fresh],
    [fresh, email],
  ] as const) {
    const { desk, bearer, answer } = await asked(t)
    assert.deepEqual([answer.status, answer.body.email, answer.body['new_email']], [200, email, fresh])
    assert.ok(answer.body['email_change_sent_at'])
    const other = await desk.signIn(email, password)
    const first = linkTo(desk, order[0])
    const half = await desk.call(`POST ${first}`, '', { headers: form })
    assert.equal(half.status, 303)
    assert.equal(
      half.headers['location'],
      'http://localhost:3000/#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
    )
    assert.match(String((await desk.call(`POST ${first}`, '', { headers: form })).headers['location']), /otp_expired/)
    assert.deepEqual(await addressNow(desk), [{ email }])
    const whole = await desk.call(`POST ${linkTo(desk, order[1])}`, '', { headers: form })
    assert.match(String(whole.headers['location']), /#access_token=.*type=email_change/)
    assert.deepEqual(await addressNow(desk), [{ email: fresh }])

    const user = await desk.call('GET /user', undefined, { bearer })
    assert.equal(user.status, 200, 'the session that asked stays')
    assert.deepEqual([user.body.email, user.body['new_email']], [fresh, undefined])
    assert.deepEqual((user.body['identities'] as { email: string }[])[0]?.email, fresh)
    const ended = await desk.call('GET /user', undefined, { bearer: other.access_token })
    assert.equal(ended.body.code, 'session_not_found')
    assert.ok((await desk.signIn(fresh, password)).access_token)
    assert.equal((await desk.call('POST /token?grant_type=password', { email, password })).status, 400)
    await desk.platform.jobs.drain()
    const { rows } = await desk.platform.db.asService(null, tx => sql`select email from people`.execute(tx))
    assert.deepEqual(rows, [{ email: fresh }])
    const mail = readMailbox(desk.platform).at(-1)
    assert.deepEqual([mail?.to, mail?.subject], [email, 'E-mail đăng nhập của bạn vừa được đổi'])
  }
})

test('the digits of both letters do as well', async t => {
  const { desk } = await asked(t)
  const first = await desk.call('POST /verify', {
    type: 'email_change',
    email,
    token: newestEmail(desk.platform, email).code,
  })
  assert.deepEqual([first.status, first.body.code], [200, '200'])
  assert.match(String(first.body['msg']), /^Confirmation link accepted/)
  const second = await desk.call('POST /verify', {
    type: 'email_change',
    email: fresh,
    token: newestEmail(desk.platform, fresh).code,
  })
  assert.equal(second.body.user.id, (await desk.signIn(fresh, password).then(readUser(desk))).id)
})

function readUser(desk: AuthDriver) {
  return async ({ access_token: bearer }: { access_token: string }) =>
    (await desk.call('GET /user', undefined, { bearer })).body
}

test('of both links at once, twice each, the change happens once', async t => {
  const { desk } = await asked(t)
  const paths = [linkTo(desk, email), linkTo(desk, fresh)]
  const answers = await Promise.all([...paths, ...paths].map(path => desk.call(`POST ${path}`, '', { headers: form })))
  const outcomes = answers.map(answer => /#(\w+)=/.exec(String(answer.headers['location']))?.[1] ?? '')
  assert.deepEqual(
    outcomes.toSorted((a, b) => a.localeCompare(b)),
    ['access_token', 'error', 'error', 'message'],
  )
  assert.deepEqual(await addressNow(desk), [{ email: fresh }])
})

test('a newer wish voids the older one, and a new password voids all', async t => {
  const { desk, bearer } = await asked(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  const [old, older] = [linkTo(desk, email), linkTo(desk, fresh)]
  await desk.call(`POST ${old}`, '', { headers: form })
  await desk.call('PUT /user', { email: 'khac@mocan.vn' }, { bearer })
  await desk.platform.jobs.drain()
  for (const path of [old, older]) {
    assert.match(String((await desk.call(`POST ${path}`, '', { headers: form })).headers['location']), /otp_expired/)
  }
  const newest = linkTo(desk, 'khac@mocan.vn')
  const changed = await desk.call('PUT /user', { password: 'một mật khẩu mới' }, { bearer })
  assert.equal(changed.body['new_email'], undefined)
  assert.match(String((await desk.call(`POST ${newest}`, '', { headers: form })).headers['location']), /otp_expired/)
  assert.deepEqual(await addressNow(desk), [{ email }])
})

test('the mails come again on request; who agreed is not asked again', async t => {
  const { desk } = await asked(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.call(`POST ${linkTo(desk, fresh)}`, '', { headers: form })
  const before = readMailbox(desk.platform).length
  for (const who of [email, 'nobody@shop.example']) {
    const answer = await desk.call('POST /resend', { type: 'email_change', email: who })
    assert.deepEqual([answer.status, answer.text], [200, '{}'])
  }
  await desk.platform.jobs.drain()
  assert.deepEqual(
    readMailbox(desk.platform)
      .slice(before)
      .map(mail => mail.to),
    [email],
  )
  await desk.call(`POST ${linkTo(desk, email)}`, '', { headers: form })
  assert.deepEqual(await addressNow(desk), [{ email: fresh }])
})

test('one consent is enough where the installation says so', async t => {
  const { desk } = await asked(t, { AUTH_DOUBLE_EMAIL_CHANGE: 'off' })
  assert.throws(() => linkTo(desk, email), 'only the new address is asked')
  await desk.call(`POST ${linkTo(desk, fresh)}`, '', { headers: form })
  assert.deepEqual(await addressNow(desk), [{ email: fresh }])
})

test('an address that is taken by the time of the click', async t => {
  const { desk } = await asked(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.confirmed('chi@mocan.vn', password)
  const link = linkTo(desk, fresh)
  await desk.call(`POST ${linkTo(desk, email)}`, '', { headers: form })
  await desk.call('POST /signup', { email: fresh, password })
  const late = await desk.call(`POST ${link}`, '', { headers: form })
  assert.match(String(late.headers['location']), /error_code=email_exists/)
})

test('signing in by a link leaves the change waiting', async t => {
  const { desk } = await asked(t)
  const link = linkTo(desk, fresh)
  await desk.call(`POST ${linkTo(desk, email)}`, '', { headers: form })
  await desk.call('POST /otp', { email, create_user: false })
  await desk.platform.jobs.drain()
  const token_hash = newestEmail(desk.platform, email).link.searchParams.get('token')
  assert.equal((await desk.call('POST /verify', { type: 'magiclink', token_hash })).status, 200)
  await desk.call(`POST ${link}`, '', { headers: form })
  assert.deepEqual(await addressNow(desk), [{ email: fresh }])
})

test('a day later mailed digits prove who asks, once', async t => {
  const desk = await openDesk(t)
  const { refresh_token } = await desk.confirmed(email, password)
  await desk.platform.jobs.drain()
  desk.platform.clock.advance(24 * 3_600_000)
  const { body } = await desk.call('POST /token?grant_type=refresh_token', { refresh_token })
  const bearer = body.access_token
  for (const change of [{ email: fresh }, { password: 'một mật khẩu mới' }]) {
    const plain = await desk.call('PUT /user', change, { bearer })
    assert.deepEqual([plain.status, plain.body.code], [400, 'reauthentication_needed'])
  }
  const answer = await desk.call('GET /reauthenticate', undefined, { bearer })
  assert.deepEqual([answer.status, answer.text], [200, '{}'])
  assert.equal((await desk.call('GET /reauthenticate', undefined, { bearer })).status, 429)
  await desk.platform.jobs.drain()
  const nonce = newestCode(desk.platform, email)
  const wrong = nonce === '000000' ? '111111' : '000000'
  const refused = await desk.call('PUT /user', { email: fresh, nonce: wrong }, { bearer })
  assert.deepEqual([refused.status, refused.body.code], [422, 'reauthentication_not_valid'])
  assert.equal(
    (await desk.call('POST /verify', { type: 'email', email, token: nonce })).status,
    403,
    'it signs nobody in',
  )
  assert.equal((await desk.call('PUT /user', { email: fresh, nonce }, { bearer })).body['new_email'], fresh)
  const again = await desk.call('PUT /user', { password: 'một mật khẩu mới', nonce }, { bearer })
  assert.equal(again.body.code, 'reauthentication_not_valid')

  const lax = await openDesk(t, { AUTH_REAUTHENTICATION: 'off' })
  const first = await lax.confirmed(email, password)
  lax.platform.clock.advance(24 * 3_600_000)
  const later = await lax.call('POST /token?grant_type=refresh_token', { refresh_token: first.refresh_token })
  const free = await lax.call('PUT /user', { email: fresh }, { bearer: later.body.access_token })
  assert.equal(free.status, 200)
})

test('where addresses need no confirmation the change is immediate, and told', async t => {
  const desk = await openDesk(t, { AUTH_AUTOCONFIRM: 'on' })
  const { body } = await desk.call('POST /signup', { email, password })
  const changed = await desk.call('PUT /user', { email: fresh }, { bearer: body.access_token })
  assert.deepEqual([changed.body.email, changed.body['new_email']], [fresh, undefined])
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).at(-1)?.to, email)
})
