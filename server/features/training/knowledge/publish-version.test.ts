import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform } from '#server/testing.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { lockDue, publishVersions } from './publish-version.ts'

test('a check of a version publishes nothing of a newer one, which may be half read', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const owner = await makeOwner(platform)
  const { source } = await fillWorkspace(platform, owner)
  await platform.db.asService(owner.workspaceId, async tx => {
    await sql`update sources set status = 'processing', version = 3 where id = ${source}`.execute(tx)
    await publishVersions(platform, tx, owner.workspaceId, [{ source_id: source, version: 2 }])
    const { rows } = await sql<{
      status: string
      live_version: number | null
    }>`select status, live_version from sources where id = ${source}`.execute(tx)
    assert.equal(rows[0]?.status, 'processing')
    assert.deepEqual(
      (await lockDue(tx, owner.workspaceId, [{ source_id: source, version: 3 }])).map(one => one.version),
      [3],
    )
  })
})
