import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BotAnswer, caseFrom, mayBeRight } from './answered-question.ts'

const silence = { act: 'abstain', reply: '', citations: [] } as unknown as BotAnswer
const answered = { act: 'answer', reply: 'Dạ, 150k ạ.', citations: [{ quote: 'Gội bầu 150k' }] } as unknown as BotAnswer
const price = { text: 'gội bầu bn shop', expected: '150k' }
const absent = { text: 'shop có gỗ lim không', expected: null }

test('silence is not right where the value is known, and is never kept as the right answer', () => {
  assert.equal(mayBeRight({ ...price, answer: silence }), false)
  assert.deepEqual(caseFrom({ ...price, answer: silence }), { question: price.text, expected: '150k' })
  assert.ok(mayBeRight({ ...price, answer: answered }))
})

test('where no value is known, silence may be right; what could not be asked never is', () => {
  assert.ok(mayBeRight({ ...absent, answer: silence }))
  assert.deepEqual(caseFrom({ ...absent, answer: silence }), { question: absent.text, act: 'abstain' })
  assert.deepEqual(caseFrom({ ...absent, answer: answered }), { question: absent.text, expected: 'Gội bầu 150k' })
  assert.equal(mayBeRight({ ...absent, answer: 'failed' }), false)
})
