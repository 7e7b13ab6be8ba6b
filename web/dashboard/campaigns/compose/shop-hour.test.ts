import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atShop, shopHour } from './shop-hour.ts'

test('an hour that is typed is the shop’s, wherever the browser is', () => {
  assert.equal(atShop('2026-11-24T10:00', 'Asia/Ho_Chi_Minh')?.toISOString(), '2026-11-24T03:00:00.000Z')
  assert.equal(atShop('2026-11-24T00:30', 'Asia/Ho_Chi_Minh')?.toISOString(), '2026-11-23T17:30:00.000Z')
  assert.equal(shopHour(new Date('2026-11-23T17:30:00Z'), 'Asia/Ho_Chi_Minh'), '2026-11-24T00:30')
  assert.equal(atShop('', 'Asia/Ho_Chi_Minh'), null)
})

test('on the day when clocks change it is the hour that they show', () => {
  for (const written of ['2026-03-29T01:30', '2026-03-29T03:30', '2026-10-25T00:30', '2026-10-25T04:00'])
    assert.equal(shopHour(atShop(written, 'Europe/Berlin') ?? new Date(0), 'Europe/Berlin'), written)
})
