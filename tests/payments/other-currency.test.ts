// A payment in another currency pays for nothing, is reported and refunded, and leaves nothing that charges again.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOperator, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Waiting = { id: string; amount: number; currency: string; method: string; reference: string; note: string | null }

describe('a payment in another currency', () => {
  let desk: CardDriver
  let owner: Owner
  let operator: Owner
  before(async () => {
    desk = await openCardDriver()
    operator = await makeOperator(desk.platform)
  })
  after(() => desk.close())
  afterEach(async () => {
    assert.deepEqual(await desk.faults(), [])
    assert.deepEqual(await desk.read(sql`select kind, reason from dead_letters`), [])
  })

  const stateOf = async ({ id }: CardOrder) => {
    const { status, status_detail } = (await desk.readOrder(id, owner)) as unknown as Record<string, string>
    return `${status} ${status_detail}`
  }
  const odd = async () =>
    (
      await desk.read(sql<{ what: string }>`select payload ->> 'what' as what from private.events
        where name = 'payment.odd' and payload ->> 'workspace_id' = ${owner.workspaceId}`)
    ).map(({ what }) => what)
  const readNotifications = async () =>
    (
      await desk.read(sql<{ n: number }>`select count(*)::int as n from notifications
        where person_id = ${operator.personId} and data ->> 'what' = 'desk_other_currency'`)
    )[0]?.n
  const own = (kind: 'subscription' | 'refund' | 'charge') =>
    desk.stripe.world.all(kind).filter(one => one['customer'] === undefined || one['customer'] === customer)
  let customer: string | undefined
  const refused = async () =>
    (await desk.call<{ refused_payments: Waiting[] }>('GET /operator/refused-payments', undefined, operator)).body
      .refused_payments

  async function begin(method: 'stripe' | 'payoneer' = 'stripe', input: object = {}): Promise<CardOrder> {
    owner = await makeOwner(desk.platform)
    const order = await desk.orderBy(method, input, owner)
    customer = (
      await desk.read(sql<{ customer: string }>`select customer from private.stripe_customers
        where workspace_id = ${owner.workspaceId}`)
    )[0]?.customer
    return order
  }

  test('by card: no plan, the order says so, the subscription ends and the money goes back by itself', async () => {
    const before = (await readNotifications()) ?? 0
    const order = await begin()
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), currency: 'usd', amount: 2600 })
    await desk.settle()
    await desk.pass(minutes(10))
    assert.equal(await stateOf(order), 'failed other_currency')
    assert.equal((await desk.subscription(owner))?.status, 'trialing')
    assert.deepEqual(await odd(), ['other_currency'])
    assert.equal(await readNotifications(), before + 1)
    assert.deepEqual(
      own('subscription').map(one => one['status']),
      ['canceled'],
    )
    const [charge] = own('charge')
    assert.equal(charge?.['amount_refunded'], 2600)
    assert.deepEqual(await desk.rows('payments', owner), [])
    assert.deepEqual(await refused(), [])
    for (const { id } of desk.stripe.world.events.slice(-8)) await desk.sim(desk.stripe, 'resend', { event: id })
    await desk.pass(hours(2))
    assert.deepEqual([await odd(), await readNotifications()], [['other_currency'], before + 1])
    assert.equal(desk.stripe.world.all('refund').filter(one => one['charge'] === charge?.id).length, 1)
    const again = await desk.orderBy('stripe', {}, owner)
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(again) })
    await desk.settle()
    assert.equal((await desk.subscription(owner))?.status, 'active')
  })

  test('a currency that the books do not know is refused the same way', async () => {
    const order = await begin()
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), currency: 'eur', amount: 2400 })
    await desk.settle()
    await desk.pass(minutes(10))
    assert.equal(await stateOf(order), 'failed other_currency')
    assert.equal(own('charge')[0]?.['amount_refunded'], 2400)
  })

  test('Stripe refuses to give it back: it waits for an operator, who says when it is done', async () => {
    const order = await begin()
    const page = desk.pageOf(order)
    desk.stripe.faults.add([{ match: { path: '/v1/refunds' }, action: { error: { code: 1, status: 400 } }, times: 0 }])
    await desk.sim(desk.stripe, 'pay', { session: page, currency: 'usd', amount: 2600 })
    await desk.settle()
    await desk.pass(minutes(10))
    const [waits] = await refused()
    assert.deepEqual([waits?.amount, waits?.currency, waits?.method], [2600, 'USD', 'stripe'])
    assert.ok(waits?.note)
    assert.deepEqual(
      own('subscription').map(one => one['status']),
      ['canceled'],
    )
    desk.stripe.faults.reset()
    const act = (who: Owner) => desk.call(`POST /operator/refused-payments/${waits?.id}/returned`, {}, who)
    assert.equal((await act(owner)).status, 403)
    assert.equal((await act(operator)).status, 200)
    assert.deepEqual(await refused(), [])
    assert.equal((await act(operator)).status, 409)
  })

  test('somebody gives it back in Stripe’s dashboard: it waits no more', async () => {
    const order = await begin()
    desk.stripe.faults.add([{ match: { path: '/v1/refunds' }, action: { error: { code: 1, status: 400 } }, times: 1 }])
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), currency: 'usd', amount: 2600 })
    await desk.settle()
    assert.equal((await refused()).length, 1)
    await desk.stripe.acts.refund({ payment_intent: own('charge')[0]?.['payment_intent'] })
    await desk.settle()
    assert.deepEqual(await refused(), [])
  })

  test('a renewal charged in another currency renews nothing; the plan runs on as it is paid', async () => {
    const order = await begin()
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order) })
    await desk.settle()
    const subscription = own('subscription')[0]?.id
    await desk.sim(desk.stripe, 'charge-in', { subscription, currency: 'usd', amount: 2900 })
    const until = (await desk.subscription(owner))?.paid_until
    assert.ok(until)
    await desk.pass(until.getTime() - desk.platform.clock.now().getTime() + minutes(30))
    await desk.pass(minutes(30))
    assert.deepEqual((await desk.subscription(owner))?.paid_until, until)
    assert.deepEqual(await odd(), ['other_currency'])
    assert.equal(own('charge').find(one => one['currency'] === 'usd')?.['amount_refunded'], 2900)
    assert.equal(own('subscription')[0]?.['status'], 'canceled')
  })

  test('a change of plan paid in another currency leaves the plan that there is', async () => {
    const first = await begin('stripe', { plan: 'hobby' })
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(first) })
    await desk.settle()
    const { body } = await desk.call<{ order: CardOrder }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'month' },
      owner,
    )
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(body.order), currency: 'usd', amount: 900 })
    await desk.settle()
    await desk.pass(minutes(5))
    assert.equal(await stateOf(body.order), 'failed other_currency')
    const plan = await desk.subscription(owner)
    assert.deepEqual([plan?.plan, plan?.status], ['hobby', 'active'])
    assert.equal(own('subscription')[0]?.['status'], 'active')
    assert.equal(own('charge').find(one => one['currency'] === 'usd')?.['amount_refunded'], 900)
  })

  test('by Payoneer: the order waits no more, an operator is told once, and Payoneer’s word ends it', async () => {
    const before = (await readNotifications()) ?? 0
    const order = await begin('payoneer')
    await desk.sim(desk.payoneer, 'act', { list: desk.pageOf(order), how: 'pay', currency: 'EUR', amount: 24.5 })
    await desk.settle()
    await desk.pass(hours(1))
    assert.equal(await stateOf(order), 'failed other_currency')
    assert.deepEqual([await odd(), await readNotifications()], [['other_currency'], before + 1])
    const [waits] = await refused()
    assert.deepEqual([waits?.amount, waits?.currency, waits?.method], [2450, 'EUR', 'payoneer'])
    await desk.sim(desk.payoneer, 'act', { list: desk.pageOf(order), how: 'refund' })
    await desk.settle()
    assert.deepEqual(await refused(), [])
  })

  test('what is made at a provider names its currency', async () => {
    const order = await begin('stripe', { currency: 'USD' })
    const session = desk.stripe.calls.findLast(call => call.path === '/v1/checkout/sessions')
    assert.equal(session?.body['currency'], 'usd')
    assert.equal(session?.body['adaptive_pricing[enabled]'], 'false')
    assert.equal(order.currency, 'USD')
  })
})
