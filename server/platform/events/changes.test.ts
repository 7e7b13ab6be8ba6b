import assert from 'node:assert/strict'
import { after as afterAll, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import type { Change } from './changes.ts'
import { hours, systemClock } from '../clock.ts'
import { newId } from '../ids.ts'

describe('changes', () => {
  let platform: TestPlatform
  const workspaceId = newId()
  before(async () => {
    platform = await testPlatform()
    await platform.db.asService(workspaceId, tx =>
      sql`insert into workspaces (id, name, created_at) values (${workspaceId}, 'A', now())`.execute(tx),
    )
  })
  afterAll(() => platform.close())

  const whose = (id: string) => ({ workspaceId: id, personId: newId(), tables: ['workspaces'] })
  const rename = (name: string) =>
    platform.db.asService(workspaceId, tx =>
      sql`update workspaces set name = ${name} where id = ${workspaceId}`.execute(tx),
    )

  async function settled(cursor: string, count: number, limit = 10) {
    const deadline = performance.now() + 30_000
    for (;;) {
      const missed = await platform.changes.after(cursor, whose(workspaceId), limit)
      if (!missed || missed.changes.length >= count || performance.now() > deadline) return missed
      await wait(10)
    }
  }

  test('come in order after a cursor, with what is needed to read the row again', async () => {
    const start = await platform.changes.cursor()
    await rename('B')
    await rename('C')
    const { changes: found = [], cursor = '' } = (await settled(start, 2)) ?? {}
    assert.deepEqual(
      found.slice(-2).map(({ table, type, key, workspace_id }) => ({ table, type, key, workspace_id })),
      Array.from({ length: 2 }, () => ({
        table: 'workspaces',
        type: 'UPDATE',
        key: { id: workspaceId },
        workspace_id: workspaceId,
      })),
    )
    const [first] = found.slice(-2)
    assert.equal((await settled(first?.cursor ?? '', 1))?.changes.length, 1)
    assert.deepEqual((await platform.changes.after(cursor, whose(workspaceId), 10))?.changes, [])
    const page = await settled(start, 1, 1)
    assert.equal(page?.cursor, found[0]?.cursor, 'a full page goes on after its last')
  })

  test('of another workspace are not told', async () => {
    const start = await platform.changes.cursor()
    await rename('D')
    assert.deepEqual((await platform.changes.after(start, whose(newId()), 10))?.changes, [])
  })

  test('that are no longer kept are said to be missing, instead of an empty list', async () => {
    const old = await platform.changes.cursor()
    await rename('E')
    await rename('F')
    const young = await platform.changes.cursor()
    platform.clock.advance(hours(24 * 365))
    await platform.changes.trim()
    await rename('G')
    assert.equal(await platform.changes.after(old, whose(workspaceId), 10), undefined)
    assert.equal((await settled(young, 1))?.changes.at(-1)?.table, 'workspaces')
  })

  test('of a busy day are let go in portions, all but the newest old one', async () => {
    const count = async () => {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ count: number }>`select count(*)::int as count from realtime.changes where "table" = 'many'`.execute(tx),
      )
      return rows[0]?.count
    }
    await platform.db.asService(null, tx =>
      sql`insert into realtime.changes ("table", type, key, at)
        select 'many', 'INSERT', '{}', ${platform.clock.now()}::timestamptz - interval '25 hours' from generate_series(1, 12345)`.execute(
        tx,
      ),
    )
    await platform.changes.trim()
    assert.equal(await count(), 1)
  })
})

describe('a transaction that goes on writing', () => {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return
  let platform: TestPlatform<typeof systemClock>
  let neighbour: pg.Client
  before(async () => {
    platform = await testPlatform({ clock: systemClock })
    neighbour = new pg.Client({ connectionString: server })
    await neighbour.connect()
  })
  afterAll(async () => {
    await neighbour.end()
    await platform.close()
  })

  const open = (id: string) => sql`insert into workspaces (id, name, created_at) values (${id}, 'A', now())`
  const readAfter = async (cursor: string, workspaceId: string) =>
    (await platform.changes.after(cursor, { workspaceId, personId: newId(), tables: ['workspaces'] }, 10))?.changes
      .length

  test('in another database of the server holds nothing back', async () => {
    const id = newId()
    const start = await platform.changes.cursor()
    await neighbour.query('begin; select pg_current_xact_id()')
    await platform.db.asService(id, tx => open(id).execute(tx))
    const deadline = performance.now() + 30_000
    while ((await readAfter(start, id)) !== 1 && performance.now() < deadline) await wait(5)
    assert.equal(await readAfter(start, id), 1)
    await neighbour.query('rollback')
  })

  test('in this one holds back what began after it, and nothing is passed over', async () => {
    const [early, late] = [newId(), newId()]
    const start = await platform.changes.cursor()
    let commit = () => {}
    const mayCommit = new Promise<void>(resolve => (commit = resolve))
    const written = Promise.withResolvers<void>()
    const slow = platform.db.asService(early, async tx => {
      await open(early).execute(tx)
      written.resolve()
      await mayCommit
    })
    await written.promise
    await platform.db.asService(late, tx => open(late).execute(tx))
    assert.equal(await readAfter(start, late), 0)
    commit()
    await slow
    const deadline = performance.now() + 30_000
    while ((await readAfter(start, late)) !== 1 && performance.now() < deadline) await wait(5)
    assert.deepEqual([await readAfter(start, early), await readAfter(start, late)], [1, 1])
  })
})

test('subscribers hear every change once and in order, although transactions overlap', async () => {
  const platform = await testPlatform({ clock: systemClock })
  const received: Change[] = []
  platform.changes.subscribe(changes => received.push(...changes))
  await platform.changes.start()
  const ids = Array.from({ length: 40 }, () => newId())
  await Promise.all(
    ids.map((id, index) =>
      platform.db.asService(id, async tx => {
        await sql`insert into workspaces (id, name, created_at) values (${id}, 'W', now())`.execute(tx)
        if (index % 3 === 0) await wait(20)
        await sql`update workspaces set name = 'X' where id = ${id}`.execute(tx)
      }),
    ),
  )
  const deadline = performance.now() + 30_000
  while (received.length < 80 && performance.now() < deadline) await wait(10)
  await platform.close()
  assert.equal(received.length, 80)
  assert.equal(new Set(received.map(change => change.cursor)).size, 80)
  for (const id of ids)
    assert.deepEqual(
      received.filter(change => change.key['id'] === id).map(change => change.type),
      ['INSERT', 'UPDATE'],
    )
})
