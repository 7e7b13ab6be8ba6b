import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './kill-rounds.ts'

const timeout = 1_500_000

test(
  '6 kills under load: every acknowledged message is stored once, answered once, in order',
  { timeout },
  async () => {
    const outcome = await killRounds(6)
    const { problems, readyMs, ...figures } = outcome
    const starts = readyMs.map(ms => Math.round(ms)).toSorted((one, other) => one - other)
    console.log(JSON.stringify({ ...figures, startsMs: starts }))
    assert.deepEqual(problems, [])
    assert.ok(outcome.acknowledged >= 60, `only ${outcome.acknowledged} messages were acknowledged`)
    assert.ok(outcome.lostAttempts > 0, 'no kill met a message on its way')
    // The median against the same run's first start: other load affects single starts.
    const typicalMs = starts[Math.floor(starts.length / 2)] ?? Infinity
    assert.ok(
      typicalMs < 6 * outcome.firstReadyMs,
      `ready after ${typicalMs} ms, the first time after ${outcome.firstReadyMs}`,
    )
  },
)
