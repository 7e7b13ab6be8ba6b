import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actedBy, zoneOf } from './answer-zones.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000)
const after = (kind: 'facebook' | 'zalo', hours: number, humanAgent = true) =>
  zoneOf({ kind, humanAgent }, { last: ago(hours), adEntry: null }, now)

test('customers are counted where the window rule puts them', () => {
  const zones = (kind: 'facebook' | 'zalo', humanAgent?: boolean) =>
    [1, 25, 49, 167, 169].map(hours => after(kind, hours, humanAgent).zone)
  assert.deepEqual(zones('facebook'), ['open', 'late', 'late', 'late', 'closed'])
  assert.deepEqual(zones('facebook', false), ['open', 'closed', 'closed', 'closed', 'closed'])
  assert.deepEqual(zones('zalo', false), ['open', 'open', 'late', 'late', 'closed'])
  assert.equal(zoneOf({ kind: 'zalo', humanAgent: true }, { last: null, adEntry: null }, now).zone, 'closed')
})

test('a zone says when it ends', () => {
  assert.equal(after('facebook', 1).until?.getTime(), now + 23 * 3_600_000)
  assert.equal(after('zalo', 50).until?.getTime(), now + 118 * 3_600_000)
  assert.equal(after('zalo', 200).until, null)
})

test('who came by an advertisement may be answered for a week, on Messenger', () => {
  const byAd = (kind: 'facebook' | 'zalo', hours: number) =>
    zoneOf({ kind, humanAgent: false }, { last: ago(hours), adEntry: ago(hours) }, now)
  assert.deepEqual(byAd('facebook', 100), { zone: 'open', until: new Date(now + 68 * 3_600_000) })
  assert.equal(byAd('facebook', 169).zone, 'closed')
  assert.equal(byAd('zalo', 100).zone, 'late')
})

test('what the customer did elsewhere counts, and what the page did not tell is unknown', () => {
  const row = { last_interaction_at: null, contact: null }
  assert.deepEqual(actedBy(row), { last: null, adEntry: null })
  const contact = { last_interaction_at: ago(1).toISOString(), ad_entry_at: ago(2).toISOString() }
  assert.deepEqual(actedBy({ ...row, last_interaction_at: ago(30).toISOString(), contact }), {
    last: ago(1),
    adEntry: ago(2),
  })
})
