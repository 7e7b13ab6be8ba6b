import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCanned, slashBefore } from './canned-search.ts'

const reply = (title: string, shortcut: string, text = '', language: 'vi' | 'en' | null = null) => ({
  title,
  shortcut,
  text,
  language,
})

test('a slash that begins a word looks for what follows it; addresses and fractions do not', () => {
  assert.deepEqual(slashBefore('Dạ /phí', 7), { start: 3, typed: 'phí' })
  assert.deepEqual(slashBefore('/', 1), { start: 0, typed: '' })
  assert.deepEqual(slashBefore('a\n/gia', 6), { start: 2, typed: 'gia' })
  for (const text of ['1/2', 'https://sen.vn/gia', 'và/hoặc', '/ship '])
    assert.equal(slashBefore(text, text.length), undefined, text)
  assert.deepEqual(slashBefore('/ship nhé', 3), { start: 0, typed: 'sh' })
})

test('shortcuts come before names, names before texts; marks do not matter', () => {
  const all = [
    reply('Chào buổi sáng', 'chao', 'Shop gửi phí sau ạ'),
    reply('Phí giao hàng', 'ship', 'Nội thành 25.000đ'),
    reply('Bảng giá', 'phí-sỉ', 'Giá sỉ'),
  ]
  const found = (typed: string) => findCanned(all, typed, 'vi').map(one => one.shortcut)
  assert.deepEqual(found('phi'), ['phí-sỉ', 'ship', 'chao'])
  assert.deepEqual(found('giao PHÍ'), ['ship'])
  assert.deepEqual(found('25'), ['ship'])
  assert.deepEqual(found('xyz'), [])
  assert.equal(found('').length, 3)
})

test('the customer’s language comes first, the other stays reachable', () => {
  const all = [reply('Hello', 'hi', '', 'en'), reply('Chào', 'hi-vi', '', 'vi'), reply('Cảm ơn', 'hi-all')]
  assert.deepEqual(
    findCanned(all, '', 'vi').map(one => one.shortcut),
    ['hi-vi', 'hi-all', 'hi'],
  )
  assert.equal(findCanned(all, 'hi', 'vi')[0]?.shortcut, 'hi')
  assert.equal(findCanned(all, '', null)[0]?.shortcut, 'hi')
})
