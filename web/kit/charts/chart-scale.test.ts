import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelEvery, ticksFor } from './chart-scale.ts'

test('an axis goes from nothing, in round whole steps, to the largest value at least', () => {
  for (const [max, ticks] of [
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [10, [0, 5, 10]],
    [11, [0, 5, 10, 15]],
    [100, [0, 50, 100]],
  ] as const)
    assert.deepEqual(ticksFor(max), ticks, String(max))
})

test('labels stand so far apart that they do not touch', () => {
  assert.deepEqual([labelEvery(7, 700), labelEvery(28, 364), labelEvery(90, 0)], [1, 4, 4680])
})
