import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workingDaysAfter } from './working-days.ts'

test('working days leave out weekends and holidays', () => {
  assert.equal(workingDaysAfter('2026-11-20', 7), '2026-12-01')
  assert.equal(workingDaysAfter('2026-11-22', 1), '2026-11-23')
  assert.equal(workingDaysAfter('2026-12-31', 1), '2027-01-04')
  assert.equal(workingDaysAfter('2027-02-04', 1), '2027-02-10')
  for (const [day, next] of [
    ['2026-02-13', '2026-02-23'],
    ['2026-08-31', '2026-09-01'],
    ['2026-09-01', '2026-09-04'],
    ['2027-04-15', '2027-04-19'],
    ['2027-04-29', '2027-05-03'],
    ['2028-01-24', '2028-01-31'],
    ['2028-04-03', '2028-04-05'],
    ['2028-04-28', '2028-05-02'],
  ] as const)
    assert.equal(workingDaysAfter(day, 1), next)
  assert.equal(workingDaysAfter('2026-11-20', 0), '2026-11-20')
})
