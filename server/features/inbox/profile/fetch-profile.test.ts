import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { untilRowIsAwaited } from '#tests/fixtures/until-row-is-awaited.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { fetchProfile } from './fetch-profile.ts'

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
  await untilRowIsAwaited(platform, named)
  release.resolve()
  await Promise.all([change, named])
  const { contact_name: name, preview } = await read()
  assert.deepEqual([name, preview], ['Trần Thị Bưởi', 'hai'])
})
