import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { channelHealth, type ChannelHealth, type Finding } from '#shared/contracts/channels/channels.contract.ts'
import { days, hours, minutes, seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { checkChannel, repairChannel } from './check-channel.ts'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind()
  const channel = await connectScripted(platform, workspace, kind)
  let findings: Finding[] = []
  kind.checkHealth = async () => ({
    token: {
      state: findings.some(one => one.repair === 'reconnect') ? 'dead' : 'valid',
      since: null,
      expires_at: null,
    },
    subscription: { wanted: ['messages'], missing: [] },
    threadOwner: 'us',
    findings,
  })
  const row = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          status: string
          status_reason: string | null
          health: ChannelHealth
        }>`select status, status_reason, health from channels where id = ${channel.id}`.execute(tx),
      )
    ).rows[0]
  return {
    platform,
    workspace,
    kind,
    channel,
    row,
    find(...next: Finding[]) {
      findings = next
    },
    check: () => checkChannel(platform, { workspace_id: workspace.workspaceId, channel_id: channel.id }),
    eventsOf: async (name: string) =>
      (
        await platform.db.asService(null, tx =>
          sql<{ payload: object }>`select payload from private.events where name = ${name}`.execute(tx),
        )
      ).rows.map(one => one.payload),
    receive: (id: string) =>
      deliver(platform, kind, channel.accountId, [
        { kind: 'message.in', userId: 'u1', externalId: id, time: platform.clock.now(), text: 'chào', attachments: [] },
      ]),
  }
}

test('a healthy channel is written down in the shape that screens know', async t => {
  const { platform, row, check, receive } = await shop(t)
  await receive('m1')
  await platform.jobs.drain()
  await check()
  const health = channelHealth.parse((await row())?.health)
  assert.deepEqual(health.findings, [])
  assert.deepEqual(health.window, { open: 1, held: 0 })
  assert.equal(health.last_event_at, platform.clock.now().toISOString())
})

test('as many windows are open as the rule says: a day, after an advertisement a week, and what was done elsewhere counts', async t => {
  const { platform, row, check, receive } = await shop(t)
  await receive('m1')
  await platform.jobs.drain()
  const open = async () => {
    await check()
    return channelHealth.parse((await row())?.health).window.open
  }
  const contact = (set: ReturnType<typeof sql>) =>
    platform.db.asService(null, tx => sql`update contacts set ${set} where external_id = 'u1'`.execute(tx))
  platform.clock.advance(hours(23))
  assert.equal(await open(), 1)
  await contact(sql`ad_entry_at = ${platform.clock.now()}`)
  platform.clock.advance(days(6))
  assert.equal(await open(), 1)
  platform.clock.advance(days(1))
  assert.equal(await open(), 0)
  await contact(sql`last_interaction_at = ${platform.clock.now()}`)
  assert.equal(await open(), 1)
})

test('a warning is told once, keeps the time when it was seen first, and goes when it is over', async t => {
  const { platform, row, find, check, eventsOf } = await shop(t)
  find({ code: 'facebook.token_expiring', level: 'warning', repair: 'wait' })
  await check()
  const first = (await row())?.health.findings[0]?.since
  platform.clock.advance(hours(1))
  await check()
  assert.equal((await row())?.health.findings[0]?.since, first)
  assert.equal((await eventsOf('channel.endangered')).length, 1)
  find({ code: 'facebook.token_expiring', level: 'info', repair: 'wait' })
  await check()
  find()
  await check()
  assert.deepEqual((await row())?.health.findings, [])
  find({ code: 'facebook.token_expiring', level: 'info', repair: 'wait' })
  await check()
  assert.equal((await eventsOf('channel.endangered')).length, 1, 'what only informs is told to nobody')
})

test('a dead token stops the channel with its reason; one that works again starts it', async t => {
  const { platform, workspace, channel, row, find, check, eventsOf } = await shop(t)
  find({ code: 'facebook.token_dead', level: 'error', repair: 'reconnect' })
  await check()
  assert.deepEqual([(await row())?.status, (await row())?.status_reason], ['needs_reconnect', 'facebook.token_dead'])
  assert.equal((await eventsOf('channel.lost')).length, 1)
  await assert.rejects(repairChannel(platform, workspace.admin, { id: channel.id }), {
    code: 'channel.nothing_to_repair',
  })
  find()
  const connected = (await eventsOf('channel.connected')).length
  assert.equal((await repairChannel(platform, workspace.admin, { id: channel.id })).status, 'connected')
  await check()
  assert.equal((await eventsOf('channel.connected')).length, connected + 1)
  assert.equal((await row())?.status_reason, null)
})

test('what can be mended is mended, and the hours without it are read from the history', async t => {
  const { platform, kind, row, find, check } = await shop(t)
  await check()
  platform.clock.advance(minutes(60))
  find({ code: 'facebook.not_subscribed', level: 'error', repair: 'repair' })
  kind.repair = async () => {
    find()
    return true
  }
  kind.history = [
    {
      kind: 'message.in',
      userId: 'u9',
      externalId: 'lost',
      time: platform.clock.now(),
      text: 'có ai không',
      attachments: [],
    },
    {
      kind: 'message.echo.human',
      userId: 'u9',
      externalId: 'lost too',
      time: platform.clock.now(),
      text: 'dạ có',
      attachments: [],
    },
  ]
  await check()
  await platform.jobs.drain()
  platform.clock.advance(seconds(10))
  await platform.jobs.drain()
  assert.deepEqual((await row())?.health.findings, [])
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ text: string }>`select text from messages order by seq`.execute(tx),
  )
  assert.deepEqual(
    rows.map(one => one.text),
    ['có ai không', 'dạ có'],
  )
})

test('after a time without checks the history is read by itself', async t => {
  const { platform, kind, check, receive } = await shop(t)
  await receive('m1')
  await platform.jobs.drain()
  await check()
  const begun = platform.clock.now()
  const asked: Date[] = []
  kind.backfill = async function* (_platform, _channel, since) {
    asked.push(since)
    yield* []
  }
  platform.clock.advance(minutes(60))
  await check()
  await platform.jobs.drain()
  assert.equal(asked.length, 0)
  platform.clock.advance(hours(3))
  await check()
  await platform.jobs.drain()
  assert.deepEqual(asked, [begun], 'from an hour before the last check')
  platform.clock.advance(days(20))
  await check()
  await platform.jobs.drain()
  assert.equal(asked[1]?.getTime(), platform.clock.now().getTime() - days(7), 'a week at most')
})
