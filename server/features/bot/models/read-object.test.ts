import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBeginning } from './read-object.ts'

const object = {
  act: 'answer',
  citations: [{ chunk: 'c1', quote: 'dấu " và {"reply":"x' }],
  confidence: 0.9,
  reply: 'Dạ, 20.000đ ạ.\nCảm ơn "mình" \\ 😀 nhé.',
}

test('whatever piece has come, nothing is read that is not there, and nothing of what follows', () => {
  const text = `Here: ${JSON.stringify(object)} Bye`
  const { reply, ...whole } = object
  let longest = ''
  for (let end = 0; end <= text.length; end++) {
    const read = readBeginning(text.slice(0, end), 'reply')
    if (!read) continue
    assert.deepEqual(read.whole, whole)
    assert.ok(reply.startsWith(read.begun.toWellFormed().replace(/\uFFFD$/, '')), read.begun)
    longest = read.begun
  }
  assert.equal(longest, reply)
})

test('escapes, white space, and objects in which something follows the reply', () => {
  assert.deepEqual(readBeginning('{ "a" : [1, {"reply": "no"}] ,\n "reply" : "tr\\u1ea3 l\\u1ed', 'reply'), {
    whole: { a: [1, { reply: 'no' }] },
    begun: 'trả l',
  })
  assert.equal(readBeginning('{"reply":"x","act":"answer"}', 'reply')?.begun, 'x')
  assert.equal(readBeginning('{"act":"reply","n":1', 'reply'), undefined)
  assert.equal(readBeginning('no object "reply":"x', 'reply'), undefined)
  assert.equal(readBeginning('{"broken":,"reply":"x', 'reply'), undefined)
})
