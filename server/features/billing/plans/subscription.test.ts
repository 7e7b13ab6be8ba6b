import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { reserve } from '#features/usage/reserve.ts'
import { days, hours } from '#platform/clock.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import type { ChangePreview } from './change-plan.ts'
import { openMonths, openRenewals } from './open-renewals.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { advancePeriods } from './advance-periods.ts'

type Changed = ChangePreview & { order: ShownOrder | null; error?: { code: string } }

describe('a plan over the months', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function on(moment: string): Promise<void> {
    const { clock } = desk.platform
    const goal = new Date(`${moment}+07:00`).getTime()
    assert.ok(goal >= clock.now().getTime(), 'the clock only goes forward')
    for (;;) {
      await runTimers()
      const left = goal - clock.now().getTime()
      if (left <= 0) return
      clock.advance(Math.min(left, hours(12)))
    }
  }

  async function runTimers(): Promise<void> {
    for (const run of [advancePeriods, openRenewals, openMonths, expireOrders]) await run(desk.platform)
    await desk.platform.jobs.drain()
  }

  async function subscribe(plan = 'pro', interval = 'month'): Promise<Owner> {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order(plan, interval, owner)
    await desk.transfer(order.memo_code, order.due)
    return owner
  }

  const openOrder = async (owner: Owner, kind: string) =>
    (
      await desk.read(
        sql<{
          id: string
          memo_code: string
          amount: number
          plan: string
          status_detail: string
          due: number
          period_end: Date
        }>`
          select *, amount - credit_used - received as due from orders where workspace_id = ${owner.workspaceId} and kind = ${kind} and status = 'processing'`,
      )
    )[0]
  const change = (owner: Owner, plan: string, interval: string, more: object = {}) =>
    desk.call<Changed>('POST /subscription/change', { plan, interval, ...more }, owner)
  const take = (owner: Owner) =>
    desk.platform.db.asService(owner.workspaceId, tx => reserve(desk.platform, tx, owner.workspaceId, 'messages'))
  const messages = async (owner: Owner) => {
    const { body } = await desk.call<{ usage: { metric: string; used: number; limit: number }[] }>(
      'GET /usage',
      undefined,
      owner,
    )
    const [row] = body.usage.filter(one => one.metric === 'messages')
    return row && [row.used, row.limit]
  }
  const state = async (owner: Owner) => {
    const row = await desk.subscription(owner)
    return [row?.status, row?.plan, row?.period_end.toISOString().slice(0, 10)]
  }

  test('is renewed by an order a week before the 15th; paid early, it turns on the day', async () => {
    const owner = await subscribe('pro')
    assert.equal(await take(owner), true)
    await on('2026-12-07T10:00')
    assert.equal(await openOrder(owner, 'renewal'), undefined)
    await on('2026-12-08T10:00')
    const renewal = await openOrder(owner, 'renewal')
    assert.deepEqual([renewal?.amount, renewal?.period_end.toISOString()], [699_000, '2027-01-15T02:00:00.000Z'])
    await desk.transfer(renewal?.memo_code ?? '', 699_000)
    assert.deepEqual(await state(owner), ['active', 'pro', '2026-12-15'])
    assert.deepEqual(await messages(owner), [1, 6000])
    await on('2026-12-15T09:00')
    assert.deepEqual(await state(owner), ['active', 'pro', '2027-01-15'])
    assert.deepEqual(await messages(owner), [0, 6000])
    assert.equal(await take(owner), true)
  })

  test('unpaid it runs on for seven days in full, and is over then', async () => {
    const owner = await subscribe('hobby') // 15 December: a whole month
    await on('2027-01-15T08:59')
    assert.equal((await state(owner))[0], 'active')
    await on('2027-01-15T09:00')
    assert.equal((await state(owner))[0], 'past_due')
    assert.equal((await openOrder(owner, 'renewal'))?.status_detail, 'unpaid')
    const larger = await change(owner, 'pro', 'month')
    assert.deepEqual([larger.status, larger.body.error?.code], [409, 'billing.pay_first'])
    assert.equal(await take(owner), true)
    await on('2027-01-22T08:00')
    assert.equal(await take(owner), true)
    await on('2027-01-22T09:00')
    assert.equal((await state(owner))[0], 'ended')
    assert.equal(await take(owner), false)
    assert.equal(await openOrder(owner, 'renewal'), undefined)
    await on('2027-01-25T10:00')
    const again = await desk.order('hobby', 'month', owner)
    assert.deepEqual([again.kind, again.amount], ['first', Math.round((299_000 * 21) / 31)])
    await desk.transfer(again.memo_code, again.due)
    assert.deepEqual(await state(owner), ['active', 'hobby', '2027-02-15'])
    assert.equal(await take(owner), true)
  })

  test('paid in the days of grace it keeps the 15th, February’s too', async () => {
    const owner = await subscribe('pro')
    await on('2027-02-20T10:00')
    assert.equal((await state(owner))[0], 'past_due')
    const renewal = await openOrder(owner, 'renewal')
    await desk.transfer(renewal?.memo_code ?? '', 699_000)
    assert.deepEqual(await state(owner), ['active', 'pro', '2027-03-15'])
    await on('2027-03-22T09:00')
    assert.equal((await state(owner))[0], 'ended')
    const late = (
      await desk.read(
        sql<{
          memo_code: string
        }>`select memo_code from orders where workspace_id = ${owner.workspaceId} and kind = 'renewal' and status = 'failed'`,
      )
    )[0]
    await on('2027-03-25T10:00')
    await desk.transfer(late?.memo_code ?? '', 699_000)
    assert.deepEqual(await state(owner), ['active', 'pro', '2027-04-15'])
  })

  test('is upgraded at once for the difference of the days, shown before', async () => {
    await on('2027-04-25T10:00')
    const owner = await subscribe('hobby') // 20 of 30 days
    await take(owner)
    const shown = (await change(owner, 'pro', 'month', { preview: true })).body
    assert.deepEqual(
      [shown.when, shown.list_amount, shown.unused_value, shown.due_now, shown.next_amount],
      ['now', 466_000, 199_333, 266_667, 699_000],
    )
    assert.equal(await openOrder(owner, 'upgrade'), undefined)
    const { order } = (await change(owner, 'pro', 'month')).body
    assert.deepEqual([order?.kind, order?.due], ['upgrade', 266_667])
    assert.deepEqual(await messages(owner), [1, 1500])
    await desk.transfer(order?.memo_code ?? '', 266_667)
    assert.deepEqual(await state(owner), ['active', 'pro', '2027-05-15'])
    assert.deepEqual(await messages(owner), [1, 6000])
    assert.equal((await change(owner, 'pro', 'month')).body.error?.code, 'billing.same_plan')
  })

  test('a year instead of a month: what is left of the month is set against it', async () => {
    const owner = await subscribe('pro')
    const { order } = (await change(owner, 'pro', 'year')).body
    const price = Math.round((7_129_800 * 356) / 365)
    assert.equal(order?.due, price - 466_000)
    await desk.transfer(order?.memo_code ?? '', order?.due ?? 0)
    assert.deepEqual(await state(owner), ['active', 'pro', '2028-04-15'])
    await take(owner)
    await on('2027-05-15T09:00')
    assert.deepEqual(await messages(owner), [0, 6000])
    const yearly = await subscribe('hobby', 'year')
    const back = (await change(yearly, 'pro', 'month')).body
    assert.deepEqual([back.when, back.due_now, back.order?.status], ['now', 0, 'success'])
    assert.equal(await desk.balance('user_credit', yearly), 3_049_800 - 699_000)
    assert.deepEqual(await state(yearly), ['active', 'pro', '2027-06-15'])
  })

  test('a smaller plan waits for the 15th, is refused while too much is in use, and can be taken back', async () => {
    const owner = await subscribe('pro')
    await desk.read(
      sql`update usage_counters set used = 3 where workspace_id = ${owner.workspaceId} and metric = 'connections'`,
    )
    const refused = await change(owner, 'hobby', 'month')
    assert.deepEqual([refused.status, refused.body.error?.code], [409, 'billing.too_much_in_use'])
    await desk.read(
      sql`update usage_counters set used = 1 where workspace_id = ${owner.workspaceId} and metric = 'connections'`,
    )
    assert.equal((await change(owner, 'hobby', 'month')).body.when, 'period_end')
    assert.equal((await change(owner, 'pro', 'month')).body.when, 'none')
    assert.equal((await desk.subscription(owner))?.pending_plan, null)
    await change(owner, 'hobby', 'month')
    await on('2027-06-10T10:00')
    const renewal = await openOrder(owner, 'renewal')
    assert.deepEqual([renewal?.plan, renewal?.amount], ['hobby', 299_000])
    await desk.transfer(renewal?.memo_code ?? '', 299_000)
    assert.deepEqual(await state(owner), ['active', 'pro', '2027-06-15'])
    assert.deepEqual(await messages(owner), [0, 6000])
    await on('2027-06-15T09:00')
    assert.deepEqual(await state(owner), ['active', 'hobby', '2027-07-15'])
    assert.deepEqual(await messages(owner), [0, 1500])
  })

  test('cancelled it runs to the end of what is paid; resumed it is renewed again', async () => {
    const owner = await subscribe('pro')
    const other = await subscribe('pro')
    const ahead = await subscribe('pro')
    for (const who of [owner, other]) await desk.call('POST /subscription/cancel', {}, who)
    await on('2027-07-10T10:00')
    const renewal = await openOrder(ahead, 'renewal')
    await desk.transfer(renewal!.memo_code, renewal!.due)
    await desk.call('POST /subscription/cancel', {}, ahead)
    assert.equal(await openOrder(owner, 'renewal'), undefined)
    assert.equal((await desk.call('POST /subscription/resume', {}, other)).body['cancel_at_period_end'], false)
    await on('2027-07-15T09:00')
    assert.equal((await state(owner))[0], 'ended')
    assert.equal(await take(owner), false)
    assert.deepEqual(await state(ahead), ['active', 'pro', '2027-08-15'], 'the month that was paid ahead is kept')
    assert.equal((await state(other))[0], 'past_due')
    assert.ok(await openOrder(other, 'renewal'))
    const nothing = await desk.call<{ error: { code: string } }>('POST /subscription/cancel', {}, owner)
    assert.equal(nothing.body.error.code, 'billing.no_plan')
  })

  test('an upgrade and a renewal paid at the same moment end the same, whichever is first', async () => {
    const ends: unknown[] = []
    for (const order of ['renewal', 'upgrade', 'both']) {
      const owner = await subscribe('hobby')
      const renewalAt = (await desk.subscription(owner))?.period_end.getTime() ?? 0
      await on(new Date(renewalAt - days(5) + hours(7)).toISOString().slice(0, 16))
      const renewal = await openOrder(owner, 'renewal')
      const upgrade = (await change(owner, 'pro', 'month')).body.order
      assert.ok(renewal && upgrade)
      const pay = (what: { memo_code: string; due: number }) => desk.transfer(what.memo_code, what.due)
      if (order === 'renewal') await pay(renewal).then(() => pay(upgrade))
      if (order === 'upgrade') await pay(upgrade).then(() => pay(renewal))
      if (order === 'both') await Promise.all([pay(renewal), pay(upgrade)])
      const row = await desk.subscription(owner)
      ends.push([
        row?.plan,
        row?.status,
        row?.paid_until?.getTime() === row?.period_end.getTime(),
        await desk.balance('user_credit', owner),
      ])
    }
    for (const end of ends) assert.deepEqual(end, ['pro', 'active', true, 299_000])
  })

  test('who pays keeps the price until thirty days after a newer one was told', async () => {
    const owner = await subscribe('pro')
    const price = (id: string, amount: number, announcedAt: Date | null) =>
      desk.read(sql`insert into prices (id, plan, interval, currency, amount, valid_from, announced_at)
        values (${`00000000-0000-7000-8000-0000000000${id}`}, 'pro', 'month', 'VND', ${amount}, ${desk.platform.clock.now()}, ${announcedAt})`)
    await price('b1', 799_000, null)
    const { period_end } = (await desk.subscription(owner)) ?? assert.fail()
    await on(new Date(period_end.getTime() - days(6) + hours(7)).toISOString().slice(0, 16))
    const first = await openOrder(owner, 'renewal')
    assert.equal(first?.amount, 699_000)
    await desk.transfer(first?.memo_code ?? '', 699_000)
    await price('b2', 749_000, desk.platform.clock.now())
    await on(new Date(first?.period_end.getTime() ?? 0).toISOString().slice(0, 10) + 'T08:00')
    assert.equal((await openOrder(owner, 'renewal'))?.amount, 749_000)
    assert.equal((await desk.order('pro', 'month', await makeOwner(desk.platform))).amount, 749_000)
  })
})
