import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areDigitsUneven } from './equal-digits.ts'
import { makeGrey } from './grey.ts'
import type { Word } from './reader.ts'

const height = 30
/** Three words, each of four digits; `shift` is what the digit at a place is taller by, and lower. */
function page(text: string, shift: (place: number) => [taller: number, lower: number]) {
  const picture = makeGrey(400, 300)
  const words: Word[] = [40, 120, 200].map(top => ({
    ...{ text, left: 20, right: 140, top: top - 10, bottom: top + height + 10 },
    ...{ base: top + height, size: height, confidence: 95 },
  }))
  for (const { top } of words)
    for (const place of [0, 1, 2, 3]) {
      const [taller, lower] = shift(place)
      const foot = top + 10 + height + lower
      for (let y = foot - height - taller; y < foot; y++)
        for (let x = 0; x < 14; x++) picture.data[y * picture.width + 24 + place * 28 + x] = 0
    }
  return areDigitsUneven(words, picture)
}

test('equal digits of one word that differ in height or foot are a hand’s', () => {
  assert.equal(
    page('4000', place => [place % 2 ? 4 : 0, 0]),
    true,
  )
  assert.equal(
    page('4000', place => [0, place % 2 ? 4 : 0]),
    true,
  )
})

test('print is not: equal digits are equal, up to a pixel', () => {
  assert.equal(
    page('4000', () => [0, 0]),
    false,
  )
  assert.equal(
    page('4000', place => [place % 2 ? 1 : 0, 0]),
    false,
  )
})

test('different digits say nothing: old-style figures hang below the line', () => {
  assert.equal(
    page('4975', place => [0, place * 3]),
    false,
  )
})

test('a word whose digits cannot be told apart says nothing', () => {
  assert.equal(
    page('40000', place => [place % 2 ? 6 : 0, 0]),
    false,
  )
})
