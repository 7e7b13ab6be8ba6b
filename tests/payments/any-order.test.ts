// Any order, repeats, delays and crashes: the books balance, every đồng is a plan or credit, replays change nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { openMonths, openRenewals } from '#features/billing/plans/open-renewals.ts'
import { expireOrders } from '#features/billing/orders/expire-orders.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { deaths } from './story/money-events.ts'
import { withCrashes, survive } from './story/crash-points.ts'

type Happening =
  | { kind: 'order'; plan: 'hobby' | 'pro'; interval: 'month' | 'year' }
  | { kind: 'change'; plan: 'hobby' | 'pro'; interval: 'month' | 'year' }
  | { kind: 'pay'; which: number; how: 'all' | 'half' | 'more' }
  | { kind: 'again'; which: number }
  | { kind: 'cancel order'; which: number }
  | { kind: 'stop' | 'resume' | 'refund' | 'tend' }
  | { kind: 'wait'; hours: number }

const plan = fc.constantFrom('hobby' as const, 'pro' as const)
const interval = fc.constantFrom('month' as const, 'year' as const)
const which = fc.constantFrom(0, 0, 0, 1, 2, 3)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), plan, interval }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), plan, interval }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      which,
      how: fc.constantFrom('all' as const, 'all' as const, 'half' as const, 'more' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel order' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('stop' as const, 'resume' as const, 'refund' as const, 'refund' as const, 'tend' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 20, 30, 24 * 6, 24 * 9, 24 * 26),
    }),
  },
)
describe('orders and money in any order', () => {
  let desk: BankDriver
  let transfers = 50_000
  before(async () => {
    desk = await openBankDriver()
  })
  after(() => desk.close())

  async function runTimers(): Promise<void> {
    for (const run of [advancePeriods, openRenewals, openMonths, expireOrders]) await survive(() => run(desk.platform))
    await survive(() => desk.platform.jobs.drain())
  }

  /** Lets leases of dead processes and retry delays expire. */
  async function settleDown(): Promise<void> {
    for (let n = 0; n < 4; n++) {
      desk.platform.clock.advance(minutes(6))
      await runTimers()
    }
  }

  type Notice = { id: number; content: string; amount: number; date: string }

  async function happen(owner: Owner, what: Happening, notices: Notice[]): Promise<void> {
    const call = (address: string, body: object) => desk.call<ShownOrder>(address, body, owner)
    if (what.kind === 'order') await call('POST /orders', { plan: what.plan, interval: what.interval, method: 'bank' })
    if (what.kind === 'change') await call('POST /subscription/change', { plan: what.plan, interval: what.interval })
    if (what.kind === 'stop') await call('POST /subscription/cancel', {})
    if (what.kind === 'resume') await call('POST /subscription/resume', {})
    if (what.kind === 'tend') await runTimers()
    if (what.kind === 'wait') desk.platform.clock.advance(hours(what.hours))
    if (what.kind === 'again') await deliver(notices[what.which % Math.max(1, notices.length)])
    if (what.kind === 'pay' || what.kind === 'cancel order' || what.kind === 'refund') {
      const orders = await ordersOf(owner)
      const order = orders[('which' in what ? what.which : 0) % Math.max(1, orders.length)]
      if (!order) return
      if (what.kind === 'cancel order') await call(`POST /orders/${order.id}/cancel`, {})
      if (what.kind === 'refund') await refund(owner, order.id)
      if (what.kind === 'pay') await pay(order, what.how, notices)
    }
  }

  async function ordersOf(owner: Owner) {
    return desk.read(sql<{ id: string; memo_code: string; amount: number }>`select id, memo_code, amount from orders
      where workspace_id = ${owner.workspaceId} order by created_at desc, id desc`)
  }

  async function pay(
    order: { memo_code: string; amount: number },
    how: 'all' | 'half' | 'more',
    notices: Notice[],
  ): Promise<void> {
    const amount = how === 'all' ? order.amount : how === 'half' ? Math.ceil(order.amount / 2) : order.amount + 12_345
    if (amount === 0) return
    const date = new Date(desk.platform.clock.now().getTime() + hours(7)).toISOString().slice(0, 19).replace('T', ' ')
    const transfer = { id: ++transfers, content: order.memo_code, amount, date }
    notices.push(transfer)
    await deliver(transfer)
  }

  /** SePay repeats a notice until it is acknowledged. */
  async function deliver(transfer: Notice | undefined): Promise<void> {
    if (!transfer) return
    for (let tries = 0; tries < 20; tries++) {
      const { statusCode } = await desk.app.inject(desk.notice({ ...transfer, reference: `R${transfer.id}` }))
      if (statusCode === 200) return
    }
    assert.fail('a notification was never acknowledged')
  }

  async function refund(owner: Owner, orderId: string): Promise<void> {
    const { status, body } = await desk.call<{ id: string; status: string }>(
      'POST /refunds',
      { order_id: orderId },
      owner,
    )
    if (status === 201 && body.status === 'approved') await survive(() => refundArrived(desk.platform, body.id))
  }

  async function stateOf(owner: Owner): Promise<unknown[]> {
    return desk.read(sql`select 'plan' as what, to_jsonb(s)::text as is from subscriptions s where workspace_id = ${owner.workspaceId}
      union all select 'order', o.id || o.status || o.status_detail || o.received || o.credit_used from orders o where workspace_id = ${owner.workspaceId}
      union all select 'books', a.kind || a.balance from private.ledger_accounts a where owner_id = ${owner.workspaceId}
      union all select 'paper', i.number from invoices i where workspace_id = ${owner.workspaceId} order by 1, 2`)
  }

  test('every đồng is a plan or credit, and telling it all again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 6, maxLength: 22 }),
        deaths,
        fc.infiniteStream(fc.nat(100)),
        async (story, ends, dice) => {
          const owner = await makeOwner(desk.platform)
          const notices: Notice[] = []
          await withCrashes(desk.platform.db, ends, async () => {
            for (const what of story) {
              await survive(() => happen(owner, what, notices))
              if ((dice.next().value ?? 0) % 3 > 0) await survive(() => desk.platform.jobs.drain())
            }
          })
          await settleDown()
          assert.deepEqual(await desk.faults(), [])
          await everyDongIsThere(owner, notices)
          const before = await stateOf(owner)
          const shuffled = notices.toSorted(() => ((dice.next().value ?? 0) % 2) - 0.5)
          for (const transfer of shuffled) await deliver(transfer)
          await desk.platform.jobs.drain()
          assert.deepEqual(await stateOf(owner), before)
        },
      ),
      runs(10),
    )
  })

  async function everyDongIsThere(owner: Owner, notices: Notice[]): Promise<void> {
    const came = notices.reduce((sum, transfer) => sum + transfer.amount, 0)
    const [row] = await desk.read(sql<{ sold: number; own: number; unused: number; back: number; dead: number }>`select
        coalesce((select sum(amount) from orders where workspace_id = ${owner.workspaceId} and status = 'success'), 0)::float8 as sold,
        coalesce((select sum(balance) from private.ledger_accounts where owner_id = ${owner.workspaceId}), 0)::float8 as own,
        coalesce((select sum(e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
          join private.ledger_accounts a on a.id = e.account_id where t.kind = 'credit unused' and a.owner_id = ${owner.workspaceId}), 0)::float8 as unused,
        coalesce((select sum(amount) from refunds where workspace_id = ${owner.workspaceId} and status = 'succeeded'), 0)::float8 as back,
        (select count(*)::int from dead_letters) as dead`)
    // A refund reduces what was sold; the part paid with credit becomes credit again.
    const [refunded] = await desk.read(sql<{
      credit: number
    }>`select coalesce(sum(e.amount), 0)::float8 as credit from private.ledger_entries e
      join private.ledger_transactions t on t.id = e.transaction_id join private.ledger_accounts a on a.id = e.account_id
      where t.kind = 'refund' and a.owner_id = ${owner.workspaceId}`)
    const { sold = 0, own = 0, unused = 0, back = 0, dead = 0 } = row ?? {}
    assert.equal(dead, 0)
    assert.equal(came - (back - (refunded?.credit ?? 0)), sold - back - unused + own)
  }

  test('a month later nothing runs that was not paid for', async () => {
    for (let day = 0; day < 50; day++) {
      desk.platform.clock.advance(days(1))
      await runTimers()
    }
    const free = await desk.read(sql`select s.workspace_id from subscriptions s where s.status in ('active', 'past_due')
      and s.paid_until + interval '7 days' < ${desk.platform.clock.now()}`)
    assert.deepEqual(free, [])
    assert.deepEqual(await desk.faults(), [])
  })
})
