import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abResult } from './ab-result.ts'

test('the interval is the one that Newcombe prints', () => {
  // Newcombe's table II, method 10: 56 of 70 and 48 of 80; 9 of 10 and 3 of 10.
  const near = (found: number, printed: number) => assert.ok(Math.abs(found - printed) < 0.0001, `${found} ${printed}`)
  const one = abResult({ n: 80, answered: 48 }, { n: 70, answered: 56 })
  near(one.from, 0.0524)
  near(one.to, 0.3339)
  const two = abResult({ n: 10, answered: 3 }, { n: 10, answered: 9 })
  near(two.from, 0.1705)
  near(two.to, 0.809)
})

test('a winner needs a hundred of each and an interval without none', () => {
  assert.equal(abResult({ n: 100, answered: 5 }, { n: 100, answered: 20 }).winner, 'b')
  assert.equal(abResult({ n: 100, answered: 20 }, { n: 100, answered: 5 }).winner, 'a')
  assert.equal(abResult({ n: 99, answered: 0 }, { n: 100, answered: 90 }).winner, null)
  assert.equal(abResult({ n: 100, answered: 10 }, { n: 100, answered: 15 }).winner, null)
  assert.equal(abResult({ n: 5000, answered: 500 }, { n: 5000, answered: 500 }).winner, null)
  const none = { n: 0, answered: 0 }
  assert.deepEqual(abResult(none, none), { difference: 0, from: -1, to: 1, winner: null })
})

test('of two equal texts one is named in no more than one of twenty trials', () => {
  let seed = 7
  const dice = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const answered = () => Array.from({ length: 300 }, dice).filter(x => x < 0.12).length
  let named = 0
  for (let trial = 0; trial < 1000; trial++)
    if (abResult({ n: 300, answered: answered() }, { n: 300, answered: answered() }).winner) named++
  assert.ok(named <= 60, `${named} of 1000`)
})
