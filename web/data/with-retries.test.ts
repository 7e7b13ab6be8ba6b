import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRetries } from './with-retries.ts'

test('waits twice as long each time, and gives up within half a minute', async () => {
  const waits: number[] = []
  let tries = 0
  const result = await withRetries(
    async () => ++tries,
    () => true,
    async ms => void waits.push(ms),
  )
  assert.deepEqual(waits, [200, 400, 800, 1600, 3200, 6400, 12_800])
  assert.equal(result, waits.length + 1)
})

test('ends with the first result that will not change', async () => {
  const results = ['down', 'down', 'refused']
  const result = await withRetries(
    async () => results.shift(),
    one => one === 'down',
    async () => {},
  )
  assert.equal(result, 'refused')
  assert.deepEqual(results, [])
})
