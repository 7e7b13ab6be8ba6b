// Lockout by wrong passwords, probing for addresses, and account takeover with a found token.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '#tests/drivers/auth-driver.ts'
import { digitsOf } from '#tests/drivers/authenticator-digits.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { browserOf } from './browser-of.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'
const address = 'POST /token?grant_type=password'

test('whoever guesses at a known address locks its owner out nowhere that they are known', async t => {
  const desk = await openDesk(t, { TRUSTED_PROXIES: '127.0.0.1' })
  await desk.confirmed(email, password)
  const own = browserOf(desk)
  assert.equal((await own.call(address, { email, password })).status, 200)
  let last = 0
  for (let at = 0; at < 20; at++) last = (await desk.call(address, { email, password: `sai ${at}` })).status
  assert.equal(last, 429)
  assert.equal((await own.call(address, { email, password })).status, 200, 'the own browser')
  const elsewhere = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  assert.equal((await desk.call(address, { email, password }, elsewhere)).status, 200, 'another network')
  assert.equal((await browserOf(desk).call(address, { email, password })).status, 429, 'a strange browser there')
})

test('a taken address is answered like a free one, and nobody is asked', async t => {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  await desk.confirmed('co-roi@shop.example', password)
  const { access_token: bearer } = await desk.confirmed(email, password)
  const before = readMailbox(desk.platform).length
  const answers = []
  for (const wanted of ['co-roi@shop.example', 'chua-co@shop.example']) {
    const { status, body } = await desk.call('PUT /user', { email: wanted }, { bearer })
    answers.push([status, body['new_email'] === wanted, Object.keys(body)])
    await desk.platform.jobs.drain()
  }
  assert.deepEqual(answers[0], answers[1])
  const receivers = readMailbox(desk.platform)
    .slice(before)
    .map(mail => mail.to)
  assert.ok(!receivers.includes('co-roi@shop.example'))
})

test('a found session sets no new password; common ones are refused; after thirty idle days it is over', async t => {
  const desk = await openDesk(t)
  await desk.confirmed(email, password)
  const session = await desk.signIn(email, password)
  const bearer = session.access_token
  const change = (more: object = {}) => desk.call('PUT /user', { password: 'một mật khẩu mới', ...more }, { bearer })
  assert.equal((await change()).body.code, 'current_password_required')
  assert.equal((await change({ current_password: 'sai rồi' })).body.code, 'current_password_invalid')
  assert.equal((await change({ current_password: password })).status, 200)
  // The first is on the Vietnamese list only; the last is beyond the world list's first three thousand.
  for (const common of ['matkhau123', 'metallica', 'elizabeth', 'butterfly', 'saturday']) {
    const { body } = await desk.call('POST /signup', { email: 'moi@shop.example', password: common })
    assert.equal(body.code, 'weak_password', common)
  }
  desk.platform.clock.advance(30 * 86_400_000)
  const late = await desk.call('POST /token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  assert.equal(late.body.code, 'session_expired')
})

test('whoever asks for mails to a known address does not keep its owner from theirs', async t => {
  const desk = await openDesk(t, { TRUSTED_PROXIES: '127.0.0.1', AUTH_MAIL_GAP_SECONDS: '60' })
  await desk.confirmed(email, password)
  const own = browserOf(desk)
  assert.equal((await own.call(address, { email, password })).status, 200)
  const statuses = []
  for (let at = 0; at < 14; at++) {
    desk.platform.clock.advance(61_000)
    const from = { headers: { 'x-forwarded-for': `203.0.113.${at + 1}` } }
    statuses.push((await desk.call('POST /recover', { email }, from)).status)
  }
  assert.ok(statuses.filter(status => status === 200).length <= 12, String(statuses))
  assert.equal(statuses.at(-1), 429, 'strangers, from however many addresses')
  await desk.platform.jobs.drain()
  const before = readMailbox(desk.platform).length
  assert.equal((await own.call('POST /recover', { email })).status, 200)
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).length, before + 1)
  // Unknown addresses are counted the same way, so the count reveals nothing.
  const nobody = []
  for (let at = 0; at < 14; at++) {
    desk.platform.clock.advance(61_000)
    nobody.push((await desk.call('POST /recover', { email: 'khong-ai@shop.example' })).status)
  }
  assert.equal(nobody.at(-1), 429)
})

test('whoever has the password and guesses digits locks its owner out nowhere that the step was passed', async t => {
  const desk = await openDesk(t, { TRUSTED_PROXIES: '127.0.0.1' })
  await desk.confirmed(email, password)
  const own = browserOf(desk)
  const first = (await own.call(address, { email, password })).body
  const { body: factor } = await own.call('POST /factors', { factor_type: 'totp' }, { bearer: first.access_token })
  const secret = (factor['totp'] as { secret: string }).secret
  const step = async (call: typeof own.call, bearer: string, code?: string) => {
    const { body: challenge } = await call(`POST /factors/${factor.id}/challenge`, {}, { bearer })
    const guess = {
      challenge_id: challenge.id,
      code: code ?? digitsOf(secret, Math.floor(desk.platform.clock.now().getTime() / 30_000)),
    }
    return (await call(`POST /factors/${factor.id}/verify`, guess, { bearer })).status
  }
  assert.equal(await step(own.call, first.access_token), 200)
  let last = 0
  const thief = await desk.signIn(email, password)
  for (let at = 0; at < 40; at++) {
    desk.platform.clock.advance(10_000)
    last = await step(desk.call, thief.access_token, '123456')
  }
  assert.equal(last, 429)
  const again = (await own.call(address, { email, password })).body
  assert.equal(await step(own.call, again.access_token), 200, 'the own browser')
})
