import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standInForPage } from '#tests/setup/page-globals.ts'
import { saveReturnPath } from './parts/auth/return-path.ts'
import { landingOf } from './landing.ts'

const session = (type: string) => ({
  kind: 'session' as const,
  type,
  tokens: { access_token: 'a', refresh_token: 'r' },
})
const refusal = (code: string, description = '') => ({ kind: 'refusal' as const, code, description })

test('a link leads to the screen that its mail promised', () => {
  for (const [type, expected] of [
    ['recovery', '/reset-password'],
    ['invite', '/auth?mode=welcome'],
    ['welcome', '/auth?mode=welcome&confirmed=1'],
    ['email_change', '/dashboard/account?changed=email'],
  ] as const)
    assert.equal(landingOf(session(type), '/'), expected)
})

test('who is in comes to where they wanted to go, once; who is there already stays', t => {
  standInForPage(t)
  saveReturnPath('/payment?plan=pro')
  assert.equal(landingOf(session('signup'), '/dashboard/inbox'), undefined)
  assert.equal(landingOf(session('magiclink'), '/auth-firebase-magic-link'), undefined)
  assert.equal(landingOf(session('signup'), '/'), '/payment?plan=pro')
  assert.equal(landingOf(session('signup'), '/'), '/dashboard')
  assert.equal(landingOf(undefined, '/auth'), undefined)
})

test('a refusal is said where something can be done about it', () => {
  for (const [path, code, expected] of [
    ['/dashboard/account', 'identity_already_exists', '/dashboard/account?problem=identity_already_exists'],
    ['/auth', 'provider_email_needs_verification', '/auth?problem=provider_email_needs_verification'],
    ['/', 'bad_oauth_state', '/auth?problem=bad_oauth_state'],
    ['/', 'otp_expired', '/error?code=otp_expired'],
    ['/reset-password', 'otp_expired', '/error?code=otp_expired&kind=recovery'],
  ] as const)
    assert.equal(landingOf(refusal(code), path), expected)
  assert.equal(
    landingOf(refusal('x', 'Hết hạn'), '/'),
    `/error?code=x&${new URLSearchParams({ description: 'Hết hạn' })}`,
  )
  assert.equal(landingOf({ kind: 'half-way' }, '/'), '/error?code=confirm_other_address')
})
