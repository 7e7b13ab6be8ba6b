import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeTaxId, splitTax } from './tax.ts'

test('VAT is taken out of the price, and nothing is lost', () => {
  assert.deepEqual(splitTax(699_000, 800), { net: 647_222, tax: 51_778 })
  assert.deepEqual(splitTax(699_000, 0), { net: 699_000, tax: 0 })
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom(0, 500, 800, 1000), (total, bp) => {
      const { net, tax } = splitTax(total, bp)
      assert.equal(net + tax, total)
      assert.ok(tax >= 0 && Math.abs(tax * 10_000 - net * bp) <= 20_000)
    }),
  )
})

test('tax numbers: persons have twelve digits, others a check digit', () => {
  assert.equal(judgeTaxId('0100112437'), 'valid')
  assert.equal(judgeTaxId('0100112438'), 'doubtful')
  assert.equal(judgeTaxId('001099000123'), 'valid')
  assert.equal(judgeTaxId(' '), 'empty')
  assert.equal(judgeTaxId('DE123456789'), 'doubtful')
})

test('of the ten last digits of a tax number one fits at most; a slip of one digit never does', () => {
  const nine = fc.integer({ min: 0, max: 999_999_999 }).map(number => String(number).padStart(9, '0'))
  fc.assert(
    fc.property(nine, fc.nat(8), fc.nat(9), (first, place, digit) => {
      const fitting = Array.from({ length: 10 }, (_, last) => `${first}${last}`).filter(
        id => judgeTaxId(id) === 'valid',
      )
      assert.ok(fitting.length <= 1)
      for (const id of fitting) {
        const slip = id.slice(0, place) + digit + id.slice(place + 1)
        if (slip !== id) assert.equal(judgeTaxId(slip), 'doubtful')
        for (const branch of ['-001', '001', '-999']) assert.equal(judgeTaxId(id + branch), 'valid')
        for (const odd of ['-000', '000', '-01', '1', '-0001']) assert.equal(judgeTaxId(id + odd), 'doubtful')
      }
    }),
  )
})
