import assert from 'node:assert/strict'
import test from 'node:test'
import { remembered } from './read-once.ts'

test('a line is read once, until a flood of long texts has taken its place', () => {
  const read: string[] = []
  const ask = remembered((text: string) => read.push(text), 2000)
  const times = (text: string) => read.filter(one => one === text).length
  const line = 'Phí ship nội thành: 20.000đ'
  const [tooLong, long] = ['x'.repeat(2001), (at: number) => `${at} ${'x'.repeat(1900)}`] as const
  for (const text of [line, line, tooLong, tooLong]) ask(text)
  assert.deepEqual([times(line), times(tooLong)], [1, 2])
  for (let at = 0; at < 400; at++) ask(long(at))
  ask(line)
  assert.equal(times(line), 2)
})
