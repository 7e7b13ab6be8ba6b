import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createEventReader, type ServerEvent } from './event-stream.ts'
import { backoff } from './pacing.ts'

const text = ': ok\r\n\r\nevent: message\nid: 7\ndata: {"a":\ndata: 1}\n\ndata:không tên\n\nevent: chỉ tên\n\n'
const events = [
  { event: 'message', data: '{"a":\n1}' },
  { event: 'message', data: 'không tên' },
]

test('events are read whole wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20 }), cuts => {
      const read: ServerEvent[] = []
      const take = createEventReader(event => read.push(event))
      let at = 0
      for (const cut of cuts) {
        take(text.slice(at, at + cut))
        at += cut
      }
      take(text.slice(at))
      assert.deepEqual(read, events)
    }),
  )
})

test('waits grow from one second to thirty, and never are the same for all', () => {
  assert.equal(backoff(0, 0), 1000)
  assert.equal(backoff(0, 1), 2000)
  assert.equal(backoff(2, 1), 8000)
  assert.equal(backoff(50, 1), 30_000)
})
