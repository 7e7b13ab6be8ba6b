import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysIn } from '#shared/rules/time/calendar-days.ts'
import { rangeOf, readPeriod } from './period.ts'

const today = '2026-03-05'

test('presets end today, or with the month before', () => {
  assert.deepEqual(rangeOf('days7', today), { from: '2026-02-27', to: today })
  for (const preset of ['days28', 'days90'] as const) {
    const range = rangeOf(preset, today)
    assert.deepEqual([`days${daysIn(range)}`, range.to], [preset, today])
  }
  assert.deepEqual(rangeOf('thisMonth', today), { from: '2026-03-01', to: today })
  assert.deepEqual(rangeOf('lastMonth', today), { from: '2026-02-01', to: '2026-02-28' })
})

test('an address that says nothing of use shows the last seven days', () => {
  const own = readPeriod(new URLSearchParams('from=2026-01-01&to=2026-01-31'), today)
  assert.deepEqual(own, { preset: 'own', range: { from: '2026-01-01', to: '2026-01-31' } })
  for (const query of [
    '',
    'period=always',
    'from=2026-02-31&to=2026-03-02',
    'from=2026-03-02&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
  ])
    assert.equal(readPeriod(new URLSearchParams(query), today).preset, 'days7', query)
})
