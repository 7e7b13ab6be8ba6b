import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameForCustomers } from './name-for-customers.ts'

test('customers read the given name of who writes, never a full name or an address', () => {
  const read = ['Nguyễn Thu Hạnh', 'Hạnh', 'Minh Nguyen', 'Mary Jones', 'hanh@tiem.example', ' '].map(nameForCustomers)
  assert.deepEqual(read, ['Hạnh', 'Hạnh', 'Minh', 'Mary', '', ''])
})
