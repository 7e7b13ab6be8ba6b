import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeReturnPath } from './return-path.ts'

const origin = 'https://sen.example'

test('screens behind the door are ways, with what stands after the question mark', () => {
  for (const way of [
    '/dashboard',
    '/dashboard/inbox/42?filter=waiting',
    '/dashboard/account',
    '/operator',
    '/operator/refunds',
    '/payment?plan=pro&interval=year',
    '/payment/stripe/success',
  ]) {
    assert.equal(safeReturnPath(way, origin), way)
  }
  assert.equal(safeReturnPath('https://sen.example/dashboard/inbox', origin), '/dashboard/inbox')
})

test('nothing leads elsewhere', () => {
  for (const way of [
    null,
    '',
    '/',
    '/auth',
    '/dashboard-of-somebody-else',
    '/dashboard/no-such-section',
    '/payments',
    '/payment/no-such-way',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'https://evil.example/dashboard',
    'javascript:alert(1)//dashboard',
    '/dashboard/../auth',
    '\t//evil.example/dashboard',
  ]) {
    assert.equal(safeReturnPath(way, origin), undefined, String(way))
  }
})
