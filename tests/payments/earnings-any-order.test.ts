// Any order, repeats and crashes: books balance, nothing is negative, commissions follow their payments, replays change nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cancelWithdrawal, spendEarnings } from '#features/referrals/ask-withdrawal.ts'
import {
  approveWithdrawal,
  rejectWithdrawal,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalSent,
} from '#features/referrals/decide-withdrawal.ts'
import { refuseReferral, releaseReferral } from '#features/referrals/review-referrals.ts'
import { syncCommission } from '#features/referrals/sync-commission.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { runs } from '#tests/setup/property-runs.ts'

class Killed extends Error {}

type Happening =
  | { kind: 'sign up' | 'mature' | 'tell again' | 'spend' | 'pay out' }
  | { kind: 'part' | 'part comes back' | 'refund comes back'; which: number }
  | { kind: 'pay' | 'refund' | 'ask refund' | 'refuse refund' | 'release' | 'refuse' | 'hold'; which: number }
  | { kind: 'dispute'; which: number; status: 'needs_response' | 'won' | 'lost' }
  | { kind: 'withdraw'; share: number }
  | { kind: 'decide'; which: number; act: 'approve' | 'sent' | 'paid' | 'reject' | 'fail' | 'cancel' }
  | { kind: 'wait'; days: number }

