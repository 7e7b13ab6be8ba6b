import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { openEmbedded } from './embedded-engine.ts'
import { migrate } from './migrations.ts'

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
        await sql`insert into private.rate_limits (who, window_start, used) values ('hidden', now(), 1)`.execute(tx)
        await sql`select 1 / 0`.execute(tx).catch(() => {})
        return 'stored'
      }),
      /division by zero/,
    )
    assert.equal(await platform.db.asService(null, async () => 'goes on'), 'goes on')
  })

  test('leaves nothing of a bearer behind for the next one', async () => {
    await platform.db.asPerson({ role: 'authenticated', sub: '0190a000-0000-7000-8000-000000000000' }, async () => {})
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ role: string; uid: string | null }>`select current_user as role, auth.uid() as uid`.execute(tx),
    )
    assert.deepEqual(rows, [{ role: 'service_role', uid: null }])
  })

  test('undoes everything when the work throws', async () => {
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await sql`insert into private.rate_limits (who, window_start, used) values ('undone', now(), 1)`.execute(tx)
        throw new Error('undo')
      }),
    )
    const { rows } = await platform.db.asService(null, tx =>
      sql`select 1 from private.rate_limits where who = 'undone'`.execute(tx),
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

  test('closes the private schema to people', async () => {
    for (const role of ['anon', 'authenticated'] as const) {
      await assert.rejects(
        platform.db.asPerson({ role }, tx => sql`select 1 from private.jobs`.execute(tx)),
        /permission denied/,
      )
    }
  })
})

test('the embedded database reaches the disk with every commit, and migrates once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-disk-'))
  const engine = await openEmbedded(join(folder, 'database'))
  assert.equal(engine.durability, 'disk')
  await migrate(engine)
  await engine.close()
  const again = await openEmbedded(join(folder, 'database'))
  await migrate(again)
  const session = await again.acquire()
  const { rows } = await session.query('select count(*) as plans from plans', [])
  again.release(session, false)
  assert.deepEqual(rows, [{ plans: 4 }])
  await again.close()
  rmSync(folder, { recursive: true })
})
