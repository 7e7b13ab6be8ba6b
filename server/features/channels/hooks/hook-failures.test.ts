import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { connectScripted, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import type { ChannelHealth } from '#shared/contracts/channels/channels.contract.ts'
import { forgetOldHooks } from './accept-hook.ts'
import { endHookTroubles, hookTroublesWritten } from './hook-failures.ts'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  const workspace = await makeWorkspace(platform)
  const channel = await connectScripted(platform, workspace, scriptedKind())
  const app = await testApp(platform)
  t.after(async () => {
    await app.close()
    await platform.close()
  })
  let count = 0
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  return {
    platform,
    async hook(signature = 'good', account = channel.accountId): Promise<number> {
      count += 1
      const event = { kind: 'follow', userId: `u${count}`, time: null }
      const payload = JSON.stringify([{ account, id: `e${count}`, event }])
      const headers = { 'content-type': 'application/json', 'x-signature': signature }
      const answer = await app.inject({ method: 'POST', url: '/hooks/facebook', headers, payload })
      await hookTroublesWritten(platform)
      await platform.jobs.drain()
      return answer.statusCode
    },
    breakStore: () => runAsOwner(platform, 'alter table private.hook_events rename to hook_events_away'),
    mendStore: () => runAsOwner(platform, 'alter table private.hook_events_away rename to hook_events'),
    findings: async () =>
      (
        await rows(sql<{ health: Partial<ChannelHealth> }>`select health from channels where id = ${channel.id}`)
      ).flatMap(({ health }) => (health.findings ?? []).map(one => one.code)),
    events: async () =>
      (await rows(sql<{ what: string }>`select data ->> 'what' as what from notifications`)).map(row => row.what),
    gaps: async () => (await rows(sql`select 1 from private.hook_failures`)).length,
  }
}

test('calls that cannot be stored are told within minutes, once, and the alarm ends by itself', async t => {
  const desk = await shop(t)
  assert.equal(await desk.hook(), 200)
  await desk.breakStore()
  assert.equal(await desk.hook(), 503)
  assert.equal(await desk.hook(), 503)
  assert.deepEqual(await desk.findings(), [])
  for (const wait of [1, 4, 5]) {
    desk.platform.clock.advance(minutes(wait))
    assert.equal(await desk.hook(), 503)
  }
  assert.deepEqual(await desk.findings(), ['channel.hooks_failed'])
  assert.deepEqual(await desk.events(), ['deaf'])
  await desk.mendStore()
  assert.equal(await desk.hook(), 200)
  desk.platform.clock.advance(minutes(11))
  await endHookTroubles(desk.platform)
  await desk.platform.jobs.drain()
  assert.deepEqual(await desk.findings(), [])
  assert.deepEqual(await desk.events(), ['deaf'])
  assert.equal(await desk.gaps(), 0)
})

test('a call that fails under load, with others that do not, is no alarm', async t => {
  const desk = await shop(t)
  for (const wait of [0, 2, 2, 2, 2]) {
    desk.platform.clock.advance(minutes(wait))
    await desk.breakStore()
    assert.equal(await desk.hook(), 503)
    await desk.mendStore()
    assert.equal(await desk.hook(), 200)
  }
  assert.deepEqual(await desk.findings(), [])
})

test('where nothing at all could be written, it is told as soon as something can', async t => {
  const desk = await shop(t)
  const { db } = desk.platform
  const { asService, asServiceFirst } = db
  const isDown = async () => {
    throw new Error('The database is down.')
  }
  Object.assign(db, { asService: isDown, asServiceFirst: isDown })
  for (const wait of [0, 2, 2]) {
    desk.platform.clock.advance(minutes(wait))
    assert.equal(await desk.hook(), 503)
  }
  Object.assign(db, { asService, asServiceFirst })
  assert.equal(await desk.hook(), 200)
  assert.deepEqual(await desk.findings(), ['channel.hooks_failed'])
  assert.deepEqual(await desk.events(), ['deaf'])
})

