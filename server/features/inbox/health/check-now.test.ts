import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { checkNow } from './check-now.ts'

test('a self-test tells how a channel does, also when nothing can be mended; a stranger’s channel is none', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const { id } = await connectScripted(platform, workspace, kind)
  kind.checkHealth = async () => ({
    token: { state: 'dead', since: null, expires_at: null },
    subscription: null,
    threadOwner: null,
    findings: [{ code: 'facebook.token_expired', level: 'error', repair: 'reconnect' }],
  })
  const { status, health } = await checkNow(platform, workspace.admin, { id })
  assert.equal(status, 'needs_reconnect')
  assert.deepEqual(
    health.findings.map(({ code }) => code),
    ['facebook.token_expired'],
  )
  const stranger = await makeWorkspace(platform)
  await assert.rejects(checkNow(platform, stranger.admin, { id }), { code: 'request.not_found' })

  await platform.db.asService(null, tx => sql`update channels set status = 'disconnected' where id = ${id}`.execute(tx))
  await assert.rejects(checkNow(platform, workspace.admin, { id }), { code: 'request.not_found' })
})

test('platforms are not asked more often than they bear', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const { id } = await connectScripted(platform, workspace, scriptedKind())
  for (let times = 0; times < 30; times++) await checkNow(platform, workspace.admin, { id })
  await assert.rejects(checkNow(platform, workspace.admin, { id }), { code: 'request.too_many' })
})
