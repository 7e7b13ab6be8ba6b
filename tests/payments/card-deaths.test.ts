// Crashes between any two lines of a card payment: one plan, one payment in the end.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { reconcileStripe } from '#features/billing/methods/stripe/reconcile-stripe.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { days, minutes } from '#platform/clock.ts'
import { type CardDriver, type CardOrder, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'

class Killed extends Error {}

describe('card payments and deaths', () => {
  let desk: CardDriver
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())

  /** The n-th transaction from now fails, before or after its commit. */
  async function withCrashes(nth: number, committed: boolean, act: () => Promise<unknown>): Promise<boolean> {
    const { db } = desk.platform
    const { asService } = db
    let count = 0
    db.asService = async (workspaceId, run) => {
      if (++count !== nth) return asService(workspaceId, run)
      if (committed) await asService(workspaceId, run)
      else
        await asService(workspaceId, async tx => {
          await run(tx)
          throw new Killed()
        }).catch(() => undefined)
      throw new Killed()
    }
    try {
      await act().catch(() => undefined)
    } finally {
      db.asService = asService
    }
    return count >= nth
  }

  async function settleDown(): Promise<void> {
    for (let n = 0; n < 2; n++) {
      await desk.pass(minutes(6))
      await reconcileStripe(desk.platform)
      await desk.settle()
    }
    await advancePeriods(desk.platform)
  }

  for (const method of ['stripe', 'payoneer'] as const)
    for (const committed of [true, false])
      test(`${method}, ${committed ? 'after' : 'before'} the commit`, async () => {
        for (let nth = committed ? 1 : 2, died = true; died && nth < 40; nth += 3) {
          const owner = await makeOwner(desk.platform)
          const input = { plan: 'pro', interval: 'month', method }
          died = await withCrashes(nth, committed, async () => {
            const { body } = await desk.call<CardOrder>('POST /orders', input, owner)
            const page = desk.pageOf(body)
            if (method === 'stripe') await desk.sim(desk.stripe, 'pay', { session: page })
            else await desk.sim(desk.payoneer, 'act', { list: page, how: 'pay' })
            await desk.settle()
          })
          const again = await desk.call<CardOrder>('POST /orders', input, owner)
          await settleDown()
          if (again.status === 201 && (await desk.subscription(owner))?.status === 'trialing') {
            const { body } = await desk.call<CardOrder>('POST /orders', input, owner)
            const page = desk.pageOf(body)
            if (method === 'stripe') await desk.sim(desk.stripe, 'pay', { session: page })
            else await desk.sim(desk.payoneer, 'act', { list: page, how: 'pay' })
            await settleDown()
          }
          assert.equal((await desk.subscription(owner))?.status, 'active', `death ${nth}`)
          assert.equal((await desk.rows('payments', owner)).length, 1, `death ${nth}`)
          assert.equal((await desk.rows('invoices', owner)).length, 1, `death ${nth}`)
          assert.deepEqual(await desk.faults(), [], `death ${nth}`)
        }
      })

  test('a month later everybody was charged once more, and no card twice', async () => {
    await desk.pass(days(26))
    await settleDown()
    const live = desk.stripe.world.all('subscription').filter(one => one['status'] === 'active')
    const customers = new Set(live.map(one => one['customer']))
    assert.equal(customers.size, live.length)
    assert.deepEqual(await desk.faults(), [])
  })
})
