import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Passage } from '#web/data/wire-rows.ts'
import { type Citation, excerptOf, readCitations } from './citations.ts'

function passage(text: string, start: number, end: number): Passage {
  return { id: 'p', source_id: 's', position: 0, heading: '', text, start, end } as Passage
}

function citation(quote: string, start: number): Citation {
  return { source_id: 's', passage_id: 'p', title: 'Bảng giá.pdf', quote, start, end: start + quote.length }
}

test('the cited range is marked inside its passage', () => {
  const text = 'Đơn từ 500.000đ được miễn phí giao trong nội thành.'
  const quote = '500.000đ được miễn phí giao'
  assert.deepEqual(excerptOf(citation(quote, 107), passage(text, 100, 100 + text.length)), {
    before: 'Đơn từ ',
    marked: quote,
    after: ' trong nội thành.',
  })
})

test('repeated column names before a table do not shift the mark', () => {
  const rows = 'Ấm tử sa; 450.000đ'
  const text = `Món; Giá\n${rows}`
  const excerpt = excerptOf(citation('450.000đ', 210), passage(text, 200, 200 + rows.length))
  assert.equal(excerpt.marked, '450.000đ')
  // Lines above and below stay out.
  assert.equal(excerpt.before, 'Ấm tử sa; ')
})

test('the same words twice: the range decides which', () => {
  const text = 'Phí 25.000đ. Ngoại thành 25.000đ.'
  assert.equal(excerptOf(citation('25.000đ', 25), passage(text, 0, text.length)).before, 'Phí 25.000đ. Ngoại thành ')
})

test('long surroundings are cut at words', () => {
  const text = `${'trước '.repeat(60)}GIÁ ${'sau '.repeat(60)}`
  const excerpt = excerptOf(citation('GIÁ', 360), passage(text, 0, text.length))
  assert.match(excerpt.before, /^…trước /)
  assert.match(excerpt.after, /sau…$/)
})

test('without its passage the quote stands alone', () => {
  assert.deepEqual(excerptOf(citation('x', 0), undefined), { before: '', marked: 'x', after: '' })
})

test('what is stored is read with care', () => {
  assert.deepEqual(readCitations(null), [])
  assert.deepEqual(readCitations([null, 3, { quote: 1 }, citation('x', 0)]), [citation('x', 0)])
})
