// Refunds made in a provider's dashboard, in full or in part.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { decideRefund } from '#features/billing/refunds/ask-refund.ts'
import { listOpenRefunds } from '#features/billing/refunds/list-refunds.ts'
import { reconcileStripe } from '#features/billing/methods/stripe/reconcile-stripe.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Paper = { kind: string; net: number; tax: number; total: number }
type Back = { amount: number; status: string; part: boolean; payment_id: string | null }
type Money = { refundable: { order_id: string; amount: number }[]; spare: { payment_id: string; amount: number }[] }

describe('money that goes back in Stripe’s dashboard', () => {
  let desk: CardDriver
  let owner: Owner
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  const intents = () => desk.stripe.world.all('charge').map(charge => String(charge['payment_intent']))
  const papers = () => desk.rows<Paper>('invoices', owner)
  const refunds = () =>
    desk.read(sql<Back>`select amount, status, part, payment_id from refunds
      where workspace_id = ${owner.workspaceId} order by requested_at, id`)
  const money = async () => (await desk.call<Money>('GET /billing', undefined, owner)).body
  const status = async () => (await desk.subscription(owner))?.status
  const clearing = async () =>
    (
      await desk.read(sql<{
        sum: number
      }>`select coalesce(sum(e.amount), 0)::bigint as sum from private.ledger_entries e
        join private.ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
        join private.ledger_transactions t on t.id = e.transaction_id
        join refunds r on t.idempotency_key = 'refund:' || r.id where r.workspace_id = ${owner.workspaceId}`)
    )[0]?.sum

  async function paid(input: object = {}): Promise<{ order: CardOrder; intent: string }> {
    const order = await desk.orderBy('stripe', input, owner)
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order), card: '4242' })
    await desk.settle()
    return { order, intent: intents().at(-1) ?? '' }
  }

  async function giveBack(intent: string, amount?: number): Promise<void> {
    await desk.stripe.acts.refund({ payment_intent: intent, ...(amount ? { amount } : {}) })
    await desk.settle()
  }

  test('a part is a fact of the books with a credit note; the plan runs on, and the rest may be asked for', async () => {
    owner = await makeOwner(desk.platform)
    const { order, intent } = await paid()
    await giveBack(intent, 100_000)
    assert.deepEqual(await refunds(), [{ amount: 100_000, status: 'succeeded', part: true, payment_id: null }])
    assert.equal(await status(), 'active')
    assert.equal(await clearing(), 100_000)
    const [, note] = await papers()
    assert.deepEqual([note?.kind, note?.total, note?.net, note?.tax], ['credit_note', 100_000, 92_593, 7_407])
    const left = order.amount - 100_000
    assert.deepEqual(
      (await money()).refundable.map(({ amount }) => amount),
      [left],
    )
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, owner)).status, 201)
    await desk.settle()
    assert.equal(await status(), 'ended')
    assert.equal(await clearing(), order.amount)
    // Credit notes match the receipt to the last đồng, VAT included.
    const all = await papers()
    for (const part of ['net', 'tax', 'total'] as const)
      assert.equal(
        all.filter(({ kind }) => kind === 'credit_note').reduce((sum, one) => sum + one[part], 0),
        all[0]?.[part],
        part,
      )
  })

  test('told twice, late or not at all it is the same; several are several', async () => {
    owner = await makeOwner(desk.platform)
    const { intent } = await paid()
    await desk.sim(desk.stripe, 'policy', { policy: 'dropped', times: 0 })
    await giveBack(intent, 50_000)
    await giveBack(intent, 50_000)
    desk.stripe.faults.reset()
    assert.deepEqual(await refunds(), [])
    for (let n = 0; n < 2; n++) {
      await reconcileStripe(desk.platform)
      await desk.settle()
    }
    for (const { id } of desk.stripe.world.events.slice(-4)) await desk.sim(desk.stripe, 'resend', { event: id })
    await desk.settle()
    assert.deepEqual(
      (await refunds()).map(({ amount, part }) => [amount, part]),
      [
        [50_000, true],
        [50_000, true],
      ],
    )
    assert.equal(await clearing(), 100_000)
    assert.equal(await status(), 'active')
  })

  test('parts that come to the whole end the plan', async () => {
    owner = await makeOwner(desk.platform)
    const { order, intent } = await paid()
    await giveBack(intent, 100_000)
    await giveBack(intent)
    assert.deepEqual(
      (await refunds()).map(({ amount, part }) => [amount, part]),
      [
        [100_000, true],
        [order.amount - 100_000, false],
      ],
    )
    assert.equal(await status(), 'ended')
    assert.deepEqual((await money()).refundable, [])
  })

  test('a part that comes while the whole is being decided leaves the rest of it', async () => {
    owner = await makeOwner(desk.platform)
    const { order, intent } = await paid()
    await desk.pass(days(8))
    const asked = await desk.call<{ id: string; status: string }>('POST /refunds', { order_id: order.id }, owner)
    assert.equal(asked.body.status, 'requested')
    await giveBack(intent, 100_000)
    assert.deepEqual(
      (await refunds()).map(({ amount, part }) => [amount, part]),
      [
        [order.amount - 100_000, false],
        [100_000, true],
      ],
    )
    // No refund while a bank's chargeback is open.
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent })
    await desk.settle()
    const decide = (approved: boolean) =>
      decideRefund(
        desk.platform,
        { personId: newId() },
        { id: asked.body.id, approved, note: 'Ngân hàng đang xem xét' },
      )
    await assert.rejects(decide(true), { code: 'billing.payment_disputed' })
    const isDisputed = async () =>
      (await listOpenRefunds(desk.platform)).find(({ id }) => id === asked.body.id)?.disputed
    assert.equal(await isDisputed(), true)
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent, status: 'won' })
    await desk.settle()
    assert.equal(await isDisputed(), false)
    assert.equal((await decide(false)).status, 'rejected')
    assert.equal(await status(), 'active')
  })

  test('of money that paid for nothing a part leaves the credit', async () => {
    owner = await makeOwner(desk.platform)
    const { intent } = await paid()
    const { body } = await desk.call<{ order: CardOrder }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'year' },
      owner,
    )
    const page = { session: desk.pageOf(body.order) }
    await desk.sim(desk.stripe, 'pay', { ...page, card: 'later' })
    await giveBack(intent)
    assert.equal(await status(), 'ended')
    await desk.sim(desk.stripe, 'settle', { ...page, came: true })
    await desk.settle()
    const [spare] = (await money()).spare
    assert.ok(spare)
    await giveBack(intents().at(-1) ?? '', 20_000)
    assert.equal(await desk.balance('user_credit', owner), spare.amount - 20_000)
    assert.deepEqual(
      (await money()).spare.map(({ amount }) => amount),
      [spare.amount - 20_000],
    )
    assert.equal((await desk.call('POST /refunds', { payment_id: spare.payment_id }, owner)).status, 201)
    await desk.settle()
    assert.equal(await desk.balance('user_credit', owner), 0)
  })
})
