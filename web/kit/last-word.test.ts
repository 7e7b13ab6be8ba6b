import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partLastWord } from './last-word.ts'

test('a long name is parted before its last word, a short one not at all', () => {
  assert.deepEqual(partLastWord('Messenger Mộc An 9zz7'), ['Messenger Mộc An', ' 9zz7'])
  assert.deepEqual(partLastWord('Trang của Tiệm123456'), ['Trang của T', 'iệm123456'])
  assert.deepEqual(partLastWord('Kênh chat 123456789'), ['Kênh chat', ' 123456789'])
  for (const short of ['Zalo', 'Zalo OA', 'Trang web', '']) assert.deepEqual(partLastWord(short), ['', short])
})

test('no letter with marks and no emoji is cut', () => {
  const family = '👨‍👩‍👧'
  for (const letter of [family, 'ệ'.normalize('NFD'), '🇻🇳']) {
    const [start, end] = partLastWord(letter.repeat(20))
    assert.deepEqual([start, end], [letter.repeat(11), letter.repeat(9)])
  }
})
