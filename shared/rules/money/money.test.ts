import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinDigits, formatAnyMoney, formatExactMoney, formatMoney, plainAmount } from './money.ts'

test('money is written as the reader of the language writes it', () => {
  assert.equal(formatMoney(299_000, 'VND', 'vi'), '299.000đ')
  assert.equal(formatMoney(7_129_800, 'VND', 'vi'), '7.129.800đ')
  assert.equal(formatMoney(299_000, 'VND', 'en'), '299,000đ')
  assert.equal(formatMoney(1_200, 'USD', 'en'), '$12.00')
  assert.equal(formatMoney(1_200, 'USD', 'vi'), '12 USD')
  assert.equal(formatMoney(12_240, 'USD', 'vi'), '122,40 USD')
  assert.equal(formatMoney(0, 'VND', 'vi'), '0đ')
})

test('a currency that we do not sell in has its own coins and its name behind', () => {
  assert.deepEqual(['JPY', 'EUR', 'KWD', 'eur', 'EURO', ''].map(coinDigits), [0, 2, 3, undefined, undefined, undefined])
  const written = [
    formatAnyMoney(1_234, 'JPY', 'en'),
    formatAnyMoney(1_234, 'EUR', 'vi'),
    formatAnyMoney(1_200, 'USD', 'en'),
  ]
  assert.deepEqual(written, ['1,234 JPY', '12,34 EUR', '$12.00'])
})

test('programs get a point and all digits of the currency', () => {
  assert.equal(plainAmount(299_000, 'VND'), '299000')
  assert.equal(plainAmount(12_240, 'USD'), '122.40')
})

test('papers write all amounts of a currency with the same digits', () => {
  const written = [2900, 2685, 215].map(amount => formatExactMoney(amount, 'USD', 'vi'))
  assert.deepEqual(written, ['29,00 USD', '26,85 USD', '2,15 USD'])
  assert.deepEqual(
    [
      formatExactMoney(2900, 'USD', 'en'),
      formatExactMoney(699_000, 'VND', 'vi'),
      formatExactMoney(699_000, 'VND', 'en'),
    ],
    ['$29.00', '699.000đ', '699,000đ'],
  )
})
