import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
import { testPlatform } from '#server/testing.ts'
import { seconds } from '../clock.ts'
import { runDueTimers } from './timers.ts'

test('a timer that fails, or does not end, holds up no other, and none is begun again while it runs', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const every = seconds(5)
  let ran: string[] = []
  let end = () => {}
  const held = new Promise<void>(resolve => (end = resolve))
  const recorded = (name: string, then: () => Promise<void>) => ({
    every,
    run: () => {
      ran.push(name)
      return then()
    },
  })
  const timers = {
    fails: recorded('fails', () => Promise.reject(new Error('no luck'))),
    stays: recorded('stays', () => held),
    last: recorded('last', () => Promise.resolve()),
  }
  const runDue = runDueTimers(platform, [{ name: 'test', timers }], 1)
  const next = async () => {
    ran = []
    await runDue()
    platform.clock.advance(every)
    return ran
  }
  assert.deepEqual(await next(), ['fails', 'stays', 'last'])
  assert.deepEqual(await next(), ['fails', 'last'])
  end()
  await breathe()
  assert.deepEqual(await next(), ['fails', 'stays', 'last'])
})

test('of processes that look at once, one runs what is due', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  let ran = 0
  const timers = { due: { every: seconds(5), run: async () => void ran++ } }
  const runners = Array.from({ length: 3 }, () => runDueTimers(platform, [{ name: 'test', timers }]))
  for (const expected of [1, 2]) {
    await Promise.all(runners.map(runDue => runDue()))
    assert.equal(ran, expected)
    platform.clock.advance(seconds(5))
  }
})
