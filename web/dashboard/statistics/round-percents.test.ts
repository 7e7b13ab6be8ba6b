import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundPercents } from './round-percents.ts'

test('shares in whole percent come to 100', () => {
  assert.deepEqual(roundPercents([5, 103, 4]), [4, 92, 4])
  assert.deepEqual(roundPercents([1, 1, 1]), [34, 33, 33])
  assert.deepEqual(roundPercents([0, 0, 5]), [0, 0, 100])
  assert.deepEqual(roundPercents([0, 0, 0]), [0, 0, 0])
  for (let a = 0; a < 12; a++)
    for (let b = 1; b < 12; b++)
      assert.equal(
        roundPercents([a, b, 7]).reduce((sum, one) => sum + one, 0),
        100,
      )
})
