import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StepOf } from '../../contracts/campaigns/sequences.contract.ts'
import { paidWays, withPaidWays } from './paid-ways.ts'

const prices = { zalo: 55, meta: 320 }
const free: StepOf<'message'> = {
  ...{ id: 's', is: 'message', purpose: 'care', texts: { vi: 'Chào' }, fallback: 'vi' },
  ...{ within_hours: 24, otherwise: 'skip', max_each: null },
}
const [none, zalo, meta, both] = [
  { zalo: false, meta: false },
  { zalo: true, meta: false },
  { zalo: false, meta: true },
  { zalo: true, meta: true },
]

test('neither way to be billed brings the other along, and both share one limit', () => {
  const paysMeta = withPaidWays(free, meta, prices)
  assert.deepEqual(paidWays(paysMeta), meta)
  assert.equal(paysMeta.max_each, 320)
  const pays = withPaidWays(paysMeta, both, prices)
  assert.deepEqual([paidWays(pays), pays.max_each], [both, 320])
  const raised = withPaidWays({ ...pays, max_each: 500 }, both, prices)
  assert.equal(raised.max_each, 500)
  assert.deepEqual(
    [paidWays(withPaidWays(raised, zalo, prices)), withPaidWays(raised, zalo, prices).max_each],
    [zalo, 55],
  )
  assert.equal(withPaidWays(raised, none, prices).max_each, null)
})

test('a step of before that may cost pays Zalo too', () => {
  assert.deepEqual(paidWays({ ...free, max_each: 55 }), zalo)
  assert.deepEqual(paidWays({ ...free, max_each: 320, marketing: true }), both)
  assert.deepEqual(paidWays(free), none)
})
