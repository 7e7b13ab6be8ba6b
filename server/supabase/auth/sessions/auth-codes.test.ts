import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

function challenge(method: 's256' | 'plain' = 's256') {
  const verifier = randomBytes(48).toString('base64url')
  const code_challenge = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return { verifier, fields: { code_challenge, code_challenge_method: method } }
}

async function open(desk: AuthDriver, to = email): Promise<URL> {
  await desk.platform.jobs.drain()
  const { link } = newestEmail(desk.platform, to)
  const answer = await desk.call(`GET ${link.pathname.replace('/auth/v1', '')}${link.search}`)
  assert.equal(answer.status, 303)
  return new URL(String(answer.headers['location']))
}

function trade(desk: AuthDriver, auth_code: string | null, code_verifier: string) {
  return desk.call('POST /token?grant_type=pkce', { auth_code, code_verifier })
}

test('every mail’s link leads back with a code, which its verifier trades for a session', async t => {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  let bearer = ''
  const asks: [string, (fields: object) => Promise<unknown>, string][] = [
    ['email/signup', fields => desk.call('POST /signup', { email, password, ...fields }), email],
    [
      'magiclink',
      fields => desk.call('POST /otp?redirect_to=http://localhost:5173/in?a=1', { email, ...fields }),
      email,
    ],
    ['recovery', fields => desk.call('POST /recover', { email, ...fields }), email],
    [
      'email_change',
      fields => desk.call('PUT /user', { email: 'moi@mocan.vn', ...fields }, { bearer }),
      'moi@mocan.vn',
    ],
  ]
  for (const [method, ask, to] of asks) {
    const { verifier, fields } = challenge(method === 'recovery' ? 'plain' : 's256')
    await ask(fields)
    if (method === 'email_change') {
      const half = await open(desk, email)
      assert.match(half.searchParams.get('message') ?? '', /^Confirmation link accepted/)
      assert.match(half.hash, /^#message=/)
    }
    const back = await open(desk, to)
    if (method === 'magiclink') assert.equal(back.searchParams.get('a'), '1')
    assert.equal(back.hash, '')
    const code = back.searchParams.get('code')
    assert.match(code ?? '', /^[0-9a-f-]{36}$/)
    const wrong = await trade(desk, code, challenge().verifier)
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'bad_code_verifier'])
    const { status, body } = await trade(desk, code, verifier)
    assert.equal(status, 200, method)
    const claims = await desk.platform.tokens.verify(body.access_token)
    assert.partialDeepStrictEqual(claims, { amr: [{ method }] })
    bearer = body.access_token
    const again = await trade(desk, code, verifier)
    assert.deepEqual([again.status, again.body.code], [404, 'flow_state_not_found'])
  }
})

test('a code lives five minutes, and one of two gets it', async t => {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0' })
  const { verifier, fields } = challenge()
  await desk.call('POST /signup', { email, password, ...fields })
  const late = (await open(desk)).searchParams.get('code')
  desk.platform.clock.advance(300_000)
  const over = await trade(desk, late, verifier)
  assert.deepEqual([over.status, over.body.code], [422, 'flow_state_expired'])

  await desk.call('POST /otp', { email, ...fields })
  const code = (await open(desk)).searchParams.get('code')
  const answers = await Promise.all(Array.from({ length: 4 }, () => trade(desk, code, verifier)))
  assert.equal(answers.filter(answer => answer.status === 200).length, 1)
  assert.equal((await trade(desk, 'no such code', verifier)).body.code, 'flow_state_not_found')
  assert.equal((await trade(desk, '', verifier)).body.code, 'validation_failed')

  await desk.call('POST /otp', { email, ...fields })
  const banned = (await open(desk)).searchParams.get('code')
  await desk.platform.db.asService(null, tx => sql`update auth.users set banned_until = '2030-01-01'`.execute(tx))
  assert.deepEqual((await trade(desk, banned, verifier)).body.code, 'user_banned')
})

test('a spent link says so in the query too; a call gets the session itself', async t => {
  const desk = await openDesk(t)
  await desk.call('POST /signup', { email, password, ...challenge().fields })
  await open(desk)
  const spent = await open(desk)
  assert.equal(spent.searchParams.get('error_code'), 'otp_expired')
  assert.match(spent.hash, /error_code=otp_expired/)
  await desk.call('POST /otp', { email, ...challenge().fields })
  await desk.platform.jobs.drain()
  const { code } = newestEmail(desk.platform, email)
  assert.ok((await desk.call('POST /verify', { type: 'email', email, token: code })).body.access_token)
})

test('a challenge is whole and well formed, or refused', async t => {
  const desk = await openDesk(t)
  const good = 'x'.repeat(43)
  for (const fields of [
    { code_challenge: good },
    { code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
    { code_challenge: `${good}/`, code_challenge_method: 's256' },
    { code_challenge: good, code_challenge_method: 'S512' },
  ]) {
    for (const address of ['POST /signup', 'POST /otp', 'POST /recover']) {
      const answer = await desk.call(address, { email, password, ...fields })
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], address)
    }
  }
})
