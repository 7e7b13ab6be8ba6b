import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oftenAsked } from './read-starters.ts'

test('a question of two customers is suggested once, however it was typed; one person’s and personal ones are not', () => {
  const asked = [
    ['gội bầu giá sao?', 'an'],
    ['goi bau gia sao', 'bình'],
    ['Gội  bầu giá sao', 'chi'],
    ['mấy giờ đóng cửa', 'an'],
    ['may gio dong cua?', 'dung'],
    ['có chỗ để xe không', 'an'],
    ['có chỗ để xe không', 'an'],
    ['gọi em 0905 123 456 nhé', 'an'],
    ['gọi em 0905 123 456 nhé', 'bình'],
    ['ok', 'an'],
  ].map(([text = '', conversation_id = '']) => ({ text, conversation_id }))
  assert.deepEqual(oftenAsked(asked), ['Gội bầu giá sao?', 'Mấy giờ đóng cửa'])
})
