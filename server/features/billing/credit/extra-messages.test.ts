import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { reserve } from '#features/usage/reserve.ts'
import { days, hours } from '#platform/clock.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { type CardDriver, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { carryMessages } from './extra-messages.ts'
import { openMonths, openRenewals } from '../plans/open-renewals.ts'
import { refundArrived } from '../refunds/send-refund.ts'
import { advancePeriods } from '../plans/advance-periods.ts'

type Asked = ShownOrder & { packs: number; error?: { code: string } }

describe('bought messages', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  const orderPacks = (owner: Owner, packs = 1, method = 'bank') =>
    desk.call<Asked>('POST /orders/extra-messages', { packs, method }, owner)
  async function buy(owner: Owner, packs = 1): Promise<Asked> {
    const { body } = await orderPacks(owner, packs)
    await desk.transfer(body.memo_code, body.due)
    return body
  }
  async function subscribed(plan = 'hobby'): Promise<Owner> {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order(plan, 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    return owner
  }
  const messages = async (owner: Owner) => {
    const [row] = await desk.read(sql<{
      used: number
      hard_limit: number
      extra: number
    }>`select used, hard_limit, extra
      from usage_counters where workspace_id = ${owner.workspaceId} and metric = 'messages'
        and period_start <= ${desk.platform.clock.now()} and period_end > ${desk.platform.clock.now()}`)
    return row && [row.used, row.hard_limit, row.extra].map(Number)
  }
  const use = (owner: Owner, used: number) =>
    desk.read(sql`update usage_counters set used = ${used} where workspace_id = ${owner.workspaceId} and metric = 'messages'
      and period_start <= ${desk.platform.clock.now()} and period_end > ${desk.platform.clock.now()}`)
  const take = (owner: Owner) =>
    desk.platform.db.asService(owner.workspaceId, tx => reserve(desk.platform, tx, owner.workspaceId, 'messages'))

  async function runTimers(): Promise<void> {
    for (const run of [advancePeriods, openRenewals, openMonths, carryMessages, carryMessages]) await run(desk.platform)
    await desk.platform.jobs.drain()
  }

  async function nextMonth(owner: Owner, pays = true): Promise<void> {
    const end = (await desk.subscription(owner))?.period_end.getTime() ?? 0
    while (desk.platform.clock.now().getTime() < end) {
      desk.platform.clock.advance(Math.min(hours(12), end - desk.platform.clock.now().getTime()))
      await runTimers()
      const [due] = await desk.read(sql<{
        memo_code: string
        due: number
      }>`select memo_code, amount - credit_used - received as due
        from orders where workspace_id = ${owner.workspaceId} and kind = 'renewal' and status = 'processing'`)
      if (due && pays) await desk.transfer(due.memo_code, due.due)
    }
    await runTimers()
  }

  test('cost what the plan says, and raise the limit by exactly their number, once', async () => {
    const owner = await subscribed()
    const { status, body } = await orderPacks(owner, 2)
    assert.deepEqual([status, body.kind, body.amount, body.packs], [201, 'extra', 198_000, 2])
    assert.equal((await orderPacks(owner, 2)).body.id, body.id)
    const other = (await orderPacks(owner, 1)).body
    assert.deepEqual([other.amount, (await desk.readOrder(body.id, owner)).status], [99_000, 'failed'])
    await desk.transfer(other.memo_code, other.due, { id: 91_001 })
    await desk.transfer(other.memo_code, other.due, { id: 91_001 })
    assert.deepEqual(await messages(owner), [0, 2500, 1000])
    const plan = await desk.subscription(owner)
    assert.deepEqual([plan?.plan, plan?.status], ['hobby', 'active'])
    assert.equal((await orderPacks(await subscribed('pro'))).body.amount, 79_000)
    const trying = await makeOwner(desk.platform)
    assert.equal((await orderPacks(trying)).body.error?.code, 'billing.no_plan')
    const [line] = await desk.read(
      sql<{
        messages: number
      }>`select (lines -> 0 ->> 'messages')::int as messages from invoices where order_id = ${other.id}`,
    )
    assert.deepEqual(line, { messages: 1000 })
  })

  test('let a silent bot go on at once, to the last of them', async () => {
    const owner = await subscribed()
    await use(owner, 1500)
    assert.equal(await take(owner), false)
    await buy(owner)
    await use(owner, 2499)
    assert.deepEqual([await take(owner), await take(owner)], [true, false])
  })

  test('are used after the plan’s own, carried over, and gone after a year', async () => {
    const owner = await subscribed()
    await buy(owner)
    await use(owner, 1700)
    await nextMonth(owner)
    assert.deepEqual(await messages(owner), [0, 2300, 800])
    await nextMonth(owner)
    assert.deepEqual(await messages(owner), [0, 2300, 800])
    await use(owner, 9999)
    await nextMonth(owner)
    assert.deepEqual(await messages(owner), [0, 1500, 0])
    await buy(owner)
    for (let month = 0; month < 13; month++) await nextMonth(owner)
    assert.deepEqual(await messages(owner), [0, 1500, 0])
  })

  test('stay with another plan, and come back with a plan after the end of one', async () => {
    const owner = await subscribed()
    await buy(owner)
    const { body } = await desk.call<{ order: ShownOrder }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'month' },
      owner,
    )
    await desk.transfer(body.order.memo_code, body.order.due)
    assert.deepEqual(await messages(owner), [0, 7000, 1000])
    await use(owner, 6400)
    await nextMonth(owner, false)
    desk.platform.clock.advance(days(8))
    await runTimers()
    assert.equal(await messages(owner), undefined)
    const again = await desk.order('hobby', 'month', owner)
    await desk.transfer(again.memo_code, again.due)
    assert.deepEqual(await messages(owner), [0, 2100, 600])
  })

  test('go back while at most half of them is used; the plan runs on', async () => {
    const owner = await subscribed()
    const order = await buy(owner)
    await use(owner, 2001)
    const refused = await desk.call<{ error: { code: string } }>('POST /refunds', { order_id: order.id }, owner)
    assert.equal(refused.body.error.code, 'billing.refund_refused')
    await use(owner, 1500)
    const { body } = await desk.call<{ id: string; status: string }>('POST /refunds', { order_id: order.id }, owner)
    assert.equal(body.status, 'approved')
    await refundArrived(desk.platform, body.id)
    assert.deepEqual(await messages(owner), [1500, 1500, 0])
    assert.equal((await desk.subscription(owner))?.status, 'active')
  })

  test('whatever is bought, used and over, no message is lost and none is given twice', async () => {
    const owner = await subscribed()
    let bought = 0
    let beyond = 0
    for (const [packs, used] of [
      [1, 1800],
      [0, 2000],
      [2, 1600],
      [0, 1500],
      [1, 4000],
    ] as const) {
      if (packs > 0) await buy(owner, packs)
      bought += packs * 1000
      const [, limit = 0] = (await messages(owner)) ?? []
      await use(owner, Math.min(used, limit))
      beyond += Math.max(0, Math.min(used, limit) - 1500)
      await nextMonth(owner)
      assert.deepEqual(await messages(owner), [0, 1500 + bought - beyond, bought - beyond])
    }
  })
})

