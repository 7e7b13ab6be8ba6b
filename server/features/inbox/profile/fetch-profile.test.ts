import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { fetchProfile } from './fetch-profile.ts'

async function untilRowIsAwaited(platform: TestPlatform): Promise<void> {
  if (platform.db.engine.kind === 'embedded') return
  for (;;) {
    const { rows } = await platform.db.asService(null, tx =>
      sql`select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
        tx,
      ),
    )
    if (rows.length > 0) return
    await wait(10)
  }
}

test('a name that the platform tells, and a change of the conversation at the same moment, do not lock each other out', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  const message = { userId: 'u1', externalId: newId(), time: platform.clock.now(), text: 'shop ơi', attachments: [] }
  await deliver(platform, kind, accountId, [{ kind: 'message.in', ...message }])
  await platform.jobs.drain()
  kind.fetchProfile = async () => ({ name: 'Trần Thị Bưởi' })
  const read = () =>
    platform.db.asService(null, async tx => {
      const { rows } = await sql<{ id: string; contact_id: string; contact_name: string; preview: string }>`
        select id, contact_id, contact_name, preview from conversations`.execute(tx)
      return rows[0] ?? assert.fail('no conversation')
    })
  const { id, contact_id: contactId } = await read()

  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // The second change of a row in a transaction checks its foreign keys, which touches the customer.
  const change = platform.db.asService(workspace.workspaceId, async tx => {
    await sql`update conversations set preview = 'một' where id = ${id}`.execute(tx)
    begun.resolve()
    await release.promise
    await sql`update conversations set preview = 'hai' where id = ${id}`.execute(tx)
  })
  await begun.promise
  const named = fetchProfile(platform, { workspace_id: workspace.workspaceId, contact_id: contactId })
  await untilRowIsAwaited(platform)
  release.resolve()
  await Promise.all([change, named])
  const { contact_name: name, preview } = await read()
  assert.deepEqual([name, preview], ['Trần Thị Bưởi', 'hai'])
})
