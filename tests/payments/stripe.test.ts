import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { remindOfCards } from '#features/billing/plans/remind.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Sent = Record<string, string>

describe('paying by card', () => {
  let desk: CardDriver
  let owner: Owner
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  const order = (input: object = {}) => desk.orderBy('stripe', input, owner)
  const pay = (of: CardOrder, card = '4242') => desk.sim(desk.stripe, 'pay', { session: desk.pageOf(of), card })
  const read = (of: CardOrder) => desk.readOrder(of.id, owner)
  const plan = () => desk.subscription(owner)
  const asked = (path: string) => desk.stripe.calls.filter(call => call.path === path && call.method === 'POST')
  const lastSession = () => (asked('/v1/checkout/sessions').at(-1)?.body ?? {}) as Sent
  const payments = () => desk.rows<{ reference: string; amount: number; went_to: string }>('payments', owner)

  test('the page is asked for as the contract says, for its own customer', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order()
    const call = asked('/v1/checkout/sessions').at(-1)
    const body = lastSession()
    assert.match(call?.headers['idempotency-key'] ?? '', new RegExp(`^checkout:${made.id}:v1$`))
    assert.equal(call?.headers['stripe-version'], '2026-10-28.endive')
    assert.equal(body['mode'], 'subscription')
    assert.equal(body['client_reference_id'], made.id)
    assert.equal(body['metadata[order_id]'], made.id)
    assert.equal(body['subscription_data[metadata][order_id]'], made.id)
    assert.equal(body['subscription_data[billing_cycle_anchor_config][day_of_month]'], '15')
    assert.equal(body['subscription_data[billing_cycle_anchor_config][hour]'], '2')
    assert.equal(body['subscription_data[billing_cycle_anchor_config][minute]'], '0')
    assert.equal(body['subscription_data[billing_cycle_anchor_config][month]'], undefined)
    assert.equal(body['subscription_data[proration_behavior]'], 'create_prorations')
    assert.equal(body['line_items[0][price]'], 'price_pro_month_vnd')
    assert.match(body['success_url'] ?? '', /\/payment\/stripe\/success\?.*session_id=\{CHECKOUT_SESSION_ID\}$/)
    assert.match(body['customer'] ?? '', /^cus_/)
    assert.equal(body['tax_id_collection[enabled]'], 'true')
    const lives = Number(body['expires_at']) * 1000 - desk.platform.clock.now().getTime()
    assert.ok(lives >= minutes(30) && lives <= minutes(32))
    assert.match(made.payment?.checkout_url ?? '', /\/pay\/cs_test_/)
    // 20 November 10:00 to 15 December 09:00, by the second: Stripe's proration equals the order's price.
    assert.equal(made.amount, Math.round((699_000 * (30 * 86_400 - 5 * 86_400 - 3600)) / (30 * 86_400)))
    assert.equal(new Date(made.period_end).toISOString(), '2026-12-15T02:00:00.000Z')
    assert.equal((await order()).payment?.checkout_url, made.payment?.checkout_url)
    assert.equal(asked('/v1/customers').length, 1)
  })

  test('paid, the plan is there once, whatever Stripe tells and the page asks', async () => {
    const made = await order()
    await pay(made)
    await desk.settle()
    assert.equal((await read(made)).status, 'success')
    const now = await plan()
    assert.deepEqual([now?.status, now?.plan], ['active', 'pro'])
    assert.equal((await payments()).length, 1)
    assert.match((await payments())[0]?.reference ?? '', /^in_/)
    for (const event of desk.stripe.world.events) await desk.sim(desk.stripe, 'resend', { event: event.id })
    await desk.settle()
    assert.equal((await payments()).length, 1)
    assert.equal((await desk.rows('invoices', owner)).length, 1)
  })

  test('on the 15th Stripe charges and the plan runs on', async () => {
    await desk.pass(days(25))
    await advancePeriods(desk.platform)
    const now = await plan()
    assert.equal(now?.status, 'active')
    assert.equal(now?.period_end.toISOString(), '2027-01-15T02:00:00.000Z')
    assert.deepEqual((await payments()).map(({ amount }) => amount).at(-1), 699_000)
    assert.equal((await payments()).length, 2)
  })

  test('a refused charge: days of grace; paid after all, the 15th stays', async () => {
    await desk.sim(desk.stripe, 'card', { card: 'declines' })
    await desk.pass(days(31))
    const due = await plan()
    assert.ok(due)
    assert.equal(due.status, 'past_due')
    assert.equal(due.grace_until?.toISOString(), '2027-01-22T02:00:00.000Z')
    // Days 0, 1, 3 and 5, once each.
    const failureMails = () => desk.mails().filter(({ subject }) => subject === 'Thẻ chưa trả được kỳ mới của gói Pro')
    const dates: string[] = []
    for (let hour = 0; hour < 144; hour += 12) {
      const before = failureMails().length
      for (let twice = 0; twice < 2; twice++) await remindOfCards(desk.platform)
      await desk.platform.jobs.drain()
      if (failureMails().length > before)
        dates.push(String(Math.floor((desk.platform.clock.now().getTime() - due.period_end.getTime()) / days(1))))
      await desk.pass(hours(12))
    }
    assert.deepEqual(dates, ['0', '1', '3', '5'])
    assert.match(failureMails()[0]?.text ?? '', /699\.000đ[^]*22\/1\/2027/)
    await desk.sim(desk.stripe, 'card', { card: 'pays' })
    const open = desk.stripe.world.all('invoice').find(one => one['status'] === 'open')
    await desk.sim(desk.stripe, 'retry-invoice', { invoice: open?.id })
    await desk.settle()
    const now = await plan()
    assert.equal(now?.status, 'active')
    assert.equal(now?.period_end.toISOString(), '2027-02-15T02:00:00.000Z')
  })

  test('ended here, taken back here, ended on Stripe’s page', async () => {
    desk.stripe.faults.add([{ match: { path: '/subscriptions/' }, action: 'http:500' }])
    const refused = await desk.call<{ error: { code: string } }>('POST /subscription/cancel', {}, owner)
    assert.equal(refused.body.error.code, 'billing.renewing_unchanged')
    assert.equal((await plan())?.cancel_at_period_end, false, 'as before')
    desk.stripe.faults.reset()
    await desk.call('POST /subscription/cancel', {}, owner)
    const [at] = desk.stripe.world.all('subscription')
    assert.equal(at?.['cancel_at_period_end'], true)
    await desk.call('POST /subscription/resume', {}, owner)
    assert.equal(at?.['cancel_at_period_end'], false)
    const portal = await desk.call<{ url: string }>('POST /billing/portal', {}, owner)
    assert.equal(portal.status, 200)
    const form = { method: 'POST', body: new URLSearchParams({ how: 'cancel' }), redirect: 'manual' } as const
    assert.equal((await fetch(portal.body.url, form)).status, 303)
    await desk.settle()
    assert.equal((await plan())?.cancel_at_period_end, true)
    await desk.pass(days(31))
    await advancePeriods(desk.platform)
    assert.equal((await plan())?.status, 'ended')
  })

  test('after the end a plan can be bought again', async () => {
    const made = await order({ plan: 'hobby' })
    await pay(made)
    await desk.settle()
    assert.deepEqual([(await plan())?.status, (await plan())?.plan], ['active', 'hobby'])
  })

  test('a larger plan is paid once, and charged from the next 15th on', async () => {
    const { body } = await desk.call<{ order: CardOrder }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'month' },
      owner,
    )
    assert.equal(lastSession()['mode'], 'payment')
    await pay(body.order)
    await desk.settle()
    assert.equal((await plan())?.plan, 'pro')
    const live = desk.stripe.world.all('subscription').find(one => one['status'] === 'active')
    const items = live?.['items'] as { data: { price: { id: string } }[] }
    assert.equal(items.data[0]?.price.id, 'price_pro_month_vnd')
    await desk.pass(days(31))
    await advancePeriods(desk.platform)
    assert.equal((await payments()).at(-1)?.amount, 699_000)
    assert.equal((await plan())?.status, 'active')
  })

  test('a refund ends the plan here and at Stripe', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order()
    await pay(made)
    await desk.settle()
    const { status } = await desk.call('POST /refunds', { order_id: made.id }, owner)
    assert.equal(status, 201)
    await desk.settle()
    const [refund] = await desk.rows<{ id: string; status: string }>('refunds', owner)
    assert.equal(refund?.status, 'succeeded')
    assert.equal(asked('/v1/refunds').at(-1)?.headers['idempotency-key'], `refund:${refund?.id}`)
    assert.equal((await plan())?.status, 'ended')
    const customer = lastSession()['customer']
    const own = desk.stripe.world.all('subscription').filter(one => one['customer'] === customer)
    assert.deepEqual(
      own.map(one => one['status']),
      ['canceled'],
    )
  })

  test('a refund that waits, then fails', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order()
    await pay(made)
    await desk.settle()
    await desk.sim(desk.stripe, 'refunds', { status: 'pending' })
    await desk.call('POST /refunds', { order_id: made.id }, owner)
    await desk.settle()
    const state = async () => (await desk.rows<{ status: string; provider_ref: string }>('refunds', owner))[0]
    assert.equal((await state())?.status, 'sent')
    await desk.sim(desk.stripe, 'settle-refund', { refund: (await state())?.provider_ref, status: 'failed' })
    await desk.settle()
    assert.equal((await state())?.status, 'failed')
    assert.equal((await plan())?.status, 'active')
    await desk.sim(desk.stripe, 'refunds', { status: 'succeeded' })
  })

  test('complete is not paid: a plan comes with the money', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order()
    await pay(made, 'later')
    await desk.settle()
    assert.equal((await read(made)).status, 'processing')
    assert.equal((await plan())?.status, 'trialing')
    await desk.sim(desk.stripe, 'settle', { session: desk.pageOf(made), came: true })
    await desk.settle()
    assert.equal((await read(made)).status, 'success')
  })

  test('what was awaited and did not come fails the order; so does a page that is over', async () => {
    owner = await makeOwner(desk.platform)
    const late = await order()
    await pay(late, 'later')
    await desk.sim(desk.stripe, 'settle', { session: desk.pageOf(late), came: false })
    await desk.settle()
    assert.equal((await read(late)).status_detail, 'declined')
    const left = await order()
    await pay(left, '0002')
    await desk.settle()
    assert.equal((await read(left)).status, 'processing')
    await desk.sim(desk.stripe, 'abandon', { session: desk.pageOf(left) })
    await desk.settle()
    assert.equal((await read(left)).status_detail, 'expired')
    assert.equal((await plan())?.status, 'trialing')
  })

  test('nothing was told: the page that waits asks, and so does the hour', async () => {
    owner = await makeOwner(desk.platform)
    await desk.sim(desk.stripe, 'policy', { policy: 'dropped', times: 0 })
    const made = await order()
    await pay(made)
    await desk.settle()
    assert.equal((await read(made)).status, 'success')
    owner = await makeOwner(desk.platform)
    const other = await order()
    await pay(other)
    await desk.settle()
    const { reconcileStripe } = await import('#features/billing/methods/stripe/reconcile-stripe.ts')
    await reconcileStripe(desk.platform)
    await desk.settle()
    assert.equal((await plan())?.status, 'active')
    desk.stripe.faults.reset()
  })

  for (const policy of ['twice', 'parallel', 'reversed', 'delayed'])
    test(`notifications ${policy} come to the same`, async () => {
      owner = await makeOwner(desk.platform)
      const made = await order()
      await desk.sim(desk.stripe, 'policy', { policy, times: 0 })
      await pay(made)
      await desk.settle()
      await desk.pass(minutes(5))
      desk.stripe.faults.reset()
      assert.equal((await plan())?.status, 'active')
      assert.equal((await payments()).length, 1)
      assert.equal((await desk.rows('invoices', owner)).length, 1)
    })

  test('forged and old notifications are refused, and nothing is kept of them', async () => {
    const count = async () =>
      (await desk.read(sql<{ n: number }>`select count(*)::int as n from private.payment_inbox`))[0]?.n
    const before = await count()
    owner = await makeOwner(desk.platform)
    const made = await order()
    await desk.sim(desk.stripe, 'policy', { policy: 'bad_signature', times: 0 })
    const from = desk.stripe.deliveries.list.length
    await pay(made)
    await desk.stripe.settled()
    desk.stripe.faults.reset()
    await desk.sim(desk.stripe, 'signed-ago', { seconds: 301 })
    await desk.sim(desk.stripe, 'resend', { event: desk.stripe.world.events.at(-1)?.id })
    await desk.sim(desk.stripe, 'signed-ago', { seconds: -301 })
    await desk.sim(desk.stripe, 'resend', { event: desk.stripe.world.events.at(-1)?.id })
    await desk.sim(desk.stripe, 'signed-ago', { seconds: 0 })
    const refused = desk.stripe.deliveries.list.slice(from)
    assert.ok(refused.length >= 4)
    for (const { attempts } of refused) assert.equal(attempts[0]?.status, 400)
    assert.equal(await count(), before)
    desk.stripe.deliveries.reset()
  })

  test('an unknown kind is taken and ignored', async () => {
    const sentBefore = desk.stripe.deliveries.list.length
    desk.stripe.faults.add([{ action: 'unknown_event' }])
    await desk.sim(desk.stripe, 'resend', { event: desk.stripe.world.events[0]?.id })
    assert.equal(desk.stripe.deliveries.list[sentBefore]?.attempts[0]?.status, 200)
    await desk.settle()
  })

  test('an answer that is lost makes no second page; a provider that is down is said in words', async () => {
    owner = await makeOwner(desk.platform)
    desk.stripe.faults.add([{ match: { path: '/checkout/sessions' }, action: 'reset_after_write' }])
    const body = { plan: 'pro', interval: 'month', method: 'stripe' }
    const first = await desk.call<{ error: { code: string } }>('POST /orders', body, owner)
    assert.deepEqual([first.status, first.body.error.code], [503, 'billing.provider_down'])
    const pages = desk.stripe.world.all('checkout.session').length
    const made = await order()
    assert.equal(desk.stripe.world.all('checkout.session').length, pages)
    assert.match(made.payment?.checkout_url ?? '', /cs_test_/)
  })

  for (const position of ['first', 'last'])
    test(`two pages paid in two tabs, the later one told ${position}: its plan stays; the other one's money goes back to the card`, async () => {
      owner = await makeOwner(desk.platform)
      const one = await order()
      const two = await order({ plan: 'hobby' })
      await desk.sim(desk.stripe, 'policy', { policy: 'dropped', times: 0 })
      await pay(one)
      for (const { clock } of [desk.platform, desk.stripe, desk.payoneer]) await clock.advance(minutes(1))
      await pay(two)
      desk.stripe.faults.reset()
      const customer = lastSession()['customer']
      const own = (kind: 'subscription' | 'charge') =>
        desk.stripe.world.all(kind).filter(sub => sub['customer'] === customer)
      for (const page of position === 'first' ? [two, one] : [one, two]) {
        await read(page)
        await desk.settle()
      }
      const [stays] = own('subscription').filter(sub => sub['status'] === 'active')
      assert.deepEqual(stays?.['metadata'], { order_id: two.id })
      assert.deepEqual(
        own('charge').map(paid => [paid['amount'], paid['amount_refunded']]),
        [
          [one.amount, one.amount],
          [two.amount, 0],
        ],
      )
      assert.deepEqual([(await plan())?.status, (await plan())?.plan], ['active', 'hobby'])
      const refunds = await desk.rows<{ order_id: string; status: string; amount: number }>('refunds', owner)
      assert.deepEqual(
        refunds.map(row => [row.order_id, row.status, row.amount]),
        [[one.id, 'succeeded', one.amount]],
      )
      assert.equal(await desk.balance('user_credit', owner), 0)
      // A credit note cancels a receipt already issued.
      const papers = (await desk.rows<{ number: string }>('invoices', owner)).map(({ number }) => number.slice(0, 2))
      assert.deepEqual(papers.toSorted(), position === 'first' ? ['IN'] : ['CN', 'IN', 'IN'])
      // Automatic, so it does not use up the yearly refund.
      assert.equal((await desk.call('POST /refunds', { order_id: two.id }, owner)).status, 201)
      await desk.settle()
      assert.equal((await plan())?.status, 'ended')
    })

  test('a dispute is noted and told; the plan runs on', async () => {
    owner = await makeOwner(desk.platform)
    await pay(await order())
    await desk.settle()
    const charge = desk.stripe.world.all('charge').at(-1)
    await desk.sim(desk.stripe, 'dispute', { payment_intent: charge?.['payment_intent'] })
    await desk.settle()
    const events = () =>
      desk.read(sql<{ name: string }>`select name from private.events where name like 'dispute.%' order by at`)
    assert.deepEqual(
      (await events()).map(({ name }) => name),
      ['dispute.opened'],
    )
    await desk.sim(desk.stripe, 'dispute', { payment_intent: charge?.['payment_intent'], status: 'won' })
    await desk.settle()
    assert.deepEqual(
      (await events()).map(({ name }) => name),
      ['dispute.opened', 'dispute.closed'],
    )
    assert.equal((await plan())?.status, 'active')
  })

  test('while the banks decide nothing is given back; lost, the plan is over and its receipt taken back', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order()
    await pay(made)
    await desk.settle()
    const intent = desk.stripe.world.all('charge').at(-1)?.['payment_intent']
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent })
    await desk.settle()
    const asked = await desk.call<{ error: { code: string } }>('POST /refunds', { order_id: made.id }, owner)
    assert.equal(asked.body.error.code, 'billing.payment_disputed')
    for (let twice = 0; twice < 2; twice++) {
      await desk.sim(desk.stripe, 'dispute', { payment_intent: intent, status: 'lost' })
      await desk.settle()
    }
    assert.equal((await plan())?.status, 'ended')
    assert.deepEqual(
      (await desk.rows<{ number: string }>('invoices', owner)).map(({ number }) => number.slice(0, 3)).toSorted(),
      ['CN-', 'INV'],
    )
    assert.deepEqual(await desk.faults(), [])
  })

  test('a price at Stripe that is not ours opens no page', async () => {
    owner = await makeOwner(desk.platform)
    const price = desk.stripe.world.objects.get('price_pro_month_vnd') as { unit_amount?: number }
    price.unit_amount = 69_900_000
    const { status } = await desk.call('POST /orders', { plan: 'pro', interval: 'month', method: 'stripe' }, owner)
    assert.equal(status, 503)
    price.unit_amount = 699_000
    await desk.pass(hours(2))
  })

  test('yearly: to the 15th of the twelfth month', async () => {
    owner = await makeOwner(desk.platform)
    const made = await order({ interval: 'year', currency: 'USD' })
    const body = lastSession()
    const month = new Date(made.period_end).getUTCMonth() + 1
    assert.equal(body['subscription_data[billing_cycle_anchor_config][month]'], String(month))
    await pay(made)
    await desk.settle()
    assert.equal((await plan())?.interval, 'year')
    assert.equal((await plan())?.period_end.toISOString(), made.period_end)
  })
})
