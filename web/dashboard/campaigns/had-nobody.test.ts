import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hadNobody } from './had-nobody.ts'

test('only what is over and was meant for nobody at all had nobody', () => {
  assert.equal(hadNobody({ status: 'done', counters: { states: {} } }), true)
  assert.equal(hadNobody({ status: 'done', counters: { states: { skipped: 1 } } }), false)
  assert.equal(hadNobody({ status: 'done', counters: { states: { sent: 2 } } }), false)
  for (const status of ['scheduled', 'planning', 'running', 'cancelled'])
    assert.equal(hadNobody({ status, counters: {} }), false, status)
})
