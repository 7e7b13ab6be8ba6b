import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClock } from '../clock.ts'
import { makeSeal } from './seal.ts'

test('a sealed fact comes back, until its time is over', () => {
  const clock = fakeClock()
  const { seal, unseal } = makeSeal(() => ['a secret'], clock)
  const text = seal('ticket', { host: 'shop.vn' }, 1000)
  assert.deepEqual(unseal('ticket', text), { host: 'shop.vn' })
  clock.advance(1000)
  assert.equal(unseal('ticket', text), undefined)
})

test('nobody else makes one, changes one, or uses it for something else', () => {
  const { seal, unseal } = makeSeal(() => ['a secret'], fakeClock())
  const text = seal('ticket', { host: 'shop.vn' }, 1000)
  const [body = '', signature = ''] = text.split('.')
  const changed = Buffer.from('{"host":"evil.vn","until":9e15}').toString('base64url')
  for (const other of ['', '.', body, `${body}.`, `${changed}.${signature}`, `${text}.x`, `x${text}`, 'a'.repeat(9000)])
    assert.equal(unseal('ticket', other), undefined)
  assert.equal(unseal('visitor', text), undefined)
  assert.equal(makeSeal(() => ['another'], fakeClock()).unseal('ticket', text), undefined)
})

test('each purpose has a secret of its own', () => {
  const { secretFor } = makeSeal(() => ['a secret'], fakeClock())
  assert.equal(secretFor('a'), secretFor('a'))
  assert.notEqual(secretFor('a'), secretFor('b'))
  assert.match(secretFor('a'), /^[\w-]{43}$/)
})
