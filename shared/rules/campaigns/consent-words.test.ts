import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingIn } from './consent-words.ts'

const shop = 'Tiệm gội Mây'
const whole =
  'Tôi đồng ý nhận tin khuyến mãi của Tiệm gội Mây qua Zalo, nhiều nhất 1 tin mỗi tuần. Muốn dừng, tôi nhắn TC.'

test('words that people agree to name who sends what, where, how often, and the way back', () => {
  assert.deepEqual(missingIn(whole, shop), [])
  const english = 'I agree to get offers from TIỆM GỘI MÂY on Messenger, at most two a month. To stop I write STOP.'
  assert.deepEqual(missingIn(english, shop), [])
  for (const [part, left] of [
    ['sender', 'của Tiệm gội Mây'],
    ['content', 'khuyến mãi'],
    ['channel', 'qua Zalo'],
    ['frequency', 'mỗi tuần'],
    ['way_back', 'nhắn TC'],
  ] as const)
    assert.deepEqual(missingIn(whole.replace(left, ''), shop), [part])
  assert.equal(missingIn('', shop).length, 5)
})
