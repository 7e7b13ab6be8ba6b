// A refund that seemed to arrive but came back: the books match Stripe, no document changes, somebody is assigned.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { listOpenRefunds } from '#features/billing/refunds/list-refunds.ts'
import { reconcileStripe } from '#features/billing/methods/stripe/reconcile-stripe.ts'
import { refundArrived, refundFailed, refundSent, sendRefundAgain } from '#features/billing/refunds/send-refund.ts'
import { days } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOperator, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Row = { id: string; amount: number; status: string; part: boolean; provider_ref: string; turns: number }
type Money = { refundable: { amount: number }[]; spare: { payment_id: string; amount: number }[] }

describe('refunds that come back', () => {
  let desk: CardDriver
  let owner: Owner
  let operator: Owner
  before(async () => {
    desk = await openCardDriver()
    operator = await makeOperator(desk.platform)
  })
  beforeEach(async () => {
    owner = await makeOwner(desk.platform)
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  const refunds = () =>
    desk.read(sql<Row>`select id, amount, status, part, provider_ref, turns from refunds
      where workspace_id = ${owner.workspaceId} order by requested_at, id`)
  const papers = async () =>
    (
      await desk.read(sql<{ kind: string; total: number; corrected: string | null }>`select i.kind, i.total,
        c.kind as corrected from invoices i left join invoices c on c.id = i.corrects
        where i.workspace_id = ${owner.workspaceId} order by i.issued_at, i.number like 'INV%' desc, i.turn, i.number`)
    ).map(({ kind, total, corrected }) => `${kind} ${total}${corrected ? ` of ${corrected}` : ''}`)
  const gone = async () => {
    const rows = await desk.read(sql<{ kind: string; sum: number }>`select a.kind, sum(e.amount)::bigint as sum
      from private.ledger_entries e join private.ledger_accounts a on a.id = e.account_id
        join private.ledger_transactions t on t.id = e.transaction_id
        left join private.ledger_transactions first on first.id = t.reverses
        join refunds r on coalesce(first.idempotency_key, t.idempotency_key) like 'refund:' || r.id || '%'
      where r.workspace_id = ${owner.workspaceId} and a.owner_id is null group by a.kind having sum(e.amount) <> 0`)
    return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
  }
  const readNotifications = async () =>
    (
      await desk.read(sql`select 1 from notifications n join refunds r on n.matter like 'desk refund ' || r.id || ' failed%'
        where n.person_id = ${operator.personId} and r.workspace_id = ${owner.workspaceId}`)
    ).length
  const status = async () => (await desk.subscription(owner))?.status
  const money = async () => (await desk.call<Money>('GET /billing', undefined, owner)).body
  const shown = async () => (await listOpenRefunds(desk.platform)).filter(({ workspace }) => workspace !== null)

  async function paid(): Promise<{ order: CardOrder; intent: string }> {
    const order = await desk.orderBy('stripe', {}, owner)
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), card: '4242' })
    await desk.settle()
    return { order, intent: String(desk.stripe.world.all('charge').at(-1)?.['payment_intent']) }
  }
  async function refuse(refund: string | undefined): Promise<void> {
    await desk.sim(desk.stripe, 'settle-refund', { refund, status: 'failed' })
    await desk.settle()
  }
  async function asked() {
    const { order, intent } = await paid()
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, owner)).status, 201)
    await desk.settle()
    const [refund] = await refunds()
    assert.ok(refund)
    return { order, intent, refund }
  }

  test('the books have the money again, a debit note corrects the credit note, and it is sent once more', async () => {
    const { order, refund } = await asked()
    assert.deepEqual(await gone(), { sales: -order.amount, stripe_clearing: order.amount })
    await desk.pass(days(12))
    await refuse(refund.provider_ref)
    assert.deepEqual((await refunds())[0]?.status, 'failed')
    assert.deepEqual(await gone(), {})
    assert.deepEqual(await papers(), [
      `invoice ${order.amount}`,
      `credit_note ${order.amount} of invoice`,
      `debit_note ${order.amount} of credit_note`,
    ])
    assert.equal(await readNotifications(), 1)
    // The customer's own request: the plan is over, and the money is owed.
    assert.equal(await status(), 'ended')
    assert.equal((await shown()).find(({ id }) => id === refund.id)?.status, 'failed')
    await sendRefundAgain(desk.platform, refund.id, operator)
    await desk.settle()
    assert.deepEqual((await refunds())[0]?.status, 'succeeded')
    assert.deepEqual(await gone(), { sales: -order.amount, stripe_clearing: order.amount })
    assert.equal((await papers()).at(-1), `credit_note ${order.amount} of invoice`)
    await assert.rejects(sendRefundAgain(desk.platform, refund.id, operator), { code: 'request.conflict' })
    await refuse((await refunds())[0]?.provider_ref)
    assert.deepEqual(await gone(), {})
    assert.equal(await readNotifications(), 2)
  })

  test('told twice, late, in another order or not at all, it ends the same', async () => {
    const { order, refund } = await asked()
    await desk.sim(desk.stripe, 'policy', { policy: 'dropped', times: 0 })
    await refuse(refund.provider_ref)
    desk.stripe.faults.reset()
    assert.deepEqual((await refunds())[0]?.status, 'succeeded')
    await desk.pass(days(20))
    await reconcileStripe(desk.platform)
    await desk.settle()
    const after = async () => [(await refunds())[0]?.status, await gone(), (await papers()).length]
    assert.deepEqual(await after(), ['failed', {}, 3])
    for (const { id } of desk.stripe.world.events.toReversed()) await desk.sim(desk.stripe, 'resend', { event: id })
    await desk.settle()
    assert.deepEqual(await after(), ['failed', {}, 3])
    // A query from before the bank's refusal reports its arrival late.
    await refundArrived(desk.platform, refund.id, { reference: refund.provider_ref })
    await Promise.all(
      [1, 2, 3].map(() => refundFailed(desk.platform, refund.id, 'declined', { reference: refund.provider_ref })),
    )
    assert.deepEqual(await after(), ['failed', {}, 3])
    // Once resent, notices about the first attempt no longer count.
    await sendRefundAgain(desk.platform, refund.id, operator)
    await desk.settle()
    for (const { id } of desk.stripe.world.events) await desk.sim(desk.stripe, 'resend', { event: id })
    await desk.settle()
    await refundFailed(desk.platform, refund.id, 'declined', { reference: refund.provider_ref })
    assert.deepEqual(await after(), ['succeeded', { sales: -order.amount, stripe_clearing: order.amount }, 4])
  })

  test('an operator sends it by a transfer instead: it leaves the bank’s account, and nobody pays twice', async () => {
    const { order, intent, refund } = await asked()
    await assert.rejects(refundSent(desk.platform, refund.id, 'FT1', operator), { code: 'request.conflict' })
    await refuse(refund.provider_ref)
    await refundSent(desk.platform, refund.id, 'FT1', operator)
    await assert.rejects(sendRefundAgain(desk.platform, refund.id, operator), { code: 'request.conflict' })
    await refuse(refund.provider_ref)
    assert.equal((await refunds())[0]?.status, 'sent')
    await refundArrived(desk.platform, refund.id, { by: operator })
    assert.deepEqual(await gone(), { sales: -order.amount, bank_clearing: order.amount })
    await assert.rejects(refundFailed(desk.platform, refund.id, 'x', { by: operator }), { code: 'request.conflict' })
    const sent = desk.stripe.world.all('refund').filter(one => one['payment_intent'] === intent)
    assert.equal(sent.length, 1)
  })

  test('of a part that somebody gave back at Stripe it is as if it had not been', async () => {
    const { order, intent } = await paid()
    const { id } = await desk.stripe.acts.refund({ payment_intent: intent, amount: 100_000 })
    await desk.settle()
    assert.deepEqual(await gone(), { sales: -100_000, stripe_clearing: 100_000 })
    await refuse(id)
    assert.deepEqual(
      (await refunds()).map(one => [one.status, one.part]),
      [['rejected', true]],
    )
    assert.deepEqual(await gone(), {})
    assert.deepEqual((await papers()).at(-1), 'debit_note 100000 of credit_note')
    assert.equal(await status(), 'active')
    assert.equal(await readNotifications(), 1)
    assert.deepEqual(
      (await money()).refundable.map(({ amount }) => amount),
      [order.amount],
    )
    await desk.call('POST /refunds', { order_id: order.id }, owner)
    await desk.settle()
    assert.deepEqual(await gone(), { sales: -order.amount, stripe_clearing: order.amount })
  })

  test('of a part it is still owed where the rest went back too', async () => {
    const { order, intent } = await paid()
    const { id } = await desk.stripe.acts.refund({ payment_intent: intent, amount: 100_000 })
    await desk.settle()
    await desk.call('POST /refunds', { order_id: order.id }, owner)
    await desk.settle()
    await refuse(id)
    const [part] = (await refunds()).filter(one => one.part)
    assert.equal(part?.status, 'failed')
    assert.deepEqual(await gone(), { sales: 100_000 - order.amount, stripe_clearing: order.amount - 100_000 })
    await sendRefundAgain(desk.platform, part?.id ?? '', operator)
    await desk.settle()
    assert.deepEqual(await gone(), { sales: -order.amount, stripe_clearing: order.amount })
    assert.deepEqual(
      (await refunds()).map(one => one.status),
      ['succeeded', 'succeeded'],
    )
  })

  test('of money that paid for nothing the credit is there again', async () => {
    const { intent } = await paid()
    const { body } = await desk.call<{ order: CardOrder }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'year' },
      owner,
    )
    const page = { session: desk.pageOf(body.order) }
    await desk.sim(desk.stripe, 'pay', { ...page, card: 'later' })
    await desk.stripe.acts.refund({ payment_intent: intent })
    await desk.settle()
    await desk.sim(desk.stripe, 'settle', { ...page, came: true })
    await desk.settle()
    const [spare] = (await money()).spare
    assert.ok(spare)
    const late = String(desk.stripe.world.all('charge').at(-1)?.['payment_intent'])
    const { id } = await desk.stripe.acts.refund({ payment_intent: late })
    await desk.settle()
    assert.equal(await desk.balance('user_credit', owner), 0)
    await refuse(id)
    assert.equal(await desk.balance('user_credit', owner), spare.amount)
    assert.deepEqual((await money()).spare, [spare])
    // Still owed after a request here, by transfer if Stripe cannot.
    const again = await desk.call<{ id: string }>('POST /refunds', { payment_id: spare.payment_id }, owner)
    assert.equal(again.status, 201)
    await desk.settle()
    await refuse((await refunds()).at(-1)?.provider_ref)
    assert.equal(await desk.balance('user_credit', owner), 0)
    await refundSent(desk.platform, again.body.id, 'FT2', operator)
    await refundArrived(desk.platform, again.body.id, { by: operator })
    assert.equal((await gone())['bank_clearing'], spare.amount)
  })
})
