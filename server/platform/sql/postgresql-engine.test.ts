import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startDatabaseProxy } from '#tests/setup/database-proxy.ts'
import { newId } from '../ids.ts'
import { openPostgresql } from './postgresql-engine.ts'

const database = process.env['TEST_DATABASE_URL']

describe('connections to PostgreSQL', () => {
  if (!database) return

  test('may break while they are lent out: the borrower hears it, the program goes on', async t => {
    const unheard: unknown[] = []
    const onError = (error: unknown) => unheard.push(error)
    process.on('uncaughtException', onError)
    t.after(() => process.off('uncaughtException', onError))
    const engine = await openPostgresql(database, () => {})
    t.after(() => engine.close())
    const [one, other] = [await engine.acquire(), await engine.acquire()]
    await one.query('begin', [])
    const { rows } = await one.query('select pg_backend_pid() as pid', [])
    const { pid } = rows[0] as { pid: number }
    await other.query('select pg_terminate_backend($1::int, 10000)', [pid])
    await wait(200)
    await assert.rejects(one.query('commit', []))
    engine.release(one, true)
    engine.release(other, false)
    assert.deepEqual(unheard, [])
    const again = await engine.acquire()
    assert.equal((await again.query('select 1', [])).rows.length, 1)
    engine.release(again, false)
  })

  test('are bounded, and who gets none in time is told that the house is busy', async t => {
    const engine = await openPostgresql(database, () => {})
    t.after(() => engine.close())
    const all = await Promise.all(Array.from({ length: 12 }, () => engine.acquire()))
    await assert.rejects(engine.acquire(), { code: '53300' })
    for (const one of all) engine.release(one, false)
  })

  test('keep a bounded number of statements, and those that come often among them', async t => {
    const engine = await openPostgresql(database, () => {})
    t.after(() => engine.close())
    const session = await engine.acquire()
    const often = { text: 'select 1 as often where $1::text is not null', parameters: [''] }
    const prepared = async () => {
      const { rows } = await session.query('select name, statement from pg_prepared_statements', [])
      return rows as { name: string; statement: string }[]
    }
    for (let round = 0; round < 15; round++) {
      const texts = Array.from({ length: 60 }, (_, at) => `select $1::text as c${round}_${at}`)
      const junk = texts.map(text => ({ text, parameters: [''] }))
      for (let times = 0; times < 3; times++) await session.exchange([...junk, often])
    }
    const stored = await prepared()
    assert.ok(stored.length > 100 && stored.length <= 600, `${stored.length} statements are kept`)
    assert.ok(stored.some(({ statement }) => statement === often.text))
    assert.ok(
      stored.some(({ statement }) => statement === 'select $1::text as c14_0'),
      'new ones are prepared too',
    )
    engine.release(session, false)
  })

  test('prepare a statement anew to which a newer program has added a column', async t => {
    const engine = await openPostgresql(database, () => {})
    t.after(() => engine.close())
    const [session, newer] = [await engine.acquire(), await engine.acquire()]
    const table = `grown_${newId().replaceAll('-', '')}`
    await newer.query(`create table ${table} (one int); insert into ${table} values (1)`, [])
    const all = { text: `select * from ${table}`, parameters: [] }
    for (let times = 0; times < 4; times++) await session.exchange([all])
    await newer.query(`alter table ${table} add column two int default 2`, [])
    assert.deepEqual((await session.alone([all])).rows, [{ one: 1, two: 2 }])
    await newer.query(`alter table ${table} add column three int default 3`, [])
    await session.query('begin', [])
    // What came before it in the transaction is gone with it: the caller asks for all of it again.
    await assert.rejects(session.exchange([all]), { code: '53300' })
    await session.query('rollback', [])
    assert.deepEqual((await session.exchange([all])).rows, [{ one: 1, two: 2, three: 3 }])
    await newer.query(`drop table ${table}`, [])
    for (const one of [session, newer]) engine.release(one, false)
  })

  test('which a silent network swallowed are given up, and others open once it is back', async t => {
    const proxy = await startDatabaseProxy(database)
    const engine = await openPostgresql(proxy.url, () => {}, { silenceMs: 300 })
    t.after(async () => {
      await engine.close()
      await proxy.close()
    })
    const session = await engine.acquire({ bounded: true })
    await session.exchange([{ text: 'select 1', parameters: [] }])
    proxy.silence()
    await assert.rejects(session.exchange([{ text: 'select 2', parameters: [] }]), { code: '08006' })
    engine.release(session, true)
    proxy.mend()
    const again = await engine.acquire({ bounded: true })
    assert.equal((await again.exchange([{ text: 'select 3', parameters: [] }])).rows.length, 1)
    engine.release(again, false)
  })

  test('that listen are opened again once where PostgreSQL ends them, and whoever listens looks', async t => {
    const proxy = await startDatabaseProxy(database)
    const lost: Error[] = []
    const engine = await openPostgresql(proxy.url, error => lost.push(error))
    t.after(async () => {
      await engine.close()
      await proxy.close()
    })
    const looks = Promise.withResolvers<string>()
    await engine.listen('ended_by_test', looks.resolve)
    const session = await engine.acquire()
    await session.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where query = 'listen ended_by_test'",
      [],
    )
    engine.release(session, false)
    assert.equal(await looks.promise, '')
    assert.equal(lost.length, 1)
  })
})
