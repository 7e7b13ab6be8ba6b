import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTurns } from './turns.ts'

test('one at a time, in the order of coming; who may go first does, and lets one of the others go between two', async () => {
  const turns = makeTurns()
  const order: string[] = []
  let at = 0
  async function take(name: string, first = false): Promise<void> {
    await turns.mine(first)
    at += 1
    assert.equal(at, 1, 'two at once')
    order.push(name)
    await new Promise(resolve => setImmediate(resolve))
    at -= 1
    turns.next()
  }
  await Promise.all([take('a'), take('b'), take('c'), take('A', true), take('B', true), take('C', true), take('d')])
  assert.deepEqual(order, ['a', 'A', 'b', 'B', 'c', 'C', 'd'])
  await take('alone', true)
  assert.equal(order.at(-1), 'alone')
})
