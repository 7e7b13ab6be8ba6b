import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Knowledge } from '#features/training/knowledge.ts'
import { answerMessage } from './answer-message.ts'

const text = 'Phí ship nội thành: 20.000đ.'
const shop = new Knowledge([
  { id: 'p', source_id: 's', title: 'Giao hàng', heading: '', text, start: 0, end: text.length },
])

describe('a message to the bot', () => {
  for (const [what, piece] of [
    ['digits', '1'],
    ['words', 'giá áo 1, giá quần 2, '],
    ['characters of two halves', '😀'],
  ] as const) {
    test(`may be a burst of 80,000 ${what}: it holds nobody up, and its end is answered`, () => {
      const began = performance.now()
      const answer = answerMessage(shop, {
        text: `${piece.repeat(80_000 / piece.length)}\nphí ship bao nhiêu?`,
        history: [],
        threshold: null,
      })
      assert.ok(answer.reply)
      assert.ok(answer.reply.isWellFormed())
      assert.ok(performance.now() - began < 2500)
    })
  }
})
