import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayIn, daysIn, readDay, writeDay } from './calendar-days.ts'

const today = '2026-11-20'

test('days are read as people write them', () => {
  for (const text of ['14/11/2026', ' 14-11-2026 ', '14.11.26', '14/11', '14 11 2026', '2026-11-14', '14-11'])
    assert.equal(readDay(text, today), '2026-11-14', text)
  assert.equal(readDay('5/1', today), '2026-01-05')
  assert.equal(readDay('20/11', today), today)
  assert.equal(readDay('21/11', today), '2025-11-21')
  assert.equal(readDay('25/12', today), '2025-12-25')
})

test('what is no day is not read', () => {
  for (const text of [
    '',
    'hôm qua',
    '31/2/2026',
    '11/14/2026',
    '14',
    '14/11/226',
    '1/2/3/4',
    '0/1/2026',
    '14/011/2026',
    '14/11/02026',
    '14/1e0/2026',
    '+4/11/2026',
    '014/11/2026',
  ])
    assert.equal(readDay(text, today), undefined, text)
})

test('days are counted by the calendar', () => {
  assert.equal(dayIn('Asia/Ho_Chi_Minh', new Date('2026-11-19T17:00:00Z')), '2026-11-20')
  assert.equal(addDays('2024-02-28', 2), '2024-03-01')
  assert.equal(daysIn({ from: '2026-11-14', to: '2026-11-20' }), 7)
  assert.equal(writeDay('2026-11-04'), '04/11/2026')
  assert.equal(writeDay('2026-11-04', true), '04/11')
})
