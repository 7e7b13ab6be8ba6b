import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { notifyGenerating } from './notify-generating.ts'

test('it is told as long as the bot writes, and no longer', async t => {
  const platform = await testPlatform()
  let received = 0
  const stop = platform.broadcast.subscribe('conversation:c1', ({ event }) => {
    if (event === 'generating') received += 1
  })
  const waitForEvents = async (count: number): Promise<void> => {
    while (received < count) await new Promise(resolve => setImmediate(resolve))
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const stopNotifying = notifyGenerating(platform, 'c1')
  await waitForEvents(1)
  t.mock.timers.tick(seconds(4))
  await waitForEvents(2)
  stopNotifying()
  t.mock.timers.tick(seconds(60))
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(received, 2)
  stop()
  t.mock.timers.reset()
  await platform.close()
})
