import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform } from '#server/testing.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { releaseUnsent } from './release-unsent.ts'

test('an answer that was held and then failed is given back once', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const owner = await makeOwner(platform)
  const { answer, message } = await fillWorkspace(platform, owner)
  const { workspaceId } = owner
  await platform.db.asService(workspaceId, async tx => {
    await sql`update answers set silent_reason = null where id = ${answer}`.execute(tx)
    await sql`update messages set direction = 'out', author = 'bot', status = 'failed', answer_id = ${answer}
      where id = ${message}`.execute(tx)
    await sql`update usage_counters set used = 5 where workspace_id = ${workspaceId} and metric = 'messages'`.execute(
      tx,
    )
    const unsent = { workspace_id: workspaceId, message_id: message }
    await releaseUnsent(platform, tx, unsent)
    await releaseUnsent(platform, tx, { ...unsent, reason: 'policy' })
    const { rows } = await sql<{ used: number }>`select used from usage_counters
      where workspace_id = ${workspaceId} and metric = 'messages'`.execute(tx)
    assert.equal(rows[0]?.used, 4)
  })
})
