import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFacts } from '../compiling/compile-facts.ts'
import { sayClass } from '../composing/say-class.ts'
import { frameOf } from '../understanding/frame.ts'
import { findClass } from './find-class.ts'
import { prepareFacts } from './prepare-facts.ts'

const source = (heading: string, text: string) => ({ document: heading, title: heading, heading, text })
const index = prepareFacts(
  compileFacts([
    source(
      'Dây đai cho cún',
      'Cỡ\tCân nặng\tGiá\nXS\tdưới 3 kg\t80k\nS\ttừ 3 đến dưới 8 kg\t95k\nM\t8 – 15 kg\t120k\nL\ttrên 15 – 30 kg\t150k',
    ),
    source(
      'Áo',
      'Size S: cao 1m50 - 1m57, nặng 40 - 47kg.\nSize M: cao 1m58 - 1m65, nặng 48 - 55kg.\nSize L: cao trên 1m65, nặng từ 56 đến 64kg.',
    ),
    source('Lớp học', 'Tuổi nhận: lớp Mầm 18 đến 35 tháng; lớp Chồi từ 36 tháng đến dưới 5 tuổi; lớp Lá 5 đến 6 tuổi'),
  ]),
)
const asked = (text: string): string | undefined => {
  const frame = frameOf({ text, words: text.split(' ').map(raw => ({ raw, worth: 1 })), others: [] })
  const found = findClass(frame, index, () => true)
  return found && sayClass(found, frame.plain)
}

describe('the size or class that somebody belongs to', () => {
  for (const [text, expected] of [
    ['cún 10 kg đeo size nào', 'size M (Cân nặng 8 – 15 kg)'],
    ['cún 15 ký đeo size nào', 'size M (Cân nặng 8 – 15 kg)'],
    ['cún 2kg đeo size gì', 'size XS (Cân nặng dưới 3 kg)'],
    ['bé 2 tuổi rưỡi học lớp nào', 'lớp Mầm (18 đến 35 tháng)'],
    ['bé 40 tháng học lớp nào', 'lớp Chồi (từ 36 tháng đến dưới 5 tuổi)'],
    ['mình cao 1m60 nặng 50kg mặc áo size nào', 'Size M (cao 1m58 - 1m65, nặng 48 - 55kg)'],
    ['em 1m53 45 kg mặc áo size gì', 'Size S (cao 1m50 - 1m57, nặng 40 - 47kg)'],
    ['cao 1m60 nặng 60kg mặc áo size nào', undefined],
    ['cún 85 kg đeo size nào', undefined],
    ['cún đeo size nào', undefined],
    ['size M giá bao nhiêu', undefined],
  ] as const)
    it(text, () => {
      assert.equal(asked(text), expected)
    })
})
