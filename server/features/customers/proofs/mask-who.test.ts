import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskWho } from './mask-who.ts'

const known: [string, string][] = [
  ['Bùi Lan, 0912 345 678', 'B*** L***, ***78'],
  ['chị Nguyễn Thị Thu-Hà', 'c*** N*** T*** T***'],
  ['lan.bui@mail.example', '***@***'],
  ['Zalo +84912345678 (số 5)', 'Z*** +***78 (s*** ***)'],
  ['', ''],
]
for (const [who, masked] of known) test(`“${who}” is “${masked}”`, () => assert.equal(maskWho(who), masked))

test('no word of two letters and no number of three digits is left', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'Đ', 'ố', 'ỗ', '7', '0', ' ', '.', ',', '-', '@', '’'),
    maxLength: 80,
  })
  fc.assert(fc.property(letters, who => !/\p{L}\p{L}|\p{N}{3}/u.test(maskWho(who))))
})
