import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { atCommit, makeDatabase, type Tx } from './database.ts'
import { openEmbedded } from '../embedded/embedded-engine.ts'
import { makeExchange } from './exchange.ts'
import { migrate } from './migrations.ts'
import { plain } from './session.ts'

describe('the database', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  test('refuses a transaction inside another one, which would wait for ever', async () => {
    await assert.rejects(
      platform.db.asService(null, () => platform.db.asService(null, async () => 1)),
      /hand its tx on/,
    )
  })

  test('runs as the bearer, with the claims whole, whatever they hold', async () => {
    const name = `O'Brien \\ "x" '; drop table people; --`
    const { rows } = await platform.db.asPerson(
      { role: 'authenticated', sub: '0190a000-0000-7000-8000-000000000000', name },
      tx =>
        sql<{
          role: string
          name: string
          uid: string
        }>`select current_user as role, auth.jwt() ->> 'name' as name, auth.uid() as uid`.execute(tx),
    )
    assert.deepEqual(rows, [{ role: 'authenticated', name, uid: '0190a000-0000-7000-8000-000000000000' }])
  })

  test('says so when a statement failed and somebody hid it: the database gives everything up then', async () => {
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await sql`insert into private.rate_buckets (who, full_at) values ('hidden', now())`.execute(tx)
        await sql`select 1 / 0`.execute(tx).catch(() => {})
        return 'stored'
      }),
      /division by zero/,
    )
    assert.equal(await platform.db.asService(null, async () => 'goes on'), 'goes on')
  })

  test('refuses what is asked through a transaction that is over: it would run in another one’s', async () => {
    let leaked: Tx | undefined
    let late: Promise<string> | undefined
    await platform.db.asService(null, async tx => (leaked = tx))
    await platform.db.asService(null, async tx => {
      await sql`select 1`.execute(tx)
      await assert.rejects(sql`select 1 / 0`.execute(leaked as Tx), /This transaction is over/)
      await sql`select 1`.execute(tx)
    })
    await assert.rejects(
      platform.db.asService(null, async tx => {
        late = Promise.all([sql`select 1`.execute(tx), sql`select 2`.execute(tx)]).then(() => '', String)
        throw new Error('given up')
      }),
      /given up/,
    )
    assert.match((await late) ?? '', /This transaction is over/)
  })

  test('does not take a rollback for a commit, nor a missing answer for no rows', async () => {
    const session = await platform.db.engine.acquire()
    await assert.rejects(session.exchange([plain('begin'), plain('select 1 / 0')]), { code: '22012' })
    const refused = await session.exchange([plain('commit')]).then(() => '', String)
    platform.db.engine.release(session, false)
    assert.match(refused, /The transaction was given up/)
    const exchange = makeExchange([{ ...plain('select 1'), name: undefined }], 0, new Map())
    assert.throws(() => exchange.result(), /answered 0 of 1 statements/)
  })

  test('leaves nothing of a bearer behind for the next one', async () => {
    await platform.db.asPerson({ role: 'authenticated', sub: '0190a000-0000-7000-8000-000000000000' }, async () => {})
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ role: string; uid: string | null }>`select current_user as role, auth.uid() as uid`.execute(tx),
    )
    assert.deepEqual(rows, [{ role: 'service_role', uid: null }])
  })

  test('reads with one statement as the bearer, writes nothing that way, and leaves nothing behind', async () => {
    const { db } = platform
    const sub = '0190a000-0000-7000-8000-000000000000'
    const who = sql<{ role: string; uid: string | null }>`select current_user as role, auth.uid() as uid`
    for (let time = 0; time < 4; time++) {
      assert.deepEqual(await db.readAsPerson({ role: 'authenticated', sub }, who), [
        { role: 'authenticated', uid: sub },
      ])
      assert.deepEqual(await db.readAsService(who), [{ role: 'service_role', uid: null }])
    }
    const asked = sql<{ path: string }>`select current_setting('request.path') as path`
    assert.deepEqual(await db.readAsPerson({ role: 'anon' }, asked, { 'request.path': '/x' }), [{ path: '/x' }])
    const write = sql`insert into private.rate_buckets (who, full_at) values ('read', now())`
    await assert.rejects(db.readAsService(write), /read-only transaction/)
    await assert.rejects(db.readAsPerson({ role: 'anon' }, sql`select * from private.jobs`), /permission denied/)
    await assert.rejects(
      db.asService(null, () => db.readAsService(who)),
      /hand its tx on/,
    )
    assert.deepEqual(await db.readAsService(sql`select 1 as one`), [{ one: 1 }])
  })

  test('undoes everything when the work throws', async () => {
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await sql`insert into private.rate_buckets (who, full_at) values ('undone', now())`.execute(tx)
        throw new Error('undo')
      }),
    )
    const { rows } = await platform.db.asService(null, tx =>
      sql`select 1 from private.rate_buckets where who = 'undone'`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  test('has row-level security on and forced, and the service policy, on every table', async () => {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        name: string
      }>`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'auth', 'realtime', 'private', 'storage') and c.relkind in ('r', 'p') and c.relname <> 'migrations'
          and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'service'))`.execute(
        tx,
      ),
    )
    assert.deepEqual(rows, [])
  })

  test('runs nothing of an exchange behind a statement that failed, and goes on with the next one', async () => {
    const session = await platform.db.engine.acquire()
    const insert = (who: string) => ({
      text: 'insert into private.rate_buckets (who, full_at) values ($1, now())',
      parameters: [who],
    })
    const plain = (text: string) => ({ text, parameters: [] })
    try {
      for (let time = 0; time < 4; time++) {
        await assert.rejects(
          session.exchange([plain('begin'), plain('set local role nobody_at_all'), insert('too early')]),
        )
        await session.query('rollback', [])
        await assert.rejects(session.exchange([plain('begin'), insert('twice'), insert('twice'), plain('commit')]), {
          code: '23505',
        })
        await session.query('rollback', [])
        const { rows } = await session.exchange([
          insert(`kept ${time}`),
          {
            text: 'select $1::text[] as list, $2::timestamptz as at, $3::int8 as big',
            parameters: [['a,"\\', null], new Date(0), 7],
          },
        ])
        assert.deepEqual(rows, [{ list: ['a,"\\', null], at: new Date(0), big: 7 }])
      }
      assert.deepEqual((await session.query('select 10::int8 as big', [])).rows, [{ big: 10 }])
      const { rows } = await session.query('select who from private.rate_buckets order by who', [])
      assert.deepEqual(
        rows,
        [0, 1, 2, 3].map(time => ({ who: `kept ${time}` })),
      )
    } finally {
      await session.query('delete from private.rate_buckets', [])
      platform.db.engine.release(session, false)
    }
  })

  test('asks nothing of a database that has no bearer’s role, whoever asks first', async () => {
    const { engine } = platform.db
    const seen: string[] = []
    const session = await engine.acquire()
    const watched = {
      ...engine,
      release: () => engine.release(session, false),
      async acquire() {
        return {
          ...session,
          exchange(statements: readonly { text: string; parameters: readonly unknown[] }[]) {
            seen.push(statements.map(({ text }) => text).join('; '))
            return session.exchange(
              statements.map(one =>
                one.text === 'set local role service_role'
                  ? { text: 'set local role nobody_at_all', parameters: [] }
                  : one,
              ),
            )
          },
        }
      },
    }
    const write = (tx: Tx, who: string) =>
      sql`insert into private.rate_buckets (who, full_at) values (${who}, now())`.execute(tx)
    await assert.rejects(
      makeDatabase(watched).asService(null, tx => Promise.all([write(tx, 'one'), write(tx, 'other')])),
      /nobody_at_all/,
    )
    assert.equal(seen.length, 1, 'the second statement waits for the first, and fails with it')
    assert.match(seen[0] ?? '', /^begin; set local role service_role; insert/)
    const { rows } = await platform.db.asService(null, tx => sql`select who from private.rate_buckets`.execute(tx))
    assert.deepEqual(rows, [])
  })

  test('writes what goes with the commit in the same transaction: all of it or nothing', async () => {
    const write = (who: string) => sql`insert into private.rate_buckets (who, full_at) values (${who}, now())`
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await write('fact').execute(tx)
        atCommit(tx, write('with it'))
        atCommit(tx, write('fact'))
      }),
      { code: '23505' },
    )
    const stored = () => platform.db.asService(null, tx => sql`select who from private.rate_buckets`.execute(tx))
    assert.deepEqual((await stored()).rows, [])
    await platform.db.asService(null, async tx => atCommit(tx, write('alone')))
    assert.deepEqual((await stored()).rows, [{ who: 'alone' }])
  })

  test('closes the private schema to people', async () => {
    for (const role of ['anon', 'authenticated'] as const) {
      await assert.rejects(
        platform.db.asPerson({ role }, tx => sql`select 1 from private.jobs`.execute(tx)),
        /permission denied/,
      )
    }
  })
})

test('the embedded database reaches the disk with every commit, migrates once, and refuses what a newer program made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-disk-'))
  const engine = await openEmbedded(join(folder, 'database'))
  assert.equal(engine.durability, 'disk')
  await migrate(engine)
  await engine.close()
  const again = await openEmbedded(join(folder, 'database'))
  await migrate(again)
  const session = await again.acquire()
  const { rows } = await session.query('select count(*) as plans from plans', [])
  const recorded = await session.query('select min(name) as first from private.migrations', [])
  again.release(session, false)
  assert.deepEqual(rows, [{ plans: 4 }])
  assert.deepEqual(recorded.rows, [{ first: '0001-roles-and-schemas.sql' }], 'without its folder')
  const later = await again.acquire()
  await later.query("insert into private.migrations (name, checksum) values ('9999-of-next-year.sql', '')", [])
  again.release(later, false)
  await assert.rejects(migrate(again), /A newer version of this program has changed the database \(9999-of-next-year/)
  await again.close()
  rmSync(folder, { recursive: true })
})
