import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindMessage } from './bind-message.ts'

test('the message that binds values counts bytes, not letters, and tells nothing from null', () => {
  const given = Buffer.from(bindMessage('s1', ['Áo', '', null]))
  const wanted = [
    ...Buffer.from('B'),
    ...[0, 0, 0, 29],
    ...[0, ...Buffer.from('s1'), 0],
    ...[0, 0, 0, 3],
    ...[0, 0, 0, 3, 0xc3, 0x81, 0x6f],
    ...[0, 0, 0, 0],
    ...[255, 255, 255, 255],
    ...[0, 0],
  ]
  assert.deepEqual([...given], wanted)
})
