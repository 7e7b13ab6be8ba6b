import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '#server/test-databases.ts'
import { testPlatform } from '#server/testing.ts'
import { silentLog } from '../log.ts'
import { plain } from './session.ts'
import type { Engine, Session, Statement } from './session.ts'
import { makeDatabase } from './database.ts'
import { openPostgresql } from './postgresql-engine.ts'
import { makeReplica } from './replica.ts'

const server = process.env['TEST_DATABASE_URL']

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 20_000; performance.now() < end; await wait(10)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`Waited for ${what}.`)
}

/** Says of itself what a replica would say. */
function asReplica(engine: Engine, state: { lsn: () => bigint; down?: boolean }): Engine {
  function speak(session: Session): Session {
    const { query, exchange } = session
    // The same object: the engine knows its sessions.
    return Object.assign(session, {
      async query(text: string, parameters: readonly unknown[]) {
        if (state.down) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        if (!text.includes('pg_is_in_recovery')) return query(text, parameters)
        return { rows: [{ is_replica: true, lsn: String(state.lsn()) }], count: 1 }
      },
      async exchange(statements: readonly Statement[], closing?: readonly Statement[]) {
        if (state.down) throw Object.assign(new Error('gone'), { code: '08006' })
        return exchange(statements, closing)
      },
    })
  }
  return { ...engine, acquire: async wanted => speak(await engine.acquire(wanted)) }
}

test('a replica that cannot be reached is reported under its own setting', async t => {
  const said: unknown[] = []
  const log = { ...silentLog, warn: (fields: object) => void said.push(fields) }
  const nowhere = 'postgresql://sen@127.0.0.1:1'
  const platform = await testPlatform({
    log,
    settings: { DATABASE_URL: `${nowhere}/one`, DATABASE_REPLICA_URL: `${nowhere}/other` },
  })
  t.after(() => platform.close())
  await platform.db.asReader('', tx => sql`select 1`.execute(tx))
  const { why } = await until('the warning', async () => said[0] as { why: string } | undefined)
  assert.match(why, /^The database at DATABASE_REPLICA_URL cannot be used/)
})

describe('a replica', () => {
  if (!server) return

  async function open(t: TestContext, state: { lsn: () => bigint; down?: boolean }) {
    const [primary, second] = await Promise.all(
      [server, server].map(async url => {
        const made = await createTestDatabase(url ?? '')
        const engine = await openPostgresql(made.url, () => {})
        t.after(async () => {
          await engine.close()
          await made.drop()
        })
        return engine
      }),
    )
    if (!primary || !second) throw new Error('Two databases are wanted.')
    const replica = makeReplica({
      open: async () => asReplica(second, state),
      primary,
      log: silentLog,
      checkMs: 20,
      maxLagMs: 400,
    })
    const db = makeDatabase(primary, replica)
    const where = async () => {
      const read = await db.asReader('', tx => sql<{ name: string }>`select current_database() as name`.execute(tx))
      const here = await db.asService(null, tx => sql<{ name: string }>`select current_database() as name`.execute(tx))
      return read.rows[0]?.name === here.rows[0]?.name ? 'primary' : 'replica'
    }
    const comes = (wanted: string) => until(wanted, async () => ((await where()) === wanted ? true : undefined))
    return { db, primary, second, where, comes }
  }
  const ahead = 1n << 62n

  test('is read while it is close behind, and not while it lags', async t => {
    const state = { lsn: () => ahead }
    const { primary, where, comes } = await open(t, state)
    assert.equal(await where(), 'primary', 'nobody has looked at it yet')
    await comes('replica')
    // It stands still while the primary goes on.
    state.lsn = () => 1n
    const session = await primary.acquire()
    const writing = setInterval(
      () => void session.exchange([plain("select pg_logical_emit_message(false, 'a', 'b')")]),
      20,
    )
    await comes('primary')
    clearInterval(writing)
    primary.release(session, false)
    state.lsn = () => ahead
    await comes('replica')
  })

  test('that falls silent in the midst of a read is replaced by the primary, once for each reader', async t => {
    const state = { lsn: () => ahead, down: false }
    const { db, comes } = await open(t, state)
    await comes('replica')
    state.down = true
    const { rows } = await db.asReader('', tx => sql<{ one: number }>`select 1 as one`.execute(tx))
    assert.deepEqual(rows, [{ one: 1 }])
    await comes('primary')
  })

  test('does not hide what is wrong with a statement', async t => {
    const { db, comes } = await open(t, { lsn: () => ahead })
    await comes('replica')
    await assert.rejects(
      db.asReader('', tx => sql`select 1 / 0`.execute(tx)),
      { code: '22012' },
    )
  })

  for (const [what, made, asked] of [
    ['column', 'alter table spoons add column shine int default 1', 'select shine from spoons'],
    ['table', 'create table forks (shine int); insert into forks values (1)', 'select shine from forks'],
    ['function', "create function polish() returns int language sql as 'select 1'", 'select polish() as shine'],
  ] as const)
    test(`that has not replayed a migration's ${what} yet is replaced by the primary`, async t => {
      const { db, primary, second, comes } = await open(t, { lsn: () => ahead })
      for (const [engine, more] of [
        [primary, made],
        [second, ''],
      ] as const) {
        const session = await engine.acquire()
        await session.query(`create table spoons (); insert into spoons default values; ${more}`, [])
        await session.query('grant select on all tables in schema public to service_role', [])
        engine.release(session, false)
      }
      await comes('replica')
      const { rows } = await db.asReader('', tx => sql`${sql.raw(asked)}`.execute(tx))
      assert.deepEqual(rows, [{ shine: 1 }])
      await comes('replica')
      await assert.rejects(
        db.asReader('', tx => sql`select missing_everywhere()`.execute(tx)),
        { code: '42883' },
      )
    })

  test('that is none is not read', async t => {
    const made = await createTestDatabase(server)
    t.after(() => made.drop())
    const [primary, other] = [await openPostgresql(made.url, () => {}), await openPostgresql(made.url, () => {})]
    const said: unknown[] = []
    const log = { ...silentLog, warn: (fields: object) => void said.push(fields) }
    const replica = makeReplica({ open: async () => other, primary, log, checkMs: 20 })
    t.after(async () => {
      await replica.close()
      await primary.close()
    })
    await until('the warning', async () => replica.engine() ?? said[0])
    assert.deepEqual(said, [{ why: 'it is no replica' }])
  })
})
