import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfDay } from './start-of-day.ts'

const start = (zone: string, at: string) => startOfDay(zone, new Date(at)).toISOString()

test('a day begins at midnight of the shop, not of UTC', () => {
  assert.equal(start('Asia/Ho_Chi_Minh', '2026-11-20T02:41:07.123Z'), '2026-11-19T17:00:00.000Z')
  assert.equal(start('Asia/Ho_Chi_Minh', '2026-11-20T17:00:00.000Z'), '2026-11-20T17:00:00.000Z')
  assert.equal(start('Asia/Ho_Chi_Minh', '2026-11-20T16:59:59.999Z'), '2026-11-19T17:00:00.000Z')
})

test('also on days on which the clocks change', () => {
  assert.equal(start('Europe/Berlin', '2026-03-29T12:00:00Z'), '2026-03-28T23:00:00.000Z')
  assert.equal(start('Europe/Berlin', '2026-10-25T12:00:00Z'), '2026-10-24T22:00:00.000Z')
})
