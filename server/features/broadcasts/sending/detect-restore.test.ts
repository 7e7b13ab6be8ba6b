import assert from 'node:assert/strict'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { resumeBroadcast } from './change-state.ts'
import { countOn, holdWhatMayBeSent, markStopped } from './detect-restore.ts'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, admin } = await makeWorkspace(platform)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await rows(sql`delete from private.sending_counts`)
  const now = platform.clock.now()
  const path = join(platform.config.dataDir, 'sending.count')
  const begin = async () => {
    await rows(sql`delete from broadcasts where workspace_id = ${workspaceId}`)
    for (const [status, startAt] of [
      ['running', null],
      ['planning', null],
      ['scheduled', new Date(now.getTime() - minutes(1))],
      ['scheduled', new Date(now.getTime() + hours(20))],
      ['draft', null],
    ] as const)
      await rows(sql`insert into broadcasts (id, workspace_id, name, routes, status, start_at, deadline, planned_at, started_at, created_at, changed_at)
        values (${newId()}, ${workspaceId}, 'Tin', '{}', ${status}, ${startAt}::timestamptz, ${new Date(now.getTime() + hours(48))}, ${status === 'running' ? now : null}::timestamptz,
          ${now}, ${now}, ${now})`)
  }
  await begin()
  return {
    ...{ platform, workspaceId, admin, rows, path, begin },
    states: async () => {
      await holdWhatMayBeSent(platform)
      return (
        await rows(
          sql<{
            status: string
            reason: string | null
          }>`select status, reason from broadcasts where workspace_id = ${workspaceId} order by id`,
        )
      ).map(({ status, reason }) => [status, reason].filter(Boolean).join(' '))
    },
  }
}

const going = ['running', 'planning', 'scheduled', 'scheduled', 'draft']
const held = ['paused restored', 'paused restored', 'paused restored', 'scheduled', 'draft']

describe('a database that may be older than what was sent', () => {
  test('a start, a later one, and one after a sudden end go on', async t => {
    const { platform, states, rows } = await shop(t)
    assert.deepEqual(await states(), going)
    await countOn(platform)
    platform.clock.advance(minutes(50))
    assert.deepEqual(await states(), going)
    // The program ended between the database's count and the file's.
    await rows(sql`update private.sending_counts set count = count + 1`)
    assert.deepEqual(await states(), going)
  })

  test('a folder that was put back as a whole waits, and goes on when an admin says so', async t => {
    const { platform, admin, states, rows, path } = await shop(t)
    await countOn(platform)
    // Like unpacking: same content, another file.
    await copyFile(path, `${path}.copy`)
    await rename(`${path}.copy`, path)
    assert.deepEqual(await states(), held)
    const paused = await rows(sql<{ id: string; planned: boolean }>`select id, planned_at is not null as planned
      from broadcasts where status = 'paused' order by id`)
    for (const { id } of paused) await resumeBroadcast(platform, admin, { id })
    assert.deepEqual(await states(), ['running', 'planning', 'planning', 'scheduled', 'draft'])
  })

  test('a database that was put back beside its folder waits; so does one without the file', async t => {
    const { platform, states, rows, path, begin } = await shop(t)
    const copies = () => rows(sql<{ count: string }>`select count from private.sending_counts`)
    await countOn(platform)
    const [copy] = await copies()
    await countOn(platform)
    await rows(sql`update private.sending_counts set count = ${copy?.count}`)
    assert.deepEqual(await states(), held)
    await begin()
    await rows(sql`delete from private.sending_counts`)
    assert.deepEqual(await states(), held)
    await begin()
    await rm(path)
    assert.deepEqual(await states(), platform.db.engine.kind === 'postgresql' ? going : held)
    await begin()
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))
    assert.deepEqual(await states(), platform.db.engine.kind === 'postgresql' ? going : held)
  })

  test('whatever stood still for more than an hour waits', async t => {
    const { platform, states } = await shop(t)
    await countOn(platform)
    platform.clock.advance(minutes(61))
    assert.deepEqual(await states(), held)
  })

  test('a process that did not count for hours goes on where another one did', async t => {
    const { platform, states, rows } = await shop(t)
    await countOn(platform)
    platform.clock.advance(hours(3))
    // Another machine's.
    await rows(
      sql`insert into private.sending_counts (id, count, mark, counted_at) values (${newId()}, 180, 'other', ${platform.clock.now()})`,
    )
    assert.deepEqual(await states(), going)
    platform.clock.advance(minutes(61))
    assert.deepEqual(await states(), held)
  })

  test('but not a machine that was switched off in order for a night', async t => {
    const { platform, states } = await shop(t)
    await countOn(platform)
    await markStopped(platform)
    platform.clock.advance(hours(10))
    assert.deepEqual(await states(), going)
    platform.clock.advance(minutes(61))
    assert.deepEqual(await states(), held)
  })

  test('and not even that one after more than a day', async t => {
    const { platform, states } = await shop(t)
    await countOn(platform)
    await markStopped(platform)
    platform.clock.advance(hours(25))
    assert.deepEqual(await states(), held.with(3, 'paused restored'))
  })

  test('sequences wait too, and admins are told of each', async t => {
    const { platform, workspaceId, rows, states } = await shop(t)
    const now = platform.clock.now()
    await rows(sql`insert into sequences (id, workspace_id, name, status, version, draft, created_at, changed_at)
      values (${newId()}, ${workspaceId}, 'Sau khi mua', 'active', 1, '{}', ${now}, ${now})`)
    await countOn(platform)
    platform.clock.advance(minutes(61))
    await states()
    assert.deepEqual(await rows(sql`select status, reason from sequences where workspace_id = ${workspaceId}`), [
      { status: 'paused', reason: 'restored' },
    ])
    const notices = await rows(
      sql<{ name: string }>`select data ->> 'name' as name from notifications where workspace_id = ${workspaceId}
        and data ->> 'what' = 'sequence_restored'`,
    )
    assert.deepEqual(notices, [{ name: 'Sau khi mua' }])
  })
})
