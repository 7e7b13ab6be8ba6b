import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContactPoint } from './contact-point.ts'

test('an address or a number, however it is written', () => {
  assert.deepEqual(readContactPoint(' hanh@gom.vn '), { kind: 'email', value: 'hanh@gom.vn' })
  assert.deepEqual(readContactPoint('hanh+shop@tiệm-gốm.com.vn'), { kind: 'email', value: 'hanh+shop@tiệm-gốm.com.vn' })
  assert.deepEqual(readContactPoint('0903 218 447'), { kind: 'phone', value: '0903218447' })
  assert.deepEqual(readContactPoint('+84 (903) 218-447'), { kind: 'phone', value: '+84903218447' })
})

test('anything else is neither', () => {
  for (const typed of [
    '',
    'hanh',
    'hanh@',
    '@gom.vn',
    'hanh@gom',
    'a b@gom.vn',
    'hanh@gom.vn, x@y.vn',
    '123',
    '09032184471234567',
    'gọi 0903 218 447 nhé',
    '0'.repeat(10) + ' '.repeat(245) + '1',
  ])
    assert.equal(readContactPoint(typed), null, typed)
  assert.equal(readContactPoint(`${'a'.repeat(300)}@gom.vn`), null)
})
