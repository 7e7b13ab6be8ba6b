import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { refundArrived, refundSent } from '#features/billing/refunds/send-refund.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'

type Spare = { spare: { payment_id: string; amount: number }[]; error?: { code: string } }
type Asked = { id: string; status: string; error?: { code: string } }

describe('money that paid for nothing', () => {
  let desk: BankDriver
  const operator = { personId: newId() }
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function paidTwice() {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    await desk.transfer(order.memo_code, order.due)
    const { body } = await desk.call<Spare>('GET /billing', undefined, owner)
    assert.deepEqual(
      body.spare.map(({ amount }) => amount),
      [order.amount],
    )
    const ask = () => desk.call<Asked>('POST /refunds', { payment_id: body.spare[0]?.payment_id }, owner)
    return { owner, order, ask }
  }

  test('goes back once, the plan runs on, and it may not be spent meanwhile', async () => {
    const { owner, order, ask } = await paidTwice()
    const answers = await Promise.all([ask(), ask()])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 404],
    )
    const asked = answers.find(({ status }) => status === 201)?.body
    assert.equal(asked?.status, 'approved')
    assert.equal(await desk.balance('user_credit', owner), 0)
    await desk.platform.jobs.drain()
    await refundSent(desk.platform, asked?.id ?? '', 'FT-back', operator)
    await refundArrived(desk.platform, asked?.id ?? '', { by: operator })
    assert.equal((await desk.subscription(owner))?.status, 'active')
    const papers = await desk.read(sql<{ kind: string }>`select kind from invoices where order_id = ${order.id}`)
    assert.deepEqual(papers, [{ kind: 'invoice' }])
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, owner)).status, 201)
  })

  test('spent, it is not offered and not given', async () => {
    const { owner, ask } = await paidTwice()
    await desk.call('POST /subscription/change', { plan: 'pro', interval: 'year' }, owner)
    assert.deepEqual((await desk.call<Spare>('GET /billing', undefined, owner)).body.spare, [])
    assert.equal((await ask()).body.error?.code, 'billing.credit_spent')
  })

  test('strangers find nothing', async () => {
    const { owner } = await paidTwice()
    const { body } = await desk.call<Spare>('GET /billing', undefined, owner)
    const stranger = await makeOwner(desk.platform)
    const answer = await desk.call<Asked>('POST /refunds', { payment_id: body.spare[0]?.payment_id }, stranger)
    assert.equal(answer.body.error?.code, 'request.not_found')
  })
})
