import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { countGrown, maintainEmbedded } from './maintain-embedded.ts'

describe('tending the embedded database', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  test('lets others in between, table by table', async t => {
    const { db } = platform
    if (db.engine.kind === 'postgresql') return t.diagnostic('A server does it by itself.')
    let tending = true
    const tended = maintainEmbedded(platform).finally(() => (tending = false))
    let between = 0
    while (tending) {
      await db.asService(null, tx => sql`select 1 from plans`.execute(tx))
      between++
    }
    await tended
    assert.ok(between > 20, `${between} others came in between`)
    const { rows } = await db.asService(null, tx =>
      sql<{ n: number }>`select reltuples::int as n from pg_class where oid = 'plans'::regclass`.execute(tx),
    )
    assert.deepEqual(rows, [{ n: 4 }])
  })

  test('counts a table again when it has grown to twice what it was, and leaves the others', async t => {
    const { db } = platform
    if (db.engine.kind === 'postgresql') return t.diagnostic('A server does it by itself.')
    const counted = async () => {
      const { rows } = await db.asService(null, tx =>
        sql<{
          n: number
        }>`select reltuples::int as n from pg_class where oid = 'private.rate_buckets'::regclass`.execute(tx),
      )
      return rows[0]?.n
    }
    const write = (count: number) =>
      db.asService(null, tx =>
        sql`insert into private.rate_buckets (who, full_at) select gen_random_uuid()::text, now() from generate_series(1, ${count}::int)`.execute(
          tx,
        ),
      )
    await maintainEmbedded(platform)
    await write(100)
    await countGrown(platform)
    assert.equal(await counted(), 0, 'a few pages')
    await write(9900)
    await countGrown(platform)
    assert.equal(await counted(), 10_000)
    await write(5000)
    await countGrown(platform)
    assert.equal(await counted(), 10_000, 'half as much again')
  })
})