test('calls with a wrong signature, and none with a right one, are a warning; strangers’ few are none', async t => {
  const desk = await shop(t)
  for (let n = 0; n < 20; n++) assert.equal(await desk.hook('bad'), 401)
  desk.platform.clock.advance(minutes(11))
  assert.equal(await desk.hook('bad'), 401)
  assert.deepEqual(await desk.findings(), [])
  for (const wait of [1, 1, 1]) {
    desk.platform.clock.advance(minutes(wait))
    assert.equal(await desk.hook('bad'), 401)
  }
  assert.deepEqual(await desk.findings(), ['channel.hooks_refused'])
  assert.equal(await desk.hook(), 200)
  desk.platform.clock.advance(minutes(11))
  await endHookTroubles(desk.platform)
  await desk.platform.jobs.drain()
  assert.deepEqual(await desk.findings(), [])
})

test('what strangers sign is no warning where it names nobody of ours, however long it goes on', async t => {
  const desk = await shop(t)
  for (let n = 0; n < 60; n++) {
    desk.platform.clock.advance(minutes(1))
    assert.equal(await desk.hook('bad', '999000111'), 401)
  }
  assert.deepEqual(await desk.findings(), [])
  assert.equal(await desk.gaps(), 0)
})

test('where right calls come too, or came not long ago, wrong ones are strangers’; where none comes any more they are a warning in time', async t => {
  const desk = await shop(t)
  for (let n = 0; n < 90; n++) {
    desk.platform.clock.advance(minutes(1))
    assert.equal(await desk.hook('bad'), 401)
    if (n % 20 === 0) assert.equal(await desk.hook(), 200)
  }
  assert.deepEqual(await desk.findings(), [])
  let waited = 0
  while (waited < 60 && (await desk.findings()).length === 0) {
    desk.platform.clock.advance(minutes(1))
    assert.equal(await desk.hook('bad'), 401)
    waited++
  }
  assert.deepEqual(await desk.findings(), ['channel.hooks_refused'])
  assert.ok(waited > 15 && waited < 45, `after ${waited} minutes`)
})

test('a few in a day, each by itself, are no run', async t => {
  const desk = await shop(t)
  for (let n = 0; n < 12; n++) {
    desk.platform.clock.advance(minutes(121))
    assert.equal(await desk.hook('bad'), 401)
  }
  assert.deepEqual(await desk.findings(), [])
})

test('what is not on the disk within a second and a half has to come again', async t => {
  const desk = await shop(t)
  const { db, clock } = desk.platform
  const { asServiceFirst } = db
  const [asked, notify] = signal()
  const [free, release] = signal()
  const slow: typeof asServiceFirst = async work => {
    notify()
    await free
    return asServiceFirst(work)
  }
  db.asServiceFirst = slow
  const status = desk.hook()
  await asked
  clock.advance(1499)
  clock.advance(1)
  assert.equal(await status, 503)
  release()
  db.asServiceFirst = asServiceFirst
  assert.equal(await desk.hook(), 200)
})

function signal(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

test('what platforms sent, and changes whose message never came, are forgotten after thirty days', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, channelId } = await makeWorkspace(platform)
  const write = async (id: string, age: number) => {
    const at = after(platform.clock.now(), -days(age))
    await platform.db.asService(null, async tx => {
      await sql`insert into private.hook_events (kind, account_id, external_id, thread, raw, received_at)
        values ('facebook', 'a', ${id}, 'u', '', ${at})`.execute(tx)
      await sql`insert into private.early_changes (workspace_id, channel_id, external_id, kind, change, created_at)
        values (${workspaceId}, ${channelId}, ${id}, 'read', '{}', ${at})`.execute(tx)
    })
  }
  await write('old', 31)
  await write('young', 29)
  await forgetOldHooks(platform)
  const { rows } = await platform.db.asService(null, tx =>
    sql`select external_id from private.hook_events union all select external_id from private.early_changes`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows, [{ external_id: 'young' }, { external_id: 'young' }])
})
