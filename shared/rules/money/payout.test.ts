import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endingOf, readAccountNumber, readPayoneerAddress, resembles } from './payout.ts'

test('a holder resembles whom we know, and nobody else', () => {
  const cases: [string, string, boolean][] = [
    ['NGUYEN THU HANH', 'Nguyễn Thu Hạnh', true],
    ['Nguyen Thi Thu Hanh', 'Nguyễn Thu Hạnh', true],
    ['HANH NGUYEN THU', 'Nguyễn Thu Hạnh', true],
    ['CONG TY TNHH HAT NAU', 'Công ty TNHH Hạt Nâu', true],
    ['CTY CP HAT NAU SAI GON', 'Hạt Nâu Sài Gòn', true],
    ['Đỗ Đức', 'DO DUC', true],
    ['Madonna', 'madonna', true],
    ['NGUYEN VAN BA', 'Nguyễn Thu Hạnh', false],
    ['NGUYEN', 'Nguyễn Thu Hạnh', false],
    ['NGUYEN HANH', 'Nguyễn Thị Thu Hạnh', false],
    ['CONG TY TNHH', 'Công ty TNHH Hạt Nâu', false],
    ['', '', false],
    ['…', 'Nguyễn Thu Hạnh', false],
  ]
  for (const [holder, known, expected] of cases)
    assert.equal(resembles(holder, known), expected, `${holder} | ${known}`)
})

test('account numbers and addresses are read as people type them', () => {
  assert.equal(readAccountNumber('0071 0000-0000.1'), '0071000000001')
  assert.equal(readAccountNumber('vqrq00021abc'), 'VQRQ00021ABC')
  for (const right of ['123456', '1'.repeat(19)]) assert.equal(readAccountNumber(right), right)
  for (const wrong of ['', '12345', 'abcdef', '1'.repeat(20), '0071;drop'])
    assert.equal(readAccountNumber(wrong), undefined)
  assert.equal(readPayoneerAddress(' Hanh@Shop.example '), 'hanh@shop.example')
  assert.equal(readPayoneerAddress('0901234567'), undefined)
})

test('of an account only its end is shown', () => {
  assert.equal(endingOf({ kind: 'bank', bank: '970422', account: '0071000004417', holder: 'A' }), '4417')
  assert.equal(endingOf({ kind: 'payoneer', account: 'hanh@shop.example', holder: 'A' }), 'h…@shop.example')
})
