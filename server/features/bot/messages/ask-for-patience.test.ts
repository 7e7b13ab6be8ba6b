import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { reply } from '#features/inbox/messages/reply.ts'
import { seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { askForPatience } from './ask-for-patience.ts'
import { changeSettings } from '../gate/change-settings.ts'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  const read = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  let written = 0
  return {
    platform,
    workspace,
    kind,
    read,
    async write(text: string) {
      const externalId = `m${++written}`
      await deliver(platform, kind, accountId, [
        { kind: 'message.in', userId: 'u1', externalId, time: platform.clock.now(), text, attachments: [] },
      ])
      await platform.jobs.drain()
      await read(sql`delete from private.jobs where kind = 'answer'`)
    },
    async pass(ms: number) {
      platform.clock.advance(ms)
      await askForPatience(platform)
      await platform.jobs.drain()
      return kind.calls.map(call => (call.content.type === 'text' ? call.content.text : ''))
    },
  }
}

test('after two minutes without a reply the customer is told once, in their language, and the team sees them wait', async t => {
  const { platform, workspace, read, write, pass } = await shop(t)
  await write('Shop ơi còn hàng không ạ')
  assert.deepEqual(await pass(seconds(119)), [])
  const [text = ''] = await pass(seconds(1))
  assert.match(text, /^Em là Sen, trợ lý tự động của shop ạ\.\n\nDạ em đã nhận được tin của mình ạ/)
  const [conversation] = await read(
    sql<{ id: string; waiting: boolean }>`select id, waiting_since is not null as waiting from conversations`,
  )
  assert.equal(conversation?.waiting, true)
  await write('alo shop ơi')
  assert.equal((await pass(seconds(300))).length, 1, 'not a second time')
  await reply(platform, workspace.admin, { id: conversation?.id ?? '', text: 'Dạ còn ạ' })
  await platform.jobs.drain()
  await read(sql`update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null`)
  await write('Do you have it in blue, please?')
  assert.match(
    (await pass(seconds(120))).at(-1) ?? '',
    /^I’m Sen, the shop’s automatic assistant\.\n\nThank you, we’ve received/,
  )
})

test('nothing is said where a person has the conversation, or the owner does not want it', async t => {
  const { platform, workspace, read, write, pass } = await shop(t)
  await write('còn hàng không')
  await read(sql`update conversations set bot_status = 'off', bot_off_by = 'member'`)
  assert.deepEqual(await pass(seconds(180)), [])
  await read(sql`update conversations set bot_status = 'on', bot_off_by = null`)
  await changeSettings(platform, workspace.admin, { patience_seconds: 0 })
  assert.deepEqual(await pass(seconds(180)), [])
})

test('an answer that a person overtook is not counted', async t => {
  const { platform, workspace, kind, read } = await shop(t)
  const used = async () =>
    (
      await read(
        sql<{
          used: number
        }>`select used from usage_counters where workspace_id = ${workspace.workspaceId} and metric = 'messages'`,
      )
    )[0]?.used
  const [{ account_id: account } = { account_id: '' }] = await read(
    sql<{ account_id: string }>`select account_id from channels where kind = 'facebook'`,
  )
  kind.outcomes.push(() => ({ outcome: 'failed', class: 'permanent', code: 'facebook.invalid_parameter' }))
  await deliver(platform, kind, account, [
    {
      kind: 'message.in',
      userId: 'u2',
      externalId: 'x',
      time: platform.clock.now(),
      text: 'giá bao nhiêu',
      attachments: [],
    },
  ])
  await platform.jobs.drain()
  platform.clock.advance(seconds(3))
  await platform.jobs.drain()
  assert.equal(kind.calls.length, 1)
  assert.equal(await used(), 0)
})
