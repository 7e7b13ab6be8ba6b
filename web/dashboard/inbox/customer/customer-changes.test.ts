import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerChange } from './customer-changes.ts'

const before = {
  name: 'Trần Ánh',
  details: [
    { id: '1', kind: 'phone', value: '+84903218447' },
    { id: '2', kind: 'email', value: 'anh@gmail.com' },
  ],
}
const line = (id: string | undefined, kind: 'phone' | 'email' | 'address', value: string) => ({
  key: value,
  ...(id && { id }),
  kind,
  value,
})
const same = [line('1', 'phone', '+84903218447'), line('2', 'email', 'anh@gmail.com ')]

test('nothing that was changed is nothing to save', () => {
  assert.equal(
    customerChange(before, { name: 'Trần Ánh ', lines: [...same, line(undefined, 'address', ' ')] }),
    undefined,
  )
})

test('a rewritten line takes the old one’s place; one that is emptied or taken out goes', () => {
  assert.deepEqual(customerChange(before, { name: 'Trần Ngọc Ánh', lines: [line('1', 'phone', '0912345678')] }), {
    name: 'Trần Ngọc Ánh',
    add: [{ kind: 'phone', value: '0912345678' }],
    remove: ['1', '2'],
  })
  assert.deepEqual(customerChange(before, { name: 'Trần Ánh', lines: [...same.slice(0, 1), line('2', 'email', '')] }), {
    add: [],
    remove: ['2'],
  })
  assert.deepEqual(customerChange(before, { name: '', lines: [...same, line(undefined, 'address', '12 Lê Lợi')] }), {
    name: '',
    add: [{ kind: 'address', value: '12 Lê Lợi' }],
    remove: [],
  })
})
