import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, minutesLeft, nextOpening, type WeekHours } from './business-hours.ts'

const zone = 'Asia/Ho_Chi_Minh'
const day = { open: '08:00', close: '20:00' }
const week: WeekHours = [day, day, day, day, day, { open: '18:00', close: '02:00' }, null]
/** 2026-11-16 is a Monday. */
const at = (date: number, time: string): Date => new Date(`2026-11-${date}T${time}:00+07:00`)

test('open from the first minute to the one before closing, on the shop’s clock', () => {
  assert.deepEqual(
    ['07:59', '08:00', '19:59', '20:00'].map(time => isOpen(week, at(16, time), zone)),
    [false, true, true, false],
  )
})

test('hours past midnight belong to the evening before', () => {
  assert.deepEqual(
    [at(21, '23:59'), at(22, '01:59'), at(22, '02:00')].map(time => isOpen(week, time, zone)),
    [true, true, false],
  )
})

test('an open day lasts until it closes, also past midnight', () => {
  const left = (open: string, close: string, time: string) => minutesLeft({ open, close }, at(16, time), zone)
  assert.equal(left('08:00', '20:00', '19:30'), 30)
  assert.equal(left('20:00', '01:00', '23:00'), 120)
  assert.equal(left('20:00', '01:00', '00:59'), 1)
})

test('opens next today, tomorrow, after a closed day, or never', () => {
  assert.deepEqual(nextOpening(week, at(16, '06:00'), zone), { inDays: 0, weekday: 0, time: '08:00' })
  assert.deepEqual(nextOpening(week, at(16, '08:00'), zone)?.inDays, 1)
  assert.deepEqual(nextOpening(week, at(16, '21:00'), zone), { inDays: 1, weekday: 1, time: '08:00' })
  assert.deepEqual(nextOpening(week, at(22, '10:00'), zone), { inDays: 1, weekday: 0, time: '08:00' })
  assert.equal(
    nextOpening(
      week.map(() => null),
      at(16, '06:00'),
      zone,
    ),
    null,
  )
  assert.deepEqual(nextOpening([day, ...week.slice(1).map(() => null)], at(16, '21:00'), zone)?.inDays, 7)
})
