import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { splitText } from './split-text.ts'

const bare = (text: string) => text.replace(/\s+/g, '')
const letters = (text: string) =>
  [...new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(text)].map(one => one.segment)

describe('splitting a text', () => {
  test('leaves what fits as it is', () => {
    assert.deepEqual(splitText('Dạ còn ạ'), ['Dạ còn ạ'])
    assert.deepEqual(splitText('a'.repeat(2000)), ['a'.repeat(2000)])
    assert.deepEqual(splitText('   '), [])
  })

  test('cuts at a paragraph, a line, a sentence, a word, in this order', () => {
    assert.deepEqual(splitText('Một hai.\n\nBa bốn năm sáu bảy.', 22), ['Một hai.', 'Ba bốn năm sáu bảy.'])
    assert.deepEqual(splitText('Giá 159.000đ nhé.\nGiao trong hai ngày ạ', 30), [
      'Giá 159.000đ nhé.',
      'Giao trong hai ngày ạ',
    ])
    assert.deepEqual(splitText('Dạ còn hàng ạ. Chị lấy size nào để em giữ?', 24), [
      'Dạ còn hàng ạ.',
      'Chị lấy size nào để em',
      'giữ?',
    ])
    assert.deepEqual(splitText('anh chị em bạn bè', 8), ['anh chị', 'em bạn', 'bè'])
    assert.deepEqual(
      splitText('Còn ạ. Màu đỏ hết', 13),
      ['Còn ạ. Màu đỏ', 'hết'],
      'what ends in time is not cut earlier',
    )
  })

  test('never cuts a letter: flags, families and marks stay whole', () => {
    const family = '👨‍👩‍👧‍👦'
    assert.deepEqual(splitText(family.repeat(3), 24), [family.repeat(2), family])
    assert.deepEqual(splitText('ệ'.normalize('NFD').repeat(4), 7), [
      'ệ'.normalize('NFD').repeat(2),
      'ệ'.normalize('NFD').repeat(2),
    ])
    const parts = splitText(family, 4)
    assert.equal(parts.join(''), family)
    for (const part of parts) assert.ok(part.isWellFormed() && part.length <= 4, 'one that is longer than a message')
  })

  test('for any text: everything is there, in order, and every part fits', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(' ', '\n', '\n\n', '. ', '🇻🇳', 'ộ'.normalize('NFD')),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map(parts => parts.join('')),
        fc.integer({ min: 20, max: 120 }),
        (text, max) => {
          const parts = splitText(text, max)
          assert.equal(bare(parts.join('')), bare(text))
          for (const part of parts) {
            assert.ok(part.length <= max && part.normalize('NFC').length <= max && [...part].length <= max)
            assert.equal(part, part.trim())
            assert.notEqual(part, '')
          }
        },
      ),
    )
  })

  test('for any text whose letters are short: no letter is cut', () => {
    const word = fc.array(fc.constantFrom('a', 'ệ', 'ệ'.normalize('NFD'), '👩🏽‍🚀', '🇻🇳', '한', 'é'), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(
        fc.array(
          word.map(one => one.join('')),
          { minLength: 1, maxLength: 20 },
        ),
        fc.integer({ min: 20, max: 60 }),
        (words, max) => {
          const text = words.join(' ')
          const cut = splitText(text, max)
            .flatMap(letters)
            .filter(one => one.trim())
          assert.deepEqual(
            cut,
            letters(text).filter(one => one.trim()),
          )
        },
      ),
    )
  })
})
