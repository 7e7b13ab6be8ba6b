import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysShown, reachedOn, sumsUpTo } from './forecast.ts'

test('the day when a limit is reached, at the pace of the last seven days', () => {
  assert.equal(
    reachedOn([900, 100, 100, 100, 100, 100, 100, 100], 1600, 1900, '2026-11-20', '2026-12-14'),
    '2026-11-23',
  )
  assert.equal(reachedOn([50], 50, 100, '2026-11-20', '2026-12-14'), '2026-11-21')
})

test('there is none where the period ends first, nothing happens, or it is reached', () => {
  assert.equal(reachedOn([10], 10, 1000, '2026-11-20', '2026-12-14'), undefined)
  assert.equal(reachedOn([0, 0], 0, 100, '2026-11-20', '2026-12-14'), undefined)
  assert.equal(reachedOn([10], 100, 100, '2026-11-20', '2026-12-14'), undefined)
  assert.equal(reachedOn([10], 100, null, '2026-11-20', undefined), undefined)
  assert.equal(reachedOn([0, 0], 0, 100, '2026-11-20', undefined), undefined)
  assert.equal(reachedOn([1], 1, 1000, '2026-11-20', undefined), undefined, 'more than a year away')
  assert.equal(reachedOn([50], 50, 100, '2026-11-20', '2026-11-21'), '2026-11-21', 'the last day counts')
})

test('a chart has the days of the whole period', () => {
  assert.equal(daysShown('2026-11-15', '2026-11-20', '2026-12-14'), 30)
  assert.equal(daysShown('2026-11-15', '2026-11-20', undefined), 6)
  assert.equal(daysShown('2026-11-15', '2026-11-20', '2026-11-18'), 6, 'a period that is over')
})

test('the sums end at what the plan’s counter says', () => {
  assert.deepEqual(sumsUpTo(60, [10, 20, 30]), [10, 30, 60])
  assert.deepEqual(sumsUpTo(50, [40, 20, 30]), [0, 20, 50])
  assert.deepEqual(sumsUpTo(20, [10, 20, 30]), [0, 0, 20])
  assert.deepEqual(sumsUpTo(5, []), [])
})
