import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, Entry } from '../compiling/entries.ts'
import { writeStarters } from './write-starters.ts'

function entry(name: string, kind: string): Entry {
  const cell = { kind, value: '1', head: '' } as unknown as Cell
  return { name, cells: [cell], path: [], group: 0 } as unknown as Entry
}

test('what is suggested to ask stands in the documents: a price, the hours, the place; nothing where nothing is known', () => {
  assert.deepEqual(writeStarters([]), { vi: [], en: [] })
  const spa = [
    entry('Gội thảo mộc', 'money'),
    entry('Gội bầu', 'money'),
    entry('Giờ mở cửa', 'time'),
    entry('Địa chỉ', 'place'),
  ]
  assert.deepEqual(writeStarters(spa).vi, ['Gội thảo mộc giá bao nhiêu?', 'Tiệm mở cửa mấy giờ?', 'Tiệm ở đâu?'])
  assert.deepEqual(writeStarters(spa.slice(0, 2)).en, ['How much is Gội thảo mộc?', 'How much is Gội bầu?'])
})
