import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import {
  currencyFor,
  isPaidFor,
  methodsFor,
  nearestSold,
  type OfferedMethod,
  priceOf,
  orderFromQuery,
} from './plan-prices.ts'

const pro: PricedPlan = {
  code: 'pro',
  messages: 6000,
  campaigns: 10000,
  connections: 6,
  documents: 100,
  members: 10,
  crawl_pages: 100,
  trial_days: null,
  prices: [
    { interval: 'month', currency: 'VND', amount: 699_000 },
    { interval: 'year', currency: 'USD', amount: 29_580 },
  ],
}

test('an address asks for what is sold, or for nothing but the usual', () => {
  const orderFrom = (query: string) => orderFromQuery(new URLSearchParams(query))
  assert.deepEqual(orderFrom('plan=hobby&interval=year&currency=USD'), {
    plan: 'hobby',
    interval: 'year',
    currency: 'USD',
  })
  for (const query of ['', 'plan=custom&interval=week&currency=EUR', 'plan=%00&interval=&currency=usd'])
    assert.deepEqual(orderFrom(query), { plan: 'pro', interval: 'month', currency: 'VND' }, query)
})

test('a price is the one of plan, interval and currency together', () => {
  assert.equal(priceOf([pro], { plan: 'pro', interval: 'month', currency: 'VND' }), 699_000)
  assert.equal(priceOf([pro], { plan: 'pro', interval: 'year', currency: 'USD' }), 29_580)
  assert.equal(priceOf([pro], { plan: 'pro', interval: 'year', currency: 'VND' }), undefined)
  assert.equal(priceOf([pro], { plan: 'hobby', interval: 'month', currency: 'VND' }), undefined)
})

test('what is not sold as wished is offered in the other currency first, then for the other interval', () => {
  const monthVnd = { plan: 'pro', interval: 'month', currency: 'VND' } as const
  const yearUsd = { plan: 'pro', interval: 'year', currency: 'USD' } as const
  assert.deepEqual(nearestSold([pro], monthVnd), monthVnd)
  assert.deepEqual(nearestSold([pro], { ...monthVnd, currency: 'USD' }), monthVnd)
  assert.deepEqual(nearestSold([pro], { ...yearUsd, currency: 'VND' }), yearUsd)
  const onlyYear = [{ ...pro, prices: pro.prices.slice(1) }]
  assert.deepEqual(nearestSold(onlyYear, { ...monthVnd, currency: 'USD' }), yearUsd)
  assert.deepEqual(nearestSold(onlyYear, monthVnd), yearUsd)
  assert.deepEqual(nearestSold([], monthVnd), monthVnd)
})

test('only methods are offered that take a currency in which the plan is sold', () => {
  const dollars: OfferedMethod = { kind: 'payoneer', currencies: ['USD'], renews: 'by order' }
  const both: OfferedMethod = { kind: 'stripe', currencies: ['VND', 'USD'], renews: 'itself' }
  assert.deepEqual(methodsFor([pro], [dollars, both], { plan: 'pro', interval: 'year' }), [dollars, both])
  assert.deepEqual(methodsFor([pro], [dollars], { plan: 'pro', interval: 'month' }), [])
})

test('a method is paid in the wished currency where it takes it, else in its own', () => {
  const stripe: OfferedMethod = { kind: 'stripe', currencies: ['VND', 'USD'], renews: 'itself' }
  const payoneer: OfferedMethod = { kind: 'payoneer', currencies: ['USD'], renews: 'by order' }
  assert.equal(currencyFor(stripe, 'USD'), 'USD')
  assert.equal(currencyFor(payoneer, 'VND'), 'USD')
  assert.equal(currencyFor(undefined, 'VND'), 'VND')
})

test('paid for is what runs, also in its days of grace', () => {
  assert.deepEqual(
    ['active', 'past_due', 'trialing', 'expired', 'ended'].map(status => isPaidFor({ status })),
    [true, true, false, false, false],
  )
  assert.equal(isPaidFor(null), false)
})
