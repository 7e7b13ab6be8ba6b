import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountInWords, numberInWords } from './amount-in-words.ts'

const cases: [number, string][] = [
  [0, 'không'],
  [5, 'năm'],
  [1, 'một'],
  [10, 'mười'],
  [11, 'mười một'],
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
  [1_000_005, 'một triệu không trăm linh năm'],
  [21_000_000, 'hai mươi mốt triệu'],
  [111_111_111, 'một trăm mười một triệu một trăm mười một nghìn một trăm mười một'],
  [1_000_000_000, 'một tỷ'],
  [1_000_000_015, 'một tỷ không trăm mười lăm'],
  [2_001_000_000_000, 'hai nghìn không trăm linh một tỷ'],
]

test('numbers are written out as they are said', () => {
  for (const [value, words] of cases) assert.equal(numberInWords(value), words, String(value))
})

test('amounts begin with a capital and name the currency', () => {
  assert.equal(amountInWords(699_000, 'VND'), 'Sáu trăm chín mươi chín nghìn đồng')
  assert.equal(amountInWords(0, 'VND'), 'Không đồng')
  assert.equal(amountInWords(1200, 'USD'), 'Mười hai đô la Mỹ')
  assert.equal(amountInWords(101, 'USD'), 'Một đô la Mỹ một xu')
  assert.equal(amountInWords(5, 'USD'), 'Không đô la Mỹ năm xu')
  assert.equal(amountInWords(2115, 'USD'), 'Hai mươi mốt đô la Mỹ mười lăm xu')
  assert.equal(amountInWords(12_240, 'USD'), 'Một trăm hai mươi hai đô la Mỹ bốn mươi xu')
})

/** Reads words back by the language's rules, independently of the code under test. */
function readWords(words: string): number {
  const ones = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
  const also: Record<string, number> = { mốt: 1, tư: 4, lăm: 5 }
  let billions = 0
  let whole = 0
  let group = 0
  let digit: number | undefined
  const take = () => {
    group += digit ?? 0
    digit = undefined
  }
  for (const word of words.split(' ')) {
    if (ones.includes(word) || word in also) digit = also[word] ?? ones.indexOf(word)
    else if (word === 'trăm') group += (digit ?? 0) * 100
    else if (word === 'mươi') group += (digit ?? 0) * 10
    else if (word === 'mười') group += 10
    else if (word === 'tỷ') {
      take()
      billions = whole + group
      whole = 0
      group = 0
    } else if (word === 'nghìn' || word === 'triệu') {
      take()
      whole += group * (word === 'nghìn' ? 1000 : 1_000_000)
      group = 0
    } else assert.equal(word, 'linh')
    if (word === 'trăm' || word === 'mươi' || word === 'mười') digit = undefined
  }
  take()
  return billions * 1_000_000_000 + whole + group
}

test('whatever amount is written out is read back, and no word stands twice or idle', () => {
  const amounts = fc.oneof(
    fc.nat(2000),
    fc.nat(999_999_999_999),
    fc.tuple(fc.nat(999), fc.constantFrom(1, 1000, 1_000_000, 1_000_000_000)).map(([many, of]) => many * of),
  )
  fc.assert(
    fc.property(amounts, value => {
      const words = numberInWords(value)
      assert.equal(readWords(words), value, words)
      assert.doesNotMatch(words, / {2}|^ | $|mươi một\b|mươi năm\b|mười năm\b|mươi bốn\b|linh mười/)
    }),
    { numRuns: 2000 },
  )
})
