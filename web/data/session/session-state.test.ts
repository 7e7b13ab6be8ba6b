import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '@supabase/supabase-js'
import {
  afterEvent,
  claimsOf,
  emailOf,
  needsSecondStep,
  nobody,
  type SessionState,
  unknownSession,
} from './session-state.ts'

const quiet = { cached: false, left: false }

function session(person: string, aal: 'aal1' | 'aal2' = 'aal1', factors: object[] = []): Session {
  const payload = Buffer.from(JSON.stringify({ sub: person, aal, name: 'Hạnh' })).toString('base64url')
  return { access_token: `e30.${payload}.s`, user: { id: person, factors } } as unknown as Session
}
const app = [{ status: 'verified' }]
const working: SessionState = { ...unknownSession, status: 'signed-in', session: session('hanh') }

test('the first look decides between in and out', () => {
  assert.equal(afterEvent(unknownSession, 'INITIAL_SESSION', session('hanh'), quiet).status, 'signed-in')
  assert.deepEqual(afterEvent(unknownSession, 'INITIAL_SESSION', null, quiet), nobody)
})

test('a session that cannot be renewed for want of a network is not over', () => {
  const state = afterEvent(unknownSession, 'INITIAL_SESSION', null, { cached: true, left: false })
  assert.equal(state.status, 'loading')
  assert.ok(state.unreachable)
  assert.ok(!afterEvent(state, 'TOKEN_REFRESHED', session('hanh'), quiet).unreachable)
})

test('the repeated SIGNED_IN of a tab that is shown again changes nothing', () => {
  assert.equal(afterEvent(working, 'SIGNED_IN', session('hanh'), quiet), working)
})

test('signing out on purpose leads out; an end from outside keeps the screen', () => {
  assert.deepEqual(afterEvent(working, 'SIGNED_OUT', null, { cached: false, left: true }), { ...nobody, left: true })
  assert.ok(!afterEvent(nobody, 'INITIAL_SESSION', null, { cached: false, left: true }).left, 'a page opened later')
  const ended = afterEvent(working, 'SIGNED_OUT', null, quiet)
  assert.equal(ended.status, 'signed-in')
  assert.equal(ended.session, working.session)
  assert.ok(ended.ended)
  assert.ok(!afterEvent(ended, 'SIGNED_IN', session('hanh'), quiet).ended)
  assert.equal(afterEvent(ended, 'SIGNED_OUT', null, { cached: false, left: true }).status, 'signed-out')
})

test('with an app, a password alone opens nothing', () => {
  assert.ok(needsSecondStep(session('hanh', 'aal1', app)))
  assert.ok(!needsSecondStep(session('hanh', 'aal2', app)))
  assert.ok(!needsSecondStep(session('hanh', 'aal1', [{ status: 'unverified' }])))
  const waiting = afterEvent(nobody, 'SIGNED_IN', session('hanh', 'aal1', app), quiet)
  assert.equal(waiting.status, 'second-step')
  assert.equal(waiting.session, null)
  assert.equal(afterEvent(waiting, 'MFA_CHALLENGE_VERIFIED', session('hanh', 'aal2', app), quiet).status, 'signed-in')
})

test('what changes nothing is the same state, so that the screen is not drawn anew', () => {
  assert.equal(afterEvent(nobody, 'SIGNED_OUT', null, quiet), nobody)
  const ended = afterEvent(working, 'SIGNED_OUT', null, quiet)
  assert.equal(afterEvent(ended, 'SIGNED_OUT', null, quiet), ended)
  const cut = { ...working, unreachable: true }
  assert.ok(!afterEvent(cut, 'SIGNED_IN', session('hanh'), quiet).unreachable)
})

test('half a session that ends leads out, or back to the prompt over open work', () => {
  const waiting = afterEvent(nobody, 'SIGNED_IN', session('hanh', 'aal1', app), quiet)
  assert.equal(afterEvent(waiting, 'SIGNED_OUT', null, quiet).status, 'signed-out')
  const asked = afterEvent(working, 'SIGNED_IN', session('hanh', 'aal1', app), quiet)
  assert.ok(asked.unproven)
  const again = afterEvent(asked, 'SIGNED_OUT', null, quiet)
  assert.deepEqual([again.status, again.unproven], ['signed-in', null])
})

test('another person’s half session does not keep the screen of the one before', () => {
  const other = afterEvent(working, 'SIGNED_IN', session('nam', 'aal1', app), quiet)
  assert.deepEqual([other.status, other.session], ['second-step', null])
})

test('signing in again over open work asks for the second step in the same place', () => {
  const ended = afterEvent(working, 'SIGNED_OUT', null, quiet)
  const asked = afterEvent(ended, 'SIGNED_IN', session('hanh', 'aal1', app), quiet)
  assert.equal(asked.status, 'signed-in')
  assert.ok(asked.ended && asked.unproven)
})

test('a recovery lasts until the password is changed', () => {
  const came = afterEvent(unknownSession, 'PASSWORD_RECOVERY', session('hanh'), quiet)
  assert.ok(came.recovering)
  assert.ok(afterEvent(came, 'TOKEN_REFRESHED', session('hanh'), quiet).recovering)
  assert.ok(!afterEvent(came, 'USER_UPDATED', session('hanh'), quiet).recovering)
})

test('claims are read with their accents; nonsense has none', () => {
  assert.equal(claimsOf(session('hanh').access_token)['name'], 'Hạnh')
  assert.deepEqual(claimsOf('nonsense'), {})
  const claims = { email: 'Hanh@Shop.vn', odd: '~~~~???ÿÿ' }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  assert.match(payload, /-.*_|_.*-/)
  assert.deepEqual(claimsOf(`e30.${payload}.s`), claims)
  assert.equal(emailOf(`e30.${payload}.s`), 'hanh@shop.vn')
})
