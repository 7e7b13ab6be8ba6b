// Stripe gets a price for a shop's own plan only when needed, renews it, and charges new terms only once they apply.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { announceTerms, makeOffer } from '#features/billing/offers/make-offer.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type CardDriver, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

const limits = {
  messages: 30_000,
  campaigns: null,
  connections: 12,
  documents: 300,
  members: null,
  crawl_pages: 200,
  imported_customers: null,
  active_sequences: null,
}

describe('a plan for one shop, by card', () => {
  let desk: CardDriver
  let owner: Owner
  before(async () => {
    desk = await openCardDriver()
    owner = await makeOwner(desk.platform)
  })
  afterEach(async () => assert.deepEqual(await desk.faults(), []))
  after(() => desk.close())

  const operator = { personId: newId() }
  const priced = (amount: number) => [
    { interval: 'month' as const, currency: 'VND' as const, amount },
    { interval: 'month' as const, currency: 'USD' as const, amount: Math.round(amount / 250) },
  ]
  const made = () => desk.stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/prices')
  const charged = async () =>
    (await desk.rows<{ amount: number; currency: string }>('payments', owner)).map(({ amount }) => amount)

  test('its price is made at Stripe once, and charged on the 15th', async () => {
    const lastDay = '2026-11-30'
    const terms = { name: 'Chuỗi Hồng Ân', note: '', limits, prices: priced(2_500_000) }
    const { plan } = await makeOffer(desk.platform, operator, { id: owner.workspaceId, ...terms, valid_until: lastDay })
    const order = await desk.orderBy('stripe', { plan }, owner)
    assert.equal(made().length, 1)
    const asked = made()[0]
    assert.equal(asked?.body['unit_amount'], '2500000')
    assert.equal(asked?.body['lookup_key'], `${plan}_month_vnd`)
    assert.match(String(asked?.body['product_data[name]']), /Chuỗi Hồng Ân$/)
    // 20 November 10:00 to 15 December 09:00, by the second.
    assert.equal(order.amount, Math.round((2_500_000 * (30 * 86_400 - 5 * 86_400 - 3600)) / (30 * 86_400)))
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), card: '4242' })
    await desk.settle()
    assert.equal((await desk.subscription(owner))?.plan, plan)
    await desk.pass(days(25))
    await advancePeriods(desk.platform)
    assert.equal((await charged()).at(-1), 2_500_000)
    assert.equal(made().length, 1)
  })

  test('other terms are charged from the first 15th thirty days later', async () => {
    const before = (await desk.subscription(owner))?.plan
    const terms = { name: 'Chuỗi Hồng Ân', note: '', limits: { ...limits, documents: 50 }, prices: priced(3_000_000) }
    // Announced in December: January is too soon.
    await desk.pass(days(5))
    const { plan } = await announceTerms(desk.platform, operator, { id: owner.workspaceId, ...terms })
    await desk.settle()
    await desk.pass(days(26))
    await advancePeriods(desk.platform)
    await desk.settle()
    assert.deepEqual([(await charged()).at(-1), (await desk.subscription(owner))?.plan], [2_500_000, before])
    await desk.pass(days(31))
    await advancePeriods(desk.platform)
    await desk.settle()
    assert.deepEqual([(await charged()).at(-1), (await desk.subscription(owner))?.plan], [3_000_000, plan])
    const [documents] = await desk.read(sql<{ hard_limit: number }>`select hard_limit from usage_counters
      where workspace_id = ${owner.workspaceId} and metric = 'documents'`)
    assert.equal(documents?.hard_limit, 50)
  })
})
