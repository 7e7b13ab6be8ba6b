import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '#shared/contracts/channels/channels.contract.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { findingsOf, healthOf, stateOf } from './channel-state.ts'

const warning: Finding = { code: 'facebook.token_ending', level: 'warning', repair: 'reconnect' }
const error: Finding = { code: 'facebook.not_subscribed', level: 'error', repair: 'repair' }

function channel(status: string, findings: Finding[] | undefined, reason: string | null = null): Channel {
  const health = findings ? { checked_at: '2026-11-20T03:00:00Z', findings } : { seen: {} }
  return { kind: 'facebook', status, status_reason: reason, health } as unknown as Channel
}

test('a channel is as well as the worst that was found, unless its status says more', () => {
  assert.equal(stateOf(channel('connected', [])), 'well')
  assert.equal(stateOf(channel('connected', undefined)), 'well')
  assert.equal(stateOf(channel('connected', [{ ...warning, level: 'info' }])), 'well')
  assert.equal(stateOf(channel('connected', [warning])), 'watch')
  assert.equal(stateOf(channel('connected', [warning, error])), 'broken')
  assert.equal(stateOf(channel('needs_reconnect', [])), 'lost')
  assert.equal(stateOf(channel('paused', [])), 'paused')
  assert.equal(stateOf(channel('connecting', undefined)), 'connecting')
})

test('the worst stands first; what stopped the channel since the last check stands before it, once', () => {
  const codes = (one: Channel) => findingsOf(one).map(({ code }) => code)
  assert.deepEqual(codes(channel('connected', [warning, error])), [error.code, warning.code])
  assert.deepEqual(codes(channel('needs_reconnect', [warning], 'facebook.token_expired')), [
    'facebook.token_expired',
    warning.code,
  ])
  assert.deepEqual(codes(channel('needs_reconnect', [error], error.code)), [error.code])
  assert.equal(findingsOf(channel('needs_reconnect', [], 'facebook.token_expired'))[0]?.repair, 'reconnect')
  assert.equal(findingsOf(channel('paused', [], 'facebook.restricted'))[0]?.repair, 'wait')
  for (const one of [channel('connected', [], 'facebook.restricted'), channel('paused', [error], error.code)])
    assert.equal(codes(one).length, one.status === 'paused' ? 1 : 0)
})

test('what a website keeps is no health of an account', () => {
  assert.equal(healthOf(channel('connected', undefined)), undefined)
  assert.equal(healthOf(channel('connected', []))?.checked_at, '2026-11-20T03:00:00Z')
})
