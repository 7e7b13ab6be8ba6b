import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountForField, readAmount } from './read-amount.ts'

test('amounts are read as people type them', () => {
  const cases: [string, 'VND' | 'USD', number | undefined][] = [
    ['342.278', 'VND', 342_278],
    ['342,278 đ', 'VND', 342_278],
    ['1 200 000', 'VND', 1_200_000],
    ['200000 VND', 'VND', 200_000],
    ['12', 'USD', 1_200],
    ['12.5', 'USD', 1_250],
    ['12,50', 'USD', 1_250],
    ['$1,234.50', 'USD', 123_450],
    ['1.234', 'USD', 123_400],
    ['', 'VND', undefined],
    ['0', 'VND', undefined],
    ['-5', 'VND', undefined],
    ['mười', 'VND', undefined],
    ['1e5', 'VND', undefined],
    ['0x10', 'VND', undefined],
    ['99999999999999999999', 'VND', undefined],
  ]
  for (const [typed, currency, expected] of cases) assert.equal(readAmount(typed, currency), expected, typed)
})

test('what a field shows is read back as the same amount', () => {
  for (const currency of ['VND', 'USD'] as const)
    for (const language of ['vi', 'en'] as const)
      for (const amount of [200_000, 1_234_567, 1_000, 5])
        assert.equal(readAmount(amountForField(amount, currency, language), currency), amount)
})
