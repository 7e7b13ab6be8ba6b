import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  commissionOf,
  cookieOf,
  needsTwo,
  readReferralCode,
  referralCodeOf,
  setReferralCookie,
  stillEarns,
} from './referral.ts'

test('a share is of what money paid, without VAT', () => {
  // payments.md, section 4: 699,000 at 8 % is 647,222 net.
  assert.deepEqual(commissionOf(699_000, 800, 'first'), { base: 647_222, shareBp: 2000, amount: 129_444 })
  assert.deepEqual(commissionOf(699_000, 800, 'renewal'), { base: 647_222, shareBp: 1000, amount: 64_722 })
  assert.deepEqual(commissionOf(2_900, 0, 'first'), { base: 2_900, shareBp: 2000, amount: 580 })
  assert.equal(commissionOf(-5, 800, 'first').amount, 0)
})

test('renewals earn up to twelve months from the first order', () => {
  const first = new Date('2026-11-20T03:00:00Z')
  assert.equal(stillEarns(first, first), true)
  assert.equal(stillEarns(first, new Date('2027-11-20T02:59:59Z')), true)
  assert.equal(stillEarns(first, new Date('2027-11-20T03:00:00Z')), false)
  const leap = new Date('2028-02-29T03:00:00Z')
  assert.equal(stillEarns(leap, new Date('2029-02-28T02:00:00Z')), true)
  assert.equal(stillEarns(leap, new Date('2029-03-01T00:00:00Z')), false)
})

test('two approve above five million đồng, not at it', () => {
  assert.deepEqual(
    [needsTwo(5_000_000, 'VND'), needsTwo(5_000_001, 'VND'), needsTwo(20_000, 'USD'), needsTwo(20_001, 'USD')],
    [false, true, false, true],
  )
})

test('codes have eight letters and digits that nobody reads for others, however they are typed', () => {
  for (let byte = 0; byte < 256; byte++) {
    const code = referralCodeOf(new Uint8Array(8).fill(byte))
    assert.equal(readReferralCode(` ${code.toLowerCase()} `), code)
  }
  for (const wrong of ['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCDEFG0', 'ABCDEFGI', 'ABCDEFGO', 'ABCDEFG1', 12, null])
    assert.equal(readReferralCode(wrong), undefined)
})

test('a cookie is found among others', () => {
  assert.equal(cookieOf('a=1; ref_code=ABCDEFGH; b=2', 'ref_code'), 'ABCDEFGH')
  assert.equal(cookieOf('xref_code=A', 'ref_code'), undefined)
  assert.equal(cookieOf(undefined, 'ref_code'), undefined)
})

test('a link sets its code for as long as the policy says, and nothing else sets one', () => {
  const set = 'ref_code=ABCDEFGH; Path=/; Max-Age=2592000; SameSite=Lax'
  assert.equal(setReferralCookie('a=1&ref=abcdefgh', false), set)
  assert.equal(setReferralCookie('ref=abcdefgh', true), `${set}; Secure`)
  for (const query of [undefined, '', 'ref=', 'ref=x;Path=/auth', 'other=ABCDEFGH'])
    assert.equal(setReferralCookie(query, true), undefined)
})
