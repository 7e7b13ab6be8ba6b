import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDesk } from '#tests/drivers/auth-driver.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'
const fresh = 'một mật khẩu mới'

test('data is merged, null removes a key, and the product hears of a new name', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed(email, password, { full_name: 'Hạnh', shop: 'Mộc An' })
  const change = { data: { full_name: 'Nguyễn Thu Hạnh', shop: null, language: 'en', email_verified: false } }
  const { status, body } = await desk.call('PUT /user', change, { bearer })
  assert.equal(status, 200)
  assert.deepEqual(body.user_metadata, { full_name: 'Nguyễn Thu Hạnh', language: 'en', email_verified: true })
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx => sql`select full_name from people`.execute(tx))
  assert.deepEqual(rows, [{ full_name: 'Nguyễn Thu Hạnh' }])
  const large = await desk.call('PUT /user', { data: { more: 'x'.repeat(4050) } }, { bearer })
  assert.equal(large.body.code, 'validation_failed')
})

test('a new password ends the other sessions, keeps this one, and is told by mail', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer, refresh_token } = await desk.confirmed(email, password)
  const other = await desk.signIn(email, password)
  const { status } = await desk.call('PUT /user', { password: fresh }, { bearer })
  assert.equal(status, 200)
  assert.equal((await desk.call('GET /user', undefined, { bearer: other.access_token })).body.code, 'session_not_found')
  const lost = await desk.call('POST /token?grant_type=refresh_token', { refresh_token: other.refresh_token })
  assert.equal(lost.body.code, 'refresh_token_not_found')
  assert.equal((await desk.call('GET /user', undefined, { bearer })).status, 200)
  assert.equal((await desk.call('POST /token?grant_type=refresh_token', { refresh_token })).status, 200)
  assert.equal(
    (await desk.call('POST /token?grant_type=password', { email, password })).body.code,
    'invalid_credentials',
  )
  assert.ok((await desk.signIn(email, fresh)).access_token)
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).at(-1)?.subject, 'Mật khẩu của bạn vừa được đổi')
})

test('a new password follows the rules', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed(email, password)
  const refused = async (body: object) => {
    const answer = await desk.call('PUT /user', body, { bearer })
    return [answer.status, answer.body.code]
  }
  assert.deepEqual(await refused({ password }), [422, 'same_password'])
  assert.deepEqual(await refused({ password: 'ngắn' }), [422, 'weak_password'])
  assert.deepEqual(await refused({ password: email }), [422, 'weak_password'])
  assert.deepEqual(await refused({ password: 'x'.repeat(1025) }), [400, 'validation_failed'])
  assert.deepEqual(await refused({ password: fresh, nonce: '123456' }), [422, 'reauthentication_not_valid'])
  assert.deepEqual(await refused({ password: fresh, current_password: 'wrong' }), [400, 'current_password_invalid'])
  assert.ok((await desk.signIn(email, password)).access_token)
})

test('a day after the sign-in the current password is asked for', async t => {
  const desk = await openDesk(t)
  const { refresh_token } = await desk.confirmed(email, password)
  desk.platform.clock.advance(24 * 3_600_000)
  const later = await desk.call('POST /token?grant_type=refresh_token', { refresh_token })
  const bearer = later.body.access_token
  const plain = await desk.call('PUT /user', { password: fresh }, { bearer })
  assert.deepEqual([plain.status, plain.body.code], [400, 'reauthentication_needed'])
  const proven = await desk.call('PUT /user', { password: fresh, current_password: password }, { bearer })
  assert.equal(proven.status, 200)
})

test('the current password cannot be guessed here either', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed(email, password)
  for (let at = 0; at < 10; at++) {
    await desk.call('PUT /user', { password: fresh, current_password: `wrong ${at}` }, { bearer })
  }
  const more = await desk.call('PUT /user', { password: fresh, current_password: password }, { bearer })
  assert.equal(more.status, 429)
})

test('rights, address and confirmation are not to be had', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed(email, password)
  const refused = async (body: object) => {
    const answer = await desk.call('PUT /user', body, { bearer })
    return [answer.status, answer.body.code]
  }
  assert.deepEqual(await refused({ app_metadata: { role: 'admin' } }), [403, 'not_admin'])
  assert.deepEqual(await refused({ email: 'no address' }), [400, 'validation_failed'])
  assert.deepEqual(await refused({ phone: '+84901234567' }), [400, 'phone_provider_disabled'])
  const ignored = await desk.call(
    'PUT /user',
    { email, id: 'x', role: 'service_role', banned_until: null, aud: 'y' },
    { bearer },
  )
  assert.equal(ignored.status, 200)
  assert.equal(ignored.body['role'], 'authenticated')
})
