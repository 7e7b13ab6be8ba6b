import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeSecretBox } from './secret-box.ts'

const key = () => randomBytes(32).toString('base64')
const boxWith = (...keys: string[]) => makeSecretBox(() => keys)

test('a locked text opens again, and tells nothing before', () => {
  const box = boxWith(key())
  const locked = box.lock('mật khẩu của trang', 'channel 1')
  assert.equal(box.open(locked, 'channel 1'), 'mật khẩu của trang')
  assert.ok(!Buffer.from(locked.split('.')[1] ?? '', 'base64url').includes('khẩu'))
  assert.notEqual(box.lock('mật khẩu của trang', 'channel 1'), locked)
})

test('moved, changed or cut, it does not open', () => {
  const box = boxWith(key())
  const locked = box.lock('secret', 'channel 1')
  assert.throws(() => box.open(locked, 'channel 2'))
  const [name = '', body = ''] = locked.split('.')
  const bytes = Buffer.from(body, 'base64url')
  bytes[14] = (bytes[14] ?? 0) ^ 1
  for (const other of [`${name}.${bytes.toString('base64url')}`, locked.slice(0, -4), name, '', `${name}.`])
    assert.throws(() => box.open(other, 'channel 1'), other)
})

test('a newer key locks, older ones still open', () => {
  const [old, fresh] = [key(), key()]
  const locked = boxWith(old).lock('secret', 'a')
  const both = boxWith(fresh, old)
  assert.equal(both.open(locked, 'a'), 'secret')
  assert.throws(() => boxWith(fresh).open(locked, 'a'), /not here/)
  assert.throws(() => boxWith(old).open(both.lock('secret', 'a'), 'a'), /not here/)
  for (const wrong of [[], ['c2hvcnQ=']]) assert.throws(() => boxWith(...wrong))
})
