import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostAlike } from './most-alike.ts'

test('a mistaken name leads to the one that is most like it, if any is', () => {
  const known = ['contacts', 'contact_details', 'channels', 'conversations']
  assert.equal(mostAlike('contact', known), 'contacts')
  assert.equal(mostAlike('Conversation', known), 'conversations')
  assert.equal(mostAlike('chanels', known), 'channels')
  assert.equal(mostAlike('orders', known), undefined)
  assert.equal(mostAlike('', known), undefined)
  assert.equal(mostAlike('contacts', []), undefined)
})
