import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArrival } from './arrival.ts'

test('a session from a mail’s link', () => {
  const carried = 'access_token=a.b.c&expires_at=9&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=recovery'
  const tokens = { access_token: 'a.b.c', refresh_token: 'r' }
  assert.deepEqual(readArrival(carried), { kind: 'session', type: 'recovery', tokens })
})

test('a refusal, with whatever it tells of itself', () => {
  const carried = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb='
  const description = 'Email link is invalid'
  assert.deepEqual(readArrival(carried), { kind: 'refusal', code: 'otp_expired', description })
  assert.deepEqual(readArrival('error=server_error'), { kind: 'refusal', code: 'server_error', description: '' })
  assert.deepEqual(readArrival('access_token=cut'), { kind: 'refusal', code: 'invalid_link', description: '' })
})

test('the first of two confirmations, and nothing at all', () => {
  assert.deepEqual(readArrival('message=Confirmation+link+accepted.&sb='), { kind: 'half-way' })
  assert.equal(readArrival('sb='), undefined)
})
