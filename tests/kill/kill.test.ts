import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './kill-rounds.ts'

test('20 kills under load: every acknowledged message is stored once, answered once, in order', async () => {
  const outcome = await killRounds(20)
  const { problems, readyMs, ...figures } = outcome
  const starts = readyMs.map(ms => Math.round(ms)).toSorted((one, other) => one - other)
  console.log(JSON.stringify({ ...figures, startsMs: starts }))
  assert.deepEqual(problems, [])
  assert.ok(outcome.acknowledged > 100, `only ${outcome.acknowledged} messages were acknowledged`)
  assert.ok(outcome.lostAttempts > 0, 'no kill met a message on its way')
  // Most of them: what else the machine does falls upon single ones.
  const usual = starts[Math.floor(starts.length / 2)] ?? Infinity
  assert.ok(usual < 15_000, `ready after ${usual} ms`)
})
