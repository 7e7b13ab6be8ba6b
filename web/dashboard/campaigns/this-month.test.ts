import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeThisMonth, startedThisMonth } from './this-month.ts'

test('a month begins at midnight by the shop’s clock', () => {
  const now = new Date('2026-12-01T03:00:00Z')
  const campaigns = ['2026-11-30T16:59:00Z', '2026-11-30T17:00:00Z', '2026-12-01T02:00:00Z', null].map(at => ({
    started_at: at,
  }))
  const count = (zone: string, at = now) => startedThisMonth(campaigns, zone, at).length
  assert.equal(count('Asia/Ho_Chi_Minh'), 2)
  assert.equal(count('UTC'), 1)
  assert.equal(count('America/Los_Angeles'), 3, 'still November there')
})

test('what is read covers the whole of every month', () => {
  const last = new Date('2026-12-31T16:59:59Z')
  assert.ok(beforeThisMonth(last) < '2026-11-30T17:00:00.000Z')
})
