import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrace } from './answer-trace.ts'

test('the questions as the bot read them, with what came nearest', () => {
  const trace = {
    route: 'question',
    questions: [
      {
        type: 'money',
        words: 'ship bn',
        best: [
          { text: 'Phí ship 25.000đ', score: 0.8 },
          { text: 'Đổi trả', score: 0.1 },
        ],
      },
      { type: 'place', words: 'o dau', best: [] },
    ],
  }
  assert.deepEqual(readTrace(trace), [
    { kind: 'money', words: 'ship bn', nearest: 'Phí ship 25.000đ' },
    { kind: 'place', words: 'o dau', nearest: undefined },
  ])
})

test('a trace of another shape says nothing', () => {
  for (const trace of [
    null,
    {},
    [],
    'x',
    { route: 'smalltalk' },
    { questions: [null, 3, { words: 4 }, { words: '' }] },
  ]) {
    assert.deepEqual(readTrace(trace), [])
  }
})
