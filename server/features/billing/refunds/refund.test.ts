import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { decideRefund, overrideRefund, type ShownRefund } from './ask-refund.ts'
import type { Billing } from '../read-billing.ts'
import { advancePeriods } from '../plans/advance-periods.ts'
import { openRenewals } from '../plans/open-renewals.ts'
import { refundArrived, refundFailed, refundSent } from './send-refund.ts'

const operator = { personId: newId() }

describe('refunds', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function bought(): Promise<{ owner: Owner; order: ShownOrder }> {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    return { owner, order }
  }
  type Answered = ShownRefund & { error: { code: string; details: { reason: string } } }
  const ask = async (owner: Owner, order_id: string) =>
    (await desk.call<Answered>('POST /refunds', { order_id, reason: 'Không dùng nữa' }, owner)).body
  const use = (owner: Owner, share: number) =>
    desk.read(
      sql`update usage_counters set used = floor(hard_limit * ${share}::float8) where workspace_id = ${owner.workspaceId} and metric = 'messages' and period_end > ${desk.platform.clock.now()}`,
    )

  test('within seven days and half of the messages it is approved at once; sent back, the plan is over', async () => {
    const { owner, order } = await bought()
    await use(owner, 0.5)
    const refund = await ask(owner, order.id)
    assert.deepEqual(
      [refund.path, refund.status, refund.amount, String(refund.due_by).slice(0, 10)],
      ['auto', 'approved', order.amount, '2026-12-01'],
    )
    await desk.platform.jobs.drain()
    assert.equal((await ask(owner, order.id)).error.code, 'billing.refund_open')
    await refundSent(desk.platform, refund.id, 'FT-back-1')
    await refundFailed(desk.platform, refund.id, 'Sai số tài khoản')
    await refundSent(desk.platform, refund.id, 'FT-back-2')
    await Promise.all([refundArrived(desk.platform, refund.id), refundArrived(desk.platform, refund.id)])
    await desk.platform.jobs.drain()
    assert.equal((await desk.subscription(owner))?.status, 'ended')
    const documents = await desk.read(sql<{
      number: string
      total: number
      corrected: string
    }>`select n.number, n.total, i.number as corrected from invoices n
      join invoices i on i.id = n.corrects where n.kind = 'credit_note' and n.workspace_id = ${owner.workspaceId}`)
    assert.equal(documents.length, 1)
    assert.deepEqual([documents[0]?.number, documents[0]?.total], ['CN-2026-000001', order.amount])
    const [sales] = await desk.read(sql<{
      sum: number
    }>`select coalesce(sum(e.amount), 0)::int as sum from private.ledger_entries e
      join private.ledger_transactions t on t.id = e.transaction_id where t.idempotency_key = ${`refund:${refund.id}`}`)
    assert.equal(sales?.sum, 0)
    const notices = desk.mails().filter(mail => mail.subject.startsWith('Yêu cầu hoàn tiền'))
    assert.equal(notices.length, 2)
  })

  test('every line of the policy’s table', async () => {
    const cases = [
      { age: 0, share: 0.51, expect: 'used' },
      { age: days(7), share: 0.5, expect: 'approved' },
      { age: days(7) + 1, share: 0.5, expect: 'requested' },
      { age: days(30), share: 0.1, expect: 'requested' },
      { age: days(30), share: 0.6, expect: 'used' },
      { age: days(30) + 1, share: 0, expect: 'too_late' },
    ]
    for (const { age, share, expect } of cases) {
      const { owner, order } = await bought()
      await use(owner, share)
      desk.platform.clock.advance(age)
      const answer = await ask(owner, order.id)
      assert.equal(answer.error?.details.reason ?? answer.status, expect, `${age} ${share}`)
    }
  })

  test('under review an operator decides; refused by rule, an operator may still give it back, with a reason', async () => {
    const { owner, order } = await bought()
    desk.platform.clock.advance(days(8))
    const asked = await ask(owner, order.id)
    assert.equal(asked.status, 'requested')
    const rejected = await decideRefund(desk.platform, operator, {
      id: asked.id,
      approved: false,
      note: 'Đã thiết lập riêng',
    })
    assert.equal(rejected.status, 'rejected')
    await desk.platform.jobs.drain()
    assert.equal(desk.mails().filter(mail => mail.text.includes('không được duyệt. Đã thiết lập riêng')).length, 1)
    const notices = await desk.read(sql<{ person_id: string }>`select person_id from notifications
      where workspace_id = ${owner.workspaceId} and data ->> 'what' = 'refund_rejected'`)
    assert.deepEqual(notices, [{ person_id: owner.personId }])
    await assert.rejects(decideRefund(desk.platform, operator, { id: asked.id, approved: true, note: '' }), {
      code: 'request.conflict',
    })
    assert.equal((await desk.subscription(owner))?.status, 'active')
    desk.platform.clock.advance(days(60))
    const given = await overrideRefund(desk.platform, operator, { order_id: order.id, reason: 'Lỗi của chúng tôi' })
    assert.deepEqual([given.status, given.decided_by], ['approved', operator.personId])
    await refundArrived(desk.platform, given.id)
    await assert.rejects(overrideRefund(desk.platform, operator, { order_id: order.id, reason: 'again' }), {
      code: 'billing.refund_open',
    })
    const acts = await desk.read(sql<{ action: string; actor: string }>`select action, actor from audit_log
      where workspace_id = ${owner.workspaceId} and action like 'refund.%' order by at, id`)
    assert.deepEqual(
      acts.map(({ action, actor }) => [action, actor]),
      ['refund.rejected', 'refund.overridden'].map(action => [action, operator.personId]),
    )
  })

  test('in the days of grace, the money of the last period back ends the plan', async () => {
    const { owner, order } = await bought()
    const row = await desk.subscription(owner)
    desk.platform.clock.advance((row?.period_end.getTime() ?? 0) - desk.platform.clock.now().getTime() + days(1))
    await advancePeriods(desk.platform)
    assert.equal((await desk.subscription(owner))?.status, 'past_due')
    const given = await overrideRefund(desk.platform, operator, { order_id: order.id, reason: 'Lỗi của chúng tôi' })
    await refundArrived(desk.platform, given.id)
    assert.equal((await desk.subscription(owner))?.status, 'ended')
  })

  test('one a year; renewals within seven days only; members and strangers not at all', async () => {
    const { owner, order } = await bought()
    const refund = await ask(owner, order.id)
    await refundArrived(desk.platform, refund.id)
    const again = await desk.order('pro', 'month', owner)
    await desk.transfer(again.memo_code, again.due)
    assert.equal((await ask(owner, again.id)).error.details.reason, 'again')

    const other = await bought()
    const row = await desk.subscription(other.owner)
    desk.platform.clock.advance((row?.period_end.getTime() ?? 0) - desk.platform.clock.now().getTime() - days(2))
    await openRenewals(desk.platform)
    const [renewal] = await desk.read(sql<{ id: string; memo_code: string; amount: number }>`select * from orders
      where workspace_id = ${other.owner.workspaceId} and kind = 'renewal' and status = 'processing'`)
    await desk.transfer(renewal?.memo_code ?? '', renewal?.amount ?? 0)
    desk.platform.clock.advance(days(1))
    const back = await ask(other.owner, renewal?.id ?? '')
    await refundArrived(desk.platform, back.id)
    const after = await desk.subscription(other.owner)
    assert.deepEqual([after?.status, after?.paid_until], ['active', after?.period_end])

    const member = await makeMember(desk.platform, other.owner)
    assert.equal((await desk.call('POST /refunds', { order_id: other.order.id }, member)).status, 403)
    assert.equal((await desk.call('POST /refunds', { order_id: other.order.id })).status, 404)
  })

  test('what may be asked back is told, with its way and its end, and the credit', async () => {
    const { owner, order } = await bought()
    const billing = async () => (await desk.call<Billing>('GET /billing', undefined, owner)).body
    const settled = desk.platform.clock.now().getTime()
    const readNotifications = async () =>
      (await billing()).refundable.map(({ order_id, path, until }) => [
        order_id,
        path,
        new Date(until).getTime() - settled,
      ])
    assert.deepEqual(await readNotifications(), [[order.id, 'auto', days(7)]])
    await use(owner, 0.6)
    assert.deepEqual(await readNotifications(), [])
    await use(owner, 0.1)
    desk.platform.clock.advance(days(8))
    assert.deepEqual(await readNotifications(), [[order.id, 'review', days(30)]])
    await desk.transfer(order.memo_code, 70_000)
    assert.deepEqual((await billing()).credit, [{ currency: 'VND', amount: 70_000 }])
    assert.equal((await desk.call('GET /billing', undefined, await makeMember(desk.platform, owner))).status, 403)
  })

  test('what credit had paid goes back to credit', async () => {
    const owner = await makeOwner(desk.platform)
    const first = await desk.order('hobby', 'month', owner)
    await desk.call(`POST /orders/${first.id}/cancel`, {}, owner)
    desk.platform.clock.advance(days(8))
    await desk.transfer(first.memo_code, 50_000)
    const order = await desk.order('hobby', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    const refund = await ask(owner, order.id)
    await refundArrived(desk.platform, refund.id)
    assert.equal(await desk.balance('user_credit', owner), 50_000)
  })
})
