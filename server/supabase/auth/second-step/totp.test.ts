import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, stepOf, totpAddress, totpDigits } from './totp.ts'

test('the digits are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const expected: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [time, digits] of expected) assert.equal(totpDigits(secret, new Date(time * 1000)), digits)
})

test('half a minute to either side is taken, more is not', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  const now = new Date('2026-11-20T03:00:10Z')
  const at = (seconds: number) => totpDigits(secret, new Date(now.getTime() + seconds * 1000))
  const step = stepOf(secret, at(0), now)
  assert.ok(step)
  assert.equal(stepOf(secret, at(-30), now), step - 1)
  assert.equal(stepOf(secret, at(30), now), step + 1)
  for (const code of [at(-60), at(60), '', '12345', `${at(0)}0`, 'abcdef', '１２３４５６']) {
    if (code !== at(0) && code !== at(-30) && code !== at(30)) assert.equal(stepOf(secret, code, now), undefined, code)
  }
})

test('an app reads name and account from the address, whatever they hold', () => {
  const address = new URL(totpAddress('SECRET', 'Tiệm: Sen & Trà', 'hạnh+1@mocan.vn'))
  assert.equal(address.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(address.pathname), '/Tiệm  Sen & Trà:hạnh+1@mocan.vn')
  assert.equal(address.searchParams.get('issuer'), 'Tiệm  Sen & Trà')
  assert.equal(address.searchParams.get('secret'), 'SECRET')
})
