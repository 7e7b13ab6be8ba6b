import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './kill-rounds.ts'

test('20 kills under load: every acknowledged message is stored once, answered once, in order', async () => {
  const outcome = await killRounds(20)
  const { problems, readyMs, ...figures } = outcome
  const slowest = Math.round(Math.max(...readyMs))
  console.log(JSON.stringify({ ...figures, slowestStartMs: slowest }))
  assert.deepEqual(problems, [])
  assert.ok(outcome.acknowledged > 100, `only ${outcome.acknowledged} messages were acknowledged`)
  assert.ok(outcome.lostAttempts > 0, 'no kill met a message on its way')
  assert.ok(slowest < 15_000, `ready after ${slowest} ms`)
})
