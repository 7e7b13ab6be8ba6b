import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHere } from './greetings.ts'

test('a rule holds on its page, below its folder, or everywhere', () => {
  for (const here of ['/gom', '/gom/']) assert.equal(isHere('/gom', here), true)
  for (const here of ['/gom/am', '/gomme', '/']) assert.equal(isHere('/gom', here), false)
  for (const here of ['/gom', '/gom/', '/gom/am/1']) assert.equal(isHere('/gom/*', here), true)
  for (const here of ['/gomme', '/']) assert.equal(isHere('/gom/*', here), false)
  assert.deepEqual(
    [isHere('', '/a'), isHere('/', '/'), isHere('/', '/a'), isHere('/*', '/a')],
    [true, true, false, true],
  )
})
