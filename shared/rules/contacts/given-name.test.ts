import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenName } from './given-name.ts'

test('a Vietnamese is called by the last word of the name, others by the first', () => {
  for (const [name, wanted] of [
    ['Nguyễn Thị Thu Hạnh', 'Hạnh'],
    ['Nguyen Thu Hanh', 'Hanh'],
    ['Đỗ Hoa', 'Hoa'],
    ['Lê Trân', 'Lê'],
    ['Phạm Ba', 'Ba'],
    ['Anna Miller', 'Anna'],
    ['  Mai  ', 'Mai'],
    ['', ''],
  ] as const)
    assert.equal(givenName(name), wanted, name)
})
