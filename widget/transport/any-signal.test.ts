import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anySignal } from './any-signal.ts'

test('either signal ends it, with its own reason, and later ones change nothing', () => {
  for (const first of [0, 1]) {
    const controllers = [new AbortController(), new AbortController()] as const
    const either = anySignal(controllers[0].signal, controllers[1].signal)
    assert.equal(either.aborted, false)
    controllers[first === 0 ? 0 : 1].abort('first')
    controllers[first === 0 ? 1 : 0].abort('second')
    assert.deepEqual([either.aborted, either.reason], [true, 'first'])
  }
})

test('what is over already, is over', () => {
  const going = new AbortController()
  assert.equal(anySignal(going.signal, AbortSignal.abort('before')).reason, 'before')
})
