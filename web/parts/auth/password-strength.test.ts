import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordStrength } from './password-strength.ts'

test('the meter rewards length over twists, and knows the usual ones', () => {
  assert.equal(passwordStrength('', 8), 0)
  assert.equal(passwordStrength('gomsu7', 8), 1)
  assert.equal(passwordStrength('gomsubat', 8), 2)
  assert.equal(passwordStrength('matkhau12345', 8), 2)
  assert.equal(passwordStrength('aaaaaaaaaaaaaaaaaaaa', 8), 2)
  assert.equal(passwordStrength('ấm trà men lam', 8), 3)
  assert.equal(passwordStrength('ấm trà men lam nung lửa', 8), 4)
})
