import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf, usageNow } from './usage-now.ts'

const now = new Date('2026-11-22T03:00:00Z')
const counter = (metric: string, start: string, end: string | null, used: number, limit: number | null = 100) => ({
  metric,
  period_start: start,
  period_end: end,
  used,
  hard_limit: limit,
})

test('the month that runs is shown, not the ones before and after it', () => {
  const rows = [
    counter('messages', '2026-10-15T02:00:00Z', '2026-11-15T02:00:00Z', 90),
    counter('messages', '2026-11-15T02:00:00Z', '2026-12-15T02:00:00Z', 7),
    counter('messages', '2026-12-15T02:00:00Z', '2027-01-15T02:00:00Z', 0),
  ]
  assert.deepEqual(usageNow(rows, now), [{ metric: 'messages', used: 7, limit: 100, end: '2026-12-15T02:00:00Z' }])
})

test('messages come first, and what has no end is always there', () => {
  const rows = [
    counter('members', '2026-01-01T00:00:00Z', null, 2),
    counter('connections', '2026-01-01T00:00:00Z', null, 1),
    counter('messages', '2026-11-15T02:00:00Z', '2026-12-15T02:00:00Z', 7),
  ]
  assert.deepEqual(
    usageNow(rows, now).map(use => use.metric),
    ['messages', 'connections', 'members'],
  )
  assert.deepEqual(usageNow([], now), [])
})

test('a share reaches from nothing to all of it, whatever was counted', () => {
  assert.equal(shareOf({ used: 25, limit: 100 }), 0.25)
  assert.equal(shareOf({ used: 130, limit: 100 }), 1)
  assert.equal(shareOf({ used: 0, limit: 0 }), 1)
  assert.equal(shareOf({ used: 5, limit: null }), 0)
})
