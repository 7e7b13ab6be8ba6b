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
