import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workingDaysAfter } from './working-days.ts'

test('working days leave out weekends and holidays', () => {
  assert.equal(workingDaysAfter('2026-11-20', 7), '2026-12-01')
  assert.equal(workingDaysAfter('2026-11-22', 1), '2026-11-23')
  assert.equal(workingDaysAfter('2026-12-31', 1), '2027-01-04')
  assert.equal(workingDaysAfter('2027-02-04', 1), '2027-02-10')
  assert.equal(workingDaysAfter('2026-11-20', 0), '2026-11-20')
})
