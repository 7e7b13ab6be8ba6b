import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from './session.ts'
import { makePriorityMutex } from './priority-mutex.ts'

test('one at a time, in the order of coming; who may go first does, and lets one of the others go between two', async () => {
  const turns = makePriorityMutex()
  const order: string[] = []
  let at = 0
  async function take(name: string, place: Place = 'default', taken = 0): Promise<void> {
    await turns.mine(place, taken)
    at += 1
    assert.equal(at, 1, 'two at once')
    order.push(name)
    await new Promise(resolve => setImmediate(resolve))
    at -= 1
    turns.next()
  }
  await Promise.all([
    take('a'),
    take('b'),
    take('c'),
    take('A', 'first'),
    take('B', 'first'),
    take('C', 'first'),
    take('d'),
  ])
  assert.deepEqual(order, ['a', 'A', 'b', 'B', 'c', 'C', 'd'])
  await take('alone', 'first')
  assert.equal(order.at(-1), 'alone')
  order.length = 0
  const last = [take('a'), take('Z', 'last'), take('Y', 'last')]
  const others = ['b', 'c', 'd', 'e', 'f', 'g'].map(name => take(name))
  assert.equal(turns.isUrged(0), true)
  await Promise.all([...last, ...others])
  assert.deepEqual(order.join(''), 'abcdZefgY', 'the last wait for others, but not for ever')
  assert.equal(turns.isUrged(0), false)
  order.length = 0
  const greedy = [take('x'), take('X', 'last', 9000), take('Y', 'last', 9000), take('m', 'last')]
  assert.deepEqual([turns.isUrged(100), turns.isUrged(9000)], [false, true])
  await Promise.all(greedy)
  assert.deepEqual(order.join(''), 'xmXY', 'who has taken little goes before')
})
