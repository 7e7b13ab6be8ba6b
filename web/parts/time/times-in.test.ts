import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesIn } from './times-in.ts'

const year = new Date().getUTCFullYear()
const evening = `${year}-11-20T16:58:00Z`

test('Vietnamese times are those of the shop, not of the browser', () => {
  const times = timesIn('vi', 'Asia/Ho_Chi_Minh')
  assert.equal(times.clock(evening), '23:58')
  assert.equal(times.date(evening), '20/11')
  assert.equal(times.dateAndClock(evening), '20/11, 23:58')
  assert.match(times.longDay('2019-03-02T18:00:00Z'), /^Chủ Nhật 03\/03\/2019$/)
})

test('English times name the month', () => {
  assert.equal(timesIn('en', 'Asia/Ho_Chi_Minh').date(evening), '20 Nov')
})

test('another year is written out', () => {
  assert.match(timesIn('vi', 'Asia/Ho_Chi_Minh').date('2019-03-02T05:00:00Z'), /02\/03\/2019/)
})

test('days end at midnight of the zone', () => {
  const times = timesIn('vi', 'Asia/Ho_Chi_Minh')
  const now = new Date(`${year}-11-20T17:01:00Z`)
  assert.equal(times.daysAgo(evening, now), 1)
  assert.equal(times.daysAgo(now, now), 0)
  assert.equal(timesIn('vi', 'UTC').daysAgo(evening, now), 0)
})
