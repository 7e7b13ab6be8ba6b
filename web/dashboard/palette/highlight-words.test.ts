import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesWords, highlightWords, searchWords } from './highlight-words.ts'

const marked = (text: string, query: string) =>
  highlightWords(text, searchWords(query))
    .map(part => (part.found ? `[${part.text}]` : part.text))
    .join('')

test('words are found at the beginning of words, with or without marks', () => {
  assert.equal(matchesWords('Trần Ngọc Ánh', searchWords('anh tran')), true)
  assert.equal(matchesWords('Lý Văn Khánh', searchWords('anh')), false)
  assert.equal(matchesWords('Đi tới Huấn luyện', searchWords('di huan')), true)
  assert.equal(matchesWords('Bất cứ gì', searchWords('')), true)
})

test('what was found is marked in the text as it is written', () => {
  assert.equal(marked('Trần Ngọc Ánh', 'anh'), 'Trần Ngọc [Ánh]')
  assert.equal(marked('Em gửi anh ảnh mẫu', 'anh'), 'Em gửi [anh] [ảnh] mẫu')
  assert.equal(marked('Đổi trả', 'doi'), '[Đổi] trả')
  assert.equal(marked('Trần', 'tra'), '[Trầ]n')
  assert.equal(marked('Khánh gửi ảnh', 'anh'), 'Khánh gửi [ảnh]')
  assert.equal(marked('không có', 'xyz'), 'không có')
})
