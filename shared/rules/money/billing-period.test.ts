import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  chargedPeriod,
  daysBetween,
  firstPeriod,
  localDate,
  nextPeriod,
  usageMonth,
  worthOf,
} from './billing-period.ts'

const zone = 'Asia/Ho_Chi_Minh'
const at = (text: string) => new Date(`${text}+07:00`)
const iso = (date: Date) => date.toISOString()
const price = (amount: number, interval: 'month' | 'year', now: string) =>
  worthOf(amount, interval, firstPeriod(at(now), interval, zone), zone)

test('the first month ends on the next 15th and costs its days', () => {
  assert.equal(iso(firstPeriod(at('2026-11-20T10:00'), 'month', zone).end), '2026-12-15T02:00:00.000Z')
  assert.equal(price(699_000, 'month', '2026-11-20T10:00'), 582_500) // 25 of 30 days
  assert.equal(price(699_000, 'month', '2026-11-28T23:59'), 396_100)
  for (const time of ['00:01', '08:59', '09:00', '23:59']) {
    assert.equal(price(699_000, 'month', `2026-11-15T${time}`), 699_000)
    assert.equal(iso(firstPeriod(at(`2026-11-15T${time}`), 'month', zone).end), '2026-12-15T02:00:00.000Z')
  }
})

test('under ten days the next month is paid with it', () => {
  assert.equal(iso(firstPeriod(at('2026-12-06T10:00'), 'month', zone).end), '2027-01-15T02:00:00.000Z') // 9 days
  assert.equal(price(699_000, 'month', '2026-12-06T10:00'), 209_700 + 699_000)
  assert.equal(iso(firstPeriod(at('2026-12-05T10:00'), 'month', zone).end), '2026-12-15T02:00:00.000Z')
  assert.equal(price(299_000, 'month', '2026-12-14T23:59'), 9_967 + 299_000)
})

test('where a provider charges by itself, the first month ends on the very next 15th; a year is the same', () => {
  const ends = (time: string) => iso(chargedPeriod(at(time), 'month', zone).end)
  assert.equal(ends('2026-12-06T10:00'), '2026-12-15T02:00:00.000Z')
  assert.equal(ends('2026-12-15T08:59'), '2026-12-15T02:00:00.000Z')
  assert.equal(ends('2026-12-15T09:00'), '2027-01-15T02:00:00.000Z')
  const year = chargedPeriod(at('2026-12-06T10:00'), 'year', zone)
  assert.deepEqual([iso(year.start), iso(year.end)], ['2026-12-06T03:00:00.000Z', '2027-11-15T02:00:00.000Z'])
})

test('February and the turn of the year are counted by their own days', () => {
  assert.equal(price(699_000, 'month', '2027-02-15T10:00'), 699_000) // 28 days
  assert.equal(price(699_000, 'month', '2027-02-20T10:00'), Math.round((699_000 * 23) / 28))
  assert.equal(price(699_000, 'month', '2028-02-20T10:00'), Math.round((699_000 * 24) / 29))
  assert.equal(price(299_000, 'month', '2026-12-31T23:59'), Math.round((299_000 * 15) / 31))
  assert.equal(iso(firstPeriod(at('2026-12-31T23:59'), 'month', zone).end), '2027-01-15T02:00:00.000Z')
})

test('a year runs to the 15th of the twelfth month, by days of 365', () => {
  assert.equal(iso(firstPeriod(at('2026-11-20T10:00'), 'year', zone).end), '2027-11-15T02:00:00.000Z')
  assert.equal(price(7_129_800, 'year', '2026-11-20T10:00'), Math.round((7_129_800 * 360) / 365))
  assert.equal(price(7_129_800, 'year', '2026-11-15T10:00'), 7_129_800)
  assert.equal(price(7_129_800, 'year', '2027-11-15T10:00'), 7_129_800) // 366 days cost no more
})

test('the day is the workspace’s: in Viet Nam it is the 15th seven hours before it is so in UTC', () => {
  assert.equal(localDate(new Date('2026-11-14T17:00:00Z'), zone), '2026-11-15')
  assert.equal(localDate(new Date('2026-11-14T17:00:00Z'), 'UTC'), '2026-11-14')
  assert.equal(worthOf(3000, 'month', firstPeriod(new Date('2026-11-14T17:00:00Z'), 'month', zone), zone), 3000)
  assert.equal(daysBetween(new Date('2026-03-01T12:00:00Z'), new Date('2026-04-01T12:00:00Z'), 'Europe/Berlin'), 31)
  assert.equal(
    iso(nextPeriod(new Date('2026-03-15T08:00:00Z'), 'month', 'Europe/Berlin').end),
    '2026-04-15T07:00:00.000Z',
  )
})

test('messages are counted from 15th to 15th, nine o’clock', () => {
  assert.equal(iso(usageMonth(at('2026-12-15T08:59'), zone).end), '2026-12-15T02:00:00.000Z')
  assert.equal(iso(usageMonth(at('2026-12-15T09:00'), zone).start), '2026-12-15T02:00:00.000Z')
  assert.equal(iso(usageMonth(at('2027-01-03T00:00'), zone).end), '2027-01-15T02:00:00.000Z')
})

test('an upgrade costs what the rest of the new plan is worth less what the rest of the old one was', () => {
  const rest = { start: at('2026-11-25T10:00'), end: at('2026-12-15T09:00') }
  assert.equal(worthOf(699_000, 'month', rest, zone) - worthOf(299_000, 'month', rest, zone), 266_667)
  const twoCycles = { start: at('2026-12-10T10:00'), end: at('2027-01-15T09:00') }
  assert.equal(worthOf(3_000, 'month', twoCycles, zone), 500 + 3_000)
  for (const interval of ['month', 'year'] as const)
    assert.equal(worthOf(3_000, interval, { start: twoCycles.end, end: twoCycles.start }, zone), 0, 'already over')
  const oneYearAndMore = { start: at('2026-12-10T10:00'), end: at('2028-01-15T09:00') }
  assert.equal(worthOf(3_650, 'year', oneYearAndMore, zone), 360 + 3_650)
})

test('whenever it is bought, a plan lasts ten days at least, ends on a 15th, and costs no more than two months', () => {
  const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(zone, 'UTC', 'America/New_York', 'Pacific/Auckland'), (now, where) => {
      const month = firstPeriod(now, 'month', where)
      const days = daysBetween(now, month.end, where)
      assert.ok(days >= 10 && days <= 40, String(days))
      assert.equal(localDate(month.end, where).slice(8), '15')
      assert.ok(worthOf(699_000, 'month', month, where) < 2 * 699_000)
      const year = firstPeriod(now, 'year', where)
      assert.ok(daysBetween(now, year.end, where) >= 335)
      assert.ok(worthOf(7_129_800, 'year', year, where) <= 7_129_800)
      // Parts of a period differ from the whole by a đồng at most.
      const middle = new Date((now.getTime() + month.end.getTime()) / 2)
      const parts =
        worthOf(699_000, 'month', { start: now, end: middle }, where) +
        worthOf(699_000, 'month', { start: middle, end: month.end }, where)
      assert.ok(Math.abs(parts - worthOf(699_000, 'month', month, where)) <= 2)
    }),
    { numRuns: 300 },
  )
})
