// Undocumented notices, dates around midnight, changed amounts: money counts once, and oddities are reported once.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type BankSimulator, startBankSimulator } from '#dev/simulators/payments/bank-simulator.ts'
import { days, hours } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('money that goes astray on the way', () => {
  let desk: CardDriver
  let bank: BankSimulator
  let owner: Owner
  before(async () => {
    bank = await startBankSimulator({ startAt: Date.parse('2026-11-20T03:00:00Z') })
    const { sepay, casso } = bank.keys
    desk = await openCardDriver({ SEPAY_HMAC_SECRET: sepay, CASSO_CHECKSUM_KEY: casso, BANK_ACCOUNT: bank.account })
    bank.deliveries.sepay.url = `${desk.url}/hooks/bank/sepay`
    bank.deliveries.casso.url = `${desk.url}/hooks/bank/casso`
  })
  after(async () => {
    await bank.close()
    await desk.close()
  })
  afterEach(async () => {
    assert.deepEqual(await desk.faults(), [])
    assert.deepEqual(await desk.read(sql`select kind, reason from dead_letters`), [])
  })

  async function settle(): Promise<void> {
    await bank.clock.advance(Math.max(0, desk.platform.clock.now().getTime() - bank.clock.now()))
    await bank.settled()
    await desk.settle()
  }
  const order = async (method: 'bank' | 'stripe' | 'payoneer' = 'bank') => {
    owner = await makeOwner(desk.platform)
    return method === 'bank' ? desk.order('pro', 'month', owner) : desk.orderBy(method, {}, owner)
  }
  const stands = async ({ id }: { id: string }) => [
    (await desk.readOrder(id, owner)).status,
    await desk.balance('user_credit', owner),
    (await desk.rows('refunds', owner)).length,
  ]
  const odd = async () =>
    (
      await desk.read(sql<{ what: string }>`select payload ->> 'what' as what from private.events
        where name = 'payment.odd' and payload ->> 'workspace_id' = ${owner.workspaceId}`)
    ).map(({ what }) => what)
  const whole = ['success', 0, 0]

  test('a transfer that two feeds book on two sides of midnight counts once; one with the same words two days later is another', async () => {
    const made = await order()
    const transfer = { content: made.memo_code, amount: made.due, reference: 'FT777' }
    await settle()
    bank.transfer({ ...transfer, at: 'midnight' })
    await settle()
    assert.deepEqual(await stands(made), whole)
    await desk.pass(days(2))
    await settle()
    bank.transfer({ ...transfer, at: 'midnight' })
    await settle()
    assert.deepEqual(await stands(made), ['success', made.due, 0])
  })

  for (const field of ['transactionDate', 'referenceCode', 'code'])
    test(`a bank notice without ${field} pays`, async () => {
      const made = await order()
      await settle()
      bank.faults.add([{ on: 'delivery', action: { without: [field] } }])
      bank.transfer({ content: made.memo_code, amount: made.due, feeds: ['sepay'] })
      await settle()
      assert.deepEqual(await stands(made), whole)
    })

  test('Stripe forgets to name the currency: it is asked again, and nothing is refused', async () => {
    const made = (await order('stripe')) as CardOrder
    const rule = { match: { path: '/v1/checkout/sessions' }, times: 3, action: { without: ['currency'] } }
    desk.stripe.faults.add([{ on: 'call', ...rule }])
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(made) })
    await desk.settle()
    await desk.pass(hours(1))
    desk.stripe.faults.reset()
    assert.deepEqual([await stands(made), await odd()], [whole, []])
  })

  test('Payoneer forgets to say how much: it is asked again, and nobody is told', async () => {
    const made = (await order('payoneer')) as CardOrder
    const rule = { match: { path: '/api/charges' }, times: 2, action: { without: ['payment'] } }
    desk.payoneer.faults.add([{ on: 'call', ...rule }])
    await desk.sim(desk.payoneer, 'act', { list: desk.pageOf(made), how: 'pay' })
    await desk.settle()
    await desk.pass(hours(1))
    assert.deepEqual([await stands(made), await odd()], [whole, []])
  })

  test('Payoneer takes another amount: nothing is paid, and that is told once however often it is asked', async () => {
    const made = (await order('payoneer')) as CardOrder
    await desk.sim(desk.payoneer, 'act', { list: desk.pageOf(made), how: 'pay', amount: 1 })
    await desk.settle()
    await desk.pass(hours(2))
    assert.deepEqual([await stands(made), await odd()], [['processing', 0, 0], ['other_amount']])
  })
})
