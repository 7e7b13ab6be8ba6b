import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPhone } from './format-phone.ts'

test('a Vietnamese number is written as at home, any other as it is', () => {
  assert.equal(formatPhone('+84903218447'), '0903 218 447')
  for (const other of ['+842838220000', '+6591234567', '0903218447', '']) assert.equal(formatPhone(other), other)
})
