import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneOf } from './answer-zones.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const after = (kind: 'facebook' | 'zalo', hours: number, humanAgent = true) =>
  zoneOf({ kind, humanAgent }, new Date(now - hours * 3_600_000).toISOString(), now)

test('customers are counted where the window rule puts them', () => {
  const zones = (kind: 'facebook' | 'zalo', humanAgent?: boolean) =>
    [1, 25, 49, 167, 169].map(hours => after(kind, hours, humanAgent).zone)
  assert.deepEqual(zones('facebook'), ['open', 'late', 'late', 'late', 'closed'])
  assert.deepEqual(zones('facebook', false), ['open', 'closed', 'closed', 'closed', 'closed'])
  assert.deepEqual(zones('zalo', false), ['open', 'open', 'late', 'late', 'closed'])
  assert.equal(zoneOf({ kind: 'zalo', humanAgent: true }, null, now).zone, 'closed')
})

test('a zone says when it ends', () => {
  assert.equal(after('facebook', 1).until?.getTime(), now + 23 * 3_600_000)
  assert.equal(after('zalo', 50).until?.getTime(), now + 118 * 3_600_000)
  assert.equal(after('zalo', 200).until, null)
})
