import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { reply } from '#features/inbox/messages/reply.ts'
import { runCommand } from '#server/run-command.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { dropDeadLetter, replayDeadLetter, replayDeadLetters } from './dead-letters.ts'

async function refused(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await deliver(platform, kind, accountId, [
    { kind: 'message.in', userId: 'u1', externalId: 'm1', time: platform.clock.now(), text: 'chào', attachments: [] },
  ])
  await platform.jobs.drain()
  const [conversation] = await rows(sql<{ id: string }>`select id from conversations`)
  for (const text of ['một', 'hai']) {
    kind.outcomes.push(() => ({ outcome: 'failed', class: 'permanent', code: 'facebook.invalid_parameter' }))
    await reply(platform, workspace.admin, { id: conversation?.id ?? '', text })
    await platform.jobs.drain()
  }
  const deadLetters = await rows(sql<{ id: string }>`select id from dead_letters order by created_at, id`)
  return {
    platform,
    workspace,
    kind,
    ids: deadLetters.map(one => one.id),
    acts: () =>
      rows(sql<object>`select action, target, actor from audit_log where action like 'dead-letter.%' order by at, id`),
    statuses: async () =>
      (await rows(sql<{ status: string }>`select status from messages where direction = 'out' order by seq`)).map(
        one => one.status,
      ),
  }
}

test('one dead letter is tried again, another dropped, and neither twice', async t => {
  const { platform, workspace, ids, statuses, acts } = await refused(t)
  const [first = '', second = ''] = ids
  await replayDeadLetter(platform, workspace.admin, { id: first })
  await dropDeadLetter(platform, workspace.admin, { id: second })
  await platform.jobs.drain()
  assert.deepEqual(await statuses(), ['sent', 'failed'])
  for (const id of ids) {
    await assert.rejects(replayDeadLetter(platform, workspace.admin, { id }), { code: 'request.not_found' })
    await assert.rejects(dropDeadLetter(platform, workspace.admin, { id }), { code: 'request.not_found' })
  }
  const actor = workspace.admin.personId
  assert.deepEqual(await acts(), [
    { action: 'dead-letter.replayed', target: first, actor },
    { action: 'dead-letter.dropped', target: second, actor },
  ])
})

test('all of a workspace at once, and none of another', async t => {
  const { platform, workspace, ids, statuses, acts } = await refused(t)
  const stranger = await makeWorkspace(platform)
  assert.deepEqual(await replayDeadLetters(platform, stranger.admin), { replayed: 0 })
  await assert.rejects(replayDeadLetter(platform, stranger.admin, { id: ids[0] ?? '' }), { code: 'request.not_found' })
  await assert.rejects(dropDeadLetter(platform, stranger.admin, { id: ids[0] ?? '' }), { code: 'request.not_found' })
  assert.deepEqual(await replayDeadLetters(platform, workspace.admin), { replayed: 2 })
  assert.equal((await acts()).length, 2)
  await platform.jobs.drain()
  assert.deepEqual(await statuses(), ['sent', 'sent'])
})

test('the operator sees and replays them by command', async t => {
  const { platform, ids, statuses } = await refused(t)
  assert.match(await runCommand(platform, ['replay']), new RegExp(`${ids[0]}.*facebook.invalid_parameter`))
  assert.equal(await runCommand(platform, ['replay', ids[0] ?? '']), '1 replayed.')
  assert.equal(await runCommand(platform, ['replay', '--all']), '1 replayed.')
  await platform.jobs.drain()
  assert.deepEqual(await statuses(), ['sent', 'sent'])
  assert.equal(await runCommand(platform, ['replay']), 'No dead letters.')
})

test('a channel is added by command with a token that somebody pasted', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId } = await makeWorkspace(platform)
  scriptedKind('zalo')
  const words = ['add-channel', 'zalo', '--workspace', workspaceId, '--account', '4318', '--token', 'secret']
  assert.match(await runCommand(platform, words), /^Shop 4318 is connected\./)
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ status: string }>`select status from channels where kind = 'zalo' and account_id = '4318'`.execute(tx),
  )
  assert.deepEqual(rows, [{ status: 'connected' }])
  const other = await makeWorkspace(platform)
  await assert.rejects(runCommand(platform, words.with(3, other.workspaceId)), /channel\.taken/)
  await assert.rejects(runCommand(platform, words.slice(0, 6)), /add-channel facebook\|zalo/)
})
