import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { planLabel } from './plan-label.ts'

test('the desk names plans in its language, a trial once, a shop’s own plan by its name', () => {
  const custom = `custom-${randomUUID()}` as const
  const vi = operatorTexts('vi')
  assert.equal(planLabel(vi, 'trial', 'trialing'), 'Dùng thử')
  assert.equal(planLabel(operatorTexts('en'), 'trial', 'trialing'), 'Trial')
  assert.equal(planLabel(vi, 'trial', 'expired'), `Dùng thử, ${vi.expired}`)
  assert.equal(planLabel(vi, 'pro', 'active'), `Pro, ${vi.active}`)
  assert.equal(planLabel(vi, custom, 'active'), `Riêng, ${vi.active}`)
  assert.equal(planLabel(vi, custom, null, 'Chuỗi Mây'), 'Chuỗi Mây')
})
