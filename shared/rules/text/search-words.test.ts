import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt, findWanted, hasWanted, wantedWords } from './search-words.ts'

const marked = (text: string, query: string) =>
  findWanted(text, wantedWords(query)).map(({ start, end }) => text.slice(start, end))

test('marks do not matter, neither in what is sought nor in what was written', () => {
  assert.deepEqual(marked('Shop còn Áo thun đen không ạ?', 'ao thun'), ['Áo', 'thun'])
  assert.deepEqual(marked('ao thun den', 'áo thun đen'), ['ao', 'thun', 'den'])
  assert.deepEqual(marked('Nguyễn Thị Đào', 'nguyen dao'), ['Nguyễn', 'Đào'])
})

test('letters written in two parts are found as if written in one', () => {
  assert.deepEqual(marked('Đồ gốm'.normalize('NFD'), 'đồ gốm'), ['Đồ'.normalize('NFD'), 'gốm'.normalize('NFD')])
})

test('the last word may go on; after a space it is whole', () => {
  assert.deepEqual(marked('giao hàng', 'gia'), ['giao'])
  assert.deepEqual(marked('giao hàng', 'gia '), [])
  assert.equal(hasWanted('giao hàng', wantedWords('han')), true)
  assert.equal(hasWanted('giao hàng', wantedWords('han giao')), false)
})

test('signs part words and are none', () => {
  assert.deepEqual(wantedWords(`'"\\&|!():*😀 …`).words, [])
  assert.deepEqual(wantedWords("áo&thun'); drop--").words, ['ao', 'thun', 'drop'])
  assert.deepEqual(wantedWords('hanh.tran@gmail.com').words, ['hanh', 'tran', 'gmail', 'com'])
})

test('a long text is shown around what was found', () => {
  const long = `${'Dạ em chào chị ạ. '.repeat(20)}Tiệm còn bộ ấm men lam. ${'Chị xem thêm nhé. '.repeat(20)}`
  const shown = excerpt(long, wantedWords('men lam'))
  assert.match(shown, /^….*men lam.*…$/)
  assert.ok(shown.length <= 142)
  assert.equal(excerpt('Ngắn  thôi\nnhé', wantedWords('nhe')), 'Ngắn thôi nhé')
  assert.equal(excerpt('a'.repeat(300), wantedWords('a')).length, 141)
})
