import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { pollOrders } from '#features/billing/orders/expire-orders.ts'
import { days, minutes } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOperator, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('paying by Payoneer', () => {
  let desk: CardDriver
  let owner: Owner
  let order: CardOrder
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  const begin = async () => {
    owner = await makeOwner(desk.platform)
    order = await desk.orderBy('payoneer', {}, owner)
  }
  const act = (how: string, list = desk.pageOf(order)) => desk.sim(desk.payoneer, 'act', { list, how })
  const state = async () => {
    const { status, status_detail } = await desk.readOrder(order.id, owner)
    return `${status} ${status_detail}`
  }
  const stored = async () =>
    (await desk.read(sql<{ status: string }>`select status from orders where id = ${order.id}`))[0]?.status
  const plan = async () => (await desk.subscription(owner))?.status
  const lastList = () => desk.payoneer.calls.findLast(call => call.path === '/api/lists')
  const tokenOf = () => {
    const { notificationUrl = '' } = (lastList()?.body['callback'] ?? {}) as { notificationUrl?: string }
    return notificationUrl.split('/').at(-1) ?? ''
  }
  const postNotice = (token: string, body: object | string) =>
    fetch(`${desk.url}/hooks/payoneer/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const claim = (more: object = {}) => ({
    entity: 'payment',
    transactionId: order.id,
    longId: desk.pageOf(order),
    statusCode: 'charged',
    reasonCode: 'debited',
    ...more,
  })

  test('the list holds what the contract names; the secret of its address is nowhere in clear', async () => {
    await begin()
    assert.deepEqual([order.currency, order.status_detail], ['USD', 'waiting'])
    const body = lastList()?.body as Record<string, Record<string, unknown>>
    assert.equal(body['transactionId'], order.id)
    assert.equal(body['integration'], 'HOSTED')
    assert.equal(body['customer']?.['number'], owner.workspaceId)
    assert.equal(body['payment']?.['amount'], order.amount / 100)
    assert.equal(body['payment']?.['currency'], 'USD')
    assert.equal(body['style']?.['hostedVersion'], 'v4')
    assert.match(tokenOf(), /^[\w-]{43}$/)
    await act('pay')
    await desk.settle()
    const [stored] = await desk.read(sql<{ text: string }>`select
      (select string_agg(t::text, '') from private.payoneer_tokens t) || (select string_agg(i::text, '') from private.payment_inbox i) as text`)
    assert.ok(stored && !stored.text.includes(tokenOf()))
  })

  test('paid: the plan is there, once, with its receipt', async () => {
    assert.equal(await stored(), 'success')
    assert.equal(await plan(), 'active')
    assert.equal((await postNotice(tokenOf(), claim({ reasonCode: 'closed' }))).status, 200)
    await desk.settle()
    assert.equal((await desk.rows('payments', owner)).length, 1)
    assert.equal((await desk.rows('invoices', owner)).length, 1)
  })

  test('thirty of them at once are one', async () => {
    await begin()
    await desk.sim(desk.payoneer, 'policy', { policy: 'parallel' })
    await act('pay')
    await desk.settle()
    assert.equal(await stored(), 'success')
    assert.equal((await desk.rows('payments', owner)).length, 1)
  })

  test('a notification that says more than Payoneer changes nothing', async () => {
    await begin()
    await desk.sim(desk.payoneer, 'lie', { charged: true })
    await act('decline')
    await desk.settle()
    await desk.sim(desk.payoneer, 'lie', { charged: false })
    assert.equal(await state(), 'processing waiting')
    assert.equal(await plan(), 'trialing')
  })

  test('declined stays open, pending waits, paid in the end', async () => {
    await act('decline')
    await desk.settle()
    assert.equal(await state(), 'processing waiting')
    await act('pending')
    await desk.settle()
    assert.equal(await state(), 'processing waiting')
    await act('pay')
    await desk.settle()
    assert.equal(await stored(), 'success')
  })

  test('wrong secrets are refused, another order’s too', async () => {
    const token = tokenOf()
    await begin()
    const count = async () =>
      (await desk.read(sql<{ n: number }>`select count(*)::int as n from private.payment_inbox`))[0]?.n
    const before = await count()
    assert.equal((await postNotice('x'.repeat(43), claim())).status, 401)
    assert.equal((await postNotice('short', claim())).status, 401)
    assert.equal((await postNotice(token, claim())).status, 401)
    assert.equal(await count(), before)
    assert.equal((await postNotice(tokenOf(), 'no json')).status, 200)
    assert.equal((await postNotice(tokenOf(), claim({ longId: 'another' }))).status, 200)
    await desk.settle()
    assert.equal(await state(), 'processing waiting')
  })

  test('another order’s charge, or another amount, pays nothing', async () => {
    const mine = desk.payoneer.lists.get(desk.pageOf(order))
    assert.ok(mine)
    mine.transactionId = 'another'
    await act('pay')
    await desk.settle()
    assert.equal(await state(), 'processing waiting')
    mine.transactionId = order.id
    mine.payment.amount = 1
    assert.equal(await state(), 'processing waiting')
    assert.equal(await plan(), 'trialing')
  })

  test('nothing was told: it is asked after a minute, and every five', async () => {
    await begin()
    await desk.sim(desk.payoneer, 'policy', { policy: 'dropped' })
    await act('pay')
    await desk.pass(minutes(1))
    assert.equal(await stored(), 'success')
    await begin()
    await desk.sim(desk.payoneer, 'policy', { policy: 'dropped' })
    await desk.pass(minutes(40))
    await act('pay')
    await pollOrders(desk.platform)
    await desk.settle()
    assert.equal(await stored(), 'success')
  })

  test('money goes back once, also where the answer was lost', async () => {
    desk.payoneer.faults.add([{ match: { path: '/payout' }, action: 'reset_after_write' }])
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, owner)).status, 201)
    await desk.settle()
    await desk.pass(minutes(1))
    const [refund] = await desk.rows<{ status: string }>('refunds', owner)
    assert.equal(refund?.status, 'succeeded')
    assert.equal(desk.payoneer.calls.filter(call => call.path.endsWith('/payout')).length, 1)
    assert.equal(await plan(), 'ended')
  })

  test('a part given back at Payoneer is told to operators; it is no refund of the whole', async () => {
    await begin()
    await act('pay')
    await desk.settle()
    await act('part')
    await desk.settle()
    const odd = await desk.read(
      sql<{ what: string }>`select distinct payload ->> 'what' as what from private.events
        where name = 'payment.odd' and payload ->> 'order_id' = ${order.id}`,
    )
    assert.deepEqual(odd, [{ what: 'part_returned' }])
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, owner)).status, 201)
    await desk.settle()
    await desk.pass(minutes(10))
    const [refund] = await desk.rows<{ status: string }>('refunds', owner)
    assert.notEqual(refund?.status, 'succeeded')
    assert.equal(await plan(), 'active')
  })

  test('how much a part was an operator says: in the books with a credit note, once, and the rest may go back', async () => {
    const operator = await makeOperator(desk.platform)
    type Part = { id: string; amount: number; booked: number; currency: string }
    const waiting = async () =>
      (
        await desk.call<{ returned_parts: Part[] }>('GET /operator/returned-parts', undefined, operator)
      ).body.returned_parts.filter(({ id }) => id === order.id)
    const settle = async (total: unknown, who = operator) => {
      const { status } = await desk.call(`POST /operator/returned-parts/${order.id}/settle`, { total }, who)
      await desk.settle()
      return status
    }
    const parts = async () =>
      (await desk.rows<{ amount: number; status: string; part: boolean }>('refunds', owner)).map(
        ({ amount, status, part }) => [amount, status, part],
      )
    await begin()
    await act('pay')
    await desk.settle()
    await act('part')
    await desk.settle()
    assert.deepEqual(
      (await waiting()).map(({ amount, booked, currency }) => [amount, booked, currency]),
      [[order.amount, 0, 'USD']],
    )
    assert.equal(await settle(500, owner), 403)
    for (const wrong of [order.amount + 1, -1]) assert.equal(Math.floor((await settle(wrong)) / 100), 4, String(wrong))
    for (const wrong of [0.5, '500', null, 1e300]) assert.equal(await settle(wrong), 400, String(wrong))
    assert.deepEqual(
      await Promise.all([settle(500), settle(500)]).then(both => both.toSorted((a, b) => a - b)),
      [200, 409],
    )
    assert.deepEqual(await parts(), [[500, 'succeeded', true]])
    assert.deepEqual(await waiting(), [])
    assert.equal(await plan(), 'active')
    const documents = await desk.rows<{ kind: string; total: number }>('invoices', owner)
    assert.deepEqual(
      documents.filter(({ kind }) => kind === 'credit_note').map(({ total }) => total),
      [500],
    )
    // Polling finds the same state; only a new notification may change it.
    await pollOrders(desk.platform)
    await desk.settle()
    assert.deepEqual(await waiting(), [])
    await act('part')
    await desk.settle()
    assert.deepEqual(
      (await waiting()).map(({ booked }) => booked),
      [500],
    )
    assert.equal(await settle(499), 422)
    assert.equal(await settle(800), 200)
    assert.deepEqual(await parts(), [
      [500, 'succeeded', true],
      [300, 'succeeded', true],
    ])
    await act('part')
    await desk.settle()
    assert.equal(await settle(800), 200)
    assert.equal((await parts()).length, 2)
    await act('part')
    await desk.settle()
    assert.equal(await settle(order.amount), 200)
    assert.deepEqual((await parts()).at(-1), [order.amount - 800, 'succeeded', false])
    assert.equal(await plan(), 'ended')
    const acts = await desk.read(
      sql`select 1 from audit_log where target = ${order.id} and action = 'returned-part.settled' and actor = ${operator.personId}`,
    )
    assert.equal(acts.length, 4)
  })

  test('given up: its page takes nothing any more; paid in that moment it becomes credit or the plan', async () => {
    await begin()
    await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
    await desk.settle()
    assert.equal(desk.payoneer.lists.has(desk.pageOf(order)), false)
    await begin()
    await desk.sim(desk.payoneer, 'policy', { policy: 'dropped' })
    await act('pay')
    await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
    await desk.settle()
    assert.equal((await desk.rows('payments', owner)).length, 1)
    assert.equal(await plan(), 'active')
  })

  test('voided: the order has failed', async () => {
    await begin()
    await act('void')
    await desk.settle()
    assert.equal(await state(), 'failed declined')
  })

  test('a renewal is an order of its own, with a page of its own', async () => {
    await begin()
    await act('pay')
    await desk.settle()
    const { openRenewals } = await import('#features/billing/plans/open-renewals.ts')
    await desk.pass(days(20))
    await openRenewals(desk.platform)
    const renewal = (await desk.rows<CardOrder & { provider_ref: string }>('orders', owner)).find(
      one => one.kind === 'renewal',
    )
    assert.deepEqual([renewal?.method, renewal?.amount], ['payoneer', 2900])
    await act('pay', renewal?.provider_ref)
    await desk.settle()
    assert.equal((await desk.readOrder(renewal?.id ?? '', owner)).status, 'success')
  })
})

test('without keys neither is offered, and neither address takes anything', async t => {
  const desk = await openCardDriver({
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    PAYONEER_MERCHANT_CODE: '',
    PAYONEER_API_TOKEN: '',
  })
  t.after(() => desk.close())
  const { body } = await desk.call<{ methods: { kind: string }[] }>('GET /plans')
  assert.deepEqual(
    body.methods.map(({ kind }) => kind),
    ['bank'],
  )
  for (const method of ['stripe', 'payoneer'])
    assert.equal((await desk.call('POST /orders', { plan: 'pro', interval: 'month', method })).status, 409)
  for (const [address, status] of [
    ['stripe', 400],
    [`payoneer/${'x'.repeat(43)}`, 401],
  ] as const)
    assert.equal((await fetch(`${desk.url}/hooks/${address}`, { method: 'POST', body: '{}' })).status, status)
})
