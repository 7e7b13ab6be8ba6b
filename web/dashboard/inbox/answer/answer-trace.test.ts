import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCandidates, readModel, readTrace, readWeights } from './answer-trace.ts'

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

test('candidates are compared with the best; weights and models of older traces may be missing', () => {
  const candidate = (id: string, score: number) => ({ passage_id: id, source_id: 's', text: id, score })
  const trace = {
    threshold: 0.45,
    candidates: [candidate('a', 4), candidate('b', 1), { passage_id: 'broken' }],
    questions: [{ words: 'x', measures: { metWords: 0.25, missedWords: 0.2, unitShare: 0.7, typeMissed: 1 } }],
    model: { name: 'm', why: 'not sure', tokens_in: 10, tokens_out: 2, cost_usd: null },
  }
  assert.deepEqual(
    readCandidates(trace).map(one => [one.passageId, one.text]),
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  )
  assert.deepEqual(readWeights(trace), { threshold: 0.45, met: 2, missed: 1, lead: 0.7, kindMissed: true })
  assert.deepEqual(readModel(trace), { name: 'm', why: 'not sure', tokensIn: 10, tokensOut: 2, cost: undefined })
  assert.deepEqual(
    [readCandidates({}), readWeights({}), readModel({})],
    [[], { threshold: undefined, kindMissed: false }, undefined],
  )
})
