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

test('in the background: after all others, in a pause of theirs', { timeout: 10_000 }, async () => {
  const turns = makePriorityMutex({ quietMs: 30, maxWaitMs: 60_000, idleMs: 0 })
  let othersAt = 0
  await turns.mine('default')
  const began = turns.mine('background').then(() => performance.now())
  for (let left = 20; left > 0; left--) {
    othersAt = performance.now()
    turns.next()
    await turns.mine(left % 2 ? 'last' : 'first')
  }
  othersAt = performance.now()
  turns.next()
  assert.ok((await began) - othersAt >= 29)
  turns.next()
})

test('in the background: after its longest wait before others who wait, one of whom goes between two', async () => {
  const turns = makePriorityMutex({ quietMs: 60_000, maxWaitMs: 20, idleMs: 0 })
  const order: string[] = []
  await turns.mine('default')
  const background = [1, 2].map(() => turns.mine('background').then(() => order.push('background')))
  for (const since = performance.now(); performance.now() - since < 20;) await new Promise(setImmediate)
  const others = [1, 2, 3].map(() => turns.mine('first').then(() => order.push('other')))
  for (let left = background.length + others.length; left > 0; left--) {
    turns.next()
    await new Promise(setImmediate)
  }
  turns.next()
  assert.deepEqual(order, ['background', 'other', 'background', 'other', 'other'])
})

test('quiet: when nobody but the background has asked for a while', async () => {
  const turns = makePriorityMutex({ quietMs: 0, maxWaitMs: 0, idleMs: 20 })
  const ask = async (place: 'default' | 'background') => {
    await turns.mine(place)
    turns.next()
  }
  assert.equal(turns.isQuiet(), true)
  await ask('default')
  const since = performance.now()
  assert.equal(turns.isQuiet(), false)
  while (performance.now() - since < 30) await ask('background')
  assert.equal(turns.isQuiet(), true)
})