describe('bought messages by every method', () => {
  let desk: CardDriver
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())

  for (const method of ['stripe', 'payoneer'] as const)
    test(method, async () => {
      const owner = await makeOwner(desk.platform)
      const plan = await desk.order('pro', 'month', owner)
      await desk.transfer(plan.memo_code, plan.due)
      const { body } = await desk.call<Asked & { payment: { checkout_url: string }; currency: string }>(
        'POST /orders/extra-messages',
        { method },
        owner,
      )
      assert.deepEqual([body.amount, body.currency], method === 'stripe' ? [79_000, 'VND'] : [320, 'USD'])
      const page = body.payment.checkout_url.split('/').at(-1)
      if (method === 'stripe') await desk.sim(desk.stripe, 'pay', { session: page })
      else await desk.sim(desk.payoneer, 'act', { list: page, how: 'pay' })
      await desk.settle()
      const usage = await desk.call<{ usage: { metric: string; limit: number }[] }>('GET /usage', undefined, owner)
      assert.equal(usage.body.usage.find(one => one.metric === 'messages')?.limit, 7000)
      const [row] = await desk.read(sql<{
        method: string
        provider_subscription: string | null
      }>`select method, provider_subscription
        from subscriptions where workspace_id = ${owner.workspaceId}`)
      assert.deepEqual(row, { method: 'bank', provider_subscription: null })
      assert.deepEqual(await desk.faults(), [])
    })
})
