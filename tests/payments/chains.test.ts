// A refund takes what its own order paid for; dependent orders are refunded too, or become credit.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { decideRefund, type ShownRefund } from '#features/billing/refunds/ask-refund.ts'
import { openRenewals } from '#features/billing/plans/open-renewals.ts'
import type { Billing } from '#features/billing/read-billing.ts'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { recordChargeback, paymentBy } from '#features/billing/payments/chargeback.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Answered = ShownRefund & { error?: { code: string; details: { reason: string } } }

describe('refunds in chains of orders', () => {
  let desk: BankDriver
  let owner: Owner
  const operator = { personId: newId() }
  before(async () => {
    desk = await openBankDriver()
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  const plan = async () => {
    const { status, plan: code, paid_until: until } = (await desk.subscription(owner)) ?? {}
    return [status, code, until?.toISOString()]
  }
  const credit = () => desk.balance('user_credit', owner)
  const billing = async () => (await desk.call<Billing>('GET /billing', undefined, owner)).body
  const ask = async (order_id: string, more: object = {}) =>
    (await desk.call<Answered>('POST /refunds', { order_id, ...more }, owner)).body
  const eventsNamed = async (name: string) =>
    desk.read(sql<{
      why: string
      amount: number
    }>`select payload ->> 'why' as why, (payload ->> 'amount')::int as amount
      from private.events where name = ${name} and payload ->> 'workspace_id' = ${owner.workspaceId}`)

  async function bought(code = 'hobby', interval = 'month'): Promise<ShownOrder> {
    // The 18th: the first period has about 27 days, so a renewal is paid within the guarantee.
    const now = desk.platform.clock.now()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (now.getUTCDate() < 18 ? 0 : 1), 18, 3)
    desk.platform.clock.advance(next - now.getTime())
    owner = await makeOwner(desk.platform)
    const order = await desk.order(code, interval, owner)
    await desk.transfer(order.memo_code, order.due)
    return order
  }
  async function upgraded(code = 'pro', interval = 'month'): Promise<ShownOrder> {
    const input = { plan: code, interval }
    const { order } = (await desk.call<{ order: ShownOrder }>('POST /subscription/change', input, owner)).body
    if (order.due > 0) await desk.transfer(order.memo_code, order.due)
    return order
  }
  async function renewed(): Promise<{ id: string; amount: number }> {
    const until = (await desk.subscription(owner))?.paid_until
    desk.platform.clock.advance((until?.getTime() ?? 0) - desk.platform.clock.now().getTime() - days(3))
    await openRenewals(desk.platform)
    const [renewal] = await desk.read(sql<{ id: string; memo_code: string; amount: number }>`select * from orders
      where workspace_id = ${owner.workspaceId} and kind = 'renewal' and status = 'processing'`)
    assert.ok(renewal)
    await desk.transfer(renewal.memo_code, renewal.amount)
    return renewal
  }
  async function back(refund: Answered): Promise<void> {
    assert.equal(refund.error, undefined)
    for (const { id } of [refund, ...refund.with]) await refundArrived(desk.platform, id)
    await desk.platform.jobs.drain()
  }

  test('an upgrade given back returns to the plan that was paid before, with its messages', async () => {
    const first = await bought()
    const before = await plan()
    desk.platform.clock.advance(days(2))
    const upgrade = await upgraded()
    assert.equal((await plan())[1], 'pro')
    const { refundable } = await billing()
    const shown = refundable.find(one => one.order_id === upgrade.id)
    assert.deepEqual([shown?.amount, shown?.later, shown?.stays?.plan], [upgrade.amount, [], 'hobby'])
    await back(await ask(upgrade.id))
    assert.deepEqual(await plan(), before)
    const [limit] = await desk.read(sql<{ hard_limit: number }>`select hard_limit from usage_counters
      where workspace_id = ${owner.workspaceId} and metric = 'messages' order by period_end desc limit 1`)
    assert.equal(limit?.hard_limit, 1500)
    assert.equal(await credit(), 0)
    // The chain counts as one refund; purchases after it cannot be refunded.
    const again = await upgraded()
    assert.equal((await ask(again.id)).error?.details.reason, 'again')
    await back(await ask(first.id))
    assert.equal((await plan())[0], 'ended')
  })

  test('what is left of a first order is worth what was paid for it, not what it would have cost', async () => {
    desk.platform.clock.advance(days(1))
    owner = await makeOwner(desk.platform)
    await desk.platform.db.asService(null, tx =>
      sql`update subscriptions set first_discount_bp = 1000 where workspace_id = ${owner.workspaceId}`.execute(tx),
    )
    const first = await desk.order('hobby', 'year', owner)
    await desk.transfer(first.memo_code, first.due)
    const input = { plan: 'pro', interval: 'month', preview: true }
    const worth = async () =>
      (await desk.call<{ unused_value: number }>('POST /subscription/change', input, owner)).body.unused_value
    assert.equal(await worth(), first.amount)
    desk.platform.clock.advance(days(100))
    const left = await worth()
    assert.ok(left < first.amount && left > first.amount * 0.6, `${left}`)
    await upgraded('pro', 'month')
    assert.ok((await credit()) < left)
  })

  test('a renewal that has not begun leaves the running month', async () => {
    await bought()
    const before = await plan()
    const renewal = await renewed()
    await back(await ask(renewal.id))
    assert.deepEqual(await plan(), before)
    desk.platform.clock.advance(days(4))
    await advancePeriods(desk.platform)
    assert.equal((await plan())[0], 'past_due')
  })

  test('the first order goes back alone: what was paid ahead is credit, and somebody is told', async () => {
    const first = await bought()
    const renewal = await renewed()
    const { refundable } = await billing()
    const shown = refundable.find(one => one.order_id === first.id)
    assert.deepEqual(
      shown?.later.map(one => [one.order_id, one.amount, one.path, one.credit]),
      [[renewal.id, renewal.amount, 'auto', renewal.amount]],
    )
    assert.equal(shown?.stays, null)
    const asked = await ask(first.id)
    if (asked.status === 'requested')
      await decideRefund(desk.platform, operator, { id: asked.id, approved: true, note: '' })
    await back(asked)
    assert.equal((await plan())[0], 'ended')
    assert.equal(await credit(), renewal.amount)
    assert.deepEqual(await eventsNamed('payment.credited'), [{ why: 'ended', amount: renewal.amount }])
    assert.equal((await ask(renewal.id)).error?.code, 'request.not_found')
  })

  test('the first order and the one paid ahead go back together, decided by one word', async () => {
    const first = await bought()
    const renewal = await renewed()
    const asked = await ask(first.id, { with: [renewal.id] })
    assert.deepEqual([asked.status, asked.with.map(one => one.amount)], ['requested', [renewal.amount]])
    const rejected = await decideRefund(desk.platform, operator, { id: asked.id, approved: false, note: 'chưa rõ' })
    assert.equal(rejected.status, 'rejected')
    assert.deepEqual(
      await desk.read(sql`select 1 from refunds where workspace_id = ${owner.workspaceId} and status <> 'rejected'`),
      [],
    )
    const again = await ask(first.id, { with: [renewal.id] })
    await decideRefund(desk.platform, operator, { id: again.id, approved: true, note: '' })
    await back(again)
    assert.deepEqual([(await plan())[0], await credit()], ['ended', 0])
    assert.deepEqual(await eventsNamed('payment.credited'), [])
  })

  test('in whichever order the two arrive, and with a stranger’s order nothing', async () => {
    const first = await bought()
    const upgrade = await upgraded()
    assert.equal((await ask(first.id, { with: [newId()] })).error?.code, 'request.not_found')
    assert.equal((await ask(upgrade.id, { with: [first.id] })).error?.code, 'request.not_found')
    const asked = await ask(first.id, { with: [upgrade.id] })
    await back({ ...asked, id: asked.with[0]?.id ?? '', with: [asked] as never })
    assert.deepEqual([(await plan())[0], await credit()], ['ended', 0])
  })

  test('the first order goes back and the upgrade does not: its unused days are credit', async () => {
    const first = await bought()
    const upgrade = await upgraded()
    desk.platform.clock.advance(days(5))
    const { refundable } = await billing()
    const unused = refundable.find(one => one.order_id === first.id)?.later[0]?.credit ?? 0
    assert.ok(unused > 0 && unused < upgrade.amount)
    await back(await ask(first.id))
    assert.deepEqual([(await plan())[0], await credit()], ['ended', unused])
    // The rest may be refunded in its own right.
    const rest = await ask(upgrade.id)
    assert.equal(rest.amount, upgrade.amount - unused)
    await back(rest)
    assert.equal(await credit(), unused)
  })

  test('an upgrade that counted a renewal falls with it; the running plan stays', async () => {
    await bought()
    const before = await plan()
    const renewal = await renewed()
    const upgrade = await upgraded()
    const asked = await ask(renewal.id, { with: [upgrade.id] })
    await back(asked)
    assert.deepEqual([await plan(), await credit()], [before, 0])
  })

  test('a renewal of the larger plan stays when the upgrade before it goes back', async () => {
    await bought()
    const upgrade = await upgraded()
    const renewal = await renewed()
    const until = (await plan())[2]
    const asked = await ask(upgrade.id)
    if (asked.status === 'requested')
      await decideRefund(desk.platform, operator, { id: asked.id, approved: true, note: '' })
    await back(asked)
    assert.deepEqual(await plan(), ['active', 'hobby', until])
    desk.platform.clock.advance(days(4))
    await advancePeriods(desk.platform)
    assert.deepEqual(await plan(), ['active', 'pro', until])
    assert.ok(renewal.amount > 0)
  })

  test('what a change of plan made credit is not given back once more', async () => {
    const first = await bought('hobby', 'year')
    await upgraded('pro', 'month')
    const had = await credit()
    assert.ok(had > 0)
    const { refundable } = await billing()
    assert.equal(refundable.find(one => one.order_id === first.id)?.amount, first.amount - had)
    await back(await ask(first.id))
    assert.deepEqual([(await plan())[0], await credit()], ['ended', had])
  })

  test('a payment that became credit and is then taken back at its provider takes the credit with it', async () => {
    const first = await bought()
    const renewal = await renewed()
    const asked = await ask(first.id)
    if (asked.status === 'requested')
      await decideRefund(desk.platform, operator, { id: asked.id, approved: true, note: '' })
    await back(asked)
    assert.equal(await credit(), renewal.amount)
    const [paid] = await desk.read(
      sql<{ reference: string }>`select reference from private.payments where order_id = ${renewal.id}`,
    )
    const taken = await desk.platform.db.asService(null, async tx => {
      const payment = await paymentBy(tx, 'bank', [paid?.reference ?? ''])
      return payment && recordChargeback(desk.platform, tx, payment, { reference: 'lost', note: 'lost' })
    })
    await refundArrived(desk.platform, taken ?? '')
    assert.equal(await credit(), 0)
  })
})
