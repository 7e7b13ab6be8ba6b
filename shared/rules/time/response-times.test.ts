import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianOf, responseSpans } from './response-times.ts'

const counted = (...spans: [place: number, count: number][]) => {
  const spread = Array<number>(responseSpans.length + 1).fill(0)
  for (const [place, count] of spans) spread[place] = count
  return spread
}

test('the median lies within the span that half of all have reached', () => {
  assert.equal(medianOf(counted()), null)
  assert.equal(medianOf(counted([0, 2])), 250)
  assert.equal(medianOf(counted([1, 4])), 750)
  assert.equal(medianOf(counted([0, 1], [3, 3])), 1667)
  assert.equal(medianOf(counted([0, 2], [5, 2])), 500)
  assert.equal(medianOf(counted([responseSpans.length, 1])), 129_600_000)
})
