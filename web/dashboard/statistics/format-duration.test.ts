import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statisticsVi } from '#shared/texts/dashboard/statistics.vi.ts'
import { axisOfTimes, formatDuration } from './format-duration.ts'

test('a time is told as exactly as anybody wants to know it', () => {
  const number = new Intl.NumberFormat('vi-VN')
  const formatted = [840, 8000, 42_300, 59_700, 65_000, 120_000, 754_000, 3_600_000, 7_380_000]
  assert.deepEqual(
    formatted.map(ms => formatDuration(statisticsVi, ms, number)),
    ['0,8 giây', '8 giây', '42 giây', '1 phút', '1 phút 5 giây', '2 phút', '13 phút', '1 giờ', '2 giờ 3 phút'],
  )
  assert.equal(axisOfTimes(statisticsVi, 20_000).unit, 1000)
  assert.equal(axisOfTimes(statisticsVi, 600_000).unit, 60_000)
})
