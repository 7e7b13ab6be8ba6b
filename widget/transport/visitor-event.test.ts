import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVisitorEvent } from './visitor-event.ts'

const message = { id: 'a', cursor: '1', author: 'bot', text: 'Dạ', created_at: '2026-11-20T00:00:00Z' }
const read = (event: string, data: unknown) => readVisitorEvent({ event, data: JSON.stringify(data) })

test('the four events of the contract', () => {
  assert.deepEqual(read('message', message), { event: 'message', data: message })
  assert.deepEqual(read('status', { bot: 'off' }), { event: 'status', data: { bot: 'off' } })
  assert.deepEqual(read('typing', { author: 'member' }), { event: 'typing', data: { author: 'member' } })
  assert.deepEqual(read('draft', { author: 'bot', text: '' }), { event: 'draft', data: { author: 'bot', text: '' } })
})

test('what is not of the contract is passed over, what was cut off is not', () => {
  for (const [event, data] of [
    ['message', { ...message, cursor: 1 }],
    ['message', { ...message, author: 'robot' }],
    ['status', { bot: 'asleep' }],
    ['typing', null],
    ['draft', 'text'],
    ['toString', {}],
  ] as const)
    assert.equal(read(event, data), undefined, event)
  assert.throws(() => readVisitorEvent({ event: 'message', data: '{"id":' }), SyntaxError)
})
