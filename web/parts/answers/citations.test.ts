import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Passage } from '#web/data/wire-rows.ts'
import type { PlacedCitation } from '#shared/contracts/bot/bot.results.ts'
import { excerptsOf, readCitations } from './citations.ts'

function passage(text: string, start: number, end: number): Passage {
  return { id: 'p', source_id: 's', position: 0, heading: '', text, start, end } as Passage
}

function citation(quote: string, start: number) {
  return { source_id: 's', passage_id: 'p', title: 'Bảng giá.pdf', quote, start, end: start + quote.length }
}

const shown = (citations: PlacedCitation[], passages: Passage[]) =>
  excerptsOf(citations, passages).map(({ parts }) =>
    parts.map(({ text, cited }) => (cited ? `[${text}]` : text)).join(''),
  )

test('the cited range is marked inside its line', () => {
  const text = 'Đơn từ 500.000đ được miễn phí giao trong nội thành.'
  const quote = '500.000đ được miễn phí giao'
  assert.deepEqual(shown([citation(quote, 107)], [passage(text, 100, 100 + text.length)]), [
    'Đơn từ [500.000đ được miễn phí giao] trong nội thành.',
  ])
})

test('repeated column names before a table do not shift the mark; lines above stay out', () => {
  const rows = 'Ấm tử sa; 450.000đ'
  const text = `Món; Giá\n${rows}`
  assert.deepEqual(shown([citation('450.000đ', 210)], [passage(text, 200, 200 + rows.length)]), [
    'Ấm tử sa; [450.000đ]',
  ])
})

test('the same words twice: the range decides which', () => {
  const text = 'Phí 25.000đ. Ngoại thành 25.000đ.'
  assert.deepEqual(shown([citation('25.000đ', 25)], [passage(text, 0, text.length)]), [
    'Phí 25.000đ. Ngoại thành [25.000đ].',
  ])
})

test('several uses of one line make one excerpt, those of other lines their own', () => {
  const text = 'Nội thành 25.000đ. Tỉnh khác 40.000đ.\nBọc ba lớp.'
  const cited = [citation('Nội thành 25.000đ.', 0), citation('Tỉnh khác 40.000đ.', 19), citation('Bọc ba lớp.', 38)]
  assert.deepEqual(shown(cited, [passage(text, 0, text.length)]), [
    '[Nội thành 25.000đ.] [Tỉnh khác 40.000đ.]',
    '[Bọc ba lớp.]',
  ])
})

test('long surroundings are cut at words', () => {
  const text = `${'trước '.repeat(60)}GIÁ ${'sau '.repeat(60)}`
  const [line = ''] = shown([citation('GIÁ', 360)], [passage(text, 0, text.length)])
  assert.match(line, /^…trước /)
  assert.match(line, /sau…$/)
})

test('without its passage the quote stands alone', () => {
  assert.deepEqual(shown([citation('x', 0)], []), ['[x]'])
})

test('what is stored is read with care', () => {
  assert.deepEqual(readCitations(null), [])
  assert.deepEqual(readCitations([null, 3, [], { quote: 1 }, citation('x', 0)]), [citation('x', 0)])
  const paged = { ...citation('x', 0), page: 2 }
  assert.deepEqual(readCitations([paged, { ...paged, page: null }]), [paged, citation('x', 0)])
  const bare = { quote: 'x', source_id: '', passage_id: '', title: '', start: 0, end: 0 }
  assert.deepEqual(readCitations([{ quote: 'x', title: 3, start: '1' }]), [bare])
})
