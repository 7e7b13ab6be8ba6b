import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snoozeChoices } from './snooze-choices.ts'

const labelsAt = (now: string, zone: string) =>
  snoozeChoices(new Date(now), zone).map(choice => `${choice.kind} ${choice.at.toISOString().slice(0, 16)}`)

test('mornings are those of the shop', () => {
  // Friday evening in Hà Nội
  assert.deepEqual(labelsAt('2026-11-20T11:00:00Z', 'Asia/Ho_Chi_Minh'), [
    'hours 2026-11-20T12:00',
    'hours 2026-11-20T14:00',
    'tomorrow 2026-11-21T01:00',
    'monday 2026-11-23T01:00',
  ])
  // Just past midnight there, still the day before in UTC.
  assert.equal(labelsAt('2026-11-20T17:30:00Z', 'Asia/Ho_Chi_Minh')[2], 'tomorrow 2026-11-22T01:00')
})

test('on a Sunday, tomorrow is Monday and said once; on a Monday, the next one is meant', () => {
  assert.equal(labelsAt('2026-11-22T03:00:00Z', 'Asia/Ho_Chi_Minh').length, 3)
  assert.equal(labelsAt('2026-11-23T03:00:00Z', 'Asia/Ho_Chi_Minh')[3], 'monday 2026-11-30T01:00')
})

test('eight stays eight when the clocks change in the night', () => {
  assert.equal(labelsAt('2026-03-28T10:00:00Z', 'Europe/Berlin')[2], 'tomorrow 2026-03-29T06:00')
})

test('it is put away for as many hours as the choice says', () => {
  const now = new Date('2026-11-20T11:00:00Z')
  const hours = snoozeChoices(now, 'Asia/Ho_Chi_Minh').flatMap(one => (one.kind === 'hours' ? [one] : []))
  assert.deepEqual(
    hours.map(one => (one.at.getTime() - now.getTime()) / 3_600_000),
    hours.map(one => one.count),
  )
})
