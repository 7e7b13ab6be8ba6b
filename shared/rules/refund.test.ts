import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RefundCase, refundPolicy, ruleRefund } from './refund.ts'

const settledAt = new Date('2026-11-20T03:00:00Z')
const hour = 3_600_000
const day = 24 * hour

function asked(age: number, usageRatio = 0, more: Partial<RefundCase> = {}): RefundCase {
  const now = new Date(settledAt.getTime() + age)
  return { settledAt, now, usageRatio, kind: 'plan', renewal: false, earlierRefunds: 0, ...more }
}

test('seven days and at most half of the messages: approved at once', () => {
  const promised = { verdict: 'approved', workingDays: [5, 7] }
  assert.deepEqual(ruleRefund(asked(0)), promised)
  assert.deepEqual(ruleRefund(asked(7 * day, 0.5)), promised)
})

test('up to thirty days: reviewed under the guarantee', () => {
  const promised = { verdict: 'review', workingDays: [5, 10] }
  assert.deepEqual(ruleRefund(asked(7 * day + 1)), promised)
  assert.deepEqual(ruleRefund(asked(30 * day, 0.5)), promised)
})

test('more than half used, or later than thirty days: refused', () => {
  assert.deepEqual(ruleRefund(asked(hour, 0.5001)), { verdict: 'refused', reason: 'used' })
  assert.deepEqual(ruleRefund(asked(20 * day, 1.2)), { verdict: 'refused', reason: 'used' })
  assert.deepEqual(ruleRefund(asked(30 * day + 1)), { verdict: 'refused', reason: 'too_late' })
})

test('a renewal has the seven days alone', () => {
  assert.equal(ruleRefund(asked(7 * day, 0, { renewal: true })).verdict, 'approved')
  assert.deepEqual(ruleRefund(asked(8 * day, 0, { renewal: true })), { verdict: 'refused', reason: 'too_late' })
})

test('work that was done is not refunded, and a workspace is refunded once a year', () => {
  for (const kind of refundPolicy.excludedKinds) {
    assert.deepEqual(ruleRefund(asked(hour, 0, { kind })), { verdict: 'refused', reason: 'kind' })
  }
  assert.deepEqual(ruleRefund(asked(hour, 0, { earlierRefunds: 1 })), { verdict: 'refused', reason: 'again' })
})

test('each promise alone', () => {
  assert.equal(ruleRefund(asked(8 * day), 'strict7').verdict, 'refused')
  assert.equal(ruleRefund(asked(8 * day, 0.9), 'guarantee30').verdict, 'review')
})
