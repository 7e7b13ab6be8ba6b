import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRange } from './byte-range.ts'

describe('a range of bytes', () => {
  test('is read in its three forms and cut at the end of the file', () => {
    assert.deepEqual(readRange('bytes=0-3', 10), { start: 0, end: 3 })
    assert.deepEqual(readRange('bytes=4-', 10), { start: 4, end: 9 })
    assert.deepEqual(readRange('bytes=-3', 10), { start: 7, end: 9 })
    assert.deepEqual(readRange('bytes=-30', 10), { start: 0, end: 9 })
    assert.deepEqual(readRange('bytes=8-99', 10), { start: 8, end: 9 })
  })

  test('beyond the file there is nothing', () => {
    for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(40)}-`])
      assert.equal(readRange(header, 10), 'outside')
    assert.equal(readRange('bytes=0-', 0), 'outside')
    assert.equal(readRange('bytes=-5', 0), 'outside')
  })

  test('what is not understood asks for the whole', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=3-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b'])
      assert.equal(readRange(header, 10), undefined)
  })
})
