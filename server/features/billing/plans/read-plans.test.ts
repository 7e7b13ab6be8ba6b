import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import { readPlans } from './read-plans.ts'

type Plan = { code: string; prices: { interval: string; currency: string; amount: number }[] }

describe('plans and prices', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform({ settings: bankSettings })
  })
  after(() => platform.close())

  const prices = async () => {
    const { plans } = await readPlans(platform)
    return Object.fromEntries(
      (plans as Plan[]).map(({ code, prices: all }) => [
        code,
        all.map(({ interval, currency, amount }) => `${amount} ${currency} ${interval}`),
      ]),
    )
  }

  test('are what was agreed: a year is twelve months less 15 %', async () => {
    assert.deepEqual(await prices(), {
      trial: [],
      hobby: ['1200 USD month', '12240 USD year', '299000 VND month', '3049800 VND year'],
      pro: ['2900 USD month', '29580 USD year', '699000 VND month', '7129800 VND year'],
      custom: [],
    })
    for (const [month, year] of [
      [299_000, 3_049_800],
      [699_000, 7_129_800],
      [1200, 12_240],
      [2900, 29_580],
    ] as const)
      assert.equal((month * 12 * 85) / 100, year)
  })

  test('a new price holds from its day on', async () => {
    const from = new Date(platform.clock.now().getTime() + 3_600_000)
    await platform.db.asService(null, tx =>
      sql`insert into prices (id, plan, interval, currency, amount, valid_from)
        values ('00000000-0000-7000-8000-0000000000c1', 'pro', 'month', 'VND', 799000, ${from})`.execute(tx),
    )
    assert.ok((await prices())['pro']?.includes('699000 VND month'))
    platform.clock.advance(3_600_000)
    assert.ok((await prices())['pro']?.includes('799000 VND month'))
  })

  test('only ways to pay with keys are told', async () => {
    assert.deepEqual((await readPlans(platform)).methods, [{ kind: 'bank', currencies: ['VND'], renews: 'by order' }])
    const bare = await testPlatform()
    assert.deepEqual((await readPlans(bare)).methods, [])
    await bare.close()
  })
})
