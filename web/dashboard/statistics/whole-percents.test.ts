import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholePercents } from './whole-percents.ts'

test('shares in whole percent come to 100', () => {
  assert.deepEqual(wholePercents([5, 103, 4]), [4, 92, 4])
  assert.deepEqual(wholePercents([1, 1, 1]), [34, 33, 33])
  assert.deepEqual(wholePercents([0, 0, 5]), [0, 0, 100])
  assert.deepEqual(wholePercents([0, 0, 0]), [0, 0, 0])
  for (let a = 0; a < 12; a++)
    for (let b = 1; b < 12; b++)
      assert.equal(
        wholePercents([a, b, 7]).reduce((sum, one) => sum + one, 0),
        100,
      )
})
