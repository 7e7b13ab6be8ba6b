import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayInWords, daysInWords, monthInWords } from './day-in-words.ts'

test('a day is written as its readers write it: numbers in Vietnamese, the month by name in English', () => {
  assert.equal(dayInWords('2026-11-04', 'vi'), '04/11/2026')
  assert.equal(dayInWords('2026-11-04', 'vi', true), '04/11')
  assert.equal(dayInWords('2026-11-04', 'en'), '4 Nov 2026')
  assert.equal(dayInWords('2026-11-04', 'en', true), '4 Nov')
  assert.equal(monthInWords('2026-11-01', 'vi'), '11/26')
  assert.equal(monthInWords('2026-11-01', 'en'), 'Nov ’26')
})

test('a range says the year once, unless it has two', () => {
  const range = '{from} to {to}'
  assert.equal(daysInWords({ from: '2026-11-04', to: '2026-11-30' }, 'en', range), '4 Nov to 30 Nov 2026')
  assert.equal(daysInWords({ from: '2026-11-04', to: '2026-11-04' }, 'en', range), '4 Nov 2026')
  assert.equal(daysInWords({ from: '2025-12-25', to: '2026-01-02' }, 'en', range), '25 Dec 2025 to 2 Jan 2026')
  assert.equal(daysInWords({ from: '2026-11-04', to: '2026-11-30' }, 'vi', '{from} đến {to}'), '04/11 đến 30/11/2026')
})
