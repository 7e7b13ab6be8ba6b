import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountsIn, holds, rangesIn } from './amounts.ts'
import { plainText } from './plain-text.ts'
import { weekdaysIn } from './weekdays.ts'

describe('amounts', () => {
  for (const [text, expected] of [
    ['bé 14 kg', 'weight 14000'],
    ['2 tuổi rưỡi', 'age 30'],
    ['khoá 9tr8', 'money 9800000'],
    ['đơn 2 triệu rưỡi', 'money 2500000'],
    ['cao 1m6', 'length 1600'],
    ['em 1m60', 'length 1600'],
    ['1,58m', 'length 1580'],
    ['cao 165cm 55 kí', 'weight 55000'],
    ['cao 160 nặng 50', 'length 1600'],
    ['cao 160 nặng 50', 'weight 50000'],
    ['nặng 50 cái', 'pieces 50'],
    ['mã M160', ''],
    ['11:30 pm', 'clock 1410'],
    ['7h tối', 'clock 1140'],
    ['loại 90 phút', 'time 90'],
    ['hai buổi', 'sessions 2'],
  ] as const)
    it(text, () => {
      const named = amountsIn(text).map(({ dimension, value }) => `${dimension} ${value}`)
      assert.ok(expected ? named.includes(expected) : named.length === 0, named.join(', '))
    })
})

describe('a range knows its ends', () => {
  for (const [text, inside, outside, head] of [
    ['trên 12 – 15 kg', '15 kg', '12 kg'],
    ['từ 36 tháng đến dưới 5 tuổi', '4 tuổi', '5 tuổi'],
    ['dưới 10 triệu', '9tr9', '10 triệu'],
    ['Đơn 8 – 30 tr', '30 triệu', '31 triệu'],
    ['10 ngày trở lên', '10 ngày', '9 ngày'],
    ['tối đa 5 kg', '5 kg', '6 kg'],
    ['22 – 27', '22 kg', '28 kg', 'Cân nặng (kg)'],
    ['1m58 - 1m65', 'cao 1m60', '1m7'],
    ['150-158 cm', '1m53', '1m60'],
    ['trên 1m65', '1m7', '165cm'],
    ['sau 18h', '7h tối', '17h30'],
  ] as const)
    it(text, () => {
      const isIn = (amount: string): boolean =>
        rangesIn(text, head).some(range =>
          amountsIn(amount).some(one => one.dimension === range.dimension && holds(range, one.value)),
        )
      assert.equal(isIn(inside), true, inside)
      assert.equal(isIn(outside), false, outside)
    })
})

describe('days of the week', () => {
  for (const [text, expected] of [
    ['T2–T5', [0, 1, 2, 3]],
    ['T6–CN', [4, 5, 6]],
    ['Mon–Sat', [0, 1, 2, 3, 4, 5]],
    ['thứ bảy này', [5]],
    ['T7, CN', [5, 6]],
    ['ngày thường', [0, 1, 2, 3, 4]],
    ['Lễ, Tết', [7]],
    ['ngày mai', [1]],
    ['ba cái bàn', []],
  ] as [string, number[]][])
    it(text, () => {
      assert.deepEqual(
        [...weekdaysIn(plainText(text), '2026-11-23')].sort((a, b) => a - b),
        expected,
      )
    })
})
