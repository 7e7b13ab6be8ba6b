import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handOver } from './hand-over.ts'

test('a session in the address goes on to the application', () => {
  assert.equal(
    handOver('https://sen.example/#access_token=a.b.c&refresh_token=r&type=signup'),
    '/auth?arrived#access_token=a.b.c&refresh_token=r&type=signup',
  )
})

test('so does a reason, from query or fragment', () => {
  assert.equal(handOver('https://sen.example/en?error_code=otp_expired'), '/en/auth?arrived#error_code=otp_expired')
  assert.equal(handOver('https://sen.example/#message=Confirm+the+other'), '/auth?arrived#message=Confirm+the+other')
})

test('an ordinary address stays', () => {
  for (const path of ['/', '/guide#nop-thu', '/error?code=otp_expired&description=x', '/pricing?ref=abc']) {
    assert.equal(handOver(`https://sen.example${path}`), undefined, path)
  }
})
