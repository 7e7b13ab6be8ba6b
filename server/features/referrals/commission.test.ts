import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { askRefund } from '#features/billing/refunds/ask-refund.ts'
import { post } from '#features/billing/payments/ledger.ts'
import { openRenewals } from '#features/billing/plans/open-renewals.ts'
import { refundArrived, refundFailed } from '#features/billing/refunds/send-refund.ts'
import { recordChargeback, paymentBy } from '#features/billing/payments/chargeback.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { commissionOf } from '#shared/rules/money/referral.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { approveWithdrawal, withdrawalPaid } from './decide-withdrawal.ts'
import { listHeldReferrals, refuseReferral, releaseReferral } from './review-referrals.ts'
import { saveHolds } from './sign-up-holds.ts'
import { syncCommission } from './sync-commission.ts'

describe('what a referral earns', () => {
  let desk: ReferralDriver
  before(async () => {
    desk = await openReferralDriver()
  })
  after(async () => {
    const faults = await desk.earningFaults()
    await desk.close()
    assert.deepEqual(faults, [])
  })

  async function paidPair() {
    const referrer = await makeOwner(desk.platform)
    const friend = await desk.refer(await desk.code(referrer))
    const order = await desk.pay(friend)
    return { referrer, friend, order }
  }

  async function refund(friend: Owner, orderId: string) {
    const refund = await askRefund(desk.platform, desk.caller(friend), { order_id: orderId, reason: '' })
    await desk.platform.jobs.drain()
    return refund
  }

  async function dispute(friend: Owner, orderId: string, status: string): Promise<void> {
    const { clock, db, jobs } = desk.platform
    const closed = status === 'needs_response' ? null : clock.now()
    await db.asService(null, async tx => {
      await sql`insert into private.payment_disputes (method, reference, order_id, workspace_id, amount, currency, status, opened_at, closed_at)
        values ('stripe', ${`dp_${orderId}`}, ${orderId}, ${friend.workspaceId}, 1, 'VND', ${status}, ${clock.now()}, ${closed})
        on conflict (method, reference) do update set status = excluded.status, closed_at = excluded.closed_at`.execute(
        tx,
      )
      const about = { workspace_id: friend.workspaceId, order_id: orderId }
      if (closed) await jobs.emit(tx, 'dispute.closed', { ...about, won: status !== 'lost' })
      else await jobs.emit(tx, 'dispute.opened', about)
    })
    await jobs.drain()
  }

  test('20 % of the first order without its VAT, which costs the friend 10 % less; after 30 days it is available', async () => {
    const { referrer, friend, order } = await paidPair()
    // 25 of 30 days of 699,000, less a tenth.
    assert.equal(order.amount, 582_500 - 58_250)
    const expected = commissionOf(order.amount, 800, 'first')
    assert.deepEqual([expected.base, expected.amount], [485_417, 97_083])
    const [commission, ...more] = await desk.commissions(referrer)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [commission?.kind, commission?.base, commission?.amount, commission?.currency, commission?.status],
      ['first', 485_417, 97_083, 'VND', 'pending'],
    )
    assert.deepEqual(await desk.commissions(friend), [])
    desk.platform.clock.advance(days(30) - hours(1))
    await desk.mature()
    assert.equal((await desk.figures(referrer)).pending, 97_083)
    desk.platform.clock.advance(hours(1))
    await desk.mature()
    await desk.mature()
    const { earned, pending, available, sign_ups, paying } = await desk.figures(referrer)
    assert.deepEqual([earned, pending, available, sign_ups, paying], [97_083, 0, 97_083, 1, 1])
  })

  test('renewals earn 10 % for twelve months, and nothing from then on', async () => {
    const { referrer, friend } = await paidPair()
    const kinds: string[] = []
    for (let month = 0; month < 14; month++) {
      const { clock, jobs } = desk.platform
      const [plan] = await desk.read(
        sql<{ period_end: Date }>`select period_end from subscriptions where workspace_id = ${friend.workspaceId}`,
      )
      clock.advance((plan?.period_end.getTime() ?? 0) - clock.now().getTime() - days(5))
      await openRenewals(desk.platform)
      const [order] = await desk.read(
        sql<{ memo_code: string; amount: number }>`select memo_code, amount from orders
          where workspace_id = ${friend.workspaceId} and kind = 'renewal' and status = 'processing'`,
      )
      await desk.transfer(order?.memo_code ?? '', order?.amount ?? 0)
      clock.advance(days(6))
      await advancePeriods(desk.platform)
      await jobs.drain()
      kinds.length = 0
      kinds.push(...(await desk.commissions(referrer)).map(one => one.kind))
    }
    assert.deepEqual(kinds, ['first', ...Array<string>(12).fill('renewal')])
    const renewal = (await desk.commissions(referrer))[1]
    // From 2027 VAT is 10 %.
    assert.equal(renewal?.amount, commissionOf(699_000, 1000, 'renewal').amount)
  })

  test('what credit pays earns nothing, and the first order that money pays is the first', async () => {
    const referrer = await makeOwner(desk.platform)
    const friend = await desk.refer(await desk.code(referrer))
    await desk.platform.db.asService(null, async tx => {
      await post(desk.platform, tx, {
        kind: 'credit surplus',
        key: newId(),
        currency: 'VND',
        entries: [
          { kind: 'bank_clearing', amount: -100_000 },
          { owner: friend.workspaceId, kind: 'user_credit', amount: 100_000 },
        ],
      })
    })
    const order = await desk.pay(friend)
    const [commission] = await desk.commissions(referrer)
    assert.equal(commission?.amount, commissionOf(order.amount - 100_000, 1000, 'first').amount)
  })

  test('a change of plan earns nothing', async () => {
    const { referrer, friend } = await paidPair()
    const { body } = await desk.call<{ order: { memo_code: string; due: number } | null }>(
      'POST /subscription/change',
      { plan: 'pro', interval: 'year' },
      friend,
    )
    await desk.transfer(body.order?.memo_code ?? '', body.order?.due ?? 0)
    assert.equal((await desk.subscription(friend))?.interval, 'year')
    assert.equal((await desk.commissions(referrer)).length, 1)
  })

  test('told twice, it is earned once', async () => {
    const { referrer, order } = await paidPair()
    await Promise.all(Array.from({ length: 8 }, () => syncCommission(desk.platform, { order_id: order.id })))
    assert.equal((await desk.commissions(referrer)).length, 1)
  })

  test('a refund takes back what waits; while it is decided nothing becomes available', async () => {
    const { referrer, friend, order } = await paidPair()
    desk.platform.clock.advance(days(20))
    const asked = await refund(friend, order.id)
    assert.equal(asked.status, 'requested')
    desk.platform.clock.advance(days(11))
    await desk.mature()
    assert.deepEqual(
      (await desk.commissions(referrer)).map(one => one.status),
      ['pending'],
    )
    await desk.platform.db.asService(null, tx =>
      sql`update refunds set status = 'approved' where id = ${asked.id}`.execute(tx),
    )
    await refundArrived(desk.platform, asked.id)
    await desk.platform.jobs.drain()
    const [commission] = await desk.commissions(referrer)
    assert.deepEqual([commission?.status, commission?.reason], ['reversed', 'refund'])
    assert.deepEqual((await desk.figures(referrer)).earned, 0)
    await syncCommission(desk.platform, { order_id: order.id })
    assert.equal((await desk.figures(referrer)).pending, 0)
  })

  async function partBack(orderId: string, amount: number) {
    const { db, jobs } = desk.platform
    const reference = `re_${newId()}`
    const [payment] = await desk.read(
      sql<{
        reference: string
      }>`select reference from private.payments where order_id = ${orderId} and went_to = 'order'`,
    )
    const id = await db.asService(null, async tx => {
      const paid = await paymentBy(tx, 'bank', [payment?.reference ?? ''])
      assert.ok(paid)
      return recordChargeback(desk.platform, tx, paid, { reference, note: 'Stripe', amount })
    })
    assert.ok(id)
    await refundArrived(desk.platform, id, { reference })
    await jobs.drain()
    return async () => {
      await refundFailed(desk.platform, id, 'declined', { reference })
      await jobs.drain()
    }
  }
  const standing = async (referrer: Owner) => {
    const { available, pending, owed, earned } = await desk.figures(referrer)
    return { available, pending, owed, earned }
  }
  const rateOf = async (orderId: string) =>
    (await desk.read(sql<{ tax_bp: number }>`select tax_bp from orders where id = ${orderId}`))[0]?.tax_bp ?? 0

  test('a part that goes back takes its share along, of what waits and of what is there; come back, it is earned again', async () => {
    const { referrer, order } = await paidPair()
    const tax = await rateOf(order.id)
    const worth = (back: number) => commissionOf(order.amount - back, tax, 'first').amount
    const first = await partBack(order.id, 100_001)
    assert.deepEqual(await standing(referrer), {
      available: 0,
      pending: worth(100_001),
      owed: 0,
      earned: worth(100_001),
    })
    await first()
    assert.deepEqual(await standing(referrer), { available: 0, pending: worth(0), owed: 0, earned: worth(0) })
    await partBack(order.id, 7)
    desk.platform.clock.advance(days(31))
    await desk.mature()
    assert.deepEqual(await standing(referrer), { available: worth(7), pending: 0, owed: 0, earned: worth(7) })
    const second = await partBack(order.id, 200_000)
    for (let n = 0; n < 3; n++) await syncCommission(desk.platform, { order_id: order.id })
    const left = worth(200_007)
    assert.deepEqual(await standing(referrer), { available: left, pending: 0, owed: 0, earned: left })
    await second()
    assert.deepEqual(await standing(referrer), { available: worth(7), pending: 0, owed: 0, earned: worth(7) })
    const [commission] = await desk.commissions(referrer)
    assert.equal(commission?.base, commissionOf(order.amount - 7, tax, 'first').base)
  })

  test('what was paid out of a part becomes a debt; what nobody has approved goes back before', async () => {
    const { referrer, order } = await paidPair()
    const tax = await rateOf(order.id)
    const worth = (back: number) => commissionOf(order.amount - back, tax, 'first').amount
    await desk.account(referrer, '0071000000777')
    await desk.give(referrer, 200_000)
    desk.platform.clock.advance(days(31))
    await desk.mature()
    const operator = await desk.makeOperator()
    const all = 200_000 + worth(0)
    const { id } = await desk.withdraw(referrer, all)
    const back = await partBack(order.id, 50_000)
    assert.deepEqual(await standing(referrer), {
      available: 200_000 + worth(50_000),
      pending: 0,
      owed: 0,
      earned: worth(50_000),
    })
    await back()
    const again = await desk.withdraw(referrer, all)
    assert.notEqual(again.id, id)
    await approveWithdrawal(desk.platform, operator, again)
    await withdrawalPaid(desk.platform, operator, { id: again.id, reference: 'FT9' })
    const taken = await partBack(order.id, 50_000)
    const owed = worth(0) - worth(50_000)
    assert.deepEqual(await standing(referrer), { available: 0, pending: 0, owed, earned: worth(50_000) })
    await taken()
    assert.deepEqual(await standing(referrer), { available: 0, pending: 0, owed: 0, earned: worth(0) })
  })

  test('a whole refund that comes back brings the commission back: it waits until the money has gone after all', async () => {
    const { referrer, friend, order } = await paidPair()
    const asked = await refund(friend, order.id)
    await refundArrived(desk.platform, asked.id, { reference: 're_1' })
    await desk.platform.jobs.drain()
    assert.equal((await desk.commissions(referrer))[0]?.status, 'reversed')
    await refundFailed(desk.platform, asked.id, 'declined', { reference: 're_1' })
    await desk.platform.jobs.drain()
    desk.platform.clock.advance(days(31))
    await desk.mature()
    assert.equal((await desk.commissions(referrer))[0]?.status, 'pending')
    await refundArrived(desk.platform, asked.id, { reference: 're_2' })
    await desk.platform.jobs.drain()
    assert.equal((await desk.commissions(referrer))[0]?.status, 'reversed')
    assert.deepEqual(await standing(referrer), { available: 0, pending: 0, owed: 0, earned: 0 })
  })

  test('money that came double goes back, or is disputed, without touching the commission', async () => {
    const { referrer, friend, order } = await paidPair()
    await desk.transfer(order.memo_code, order.amount)
    await desk.platform.db.asService(null, async tx => {
      const { rows } = await sql<{
        id: string
      }>`select id from private.payments where order_id = ${order.id} and went_to = 'credit'`.execute(tx)
      const id = newId()
      await sql`insert into refunds (id, workspace_id, order_id, payment_id, amount, currency, path, status, usage_ratio, requested_at)
        values (${id}, ${friend.workspaceId}, ${order.id}, ${rows[0]?.id}, ${order.amount}, 'VND', 'auto', 'succeeded', 0, ${desk.platform.clock.now()})`.execute(
        tx,
      )
      await desk.platform.jobs.emit(tx, 'refund.changed', {
        workspace_id: friend.workspaceId,
        refund_id: id,
        status: 'succeeded',
      })
    })
    await desk.platform.jobs.drain()
    await dispute(friend, order.id, 'lost')
    assert.equal((await desk.commissions(referrer))[0]?.status, 'pending')
  })

  test('a dispute holds what is available; lost, it takes back what was paid out, and later earnings pay the debt', async () => {
    const { referrer, friend, order } = await paidPair()
    await desk.account(referrer)
    await desk.give(referrer, 200_000)
    desk.platform.clock.advance(days(31))
    await desk.mature()
    const standing = async () => {
      const { available, pending, owed } = await desk.figures(referrer)
      return [available, pending, owed]
    }
    const amount = (await desk.commissions(referrer))[0]?.amount ?? 0
    const operator = await desk.makeOperator()
    const { id } = await desk.withdraw(referrer, 200_000 + amount - 5_000)
    await approveWithdrawal(desk.platform, operator, { id })
    await withdrawalPaid(desk.platform, operator, { id, reference: 'FT1' })
    assert.deepEqual(await standing(), [5_000, 0, 0])
    await dispute(friend, order.id, 'needs_response')
    assert.deepEqual(await standing(), [0, amount, amount - 5_000])
    await dispute(friend, order.id, 'won')
    assert.deepEqual(await standing(), [5_000, 0, 0])
    await dispute(friend, order.id, 'lost')
    assert.deepEqual(await standing(), [0, 0, amount - 5_000])
    await desk.pay(await desk.refer(await desk.code(referrer)))
    desk.platform.clock.advance(days(31))
    await desk.mature()
    const second = (await desk.commissions(referrer)).at(-1)
    assert.equal(second?.status, 'available')
    assert.deepEqual(await standing(), [(second?.amount ?? 0) - amount + 5_000, 0, 0])
  })

  test('a member of the team, the same phone, the same tax number: a person looks before it is paid', async () => {
    const holdsOf = async (referralId: string | undefined) =>
      (
        await desk.read(
          sql<{
            reason: string
          }>`select reason from private.referral_holds where referral_id = ${referralId} order by reason`,
        )
      ).map(one => one.reason)
    const { db } = desk.platform
    const cases: [string, (referrer: Owner, friend: Owner) => Promise<unknown>][] = [
      [
        'phone',
        (a, b) =>
          db.asService(null, async tx => {
            await sql`update people set phone = '+84 901 234 567' where id = ${a.personId}`.execute(tx)
            await sql`update people set phone = '0901234567' where id = ${b.personId}`.execute(tx)
          }),
      ],
      [
        'tax_id',
        (a, b) =>
          db.asService(null, async tx => {
            await sql`update workspaces set tax_id = '0100112437-001' where id = ${a.workspaceId}`.execute(tx)
            await sql`update workspaces set tax_id = '0100112437001' where id = ${b.workspaceId}`.execute(tx)
          }),
      ],
      [
        'bank_account',
        async (a, b) => {
          await desk.account(a, '0071000000009')
          await db.asService(null, tx =>
            sql`update people set full_name = 'Nguyễn Thu Hạnh' where id = ${b.personId}`.execute(tx),
          )
          await desk.account(b, '0071 0000 00009')
        },
      ],
      [
        'card',
        (a, b) =>
          db.asService(null, tx =>
            sql`insert into private.payer_marks (workspace_id, kind, mark, seen_at) values
              (${a.workspaceId}, 'card', 'same', now()), (${b.workspaceId}, 'card', 'same', now())`.execute(tx),
          ),
      ],
      [
        'team',
        (a, b) =>
          db.asService(null, tx =>
            sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
              values (${newId()}, ${b.workspaceId}, ${a.personId}, 'x@shop.example', 'member', 'active', now())`.execute(
              tx,
            ),
          ),
      ],
    ]
    for (const [reason, make] of cases) {
      const referrer = await makeOwner(desk.platform)
      const friend = await desk.refer(await desk.code(referrer))
      await make(referrer, friend)
      await desk.pay(friend)
      const [commission] = await desk.commissions(referrer)
      assert.deepEqual([commission?.status, await holdsOf(commission?.referral_id)], ['held', [reason]], reason)
      desk.platform.clock.advance(days(31))
      await desk.mature()
      assert.equal((await desk.figures(referrer)).available, 0, reason)
    }
  })

  test('an operator lets what was found pass, or refuses the referral for good', async () => {
    const operator = await desk.makeOperator()
    const held = async () => {
      const pair = await paidPair()
      const [commission] = await desk.commissions(pair.referrer)
      const id = commission?.referral_id ?? ''
      await desk.platform.db.asService(null, tx =>
        sql`insert into private.referral_holds (referral_id, reason, found_at) values (${id}, 'device', now())`.execute(
          tx,
        ),
      )
      await syncCommission(desk.platform, { order_id: pair.order.id })
      assert.equal((await desk.commissions(pair.referrer))[0]?.status, 'held')
      return { ...pair, id }
    }
    const fine = await held()
    const shown = (await listHeldReferrals(desk.platform)).find(one => one.id === fine.id)
    const [waits] = await desk.commissions(fine.referrer)
    assert.deepEqual([shown?.reasons, shown?.held_vnd, shown?.held_usd], [['device'], waits?.amount, null])
    await releaseReferral(desk.platform, operator, fine)
    assert.equal((await desk.commissions(fine.referrer))[0]?.status, 'pending')
    await assert.rejects(releaseReferral(desk.platform, operator, fine), { code: 'request.conflict' })
    await desk.platform.db.asService(null, tx => saveHolds(desk.platform, tx, fine.id, ['device']))
    await syncCommission(desk.platform, { order_id: fine.order.id })
    assert.equal((await desk.commissions(fine.referrer))[0]?.status, 'pending', 'found again, it stays released')
    const bad = await held()
    await refuseReferral(desk.platform, operator, { id: bad.id, reason: 'Cùng một người' })
    await assert.rejects(refuseReferral(desk.platform, operator, { id: bad.id, reason: 'x' }), {
      code: 'request.conflict',
    })
    const [commission] = await desk.commissions(bad.referrer)
    assert.deepEqual([commission?.status, commission?.reason], ['reversed', 'refused'])
    assert.deepEqual(
      (await listHeldReferrals(desk.platform)).filter(one => [fine.id, bad.id].includes(one.id)),
      [],
    )
    const { earned, pending, sign_ups } = await desk.figures(bad.referrer)
    assert.deepEqual([earned, pending, sign_ups], [0, 0, 0])
    const log = await desk.read(
      sql<{ action: string }>`select action from audit_log where target in (${fine.id}, ${bad.id}) order by id`,
    )
    assert.deepEqual(
      log.map(one => one.action),
      ['referral.released', 'referral.refused'],
    )
  })

  test('what is found only when it matures holds it still', async () => {
    const { referrer, friend } = await paidPair()
    await desk.platform.db.asService(null, tx =>
      sql`update workspaces set tax_id = '0301464823' where id in (${referrer.workspaceId}, ${friend.workspaceId})`.execute(
        tx,
      ),
    )
    desk.platform.clock.advance(days(31))
    await desk.mature()
    assert.equal((await desk.commissions(referrer))[0]?.status, 'held')
  })

  test('members read nothing of it', async () => {
    const { referrer } = await paidPair()
    const member = await makeMember(desk.platform, referrer)
    const claims = { role: 'authenticated' as const, sub: member.personId }
    for (const table of ['referral_summary', 'commissions', 'referrals', 'withdrawals'])
      assert.deepEqual(await desk.platform.db.readAsPerson(claims, sql`select * from ${sql.id(table)}`), [], table)
    const rest = async (headers: Record<string, string>) => {
      const url = '/rest/v1/referral_summary?select=currency,sign_ups&order=currency.desc'
      const answer = await desk.app.inject({ url, headers: { apikey: desk.platform.tokens.anonKey, ...headers } })
      return answer.statusCode === 200 ? answer.json<unknown>() : answer.statusCode
    }
    assert.deepEqual(await rest(referrer.headers), [
      { currency: 'VND', sign_ups: 1 },
      { currency: 'USD', sign_ups: 1 },
    ])
    assert.deepEqual([await rest(member.headers), await rest({})], [[], 401])
    const refused = await desk.app.inject({ url: '/api/v1/referrals', headers: member.headers })
    assert.equal(refused.statusCode, 403)
  })
})
