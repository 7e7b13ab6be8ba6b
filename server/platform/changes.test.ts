import assert from 'node:assert/strict'
import { after as afterAll, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import type { Change } from './changes.ts'
import { hours, systemClock } from './clock.ts'
import { newId } from './ids.ts'

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

  /** Rows settle when no older transaction is open, on a server in any of its databases: other tests may hold some. */
  async function settled(cursor: string, count: number, limit = 10) {
    const deadline = performance.now() + 10_000
    for (;;) {
      const missed = await platform.changes.after(cursor, whose(workspaceId), limit)
      if (!missed || missed.changes.length >= count || performance.now() > deadline) return missed
      await new Promise(resolve => setTimeout(resolve, 10))
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
})

test('subscribers hear every change once and in order, although transactions overlap', async () => {
  const platform = await testPlatform({ clock: systemClock })
  const heard: Change[] = []
  platform.changes.subscribe(changes => heard.push(...changes))
  await platform.changes.start()
  const ids = Array.from({ length: 40 }, () => newId())
  await Promise.all(
    ids.map((id, index) =>
      platform.db.asService(id, async tx => {
        await sql`insert into workspaces (id, name, created_at) values (${id}, 'W', now())`.execute(tx)
        if (index % 3 === 0) await new Promise(resolve => setTimeout(resolve, 20))
        await sql`update workspaces set name = 'X' where id = ${id}`.execute(tx)
      }),
    ),
  )
  const deadline = performance.now() + 10_000
  while (heard.length < 80 && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 10))
  await platform.close()
  assert.equal(heard.length, 80)
  assert.equal(new Set(heard.map(change => change.cursor)).size, 80)
  for (const id of ids)
    assert.deepEqual(
      heard.filter(change => change.key['id'] === id).map(change => change.type),
      ['INSERT', 'UPDATE'],
    )
})
