import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Database, makeDatabase, outsideTransaction } from '../sql/database.ts'
import { openEmbedded } from './embedded-engine.ts'

const long = { rows: 30_000_000, ms: 1000 }

describe('work in the background of the embedded database', { timeout: 60_000 }, () => {
  let db: Database
  before(async () => {
    const engine = await openEmbedded(undefined)
    const session = await engine.acquire()
    await session.query(
      'create role service_role; create table notes (by text); grant all on notes to service_role',
      [],
    )
    engine.release(session, false)
    db = makeDatabase(engine)
  })
  after(() => db.close())
  beforeEach(() => db.asService(null, tx => sql`delete from notes`.execute(tx)))

  const write = (by: string) => sql`insert into notes values (${by})`
  const written = async () =>
    (await db.readAsService(sql<{ by: string }>`select by from notes order by by`)).map(row => row.by)
  const reply = () => outsideTransaction(() => db.asService(null, tx => write('reply').execute(tx)))

  test('makes way between two statements: undone, and run again afterwards', async () => {
    let runs = 0
    let replied: Promise<unknown> | undefined
    const result = await db.asBackground(async tx => {
      runs++
      await write(`run ${runs}`).execute(tx)
      replied ??= reply()
      await write(`run ${runs}, then`).execute(tx)
      return runs
    })
    await replied
    assert.equal(result, 2)
    assert.deepEqual(await written(), ['reply', 'run 2', 'run 2, then'])
  })

  test('runs nothing of a refused transaction, not even what was asked at the same time', async () => {
    let runs = 0
    await db.asBackground(async tx => {
      runs++
      await write(`run ${runs}`).execute(tx)
      if (runs > 1) return
      const replied = reply()
      const both = await Promise.allSettled([write('one').execute(tx), write('other').execute(tx)])
      assert.deepEqual(
        both.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      void replied
    })
    await reply()
    assert.deepEqual(await written(), ['reply', 'reply', 'run 2'])
  })

  test('makes way in the middle of a long statement', async () => {
    let runs = 0
    let repliedAfter: Promise<number> | undefined
    await db.asBackground(async tx => {
      runs++
      if (runs > 1) return
      const began = performance.now()
      setTimeout(() => (repliedAfter = reply().then(() => performance.now() - began)), 10)
      await sql`select count(*) from generate_series(1, ${long.rows}::int)`.execute(tx)
    })
    assert.equal(runs, 2)
    assert.ok(((await repliedAfter) ?? Infinity) < long.ms)
  })

  test('holds its place in the end, so that it is not put off for ever', async () => {
    let runs = 0
    const replies: Promise<unknown>[] = []
    await db.asBackground(async tx => {
      runs++
      await write(`run ${runs}`).execute(tx)
      replies.push(reply())
      await write('then').execute(tx)
    })
    await Promise.all(replies)
    assert.equal(runs, 4)
    assert.deepEqual(await written(), ['reply', 'reply', 'reply', 'reply', 'run 4', 'then'])
  })
})
