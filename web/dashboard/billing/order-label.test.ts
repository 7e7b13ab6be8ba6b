import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEn } from '#shared/texts/billing/billing.en.ts'
import { orderAddress, orderLabel } from './order-label.ts'

test('an order is named by what is bought, and by its interval where it has one', () => {
  const label = (kind: string, interval: string, packs: number | null = null) =>
    orderLabel({ kind, plan: 'pro', interval, packs }, () => 'Pro', billingEn, 'en')
  assert.deepEqual(
    [label('new', 'month'), label('new', 'year'), label('upgrade', 'year'), label('extra', 'month', 2)],
    ['Pro plan, monthly', 'Pro plan, yearly', 'Upgrade to Pro', '2,000 extra bot replies'],
  )
})

test('an order is paid on the page of its method', () => {
  assert.deepEqual(
    ['stripe', 'payoneer', 'bank'].map(method => orderAddress({ id: 'o1', method })),
    ['/payment/stripe?order=o1', '/payment/payoneer?order=o1', '/payment?order=o1'],
  )
})
