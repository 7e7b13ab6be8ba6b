// Concurrent money operations on a few workspaces: no deadlocks, which PostgreSQL would resolve by aborting one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { askRefund } from '#features/billing/refunds/ask-refund.ts'
import { changePlan } from '#features/billing/plans/change-plan.ts'
import { openRenewals } from '#features/billing/plans/open-renewals.ts'
import { orderPlan } from '#features/billing/orders/order-actions.ts'
import { askBackPayment } from '#features/billing/payments/return-payment.ts'
import { refundArrived, refundFailed } from '#features/billing/refunds/send-refund.ts'
import { settleOrder } from '#features/billing/payments/settle-order.ts'
import { cancelSubscription, resumeSubscription } from '#features/billing/plans/stop-renewing.ts'
import { recordChargeback, paymentBy } from '#features/billing/payments/chargeback.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { spendEarnings } from '#features/referrals/ask-withdrawal.ts'
import { syncCommission } from '#features/referrals/sync-commission.ts'
import { reserve } from '#features/usage/reserve.ts'
import { removeMember } from '#features/workspaces/change-member.ts'
import { inviteMember } from '#features/workspaces/invite-member.ts'
import { days } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { retryWhenBusy } from '#tests/setup/retry-when-busy.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

/** More with `AT_ONCE_ROUNDS`. */
const rounds = Number(process.env['AT_ONCE_ROUNDS'] ?? 6)
const methods = ['bank', 'stripe', 'payoneer'] as const

type Order = { id: string; amount: number; method: (typeof methods)[number] }

describe('money in all ways at once', () => {
  let desk: ReferralDriver
  let shops: Owner[]
  let payments = 0
  before(async () => {
    desk = await openReferralDriver()
    const referrer = await makeOwner(desk.platform)
    await desk.makeOperator()
    const code = await desk.code(referrer)
    shops = [referrer, await desk.refer(code), await desk.refer(code)]
    // Creates the house's accounts in another order than they are used in.
    await desk.pay(referrer)
  })
  after(() => desk.close())

  const all = <T>(statement: ReturnType<typeof sql<T>>) => desk.read(statement)
  const write = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))

  async function pay(who: Owner, method: Order['method']): Promise<void> {
    await orderPlan(desk.platform, desk.caller(who), { plan: 'pro', interval: 'month', method: 'bank' }).catch(passed)
    const [order] = await all(sql<Order>`select id, amount - credit_used - received as amount from orders
      where workspace_id = ${who.workspaceId} and kind in ('first', 'renewal') order by created_at desc, id desc limit 1`)
    if (!order) return
    await write(
      sql`update orders set method = ${method} where id = ${order.id} and received = 0 and status = 'processing'`,
    )
    const paid = { reference: `paid ${++payments}`, currency: 'VND', paidAt: desk.platform.clock.now() } as const
    await settleOrder(desk.platform, order.id, { ...paid, amount: Math.max(1000, order.amount) })
  }

  async function refund(who: Owner): Promise<void> {
    const [order] =
      await all(sql<Order>`select id, amount, method from orders where workspace_id = ${who.workspaceId} and status = 'success'
      and amount > 0 order by settled_at desc, id desc limit 1`)
    if (!order) return
    await askRefund(desk.platform, desk.caller(who), { order_id: order.id, reason: '' }).catch(passed)
    const [asked] = await all(
      sql<{ id: string }>`select id from refunds where order_id = ${order.id} order by id desc limit 1`,
    )
    if (asked) await Promise.all([refundArrived(desk.platform, asked.id), refundArrived(desk.platform, asked.id)])
    if (asked && order.method !== 'bank') await refundFailed(desk.platform, asked.id, 'declined')
  }

  async function reverse(who: Owner, part: boolean): Promise<void> {
    const [named] = await all(sql<{
      method: Order['method']
      reference: string
    }>`select method, reference from private.payments
      where workspace_id = ${who.workspaceId} order by recorded_at desc, id desc limit 1`)
    if (!named) return
    const id = await desk.platform.db.asService(null, async tx => {
      const paid = await paymentBy(tx, named.method, [named.reference])
      if (!paid) return undefined
      const about = { reference: `back ${++payments}`, note: named.method, ...(part ? { amount: 1000 } : {}) }
      return recordChargeback(desk.platform, tx, paid, about)
    })
    if (id) await refundArrived(desk.platform, id)
  }

  async function spare(who: Owner): Promise<void> {
    const [paid] = await all(sql<{ id: string }>`select id from private.payments where workspace_id = ${who.workspaceId}
      and went_to = 'credit' order by recorded_at desc, id desc limit 1`)
    if (paid) await askBackPayment(desk.platform, desk.caller(who), { payment_id: paid.id })
  }

  async function team(who: Owner): Promise<void> {
    const invited = await inviteMember(desk.platform, desk.caller(who), {
      email: `${newId()}@shop.example`,
      role: 'member',
    })
    await removeMember(desk.platform, desk.caller(who), { id: invited.id })
  }

  const use = (who: Owner) =>
    desk.platform.db.asService(who.workspaceId, tx => reserve(desk.platform, tx, who.workspaceId, 'messages'))

  async function earnings(): Promise<void> {
    const orders = await all(sql<{ id: string }>`select id from orders where status = 'success'`)
    await Promise.all(
      orders.slice(-4).map(({ id }) => retryWhenBusy(() => syncCommission(desk.platform, { order_id: id }))),
    )
    await desk.mature()
  }

  /** A `Failure` is a proper answer; database errors are faults. */
  function passed(error: unknown): void {
    if (!(error instanceof Failure)) throw error
  }

  async function everythingAtOnce(): Promise<string[]> {
    const { platform } = desk
    const acts = shops.flatMap((who, at) => [
      () => pay(who, methods[at % 3] ?? 'bank'),
      () => pay(who, 'stripe'),
      () => pay(who, 'bank'),
      () => refund(who),
      () => reverse(who, false),
      () => reverse(who, true),
      () => spare(who),
      () => team(who),
      () => use(who),
      () => changePlan(platform, desk.caller(who), { plan: 'pro', interval: 'year', method: 'bank', preview: false }),
      () => cancelSubscription(platform, desk.caller(who)),
      () => resumeSubscription(platform, desk.caller(who)),
      () => spendEarnings(platform, desk.caller(who), { amount: 1000, currency: 'VND' }),
      earnings,
    ])
    const timers = [() => openRenewals(platform), () => advancePeriods(platform), () => platform.jobs.drain()]
    const done = await Promise.allSettled([...acts, ...timers].map(act => retryWhenBusy(async () => act())))
    await platform.jobs.drain()
    return done.flatMap(one =>
      one.status === 'rejected' && !(one.reason instanceof Failure) ? [String(one.reason)] : [],
    )
  }

  test('nothing waits in a circle, and the books hold', { timeout: 900_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      assert.deepEqual(await everythingAtOnce(), [], `round ${round}`)
      desk.platform.clock.advance(days(round % 3 === 2 ? 26 : 4))
    }
    const given = await all(sql`select kind, last_error from private.jobs where last_error like '%deadlock%'`)
    assert.deepEqual(given, [])
    assert.deepEqual(await desk.earningFaults(), [])
    const [moved] = await all(
      sql<{ kinds: number }>`select count(distinct kind)::int as kinds from private.ledger_transactions`,
    )
    assert.ok((moved?.kinds ?? 0) > 6)
  })
})
