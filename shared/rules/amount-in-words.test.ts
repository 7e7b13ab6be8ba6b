import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountInWords, numberInWords } from './amount-in-words.ts'

const cases: [number, string][] = [
  [0, 'không'],
  [5, 'năm'],
  [10, 'mười'],
  [15, 'mười lăm'],
  [21, 'hai mươi mốt'],
  [24, 'hai mươi tư'],
  [55, 'năm mươi lăm'],
  [101, 'một trăm linh một'],
  [105, 'một trăm linh năm'],
  [110, 'một trăm mười'],
  [1005, 'một nghìn không trăm linh năm'],
  [1050, 'một nghìn không trăm năm mươi'],
  [649_000, 'sáu trăm bốn mươi chín nghìn'],
  [3_049_800, 'ba triệu không trăm bốn mươi chín nghìn tám trăm'],
  [1_000_000, 'một triệu'],
  [1_000_000_000, 'một tỷ'],
  [1_000_000_015, 'một tỷ không trăm mười lăm'],
  [2_001_000_000_000, 'hai nghìn không trăm linh một tỷ'],
]

test('numbers are written out as they are said', () => {
  for (const [value, words] of cases) assert.equal(numberInWords(value), words, String(value))
})

test('amounts begin with a capital and name the currency', () => {
  assert.equal(amountInWords(699_000, 'VND'), 'Sáu trăm chín mươi chín nghìn đồng')
  assert.equal(amountInWords(1200, 'USD'), 'Mười hai đô la Mỹ')
  assert.equal(amountInWords(12_240, 'USD'), 'Một trăm hai mươi hai đô la Mỹ bốn mươi xu')
})
