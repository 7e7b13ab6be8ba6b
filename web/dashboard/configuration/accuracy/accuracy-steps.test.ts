import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf, thresholdOf } from './accuracy-steps.ts'

const steps = [
  { allowed: 2, threshold: 0.86, answered: 0.5, wrong: 0.016 },
  { allowed: 6, threshold: 0.42, answered: 0.65, wrong: 0.048 },
  { allowed: 10, threshold: 0.15, answered: 0.7, wrong: 0.096 },
]

test('where nothing was chosen it is the usual share; what the database made of a number is the same step', () => {
  assert.deepEqual(stepOf(steps, null), { step: steps[1], exact: true })
  assert.deepEqual(stepOf(steps, 0.860_000_014), { step: steps[0], exact: true })
  assert.deepEqual(stepOf(steps, 0.3), { step: steps[1], exact: false })
  assert.deepEqual(stepOf(steps, 0.99), { step: steps[0], exact: false })
})

test('the usual step saves no number of its own', () => {
  assert.deepEqual(steps.map(thresholdOf), [0.86, null, 0.15])
})
