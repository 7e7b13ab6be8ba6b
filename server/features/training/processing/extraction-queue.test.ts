import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { minutes } from '#platform/clock.ts'
import { makeExtractionQueue, type ExtractionQueue } from './extraction-queue.ts'

describe('turns of reading', () => {
  let now = 0
  let turns: ExtractionQueue
  let reading: string[]
  beforeEach(() => {
    turns = makeExtractionQueue(() => now)
    reading = []
  })

  const ask = (workspaceId: string, places = 2) =>
    void turns.enter(workspaceId, places).then(() => reading.push(workspaceId))
  async function end(workspaceId: string, spentMs: number): Promise<void> {
    await settled()
    reading.splice(reading.indexOf(workspaceId), 1)
    turns.leave(workspaceId, spentMs)
    await settled()
  }
  const settled = () => new Promise(resolve => setImmediate(resolve))

  test('one workspace leaves a place to the others, and all places count', async () => {
    for (const id of ['a', 'a', 'b', 'c']) ask(id)
    await settled()
    assert.deepEqual(reading, ['a', 'b'])
    await end('b', 10)
    assert.deepEqual(reading, ['a', 'c'])
    ask('d', 1)
    await end('c', 10)
    assert.deepEqual(reading, ['a'], 'with one place')
    await end('a', 10)
    assert.deepEqual(reading, ['d'])
  })

  test('of those who wait, it is the turn of who had least lately; the old is forgotten', async () => {
    for (const [id, spent] of [
      ['much', 4000],
      ['some', 2000],
    ] as const) {
      ask(id)
      await end(id, spent)
    }
    for (const id of ['x', 'y', 'much', 'some', 'new']) ask(id)
    await end('x', 0)
    assert.deepEqual(reading, ['y', 'new'])
    await end('new', 0)
    assert.deepEqual(reading, ['y', 'some'])
    now += minutes(60)
    ask('late')
    await end('some', 5000)
    ask('late')
    await end('late', 500)
    assert.deepEqual(reading, ['y', 'much'])
  })

  test('however many have had much, together they leave a place to who has not', async () => {
    const greedy = Array.from({ length: 20 }, (_, n) => `greedy ${n}`)
    for (const id of greedy) {
      ask(id)
      await end(id, 10_000)
    }
    for (const id of greedy) ask(id)
    await settled()
    assert.equal(reading.length, 1)
    ask('new')
    await settled()
    assert.equal(reading.at(-1), 'new')
  })
})
