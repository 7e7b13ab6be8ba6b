import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { encodeForm } from './stripe-api.ts'
import { isFromStripe } from './stripe-signature.ts'
import { minorAmount } from '../payoneer/minor-amount.ts'

const secret = 'whsec_test'
const time = 1_795_000_000
const raw = '{"id":"evt_1","text":"Gói Pro đã thanh toán"}'
const sign = (key = secret, at = time, body = raw) => createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
const check = (header: string | undefined, { body = raw, keys = secret, age = 0 } = {}) =>
  isFromStripe(
    keys,
    { headers: header === undefined ? {} : { 'stripe-signature': header }, raw: Buffer.from(body), params: {} },
    new Date((time + age) * 1000),
  )

test('Stripe’s signature: over the raw bytes, 300 seconds at most, both ways', () => {
  const right = `t=${time},v1=${sign()}`
  assert.equal(check(right), true)
  for (const age of [299, 300, -300]) assert.equal(check(right, { age }), true, String(age))
  for (const age of [301, -301, -100_000]) assert.equal(check(right, { age }), false, String(age))
  assert.equal(check(right, { body: `${raw} ` }), false)
  assert.equal(check(undefined), false)
  assert.equal(check(''), false)
  assert.equal(check(`t=${time}`), false)
  assert.equal(check(`v1=${sign()}`), false)
  assert.equal(check(`t=${time},v0=${sign()}`), false)
  assert.equal(check(`t=${time},t=${time + 1},v1=${sign()}`), false)
  assert.equal(check(`t=soon,v1=${sign()}`), false)
  assert.equal(check(`t=${time},v1=${sign().slice(0, 40)}`), false)
  assert.equal(check(`t=${time},v1=${sign('another')}`), false)
})

test('any one valid v1 is enough, of any one of the secrets; an empty one signs nothing', () => {
  assert.equal(check(`t=${time},v1=${'0'.repeat(64)},v1=${sign()}`), true)
  assert.equal(check(`t=${time}, v1=${sign('old')}`, { keys: 'new, old' }), true)
  for (const keys of ['', ' ', ',', ' , ']) assert.equal(check(`t=${time},v1=${sign('')}`, { keys }), false)
})

test('forms: objects and lists in brackets, nothing for undefined', () => {
  const form = { a: { b: [{ c: 1 }, 'd'] }, e: false, f: undefined, g: 'đ&=' }
  assert.equal(decodeURIComponent(encodeForm(form)), 'a[b][0][c]=1&a[b][1]=d&e=false&g=đ&=')
})

test('Payoneer’s decimals, in coins', () => {
  const cases = [
    [29, 'USD', 2900],
    ['29.00', 'USD', 2900],
    [24.17, 'USD', 2417],
    ['0.01', 'USD', 1],
    [582_500, 'VND', 582_500],
    ['582500.00', 'VND', 582_500],
  ] as const
  for (const [amount, currency, coins] of cases) assert.equal(minorAmount(amount, currency), coins)
  for (const amount of ['29.001', '0', '-1', '1e3', '', 'NaN', 0.1 + 0.2])
    assert.equal(minorAmount(amount, 'USD'), undefined)
  assert.equal(minorAmount('1.5', 'VND'), undefined)
  assert.equal(minorAmount(1, 'EUR'), 100)
  assert.equal(minorAmount(1, 'euro'), undefined)
})
