import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duration, timeAgo } from './relative-times.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const ago = (ms: number) => timeAgo('en', new Date(now - ms).toISOString(), now, 'just now')

test('what is past is told in whole minutes, hours and days', () => {
  const texts = [59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 3 * 86_400_000, -5_000].map(ago)
  assert.deepEqual(texts, [
    ...['just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', '1 day ago', '3 days ago'],
    'just now',
  ])
  assert.equal(timeAgo('vi', '2026-11-20T02:55:00Z', now, 'vừa xong'), '5 phút trước')
})

test('a duration is a minute at least', () => {
  assert.deepEqual(
    [0, 119_999, 3_600_000, 2 * 86_400_000].map(ms => duration('en', ms)),
    ['1 minute', '1 minute', '1 hour', '2 days'],
  )
  assert.equal(duration('vi', 14 * 60_000), '14 phút')
})
