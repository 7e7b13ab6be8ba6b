// Published samples and known results.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isFromCasso } from '#features/billing/methods/bank/casso.ts'
import { isFromSepay } from '#features/billing/methods/bank/sepay.ts'
import { crc16, vietQr } from '#features/billing/methods/bank/vietqr.ts'
import { codesIn, meantIn, newMemoCode } from '#features/billing/orders/memo-code.ts'
import { judgeTaxId } from '#shared/rules/money/tax.ts'

function data<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../data/payments', name), 'utf8')) as T
}

test('the checksum of a VietQR code', () => {
  for (const { ascii, crc } of data<{ vectors: { ascii: string; crc: string }[] }>('crc16-known-answers.json').vectors)
    assert.equal(crc16(ascii), crc)
})

test('VietQR codes, letter for letter', () => {
  type Vector = {
    input: { acquirerBin: string; accountNumber: string; amountVnd: number | null; memo: string | null }
    expected: { payload: string }
  }
  for (const name of ['vietqr-1-static.json', 'vietqr-2-dynamic.json', 'vietqr-3-dynamic-text.json']) {
    const { input, expected } = data<Vector>(name)
    const { acquirerBin: bin, accountNumber: account, amountVnd, memo } = input
    assert.equal(vietQr({ bin, account, amount: amountVnd ?? undefined, memo: memo ?? undefined }), expected.payload)
  }
})

test('a VietQR code holds nothing that its fields cannot', () => {
  const right = { bin: '970422', account: '0900000001', amount: 1, memo: 'CB7K2M9QX5' }
  for (const wrong of [
    { bin: '97042' },
    { account: '1'.repeat(20) },
    { amount: 0 },
    { amount: 1.5 },
    { memo: 'Gói Pro' },
    { memo: 'A'.repeat(26) },
  ])
    assert.throws(() => vietQr({ ...right, ...wrong }), RangeError)
})

test('memo codes are found in whatever banks make of them', () => {
  for (const { text, expected } of data<{ cases: { text: string; expected: string[] }[] }>('memo-codes.json').cases)
    assert.deepEqual(codesIn(text), expected, text)
})

test('a slip of one letter, or two neighbours swapped, is no code', () => {
  const alphabet = data<{ alphabet: string }>('memo-codes.json').alphabet
  for (let n = 0; n < 200; n++) {
    const code = newMemoCode()
    assert.deepEqual(codesIn(code), [code])
    const place = 2 + (n % 8)
    for (const character of alphabet)
      if (character !== code[place])
        assert.deepEqual(codesIn(code.slice(0, place) + character + code.slice(place + 1)), [])
    if (place < 8 && code[place] !== code[place + 1]) {
      const swapped = code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2)
      assert.deepEqual(codesIn(swapped), [])
    }
  }
  fc.assert(fc.property(fc.string(), text => codesIn(text).every(code => /^CB[2-9A-HJKMNP-Z]{8}$/.test(code))))
})

test('what a bank writes before a code hides none, whatever it makes together with its beginning', () => {
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  const noise = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom('MBVCB', 'CB', 'VCB.', ''), noise, noise, (bank, before, behind) => {
      const code = newMemoCode()
      const text = `${bank}${before}${code}${behind}`
      assert.ok(codesIn(text).includes(code))
      const meant = meantIn(text, new Set([code]))
      const from = text.replaceAll('.', '').indexOf(code)
      for (const other of meant.filter(one => one !== code))
        assert.ok(Math.abs(text.replaceAll('.', '').indexOf(other) - from) >= code.length)
    }),
    { numRuns: 3000, seed: 31 },
  )
  // 'CB327CBA9E' passes its check by chance: the bank's words plus the code's beginning.
  const text = 'MBVCB.327 CBA9EKHXPF.CT tu 0011'
  assert.deepEqual(codesIn(text), ['CB327CBA9E', 'CBA9EKHXPF'])
  assert.deepEqual(meantIn(text, new Set(['CBA9EKHXPF'])), ['CBA9EKHXPF'])
  // Two separate codes are for a person to decide, even if only one exists.
  assert.equal(meantIn('CB7K2M9QX5CB3F8HT6W6', new Set(['CB7K2M9QX5'])).length, 2)
})

test('SePay’s signature: over the raw bytes, five minutes at most', () => {
  type Vector = { secret: string; headers: Record<string, string>; rawBody: string }
  const { secret, headers, rawBody } = data<Vector>('sepay-hmac.json')
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const time = Number(sent['x-sepay-timestamp'])
  const check = (change: { body?: string; secret?: string; drift?: number; headers?: Record<string, string> }) =>
    isFromSepay(
      change.secret ?? secret,
      { headers: { ...sent, ...change.headers }, raw: Buffer.from(change.body ?? rawBody), params: {} },
      new Date((time + (change.drift ?? 0)) * 1000),
    )
  assert.equal(check({}), true)
  for (const drift of [300, -300]) assert.equal(check({ drift }), true)
  for (const drift of [301, -301]) assert.equal(check({ drift }), false)
  assert.equal(check({ body: `${rawBody} ` }), false)
  assert.equal(check({ secret: 'another' }), false)
  assert.equal(check({ secret: '' }), false)
  assert.equal(check({ headers: { 'x-sepay-signature': '' } }), false)
  assert.equal(check({ headers: { 'x-sepay-signature': 'sha256=00' } }), false)
  assert.equal(check({ headers: { 'x-sepay-timestamp': '' } }), false)
})

test('Casso’s signature: its published sample', () => {
  type Vector = { checksumKey: string; header: string; body: object }
  const { checksumKey, header, body } = data<Vector>('casso-webhook-v2.json')
  const sent = new Date(Number(/t=(\d+)/.exec(header)?.[1]))
  const check = (raw: string, key = checksumKey, now = sent) =>
    isFromCasso(key, { headers: { 'x-casso-signature': header }, raw: Buffer.from(raw), params: {} }, now)
  assert.equal(check(JSON.stringify(body)), true)
  assert.equal(check(JSON.stringify(body, null, 2)), true)
  assert.equal(check(JSON.stringify(body).replace('599000', '699000')), false)
  assert.equal(check(JSON.stringify(body), 'another'), false)
  assert.equal(check(JSON.stringify(body), ''), false)
  assert.equal(check(JSON.stringify(body), checksumKey, new Date(sent.getTime() + 301_000)), false)
  assert.equal(check('no json'), false)
  assert.equal(check('['.repeat(100_000)), false)
})

test('tax numbers', () => {
  const { valid, invalid } = data<{ valid: string[]; invalid: string[] }>('mst.json')
  for (const number of valid) assert.equal(judgeTaxId(number), 'valid', number)
  for (const number of invalid) assert.equal(judgeTaxId(number), 'doubtful', number)
})
