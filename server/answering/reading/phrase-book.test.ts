import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { phraseBook, phrasesIn, spelledWords } from './phrase-book.ts'

const book = phraseBook({ return: 'trả hàng, đổi', pets: 'chó' })
const named = (text: string): string[] => phrasesIn(spelledWords(text), book).map(({ name }) => name)

describe('phrases of a lexicon', () => {
  it('are met as they are written, and without any marks', () => {
    assert.deepEqual(named('Cho em hỏi trả hàng được không'), ['return'])
    assert.deepEqual(named('tra hang dc ko'), ['return'])
  })

  it('are not met by words with other marks, nor by words without where marks are written', () => {
    assert.deepEqual(named('uống trà ở hàng quán'), [])
    assert.deepEqual(named('cho bé ngồi trước được không'), [])
    assert.deepEqual(named('đợi một chút nhé'), [])
  })
})
