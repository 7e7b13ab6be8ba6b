import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWords, markWords, soughtWords } from './marked-words.ts'

const marked = (text: string, query: string) =>
  markWords(text, soughtWords(query))
    .map(part => (part.found ? `[${part.text}]` : part.text))
    .join('')

test('words are found at the beginning of words, with or without marks', () => {
  assert.equal(hasWords('Trần Ngọc Ánh', soughtWords('anh tran')), true)
  assert.equal(hasWords('Lý Văn Khánh', soughtWords('anh')), false)
  assert.equal(hasWords('Đi tới Huấn luyện', soughtWords('di huan')), true)
  assert.equal(hasWords('Bất cứ gì', soughtWords('')), true)
})

test('what was found is marked in the text as it is written', () => {
  assert.equal(marked('Trần Ngọc Ánh', 'anh'), 'Trần Ngọc [Ánh]')
  assert.equal(marked('Em gửi anh ảnh mẫu', 'anh'), 'Em gửi [anh] [ảnh] mẫu')
  assert.equal(marked('Đổi trả', 'doi'), '[Đổi] trả')
  assert.equal(marked('Trần', 'tra'), '[Trầ]n')
  assert.equal(marked('không có', 'xyz'), 'không có')
})
