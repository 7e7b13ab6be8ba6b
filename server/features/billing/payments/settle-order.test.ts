import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { type BankDriver, bankSettings, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeMember, makeOwner } from '#tests/fixtures/shop-owner.ts'
import { takeMovement } from '../methods/bank/take-movement.ts'
import { settleOrder } from './settle-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'

describe('an order paid by transfer', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  const events = async (workspaceId: string) =>
    (
      await desk.read(
        sql<{ name: string }>`select name from private.events where workspace_id = ${workspaceId} order by id`,
      )
    ).map(event => event.name)

  test('shows what to pay and how, and the plan is there once the money is', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    assert.deepEqual(
      [order.kind, order.status, order.amount, order.due, order.payment?.amount, order.payment?.memo],
      ['first', 'processing', 582_500, 582_500, 582_500, order.memo_code],
    )
    assert.ok(order.payment?.qr.includes(`0810${order.memo_code}`) && order.payment.qr.includes('5406582500'))
    assert.equal(order.period_end, '2026-12-15T02:00:00.000Z')
    assert.equal(await desk.transfer(`MBVCB.327 ${order.memo_code}.CT tu 0011 NGUYEN VAN A`, 582_500), 200)
    const paid = await desk.readOrder(order.id, owner)
    assert.deepEqual([paid.status, paid.status_detail, paid.due, paid.payment], ['success', 'paid', 0, null])
    const plan = await desk.subscription(owner)
    assert.deepEqual([plan?.plan, plan?.status, plan?.period_end.toISOString()], ['pro', 'active', order.period_end])
    const usage = await desk.call<{ usage: { metric: string; limit: number }[] }>('GET /usage', undefined, owner)
    assert.deepEqual(
      usage.body.usage.map(({ metric, limit }) => [metric, limit]),
      [
        ['campaigns', 10000],
        ['connections', 6],
        ['documents', 100],
        ['members', 10],
        ['messages', 6000],
      ],
    )
    assert.deepEqual(
      (await events(owner.workspaceId)).filter(name => /^(order|subscription|invoice)/.test(name)),
      ['order.opened', 'subscription.changed', 'invoice.issued', 'order.settled'],
    )
  })

  test('the same wish twice is one order, another one takes its place', async () => {
    const owner = await makeOwner(desk.platform)
    const first = await desk.order('pro', 'month', owner)
    assert.equal((await desk.order('pro', 'month', owner)).id, first.id)
    const other = await desk.order('hobby', 'year', owner)
    assert.notEqual(other.id, first.id)
    assert.deepEqual(
      [(await desk.readOrder(first.id, owner)).status_detail, other.amount],
      ['cancelled', Math.round((3_049_800 * 360) / 365)],
    )
  })

  test('ten wishes at once are one order', async () => {
    const owner = await makeOwner(desk.platform)
    const orders = await Promise.all(Array.from({ length: 10 }, () => desk.order('pro', 'year', owner)))
    assert.equal(new Set(orders.map(order => order.id)).size, 1)
  })

  test('part of the money leaves it open and shows the rest; the sum decides', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('hobby', 'month', owner)
    await desk.transfer(order.memo_code, 100_000)
    const partly = await desk.readOrder(order.id, owner)
    assert.deepEqual(
      [partly.status, partly.status_detail, partly.due],
      ['processing', 'partial', order.amount - 100_000],
    )
    assert.ok(partly.payment?.qr.includes(String(order.amount - 100_000)))
    assert.equal((await desk.subscription(owner))?.status, 'trialing')
    const cancel = await desk.call<{ error: { code: string } }>(`POST /orders/${order.id}/cancel`, {}, owner)
    assert.equal(cancel.body.error.code, 'billing.order_partly_paid')
    await desk.transfer(order.memo_code, order.amount - 100_000)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
  })

  test('too much is credit, and pays for the next order', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('hobby', 'month', owner)
    await desk.transfer(order.memo_code, order.amount + 51_000)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.equal(await desk.balance('user_credit', owner), 51_000)
    await desk.transfer(order.memo_code, order.amount)
    assert.equal(await desk.balance('user_credit', owner), 51_000 + order.amount)
    assert.ok((await events(owner.workspaceId)).includes('payment.credited'))
    assert.equal((await desk.read(sql`select 1 from invoices where order_id = ${order.id}`)).length, 1)
  })

  test('credit that covers an order settles it at once', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('hobby', 'month', owner)
    await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
    desk.platform.clock.advance(days(8))
    await desk.transfer(order.memo_code, 1_000_000)
    assert.equal(await desk.balance('user_credit', owner), 1_000_000)
    const next = await desk.order('hobby', 'month', owner)
    assert.deepEqual([next.status, next.credit_used, next.due], ['success', next.amount, 0])
    assert.equal(await desk.balance('user_credit', owner), 1_000_000 - next.amount)
    assert.equal((await desk.subscription(owner))?.status, 'active')
  })

  test('money that comes after the order’s end revives it within seven days, and is credit later', async () => {
    const outcomes: string[] = []
    for (const late of [days(6), days(8)]) {
      const owner = await makeOwner(desk.platform)
      const order = await desk.order('pro', 'year', owner)
      desk.platform.clock.advance(hours(24))
      await expireOrders(desk.platform)
      assert.equal((await desk.readOrder(order.id, owner)).status_detail, 'expired')
      desk.platform.clock.advance(late)
      await desk.transfer(order.memo_code, order.amount)
      outcomes.push((await desk.readOrder(order.id, owner)).status)
      assert.equal(await desk.balance('user_credit', owner), late > days(7) ? order.amount : 0)
    }
    assert.deepEqual(outcomes, ['success', 'failed'])
  })

  test('late money revives nothing at another price, in part, or beside another plan', async () => {
    const open = async () => {
      const owner = await makeOwner(desk.platform)
      const order = await desk.order('pro', 'month', owner)
      await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
      return { owner, order }
    }
    const part = await open()
    await desk.transfer(part.order.memo_code, part.order.amount - 1)
    assert.equal(await desk.balance('user_credit', part.owner), part.order.amount - 1)

    const beside = await open()
    const other = await desk.order('hobby', 'month', beside.owner)
    await desk.transfer(other.memo_code, other.amount)
    await desk.transfer(beside.order.memo_code, beside.order.amount)
    assert.equal((await desk.subscription(beside.owner))?.plan, 'hobby')
    assert.equal(await desk.balance('user_credit', beside.owner), beside.order.amount)

    const afterRise = await open()
    await desk.read(sql`insert into prices (id, plan, interval, currency, amount, valid_from)
      values ('00000000-0000-7000-8000-0000000000aa', 'pro', 'month', 'VND', 799000, ${desk.platform.clock.now()})`)
    await desk.transfer(afterRise.order.memo_code, afterRise.order.amount)
    assert.equal((await desk.readOrder(afterRise.order.id, afterRise.owner)).status, 'failed')
    assert.equal(await desk.balance('user_credit', afterRise.owner), afterRise.order.amount)
    await desk.read(sql`delete from prices where amount = 799000`)
  })

  test('what leads to no order waits for a person; what is none of ours is only noted', async () => {
    const { owner } = desk
    const order = await desk.order('pro', 'month', owner)
    const other = await desk.order('pro', 'month', await makeOwner(desk.platform))
    const begun = (await desk.read(sql`select 1 from private.bank_transactions`)).length
    await desk.transfer('tien an trua', order.amount)
    await desk.transfer(`${order.memo_code} ${other.memo_code}`, order.amount)
    await desk.transfer('CB7K2M9QX5', order.amount)
    await desk.transfer(order.memo_code, order.amount, { out: true })
    await desk.transfer(order.memo_code, order.amount, { account: '0900000002' })
    await desk.transfer(order.memo_code, 0)
    const rows = await desk.read(
      sql<{
        status: string
        reason: string
      }>`select status, reason from private.bank_transactions order by id offset ${begun}`,
    )
    assert.deepEqual(
      rows.map(({ status, reason }) => `${status} ${reason}`),
      [
        'unmatched no_code',
        'unmatched two_codes',
        'unmatched unknown_code',
        'ignored outgoing',
        'ignored other_account',
        'ignored nothing',
      ],
    )
    assert.equal((await desk.readOrder(order.id)).status, 'processing')
    assert.deepEqual(await desk.faults(), [])
  })

  test('thirty identical notifications at once are one payment', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    const sent = desk.notice({ id: 777_001, content: order.memo_code, amount: order.amount })
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.app.inject(sent)))
    assert.deepEqual([...new Set(answers.map(answer => answer.statusCode))], [200])
    await Promise.all([desk.platform.jobs.drain(), desk.platform.jobs.drain()])
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.equal(await desk.balance('user_credit', owner), 0)
    assert.equal((await desk.read(sql`select 1 from private.payments where order_id = ${order.id}`)).length, 1)
    assert.equal((await desk.read(sql`select 1 from private.payment_inbox where external_id = '777001'`)).length, 1)
  })

  test('the one door takes a payment once by its name, and only in the order’s currency', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    const evidence = {
      reference: 'pi_1',
      amount: order.due,
      currency: 'VND',
      paidAt: desk.platform.clock.now(),
    } as const
    for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 0.5 }])
      await assert.rejects(settleOrder(desk.platform, order.id, { ...evidence, ...wrong }))
    await assert.rejects(settleOrder(desk.platform, desk.owner.workspaceId, evidence))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settleOrder(desk.platform, order.id, evidence)))
    assert.deepEqual([...new Set(outcomes.toSorted())], ['known', 'settled'])
    assert.equal(outcomes.filter(outcome => outcome === 'settled').length, 1)
    assert.equal(await settleOrder(desk.platform, order.id, { ...evidence, reference: 'pi_2' }), 'credited')
    const other = { ...evidence, reference: 'pi_3', currency: 'USD' }
    assert.equal(await settleOrder(desk.platform, order.id, other), 'refused')
    assert.equal(await desk.balance('user_credit', owner, 'USD'), 0)
  })

  test('one transfer told by two feeds counts once', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.amount, { id: 888_001, reference: 'FT26324123456' })
    await desk.transfer(order.memo_code, order.amount, { id: 888_002, reference: 'FT26324123456' })
    assert.equal(await desk.balance('user_credit', owner), 0)
  })

  test('two feeds on two sides of midnight tell one transfer; the same words a day later are another', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    const takeNotice = (provider: 'sepay' | 'casso', externalId: string, bookedAt: string) =>
      takeMovement(desk.platform, {
        provider,
        externalId,
        accounts: ['0900000001'],
        direction: 'in',
        amount: order.amount,
        content: order.memo_code,
        reference: 'FT9001',
        bookedAt: new Date(bookedAt),
      })
    const known = [
      await takeNotice('sepay', 's1', '2026-11-25T23:59:50+07:00'),
      await takeNotice('casso', 'c1', '2026-11-26T00:00:20+07:00'),
      await takeNotice('casso', 'c1', '2026-11-26T00:00:20+07:00'),
      await takeNotice('casso', 'c2', '2026-11-26T20:00:00+07:00'),
      await takeNotice('sepay', 's2', '2026-11-26T19:59:00+07:00'),
    ]
    assert.deepEqual(known, [true, false, false, true, false])
    assert.equal(await desk.balance('user_credit', owner), order.amount)
  })

  test('money for a deleted workspace is unmatched, and never a plan', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.read(
      sql`update workspaces set deleted_at = ${desk.platform.clock.now()} where id = ${owner.workspaceId}`,
    )
    await desk.transfer(order.memo_code, order.due)
    assert.notEqual((await desk.subscription(owner))?.status, 'active')
    const [row] = await desk.read(sql<{
      status: string
      reason: string
    }>`select status, reason from private.bank_transactions
      where content like ${`%${order.memo_code}%`}`)
    assert.deepEqual(row, { status: 'unmatched', reason: 'closed_workspace' })
    const late = { reference: 'pi_gone', amount: order.due, currency: 'VND', paidAt: desk.platform.clock.now() }
    assert.equal(await settleOrder(desk.platform, order.id, late), 'credited')
    const [back] = await desk.read(
      sql<{ status: string }>`select status from refunds where workspace_id = ${owner.workspaceId}`,
    )
    assert.equal(back?.status, 'approved')
  })

  test('Casso’s notification settles as SePay’s does, and both of one transfer are one', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    const notice = {
      accountNumber: '0900000001',
      amount: order.due,
      description: `${order.memo_code} CT DEN`,
      id: 5501,
      reference: 'FT5501',
      transactionDateTime: '2027-01-20 09:00:00',
    }
    const time = desk.platform.clock.now().getTime()
    const body = { error: 0, data: notice }
    const signed = JSON.stringify({ data: notice, error: 0 })
    const v1 = createHmac('sha512', bankSettings.CASSO_CHECKSUM_KEY).update(`${time}.${signed}`).digest('hex')
    const answer = await desk.app.inject({
      method: 'POST',
      url: '/hooks/bank/casso',
      headers: { 'content-type': 'application/json', 'x-casso-signature': `t=${time},v1=${v1}` },
      payload: JSON.stringify(body),
    })
    assert.equal(answer.statusCode, 200)
    await desk.platform.jobs.drain()
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    await desk.transfer(order.memo_code, order.due, { reference: 'FT5501', date: '2027-01-20 09:00:07' })
    assert.equal(await desk.balance('user_credit', owner), 0)
  })

  test('notifications without the right signature are refused and leave nothing; odd ones are kept and ignored', async () => {
    const sent = desk.notice({ id: 999_001, content: 'x', amount: 1 })
    for (const headers of [{}, { ...sent.headers, 'x-sepay-signature': `sha256=${'0'.repeat(64)}` }])
      assert.equal(
        (await desk.app.inject({ ...sent, headers: { 'content-type': 'application/json', ...headers } })).statusCode,
        401,
      )
    assert.equal((await desk.app.inject({ ...sent, url: '/hooks/bank/casso' })).statusCode, 401)
    assert.equal((await desk.read(sql`select 1 from private.payment_inbox where external_id = '999001'`)).length, 0)
    const odd = desk.notice({ id: 999_002, content: 'x', amount: 0.5 })
    assert.equal((await desk.app.inject(odd)).statusCode, 200)
    await desk.platform.jobs.drain()
    const rows = await desk.read(
      sql<{ status: string; note: string }>`select status, note from private.payment_inbox where status = 'ignored'`,
    )
    assert.deepEqual(rows, [{ status: 'ignored', note: 'shape' }])
  })

  test('orders are the admins’: members are refused, strangers find nothing, methods without keys are not taken', async () => {
    const order = await desk.order('pro', 'month')
    const member = await makeMember(desk.platform, desk.owner)
    const stranger = await makeOwner(desk.platform)
    const input = { plan: 'pro', interval: 'month', method: 'bank' }
    assert.equal((await desk.call('POST /orders', input, member)).status, 403)
    assert.equal((await desk.call(`GET /orders/${order.id}`, undefined, member)).status, 403)
    assert.equal((await desk.call(`GET /orders/${order.id}`, undefined, stranger)).status, 404)
    assert.equal((await desk.call(`POST /orders/${order.id}/cancel`, {}, stranger)).status, 404)
    assert.equal((await desk.call('POST /orders', { ...input, plan: 'custom' })).status, 400)
    assert.equal((await desk.call('POST /orders', { ...input, amount: 1 })).status, 201)
    assert.equal((await desk.call<ShownOrder>(`GET /orders/${order.id}`)).body.amount, order.amount)
    const off = await desk.call<{ error: { code: string } }>('POST /orders', { ...input, method: 'stripe' })
    assert.deepEqual([off.status, off.body.error.code], [409, 'billing.method_off'])
  })
})
