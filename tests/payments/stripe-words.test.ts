import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days } from '#platform/clock.ts'
import { type CardDriver, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('what Stripe says', () => {
  let desk: CardDriver
  before(async () => {
    desk = await openCardDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function paid(): Promise<{ owner: Owner; subscription: string; customer: string }> {
    const owner = await makeOwner(desk.platform)
    const order = await desk.orderBy('stripe', {}, owner)
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), card: '4242' })
    await desk.settle()
    const made = desk.stripe.world.all('subscription').at(-1)
    return { owner, subscription: made?.id ?? '', customer: String(made?.['customer']) }
  }

  for (const [word, meant] of [
    ['active', 'active'],
    ['trialing', 'active'],
    // Paid time runs on, whatever fails before its end.
    ['past_due', 'active'],
    ['incomplete', 'active'],
    ['paused', 'active'],
    ['something_new', 'active'],
    ['unpaid', 'ended'],
    ['canceled', 'ended'],
    ['incomplete_expired', 'ended'],
  ] as const)
    test(`${word}: the plan is ${meant}`, async () => {
      const { owner, subscription } = await paid()
      for (let twice = 0; twice < 2; twice++) {
        await desk.sim(desk.stripe, 'status', { subscription, status: word })
        await desk.settle()
        assert.equal((await desk.subscription(owner))?.status, meant)
      }
    })

  test('ended at once in Stripe’s dashboard: what was paid and is not used is credit; what goes back with it takes that', async () => {
    const { owner, subscription } = await paid()
    const order = (
      await desk.rows<{ id: string; amount: number; period_start: Date; period_end: Date }>('orders', owner)
    )[0]
    assert.ok(order)
    await desk.pass(days(5))
    await desk.sim(desk.stripe, 'cancel', { subscription })
    await desk.settle()
    assert.equal((await desk.subscription(owner))?.status, 'ended')
    const [from, to] = [order.period_start.getTime(), order.period_end.getTime()]
    const unused = Math.floor((order.amount * (to - desk.platform.clock.now().getTime())) / (to - from))
    assert.equal(await desk.balance('user_credit', owner), unused)
    // A partial refund counts as unused time.
    const [charge] = desk.stripe.world.all('charge').slice(-1)
    await desk.stripe.acts.refund({ payment_intent: charge?.['payment_intent'], amount: unused - 1000 })
    await desk.settle()
    assert.equal(await desk.balance('user_credit', owner), 1000)
    await desk.stripe.acts.refund({ payment_intent: charge?.['payment_intent'] })
    await desk.settle()
    assert.equal(await desk.balance('user_credit', owner), 0)
  })

  test('paused past its end: nothing was paid, so it falls due and is over', async () => {
    const { owner, subscription } = await paid()
    await desk.sim(desk.stripe, 'status', { subscription, status: 'paused' })
    await desk.settle()
    const end = (await desk.subscription(owner))?.period_end ?? new Date(0)
    const pass = async (ahead: number) => {
      await desk.pass(end.getTime() + ahead - desk.platform.clock.now().getTime())
      await advancePeriods(desk.platform)
      await desk.settle()
      return (await desk.subscription(owner))?.status
    }
    assert.equal(await pass(days(1)), 'past_due')
    assert.equal(await pass(days(7) + 1), 'ended')
  })

  test('each kind of notification is taken; those that change nothing change nothing, and odd ones are kept as ignored', async () => {
    const { owner, subscription, customer } = await paid()
    const objects = desk.stripe.world.objects
    const invoice = desk.stripe.world.all('invoice').findLast(one => one['customer'] === customer)
    const session = desk.stripe.world.all('checkout.session').findLast(one => one['customer'] === customer)
    const state = async () =>
      desk.read(sql`select to_jsonb(s)::text as is from subscriptions s where workspace_id = ${owner.workspaceId}
        union all select i.number from invoices i where workspace_id = ${owner.workspaceId}
        union all select p.reference from private.payments p where workspace_id = ${owner.workspaceId}`)
    const before = await state()
    const kinds: [string, object | undefined][] = [
      ...['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'].map(
        kind => [`checkout.session.${kind}`, session] as [string, object | undefined],
      ),
      ...['paid', 'payment_failed', 'payment_action_required', 'finalized', 'upcoming'].map(
        kind => [`invoice.${kind}`, invoice] as [string, object | undefined],
      ),
      ...['created', 'updated', 'deleted', 'paused', 'resumed', 'trial_will_end'].map(
        kind => [`customer.subscription.${kind}`, objects.get(subscription)] as [string, object | undefined],
      ),
      ['customer.updated', objects.get(customer)],
      ['something.else', { id: 'x_1', object: 'something' }],
    ]
    for (const [at, [type, object]] of kinds.entries())
      assert.equal(await send({ id: `evt_kind_${at}`, type, data: { object } }), 200, type)
    // Malformed events: no id, null objects, other shapes, truncated.
    for (const odd of [
      { id: 'evt_odd_1', type: 'balance.available', data: { object: { object: 'balance' } } },
      { id: 'evt_odd_2', type: 'invoice.paid', data: { object: null } },
      { id: 'evt_odd_3', type: 'invoice.paid' },
      [1, 2],
      '{"id":"evt_odd_4","type":"invoi',
      '',
    ])
      assert.equal(await send(odd), 200, JSON.stringify(odd))
    await desk.settle()
    assert.deepEqual(await state(), before)
    const rows = await desk.read(
      sql<{ status: string; count: number }>`select status, count(*)::int as count from private.payment_inbox
        where external_id like 'evt_odd%' or external_id like 'sha256:%' group by status`,
    )
    assert.deepEqual(rows, [{ status: 'ignored', count: 6 }])
    assert.deepEqual(await desk.read(sql`select kind from dead_letters`), [])
  })

  async function send(event: object | string): Promise<number> {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const time = Math.floor(desk.platform.clock.now().getTime() / 1000)
    const v1 = createHmac('sha256', desk.stripe.world.webhookSecret).update(`${time}.${payload}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` }
    return (await desk.app.inject({ method: 'POST', url: '/hooks/stripe', headers, payload })).statusCode
  }
})