const which = fc.constantFrom(0, 0, 1, 2)
const always = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: always('pay'), which }) },
  { weight: 6, arbitrary: fc.record({ kind: always('withdraw'), share: fc.constantFrom(1, 1, 0.5, 2) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: always('decide'),
      which,
      act: fc.constantFrom('approve', 'approve', 'sent', 'sent', 'paid', 'paid', 'reject', 'fail', 'cancel'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: always('mature', 'tell again', 'spend', 'sign up', 'pay out', 'pay out', 'pay out') }),
  },
  { weight: 6, arbitrary: fc.record({ kind: always('refund', 'refund', 'ask refund', 'refuse refund'), which }) },
  { weight: 6, arbitrary: fc.record({ kind: always('part', 'part', 'part comes back', 'refund comes back'), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: always('dispute'),
      which,
      status: fc.constantFrom('needs_response', 'needs_response', 'won', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: always('hold', 'release', 'release', 'refuse'), which }) },
  { weight: 7, arbitrary: fc.record({ kind: always('wait'), days: fc.constantFrom(1, 20, 31, 31) }) },
) as fc.Arbitrary<Happening>
/** `after` so many transactions; before or after the commit. */
const deaths = fc.array(fc.record({ after: fc.integer({ min: 1, max: 12 }), committed: fc.boolean() }), {
  maxLength: 6,
})

describe('earnings in any order', () => {
  let desk: ReferralDriver
  let operators: Owner[]
  let accounts = 71_000_000
  before(async () => {
    desk = await openReferralDriver()
    operators = [await desk.makeOperator(), await desk.makeOperator()]
  })
  after(() => desk.close())

  async function withCrashes(plan: { after: number; committed: boolean }[], act: () => Promise<void>): Promise<void> {
    const { db } = desk.platform
    const { asService } = db
    let [next, ...later] = plan
    let count = 0
    db.asService = async (workspaceId, run) => {
      if (!next || ++count < next.after) return asService(workspaceId, run)
      const { committed } = next
      ;[next, ...later] = later
      count = 0
      if (committed) await asService(workspaceId, run)
      throw new Killed()
    }
    try {
      await act()
    } finally {
      db.asService = asService
    }
  }

  type Order = { id: string; workspace_id: string; amount: number }

  async function play(happenings: Happening[], plan: { after: number; committed: boolean }[]): Promise<void> {
    const { platform } = desk
    const referrer = await makeOwner(platform)
    await desk.account(referrer, String(++accounts))
    const code = await desk.code(referrer)
    const friends = [await desk.refer(code), await desk.refer(code)]
    const orders: Order[] = []
    const write = (statement: ReturnType<typeof sql>) => platform.db.asService(null, tx => statement.execute(tx))
    const caller = desk.caller(referrer)
    const withdrawalsOf = () =>
      desk.read(
        sql<{
          id: string
        }>`select id from withdrawals where workspace_id = ${referrer.workspaceId} order by requested_at desc, id desc`,
      )
    const referralsOf = () =>
      desk.read(sql<{ id: string }>`select id from referrals where workspace_id = ${referrer.workspaceId} order by id`)
    const pick = <T>(all: T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

    async function setRefund(order: Order, status: string): Promise<void> {
      await platform.db.asService(null, async tx => {
        const known = await sql<{
          id: string
          status: string
        }>`select id, status from refunds where order_id = ${order.id} and not part`.execute(tx)
        const [refund] = known.rows
        if (refund?.status === 'succeeded' && status !== 'failed') return
        if (refund?.status !== 'succeeded' && status === 'failed') return
        const id = refund?.id ?? newId()
        if (refund) await sql`update refunds set status = ${status} where id = ${id}`.execute(tx)
        else
          await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, usage_ratio, requested_at)
            values (${id}, ${order.workspace_id}, ${order.id}, ${order.amount}, 'VND', 'review', ${status}, 0, ${platform.clock.now()})`.execute(
            tx,
          )
        await platform.jobs.emit(tx, 'refund.changed', { workspace_id: order.workspace_id, refund_id: id, status })
      })
    }

    /** A third is refunded, at most twice; or the last such refund is returned. */
    async function setPart(order: Order, comesBack: boolean): Promise<void> {
      const amount = Math.floor(order.amount / 3)
      await platform.db.asService(null, async tx => {
        const known = await sql<{ id: string }>`select id from refunds
          where order_id = ${order.id} and part and status = 'succeeded' order by requested_at desc, id desc`.execute(
          tx,
        )
        const [last] = known.rows
        if (comesBack ? !last : known.rows.length > 1) return
        const id = comesBack ? String(last?.id) : newId()
        if (comesBack) await sql`update refunds set status = 'rejected', turns = 1 where id = ${id}`.execute(tx)
        else
          await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, part, usage_ratio, requested_at, provider_ref)
            values (${id}, ${order.workspace_id}, ${order.id}, ${amount}, 'VND', 'review', 'succeeded', true, 0, ${platform.clock.now()}, ${id})`.execute(
            tx,
          )
        const { workspace_id } = order
        await platform.jobs.emit(tx, 'refund.changed', {
          workspace_id,
          refund_id: id,
          status: comesBack ? 'failed' : 'succeeded',
        })
      })
    }

    async function setDispute(order: Order, status: string): Promise<void> {
      const closed = status === 'needs_response' ? null : platform.clock.now()
      const about = { workspace_id: order.workspace_id, order_id: order.id }
      await platform.db.asService(null, async tx => {
        const { rows } =
          await sql`insert into private.payment_disputes (method, reference, order_id, workspace_id, amount, currency, status, opened_at, closed_at)
          values ('stripe', ${`dp_${order.id}`}, ${order.id}, ${order.workspace_id}, 1, 'VND', ${status}, ${platform.clock.now()}, ${closed})
          on conflict (method, reference) do update set status = excluded.status, closed_at = excluded.closed_at
            where payment_disputes.closed_at is null returning 1`.execute(tx)
        if (rows.length === 0) return
        if (closed) await platform.jobs.emit(tx, 'dispute.closed', { ...about, won: status === 'won' })
        else await platform.jobs.emit(tx, 'dispute.opened', about)
      })
    }

    async function decide(id: string, act: string): Promise<unknown> {
      const [first, second] = operators as [Owner, Owner]
      if (act === 'approve') {
        const { status } = await approveWithdrawal(platform, first, { id })
        return status === 'approved' || approveWithdrawal(platform, second, { id })
      }
      if (act === 'sent') return withdrawalSent(platform, first, { id, reference: 'FT1' })
      if (act === 'paid') return withdrawalPaid(platform, first, { id, reference: 'FT1' })
      if (act === 'reject') return rejectWithdrawal(platform, first, { id, reason: 'x' })
      if (act === 'fail') return withdrawalFailed(platform, first, { id, reason: 'x' })
      return cancelWithdrawal(platform, caller, { id })
    }

    async function happen(one: Happening): Promise<unknown> {
      const order = 'which' in one ? pick(orders, one.which) : undefined
      if (one.kind === 'wait') {
        platform.clock.advance(days(one.days))
        return desk.mature()
      }
      if (one.kind === 'sign up') return friends.push(await desk.refer(code))
      if (one.kind === 'mature') return desk.mature()
      if (one.kind === 'withdraw') {
        const { available } = await desk.figures(referrer)
        return desk.withdraw(referrer, Math.max(200_000, Math.floor(available * one.share)))
      }
      if (one.kind === 'spend') {
        const { available } = await desk.figures(referrer)
        return spendEarnings(platform, caller, { amount: Math.max(1, Math.floor(available / 3)), currency: 'VND' })
      }
      if (one.kind === 'pay out') {
        const { available } = await desk.figures(referrer)
        const { id } = await desk.withdraw(referrer, available)
        for (const act of ['approve', 'paid']) await decide(id, act)
        return undefined
      }
      if (one.kind === 'decide') {
        const withdrawal = pick(await withdrawalsOf(), one.which)
        return withdrawal && decide(withdrawal.id, one.act)
      }
      if (one.kind === 'pay') {
        const friend = friends.pop() ?? (await desk.refer(code))
        // The call was answered by nobody if the process died.
        const bought = await desk.pay(friend, 'pro', 'year').catch(() => undefined)
        return bought && orders.unshift({ id: bought.id, workspace_id: friend.workspaceId, amount: bought.amount })
      }
      if (one.kind === 'tell again')
        return Promise.all(orders.map(({ id }) => syncCommission(platform, { order_id: id })))
      if (one.kind === 'hold' || one.kind === 'release' || one.kind === 'refuse') {
        const referral = pick(await referralsOf(), one.which)
        if (!referral) return undefined
        if (one.kind === 'release') return releaseReferral(platform, operators[0] as Owner, referral)
        if (one.kind === 'refuse') return refuseReferral(platform, operators[0] as Owner, { ...referral, reason: 'x' })
        return write(sql`insert into private.referral_holds (referral_id, reason, found_at)
          values (${referral.id}, 'device', ${platform.clock.now()}) on conflict do nothing`)
      }
      if (!order) return undefined
      if (one.kind === 'dispute') return setDispute(order, one.status)
      if (one.kind === 'part' || one.kind === 'part comes back') return setPart(order, one.kind !== 'part')
      if (one.kind === 'refund comes back') return setRefund(order, 'failed')
      const status = { refund: 'succeeded', 'ask refund': 'requested', 'refuse refund': 'rejected' }[one.kind]
      return setRefund(order, status)
    }

    for (const begin of [
      { kind: 'pay', which: 0 },
      { kind: 'pay', which: 0 },
      { kind: 'wait', days: 31 },
    ] as const)
      await happen(begin)
    await withCrashes(plan, async () => {
      for (const one of happenings) {
        // A refused or crashed step did nothing or everything.
        await happen(one).catch((error: unknown) => {
          if (!(error instanceof Killed) && !(error as { code?: string }).code?.includes('.')) throw error
        })
        await platform.jobs.drain()
      }
    })
    platform.clock.advance(days(2))
    await platform.jobs.drain()
    assert.deepEqual(await desk.earningFaults(), [])
    await judge(referrer)
    const before = await desk.figures(referrer)
    for (const { id } of orders) await syncCommission(platform, { order_id: id })
    for (const { id } of orders.toReversed()) await syncCommission(platform, { order_id: id })
    await desk.mature()
    const settled = await desk.figures(referrer)
    await desk.mature()
    assert.deepEqual(await desk.figures(referrer), settled)
    assert.equal(settled.earned, before.earned)
    assert.deepEqual(await desk.earningFaults(), [])
  }

  async function judge(referrer: Owner): Promise<void> {
    const wrong = await desk.read(sql`select c.id, c.status, c.reason, c.amount, is_so.part from commissions c
      join referrals r on r.id = c.referral_id join orders o on o.id = c.order_id
      cross join lateral (select
        exists (select from refunds f where f.order_id = c.order_id and not f.part and f.status = 'succeeded') as refunded,
        coalesce((select sum(f.amount) from refunds f where f.order_id = c.order_id and f.part and f.status = 'succeeded'), 0) as part,
        exists (select from private.payment_disputes d where d.order_id = c.order_id and d.status = 'lost') as lost,
        exists (select from private.payment_disputes d where d.order_id = c.order_id and d.closed_at is null) as disputed) is_so
      where c.workspace_id = ${referrer.workspaceId}
        and ((c.status = 'reversed') <> (refunded or lost or r.status = 'refused') or (c.status = 'available' and disputed)
          or (c.status <> 'reversed' and c.amount <> round(round((o.amount - o.credit_used - part) * 10000 / (10000 + o.tax_bp)) * c.share_bp / 10000)))`)
    assert.deepEqual(wrong, [])
  }

  test('the books hold, and every commission ends as its payment did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 12, maxLength: 30 }), deaths, (happenings, plan) =>
        play(happenings, plan),
      ),
      runs(8),
    )
  })
})
