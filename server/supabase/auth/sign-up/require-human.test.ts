import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveChallenge } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { solveWork } from '#shared/rules/website/proof-of-work.ts'
import { openDesk } from '#tests/drivers/auth-driver.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

async function asHuman(platform: Platform): Promise<object> {
  const asked = await giveChallenge(platform)
  assert.ok(asked.kind === 'pow')
  const solution = await solveWork(asked, async () => {})
  return { gotrue_meta_security: { captcha_token: `pow:${asked.challenge}:${solution}` } }
}

const guarded = [
  'POST /signup',
  'POST /token?grant_type=password',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
]

test('whatever a stranger may post asks for it, and leaves no trace without', async t => {
  const desk = await openDesk(t, { HUMAN_CHECK: 'auto' })
  for (const address of guarded) {
    const bare = { email, password, type: 'signup' }
    for (const [body, reason] of [
      [bare, 'no captcha_token found'],
      [{ ...bare, gotrue_meta_security: {} }, 'no captcha_token found'],
      [{ ...bare, gotrue_meta_security: { captcha_token: 'pow:x:1' } }, 'invalid-input-response'],
    ] as const) {
      const { status, body: answer } = await desk.call(address, body)
      const message = `captcha protection: request disallowed (${reason})`
      assert.deepEqual([status, answer], [400, { code: 'captcha_failed', message }], address)
    }
  }
  await desk.platform.jobs.drain()
  assert.equal(readMailbox(desk.platform).length, 0)
})

test('with it everything goes its way, once for each token', async t => {
  const desk = await openDesk(t, { HUMAN_CHECK: 'auto', AUTH_MAIL_GAP_SECONDS: '0' })
  for (const address of guarded) {
    const body = { email, password, type: 'signup', ...(await asHuman(desk.platform)) }
    const first = await desk.call(address, body)
    assert.notEqual(first.body.code, 'captcha_failed', address)
    assert.equal((await desk.call(address, body)).body.code, 'captcha_failed', address)
  }
})

test('links, codes, newer tokens and the service key need none', async t => {
  const desk = await openDesk(t, { HUMAN_CHECK: 'auto' })
  for (const [address, body] of [
    ['POST /verify', { type: 'signup', token_hash: 'x' }],
    ['POST /token?grant_type=refresh_token', { refresh_token: 'x' }],
    ['POST /token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }],
    ['GET /verify?type=signup&token=x', undefined],
  ] as const) {
    assert.notEqual((await desk.call(address, body)).body.code, 'captcha_failed', address)
  }
  const { serviceRoleKey, anonKey } = desk.platform.tokens
  assert.equal((await desk.call('POST /recover', { email }, { bearer: serviceRoleKey })).status, 200)
  assert.equal((await desk.call('POST /recover', { email }, { bearer: anonKey })).body.code, 'captcha_failed')
})

test('while the provider is away nobody gets in, and it is said', async t => {
  const desk = await openDesk(t, {
    HUMAN_CHECK: 'auto',
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'secret',
    TURNSTILE_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
  })
  const body = { email, password, gotrue_meta_security: { captcha_token: 'token' } }
  const answer = await desk.call('POST /signup', body)
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.message],
    [400, 'captcha_failed', 'captcha protection: request disallowed (provider-unavailable)'],
  )
})
