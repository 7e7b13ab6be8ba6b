// Terms and privacy page promise, once a shop stops paying: data kept 90 days, three warnings, then deleted; accounting records stay.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { post } from '#features/billing/payments/ledger.ts'
import { forgetEnded } from '#features/billing/forget-ended.ts'
import { endTrials } from '#features/billing/plans/start-trial.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('a shop without a plan', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  /** Each day runs twice; returns the days on which the shop got mail about its end. */
  async function pass(count: number, who: Owner): Promise<string[]> {
    const warned: string[] = []
    for (let day = 1; day <= count; day++) {
      desk.platform.clock.advance(days(1))
      const begun = desk.mails().length
      for (let n = 0; n < 2; n++) for (const run of [endTrials, forgetEnded]) await run(desk.platform)
      await desk.platform.jobs.drain()
      for (const { to, subject } of desk.mails().slice(begun))
        if (to.startsWith(who.personId) && /Dữ liệu của|The data of/.test(subject))
          warned.push(`${day}: ${subject.slice(-15)}`)
    }
    return warned
  }
  const stands = async (who: Owner) =>
    (await desk.read(sql`select 1 from workspaces where id = ${who.workspaceId} and deleted_at is null`)).length === 1
  const rowsOf = async (table: string, who: Owner) =>
    (await desk.read(sql`select 1 from ${sql.table(table)} where workspace_id = ${who.workspaceId}`)).length
  const status = (who: Owner, to: string) =>
    desk.read(sql`update subscriptions set status = ${to} where workspace_id = ${who.workspaceId}`)

  test('is warned thirty, seven and one day before, deleted on the ninetieth, and its books stay', async () => {
    const shop = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', shop)
    await desk.transfer(order.memo_code, order.due)
    await desk.call('POST /sources/pairs', { question: 'Ship bao lâu?', answer: 'Ship 2 ngày.' }, shop)
    await desk.platform.jobs.drain()
    await status(shop, 'ended')
    await forgetEnded(desk.platform)
    const warned = await pass(89, shop)
    assert.deepEqual(
      warned.map(line => line.split(':')[0]),
      ['60', '83', '89'],
    )
    assert.ok(await stands(shop))
    assert.equal(await rowsOf('sources', shop), 1)
    assert.equal((await pass(1, shop)).length, 1)
    assert.ok(!(await stands(shop)))
    desk.platform.clock.advance(days(7))
    await desk.platform.jobs.drain()
    assert.equal(await rowsOf('sources', shop), 0)
    for (const table of ['orders', 'invoices']) assert.ok((await rowsOf(table, shop)) > 0, table)
  })

  test('is left alone once it has a plan again, and its ninety days begin anew with the next end', async () => {
    const shop = await makeOwner(desk.platform)
    await status(shop, 'ended')
    await forgetEnded(desk.platform)
    assert.equal((await pass(85, shop)).length, 2)
    await status(shop, 'active')
    assert.deepEqual(await pass(20, shop), [])
    await status(shop, 'ended')
    assert.deepEqual(await pass(59, shop), [])
    assert.ok(await stands(shop))
  })

  test('with earnings that are not paid out yet waits for them, and is warned anew', async () => {
    const shop = await makeOwner(desk.platform)
    await status(shop, 'ended')
    await forgetEnded(desk.platform)
    const move = (amount: number) =>
      desk.platform.db.asService(null, tx =>
        post(desk.platform, tx, {
          kind: 'gift',
          key: newId(),
          currency: 'VND',
          entries: [
            { kind: 'commission_expense', amount: -amount },
            { owner: shop.workspaceId, kind: 'user_available', amount },
          ],
        }),
      )
    await move(250_000)
    assert.deepEqual(await pass(100, shop), [])
    assert.ok(await stands(shop))
    await move(-250_000)
    assert.deepEqual(
      (await pass(7, shop)).map(line => line.split(':')[0]),
      ['1', '7'],
    )
    assert.ok(await stands(shop))
    await pass(1, shop)
    assert.ok(!(await stands(shop)))
  })

  test('with an order, a refund or a dispute that is open it waits too, and is warned anew', async () => {
    const shop = await makeOwner(desk.platform)
    await status(shop, 'ended')
    const now = desk.platform.clock.now()
    const waits = async () => {
      const long = [new Date(now.getTime() - days(95)), new Date(now.getTime() - days(10))]
      await desk.read(sql`insert into private.ended_plans (workspace_id, ended_at, warned_at) values (${shop.workspaceId}, ${long[0]}, ${long[1]})
        on conflict (workspace_id) do update set warned_at = excluded.warned_at`)
      await forgetEnded(desk.platform)
      const [left] = await desk.read(
        sql<{
          warned_at: Date | null
        }>`select warned_at from private.ended_plans where workspace_id = ${shop.workspaceId}`,
      )
      return (await stands(shop)) && left?.warned_at === null
    }
    const order = await desk.order('pro', 'month', shop)
    assert.ok(await waits(), 'an order that is being paid')
    assert.equal((await desk.call(`POST /orders/${order.id}/cancel`, {}, shop)).status, 200)
    await desk.read(sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, usage_ratio, requested_at)
      values (${newId()}, ${shop.workspaceId}, ${order.id}, 1, 'VND', 'review', 'requested', 0, ${now})`)
    assert.ok(await waits(), 'a refund that is not decided')
    await desk.read(sql`update refunds set status = 'rejected' where order_id = ${order.id}`)
    await desk.read(sql`insert into private.payment_disputes (method, reference, order_id, workspace_id, amount, currency, status, opened_at)
      values ('stripe', 'dp_1', ${order.id}, ${shop.workspaceId}, 1, 'VND', 'needs_response', ${now})`)
    assert.ok(await waits(), 'a dispute')
    await desk.read(
      sql`update private.payment_disputes set status = 'won', closed_at = ${now} where order_id = ${order.id}`,
    )
    assert.ok(!(await waits()))
    assert.ok(!(await stands(shop)))
  })

  test('loses nothing without a week’s warning, though the program stood still; a trial ends like a plan', async () => {
    const shop = await makeOwner(desk.platform)
    await pass(8, shop)
    desk.platform.clock.advance(days(200))
    await forgetEnded(desk.platform)
    assert.ok(await stands(shop))
    await pass(6, shop)
    assert.ok(await stands(shop))
    await pass(1, shop)
    assert.ok(!(await stands(shop)))
  })
})
