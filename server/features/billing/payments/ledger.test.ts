import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { retryWhenBusy } from '#tests/setup/retry-when-busy.ts'
import { balanceOf, type Entry, NotCovered, post, reverse } from './ledger.ts'

describe('the ledger', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  const run = (statement: ReturnType<typeof sql>) => platform.db.asService(null, tx => statement.execute(tx))
  const book = (key: string, entries: Entry[]) =>
    platform.db.asService(null, tx => post(platform, tx, { kind: 'test', key, currency: 'VND', entries }))
  const earn = (owner: string, key: string, amount: number) =>
    book(key, [
      { owner, kind: 'user_available', amount },
      { kind: 'commission_expense', amount: -amount },
    ])
  const withdraw = (owner: string, key: string, amount: number) =>
    book(key, [
      { owner, kind: 'user_available', amount: -amount },
      { owner, kind: 'user_withdrawing', amount },
    ])
  const available = (owner: string) => platform.db.asService(null, tx => balanceOf(tx, owner, 'user_available', 'VND'))

  async function holds(): Promise<void> {
    const { rows } =
      await run(sql`select a.id from private.ledger_accounts a left join private.ledger_entries e on e.account_id = a.id
      group by a.id having a.balance <> coalesce(sum(e.amount), 0)`)
    assert.deepEqual(rows, [], 'a balance is the sum of its entries')
    const sums = await run(sql`select currency from private.ledger_accounts group by currency having sum(balance) <> 0`)
    assert.deepEqual(sums.rows, [], 'everything sums to nothing')
  }

  test('posts a fact once, however often and however many at once tell it', async () => {
    const owner = newId()
    const results = await Promise.all(Array.from({ length: 20 }, () => earn(owner, 'earned once', 500)))
    assert.equal(results.filter(Boolean).length, 1)
    assert.equal(await available(owner), 500)
    await holds()
  })

  test('of fifty withdrawals at once only those that are covered go through', async () => {
    const owner = newId()
    await earn(owner, 'earned for fifty', 1000)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, number) => retryWhenBusy(() => withdraw(owner, `withdrawal ${number}`, 100))),
    )
    assert.equal(results.filter(result => result.status === 'fulfilled').length, 10)
    for (const result of results) if (result.status === 'rejected') assert.ok(result.reason instanceof NotCovered)
    assert.equal(await available(owner), 0)
    await holds()
  })

  test('refuses a transaction that does not sum to nothing, in each currency for itself', async () => {
    const owner = newId()
    await assert.rejects(book('lopsided', [{ owner, kind: 'user_available', amount: 5 }]), /unbalanced/)
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await post(platform, tx, {
          kind: 'test',
          key: 'two currencies',
          currency: 'VND',
          entries: [
            { owner, kind: 'user_available', amount: 5 },
            { kind: 'sales', amount: -5 },
          ],
        })
        const { rows } = await sql<{
          id: number
        }>`select id from private.ledger_transactions where idempotency_key = 'two currencies'`.execute(tx)
        await sql`insert into private.ledger_accounts (kind, currency) values ('sales', 'USD')`.execute(tx)
        await sql`insert into private.ledger_entries (transaction_id, account_id, amount)
          select ${rows[0]?.id}, id, 5 from private.ledger_accounts where currency = 'USD'`.execute(tx)
      }),
      /unbalanced/,
    )
    assert.equal(await available(owner), 0)
  })

  test('takes a fact back once, to the last đồng', async () => {
    const owner = newId()
    await earn(owner, 'earned and lost', 700)
    const back = () => platform.db.asService(null, tx => reverse(platform, tx, 'earned and lost'))
    assert.deepEqual(await Promise.all([back(), back()]).then(all => all.toSorted()), [false, true])
    assert.equal(await available(owner), 0)
    assert.equal(await platform.db.asService(null, tx => reverse(platform, tx, 'never told')), false)
    await holds()
  })

  test('what stands in it is neither changed nor removed, nor is a balance set by hand', async () => {
    const owner = newId()
    await earn(owner, 'stands', 300)
    for (const attempt of [
      sql`update private.ledger_entries set amount = amount + 1`,
      sql`delete from private.ledger_entries`,
      sql`truncate private.ledger_entries`,
      sql`update private.ledger_transactions set kind = 'x'`,
      sql`delete from private.ledger_transactions`,
      sql`update private.ledger_accounts set balance = 1000000 where owner_id = ${owner}`,
      sql`update private.ledger_accounts set owner_id = ${newId()} where owner_id = ${owner}`,
      sql`delete from private.ledger_accounts where owner_id = ${owner}`,
      sql`insert into private.ledger_accounts (owner_id, kind, currency, balance) values (${newId()}, 'user_credit', 'VND', 100)`,
      sql`insert into private.ledger_entries (transaction_id, account_id, amount) select max(t.id), max(a.id), 0
        from private.ledger_transactions t, private.ledger_accounts a`,
    ])
      await assert.rejects(run(attempt))
    await assert.rejects(
      platform.db.asPerson({ role: 'authenticated', sub: owner }, tx =>
        sql`select 1 from private.ledger_accounts`.execute(tx),
      ),
      { code: '42501' },
    )
    await holds()
  })

  test('transactions that touch the house’s accounts in another order wait for each other, and never in a circle', async () => {
    const several = (postings: [string, Entry[]][]) =>
      platform.db.asService(null, async tx => {
        for (const [key, entries] of postings) await post(platform, tx, { kind: 'test', key, currency: 'USD', entries })
      })
    // 'sales' is the older account: a refund locks it first, a payment last.
    await several([
      [
        'eldest',
        [
          { kind: 'plan_discount', amount: -1 },
          { kind: 'sales', amount: 1 },
        ],
      ],
    ])
    const acts = Array.from({ length: 60 }, (_, at) => {
      const owner = newId()
      const held = { owner, kind: 'order_held' } as const
      return at % 2 === 0
        ? several([
            [
              `in ${at}`,
              [
                { kind: 'stripe_clearing', amount: -9 },
                { ...held, amount: 9 },
              ],
            ],
            [
              `settled ${at}`,
              [
                { ...held, amount: -9 },
                { kind: 'sales', amount: 9 },
              ],
            ],
          ])
        : several([
            [
              `back ${at}`,
              [
                { kind: 'sales', amount: -9 },
                { kind: 'stripe_clearing', amount: 9 },
              ],
            ],
          ])
    })
    assert.deepEqual(
      (await Promise.allSettled(acts)).flatMap(one => (one.status === 'rejected' ? [one.reason] : [])),
      [],
    )
    await holds()
  })
})
