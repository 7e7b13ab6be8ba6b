import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { saveSecret } from '#platform/secrets/stored-secrets.ts'
import { retryWhenBusy } from '#tests/setup/retry-when-busy.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'
import { askWithdrawal, cancelWithdrawal, spendEarnings } from './ask-withdrawal.ts'
import {
  approveWithdrawal,
  rejectWithdrawal,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalSent,
} from './decide-withdrawal.ts'
import { forgetPayouts } from './forget-payouts.ts'
import { listOpenWithdrawals, readPayout } from './list-withdrawals.ts'
import { savePayoutAccount } from './payout-account.ts'

describe('withdrawals', () => {
  let desk: ReferralDriver
  let operator: Owner
  before(async () => {
    desk = await openReferralDriver()
    operator = await desk.makeOperator()
  })
  after(async () => {
    const faults = await desk.earningFaults()
    await desk.close()
    assert.deepEqual(faults, [])
  })

  async function shop(amount: number): Promise<Owner> {
    const owner = await desk.earned(amount)
    await desk.account(owner)
    return owner
  }
  const code = (error: unknown) => (error as { code?: string }).code
  const refused = (work: Promise<unknown>, expected: string) =>
    assert.rejects(work, (error: unknown) => {
      assert.equal(code(error), expected)
      assert.ok(failure(expected as 'request.conflict'))
      return true
    })
  const standing = async (owner: Owner) => {
    const { available, withdrawing, paid } = await desk.figures(owner)
    return [available, withdrawing, paid]
  }
  const actionsOf = async (owner: Owner) =>
    (
      await desk.read(
        sql<{
          action: string
        }>`select action from audit_log where workspace_id = ${owner.workspaceId} order by at, id`,
      )
    ).map(({ action }) => action)
  const statusOf = async (id: string) =>
    (await desk.read(sql<{ status: string }>`select status from withdrawals where id = ${id}`))[0]?.status

  test('fifty at once leave exactly what is covered', async () => {
    const owner = await shop(2_000_000)
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, () => retryWhenBusy(() => desk.withdraw(owner, 200_000))),
    )
    assert.equal(asked.filter(one => one.status === 'fulfilled').length, 10)
    for (const one of asked) if (one.status === 'rejected') assert.equal(code(one.reason), 'referrals.not_covered')
    assert.deepEqual(await standing(owner), [0, 2_000_000, 0])
  })

  test('the same request with the same key is one withdrawal', async () => {
    const owner = await shop(2_000_000)
    const { token } = await desk.platform.tokens.signAccess({
      role: 'authenticated',
      sub: owner.personId,
      session_id: await sessionOf(owner),
      email: '',
      aal: 'aal2',
    })
    const ask = () =>
      desk.app.inject({
        method: 'POST',
        url: '/api/v1/withdrawals',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'one' },
        payload: { amount: 300_000 },
      })
    const [first, second] = [await ask(), await ask()]
    assert.deepEqual([first.statusCode, second.statusCode], [201, 201])
    assert.equal(first.json<{ id: string }>().id, second.json<{ id: string }>().id)
    assert.deepEqual(await standing(owner), [1_700_000, 300_000, 0])
    const weak = await desk.call<{ error: { code: string } }>('POST /withdrawals', { amount: 300_000 }, owner)
    assert.deepEqual([weak.status, weak.body.error.code], [403, 'referrals.second_step_needed'])
  })

  async function sessionOf(owner: Owner): Promise<string> {
    const rows = await desk.read(sql<{ id: string }>`select id from auth.sessions where user_id = ${owner.personId}`)
    return rows[0]?.id ?? ''
  }

  test('what is asked for too little, without an account, an address or enough money is refused', async () => {
    const poor = await desk.earned(250_000)
    await refused(desk.withdraw(poor, 199_999), 'referrals.too_little')
    await refused(desk.withdraw(poor, 200_000), 'referrals.payout_missing')
    await desk.account(poor)
    await refused(desk.withdraw(poor, 250_001), 'referrals.not_covered')
    await refused(desk.withdraw(poor, 999, 'USD'), 'referrals.too_little')
    await refused(desk.withdraw(poor, 1_000, 'USD'), 'referrals.payout_missing')
    const account = { workspaceId: poor.workspaceId, owner: 'payout account', name: 'VND' }
    await desk.platform.db.asService(null, tx => saveSecret(desk.platform, tx, account, '{"kind":"bank"}'))
    await refused(desk.withdraw(poor, 200_000), 'referrals.payout_missing')
    await refused(
      askWithdrawal(desk.platform, desk.caller(poor, 'aal1'), { amount: 200_000, currency: 'VND' }),
      'referrals.second_step_needed',
    )
    await desk.platform.db.asService(null, tx =>
      sql`update people set email_verified = false where id = ${poor.personId}`.execute(tx),
    )
    await refused(desk.withdraw(poor, 200_000), 'referrals.email_unconfirmed')
    assert.deepEqual(await standing(poor), [250_000, 0, 0])
  })

  test('the account is checked, kept locked, shown by its end, and its holder is known', async () => {
    const owner = await desk.earned(500_000)
    const save = (change: object) =>
      savePayoutAccount(desk.platform, desk.caller(owner), {
        currency: 'VND',
        bank: '970422',
        account: '0071 0000 00001',
        holder: 'Nguyen Thu Hanh',
        ...change,
      })
    await refused(save({ bank: '123456' }), 'referrals.payout_wrong')
    await refused(save({ account: '12' }), 'referrals.payout_wrong')
    await refused(save({ currency: 'USD', account: 'khong phai email' }), 'referrals.payout_wrong')
    await refused(save({ holder: 'TRAN VAN BA' }), 'referrals.holder_differs')
    await refused(save({ holder: '12 34' }), 'referrals.payout_wrong')
    const weak = savePayoutAccount(desk.platform, desk.caller(owner, 'aal1'), {
      ...{ currency: 'VND', bank: '970422', account: '0071000000001', holder: 'Nguyen Thu Hanh' },
    })
    await refused(weak, 'referrals.second_step_needed')
    assert.deepEqual(await actionsOf(owner), [])
    const saved = await save({})
    assert.deepEqual([saved.ending, saved.holder], ['0001', 'Nguyen Thu Hanh'])
    await desk.platform.db.asService(null, tx =>
      sql`update workspaces set company = 'Công ty TNHH Hạt Nâu Sài Gòn' where id = ${owner.workspaceId}`.execute(tx),
    )
    assert.equal((await save({ holder: 'CTY TNHH HAT NAU SAI GON' })).kind, 'bank')
    assert.deepEqual(await actionsOf(owner), ['payout-account.saved', 'payout-account.saved'])
    const everything = JSON.stringify([
      await desk.read(sql`select * from private.payout_accounts`),
      await desk.read(sql`select * from private.secrets`),
      await desk.read(sql`select * from withdrawals`),
    ])
    assert.ok(!everything.includes('0071000000001'))
  })

  test('dollars go to an account at Payoneer, and are no đồng', async () => {
    const owner = await desk.earned(5_000, 'USD')
    const details = { currency: 'USD', bank: '', account: ' Hanh@Shop.example', holder: 'Nguyễn Thu Hạnh' } as const
    const saved = await savePayoutAccount(desk.platform, desk.caller(owner), details)
    assert.deepEqual([saved.kind, saved.bank, saved.ending], ['payoneer', null, 'h…@shop.example'])
    await refused(desk.withdraw(owner, 5_001, 'USD'), 'referrals.not_covered')
    const { id } = await desk.withdraw(owner, 1_000, 'USD')
    await approveWithdrawal(desk.platform, operator, { id })
    const payout = await readPayout(desk.platform, operator, { id })
    assert.deepEqual([payout.account, payout.bank, payout.qr], ['hanh@shop.example', null, null])
    await withdrawalPaid(desk.platform, operator, { id, reference: 'PY1' })
    const { available, paid } = await desk.figures(owner, 'USD')
    assert.deepEqual([available, paid, ...(await standing(owner))], [4_000, 1_000, 0, 0, 0])
  })

  test('another account waits a day; the same one written otherwise does not', async () => {
    const owner = await shop(1_000_000)
    await desk.account(owner, '0071 000 000 001')
    await desk.withdraw(owner, 200_000)
    await desk.account(owner, '0071000000002')
    await refused(desk.withdraw(owner, 200_000), 'referrals.payout_new')
    desk.platform.clock.advance(hours(24) - 1)
    await refused(desk.withdraw(owner, 200_000), 'referrals.payout_new')
    desk.platform.clock.advance(1)
    await desk.withdraw(owner, 200_000)
  })

  test('approved, sent and paid: each once, from where it may, with the books and a mail', async () => {
    const owner = await shop(1_000_000)
    const { id } = await desk.withdraw(owner, 400_000)
    await refused(withdrawalSent(desk.platform, operator, { id, reference: 'FT1' }), 'request.conflict')
    await refused(withdrawalPaid(desk.platform, operator, { id }), 'request.conflict')
    await refused(readPayout(desk.platform, operator, { id }), 'request.not_found')
    await approveWithdrawal(desk.platform, operator, { id })
    await refused(approveWithdrawal(desk.platform, operator, { id }), 'request.conflict')
    await refused(cancelWithdrawal(desk.platform, desk.caller(owner), { id }), 'request.conflict')
    await desk.account(owner, '0071000000009')
    const payout = await readPayout(desk.platform, operator, { id })
    assert.deepEqual([payout.bank, payout.account, payout.holder], ['MB Bank', '0071000000001', 'NGUYEN THU HANH'])
    assert.ok(payout.qr?.includes('5406400000') && payout.memo && payout.qr.includes(payout.memo))
    await withdrawalSent(desk.platform, operator, { id, reference: 'FT26325' })
    await withdrawalPaid(desk.platform, operator, { id })
    await refused(withdrawalFailed(desk.platform, operator, { id, reason: 'x' }), 'request.conflict')
    assert.deepEqual(await standing(owner), [600_000, 0, 400_000])
    await desk.platform.jobs.drain()
    const [{ email } = { email: '' }] = await desk.read(
      sql<{ email: string }>`select email from people where id = ${owner.personId}`,
    )
    const sent = desk.mails().filter(mail => mail.to === email)
    assert.equal(sent.length, 3)
    for (const mail of sent) assert.match(mail.text, /400\.000đ[\s\S]*0001|0001[\s\S]*400\.000đ/)
    assert.equal(
      sent.filter(mail => /FT26325/.test(mail.text)).length,
      1,
      'the reference stands in the one that says it is sent',
    )
    const log = await desk.read(
      sql<{
        action: string
      }>`select action from audit_log where workspace_id = ${owner.workspaceId} and target = ${id} order by at, id`,
    )
    assert.deepEqual(
      log.map(one => one.action),
      ['withdrawal.requested', 'withdrawal.approved', 'withdrawal.account-read', 'withdrawal.sent', 'withdrawal.paid'],
    )
  })

  test('rejected, cancelled and failed give the money back, once', async () => {
    const owner = await shop(1_000_000)
    const rejected = await desk.withdraw(owner, 200_000)
    await rejectWithdrawal(desk.platform, operator, { id: rejected.id, reason: 'Sai tên' })
    await refused(rejectWithdrawal(desk.platform, operator, { id: rejected.id, reason: 'x' }), 'request.conflict')
    const cancelled = await desk.withdraw(owner, 300_000)
    await refused(
      cancelWithdrawal(desk.platform, desk.caller(await shop(0)), { id: cancelled.id }),
      'request.not_found',
    )
    await Promise.allSettled(
      Array.from({ length: 5 }, () => cancelWithdrawal(desk.platform, desk.caller(owner), { id: cancelled.id })),
    )
    const failed = await desk.withdraw(owner, 400_000)
    await approveWithdrawal(desk.platform, operator, { id: failed.id })
    await withdrawalSent(desk.platform, operator, { id: failed.id, reference: 'FT2' })
    assert.deepEqual(await standing(owner), [600_000, 400_000, 0])
    await withdrawalFailed(desk.platform, operator, { id: failed.id, reason: 'Tài khoản đã đóng' })
    assert.deepEqual(await standing(owner), [1_000_000, 0, 0])
    assert.deepEqual(
      [await statusOf(rejected.id), await statusOf(cancelled.id), await statusOf(failed.id)],
      ['rejected', 'cancelled', 'failed'],
    )
    assert.deepEqual(await actionsOf(owner), [
      'payout-account.saved',
      ...['withdrawal.requested', 'withdrawal.rejected', 'withdrawal.requested', 'withdrawal.cancelled'],
      ...['withdrawal.requested', 'withdrawal.approved', 'withdrawal.sent', 'withdrawal.failed'],
    ])
    await desk.platform.jobs.drain()
    const mails = desk.mails().filter(({ to }) => to === `${owner.personId}@shop.example`)
    assert.equal(mails.length, 6, 'none of what is approved, or cancelled by themselves')
    assert.equal(mails.filter(({ text }) => /Sai tên|Tài khoản đã đóng/.test(text)).length, 2)
    const over = [rejected.id, cancelled.id, failed.id]
    assert.ok((await listOpenWithdrawals(desk.platform, operator)).every(({ id }) => !over.includes(id)))
  })

  test('above 5,000,000đ two operators; exactly that much needs one', async () => {
    const owner = await shop(30_000_000)
    const even = await desk.withdraw(owner, 5_000_000)
    assert.equal((await approveWithdrawal(desk.platform, operator, even)).status, 'approved')
    const alone = await desk.withdraw(owner, 5_000_001)
    assert.equal((await approveWithdrawal(desk.platform, operator, alone)).status, 'requested')
    await refused(approveWithdrawal(desk.platform, operator, alone), 'referrals.too_early')
    desk.platform.clock.advance(hours(24))
    assert.equal((await approveWithdrawal(desk.platform, operator, alone)).status, 'approved')
    assert.deepEqual((await actionsOf(owner)).slice(-3), [
      ...['withdrawal.requested', 'withdrawal.approved-once', 'withdrawal.approved'],
    ])
    const large = await desk.withdraw(owner, 6_000_000)
    await approveWithdrawal(desk.platform, operator, large)
    const second = await desk.makeOperator()
    desk.platform.clock.advance(days(2))
    await refused(approveWithdrawal(desk.platform, operator, large), 'referrals.second_operator')
    const listed = (await listOpenWithdrawals(desk.platform, operator)).find(one => one.id === large.id)
    assert.deepEqual([listed?.needs_two, listed?.mine, listed?.owed], [true, true, 0])
    assert.equal((await approveWithdrawal(desk.platform, second, large)).status, 'approved')
    const own = await desk.withdraw(owner, 200_000)
    await refused(approveWithdrawal(desk.platform, { personId: owner.personId }, own), 'referrals.own_withdrawal')
    await desk.platform.db.asService(null, tx =>
      sql`update people set is_operator = false where id = ${second.personId}`.execute(tx),
    )
  })

  test('two operators who approve at once approve once', async () => {
    const owner = await shop(6_000_000)
    const second = await desk.makeOperator()
    const { id } = await desk.withdraw(owner, 6_000_000)
    const both = await Promise.allSettled(
      [operator, second, operator, second].map(one => approveWithdrawal(desk.platform, one, { id })),
    )
    assert.equal(both.filter(one => one.status === 'fulfilled').length, 2)
    assert.equal(await statusOf(id), 'approved')
    await desk.platform.db.asService(null, tx =>
      sql`update people set is_operator = false where id = ${second.personId}`.execute(tx),
    )
  })

  test('earnings pay for plans as credit', async () => {
    const owner = await shop(700_000)
    await refused(
      spendEarnings(desk.platform, desk.caller(owner), { amount: 700_001, currency: 'VND' }),
      'referrals.not_covered',
    )
    await spendEarnings(desk.platform, desk.caller(owner), { amount: 700_000, currency: 'VND' })
    assert.equal((await actionsOf(owner)).at(-1), 'earnings.spent')
    const order = await desk.order('hobby', 'month', owner)
    assert.deepEqual([order.status, order.due], ['success', 0])
    const { available, spent } = await desk.figures(owner)
    assert.deepEqual([available, spent], [0, 700_000])
  })

  test('a deleted workspace’s account is forgotten; what it asked for before is still paid', async () => {
    const owner = await shop(500_000)
    const { id } = await desk.withdraw(owner, 300_000)
    await forgetPayouts(desk.platform, { workspace_id: owner.workspaceId })
    await refused(desk.withdraw(owner, 200_000), 'referrals.payout_missing')
    await approveWithdrawal(desk.platform, operator, { id })
    assert.equal((await readPayout(desk.platform, operator, { id })).account, '0071000000001')
    await withdrawalPaid(desk.platform, operator, { id, reference: 'FT9' })
  })

  test('the database itself refuses what does not agree with the books, and steps that there are not', async () => {
    const owner = await shop(500_000)
    const { id } = await desk.withdraw(owner, 300_000)
    const change = (statement: ReturnType<typeof sql>) => desk.platform.db.asService(null, tx => statement.execute(tx))
    await assert.rejects(change(sql`update withdrawals set status = 'cancelled' where id = ${id}`), /the books say/)
    await assert.rejects(change(sql`update withdrawals set status = 'paid' where id = ${id}`), /does not go/)
    await assert.rejects(change(sql`update withdrawals set amount = 1 where id = ${id}`), /does not go/)
    await assert.rejects(change(sql`delete from withdrawals where id = ${id}`), /never deleted/)
    assert.deepEqual(await standing(owner), [200_000, 300_000, 0])
  })
})
