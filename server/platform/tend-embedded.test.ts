import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { tendEmbedded } from './tend-embedded.ts'

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
    const tended = tendEmbedded(platform).finally(() => (tending = false))
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
})
