import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { billingFeature } from '#features/billing/billing.feature.ts'
import { attachTransfer, listUnmatched } from '#features/billing/methods/bank/review-transfers.ts'
import { referralsFeature } from '#features/referrals/referrals.feature.ts'
import { newId } from '#platform/ids.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import type { ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Refusal = { error: { code: string } }

describe('trespasses on money', () => {
  let desk: ReferralDriver
  let owner: Owner
  let stranger: Owner
  let member: Owner
  let order: ShownOrder
  before(async () => {
    desk = await openReferralDriver()
    owner = await makeOwner(desk.platform)
    stranger = await makeOwner(desk.platform)
    member = await makeMember(desk.platform, owner)
    order = await desk.pay(owner)
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  test('every address of money refuses members, and whoever is not signed in', async () => {
    const routes = [...(billingFeature.routes ?? []), ...(referralsFeature.routes ?? [])]
    const own = routes.filter(({ who }) => who === 'admin')
    assert.ok(own.length > 14, String(own.length))
    for (const { method, path } of own) {
      const url = path.replace(':id', order.id)
      const asked = await desk.call<Refusal>(
        `${method} ${url.slice('/api/v1'.length)}`,
        method === 'GET' ? undefined : {},
        member,
      )
      assert.deepEqual([asked.status, asked.body.error.code], [403, 'auth.admin_needed'], path)
      const nobody = await desk.app.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })
      assert.equal(nobody.statusCode, 401, path)
    }
  })

  test('what operators decide, admins of shops do not', async () => {
    const routes = [...(billingFeature.routes ?? []), ...(referralsFeature.routes ?? [])]
    const desks = routes.filter(({ path }) => path.startsWith('/api/v1/operator/'))
    assert.ok(desks.length > 20, String(desks.length))
    for (const { method, path, who } of desks) {
      assert.equal(who, 'operator', path)
      const url = path.replace(':id', order.id).slice('/api/v1'.length)
      for (const caller of [owner, member, stranger])
        assert.equal((await desk.call(`${method} ${url}`, method === 'GET' ? undefined : {}, caller)).status, 403, path)
    }
  })

  test('another shop’s order, invoice, proof, payment and refund are as if they were not there', async () => {
    const [invoice] = await desk.read(sql<{ id: string }>`select id from invoices where order_id = ${order.id}`)
    await desk.transfer(order.memo_code, order.amount)
    const [spare] = await desk.read(
      sql<{ id: string }>`select id from private.payments where order_id = ${order.id} and went_to = 'credit'`,
    )
    const tries: [string, object?][] = [
      [`GET /orders/${order.id}`],
      [`POST /orders/${order.id}/cancel`, {}],
      [`GET /orders/${order.id}/proof/file`],
      [`GET /invoices/${invoice?.id}/file`],
      [`POST /invoices/${invoice?.id}/e-invoice`, {}],
      ['POST /refunds', { order_id: order.id }],
      ['POST /refunds', { payment_id: spare?.id }],
      [`POST /withdrawals/${newId()}/cancel`, {}],
    ]
    for (const [address, body] of tries) {
      const asked = await desk.call<Refusal>(address, body, stranger)
      assert.deepEqual([asked.status, asked.body.error.code], [404, 'request.not_found'], address)
      const named = await desk.call<Refusal>(address, body, stranger, { 'x-workspace': owner.workspaceId })
      assert.equal(named.status, 404, address)
    }
    assert.equal(await desk.balance('user_credit', owner), order.amount)
  })

  test('what a body says of price, discount, period or whose it is, is not listened to', async () => {
    const buyer = await makeOwner(desk.platform)
    const input = { plan: 'pro', interval: 'year', method: 'bank' }
    const lies = {
      amount: 1,
      due: 1,
      discount: 9_000_000,
      credit_used: 9_000_000,
      list_amount: 1,
      tax_bp: 0,
      price_id: newId(),
    }
    const more = { period_end: '2099-01-01T00:00:00Z', workspace_id: owner.workspaceId, status: 'success' }
    const { body } = await desk.call<ShownOrder>('POST /orders', { ...input, ...lies, ...more }, buyer)
    const [row] = await desk.read(sql<Record<string, unknown>>`select * from orders where id = ${body.id}`)
    assert.deepEqual(
      [row?.['workspace_id'], row?.['status'], row?.['credit_used']],
      [buyer.workspaceId, 'processing', 0],
    )
    assert.ok(Number(row?.['amount']) > 6_000_000)
    assert.ok(body.period_end < '2028')
  })

  test('currencies do not mix, and no amount is less than it is', async () => {
    const buyer = await makeOwner(desk.platform)
    const input = { plan: 'hobby', interval: 'month', method: 'bank' }
    const code = async (address: string, body: object) =>
      (await desk.call<Refusal>(address, body, buyer)).body.error?.code
    assert.equal(await code('POST /orders', { ...input, currency: 'USD' }), 'billing.method_off')
    for (const currency of ['EUR', 'vnd', '', null, 5])
      assert.equal(await code('POST /orders', { ...input, currency }), 'request.invalid')
    for (const packs of [0, -1, 1.5, 1e9, '2', null])
      assert.equal(
        await code('POST /orders/extra-messages', { packs, method: 'bank' }),
        'request.invalid',
        String(packs),
      )
    for (const amount of [0, -1, 0.5, 1e300, '200000', null])
      for (const address of ['POST /withdrawals', 'POST /referrals/spend'])
        assert.equal(await code(address, { amount, currency: 'VND' }), 'request.invalid', `${address} ${amount}`)
    assert.equal(await code('POST /referrals/spend', { amount: 1, currency: 'VND' }), 'referrals.not_covered')
  })

  test('a signed link opens its own file, for its own time, and no other', async () => {
    const [invoice] = await desk.read(sql<{ id: string }>`select id from invoices where order_id = ${order.id}`)
    const { body } = await desk.call<{ url: string }>(`GET /invoices/${invoice?.id}/file`, undefined, owner)
    const path = body.url.slice(desk.platform.config.publicUrl.length)
    const open = async (url: string) => (await desk.app.inject({ url })).statusCode
    assert.equal(await open(path), 200)
    const other = path.replace(owner.workspaceId, stranger.workspaceId)
    assert.notEqual(other, path)
    assert.equal(await open(other), 400)
    assert.equal(await open(path.replace(/token=.{20}/, 'token=eyJhbGciOiJub25lIn0.e')), 400)
    assert.notEqual(await open(path.replace('/sign/', '/public/')), 200)
    desk.platform.clock.advance(301_000)
    assert.equal(await open(path), 400)
  })

  test('two operators attach one transfer to two orders at once: it is one order’s', async () => {
    const [one, two] = [await makeOwner(desk.platform), await makeOwner(desk.platform)]
    const orders = [await desk.order('pro', 'month', one), await desk.order('pro', 'month', two)]
    await desk.transfer('chuyen tien nha', orders[0]?.due ?? 0, { reference: 'FT-race' })
    const transfer = (await listUnmatched(desk.platform)).find(({ reference }) => reference === 'FT-RACE')
    const acts = orders.map(({ id }) =>
      attachTransfer(desk.platform, { personId: newId() }, { id: transfer?.id ?? '', order_id: id }),
    )
    const done = await Promise.allSettled(acts)
    assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const paid = await desk.read(
      sql`select 1 from private.payments where order_id = any (${orders.map(({ id }) => id)}::uuid[])`,
    )
    assert.equal(paid.length, 1)
  })

  test('a refund that is asked for several times at one moment is one; so is one beside a change of plan and its end', async () => {
    const buyer = await makeOwner(desk.platform)
    const paid = await desk.pay(buyer)
    const change = { plan: 'pro', interval: 'year', method: 'bank' }
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() => desk.call('POST /refunds', { order_id: paid.id }, buyer)),
      desk.call('POST /subscription/change', change, buyer),
      desk.call('POST /subscription/cancel', {}, buyer),
    ])
    assert.deepEqual(
      answers
        .slice(0, 4)
        .map(({ status }) => status)
        .toSorted((a, b) => a - b),
      [201, 409, 409, 409],
    )
    for (const { status } of answers) assert.ok(status < 500, String(status))
    const refunds = await desk.read(sql`select 1 from refunds where order_id = ${paid.id}`)
    assert.equal(refunds.length, 1)
  })

  test('a signed notification that is sent again, whole or to another address, pays once', async () => {
    const buyer = await makeOwner(desk.platform)
    const open = await desk.order('pro', 'month', buyer)
    const notice = desk.notice({ id: 91_001, content: open.memo_code, amount: open.due })
    for (let n = 0; n < 3; n++) assert.equal((await desk.app.inject(notice)).statusCode, 200)
    for (const url of ['/hooks/bank/casso', '/hooks/stripe', `/hooks/payoneer/${'a'.repeat(43)}`])
      assert.ok([400, 401].includes((await desk.app.inject({ ...notice, url })).statusCode), url)
    await desk.platform.jobs.drain()
    const rows = await desk.read(sql`select 1 from private.payments where order_id = ${open.id}`)
    assert.equal(rows.length, 1)
  })
})
