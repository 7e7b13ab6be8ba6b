import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { disconnectChannel } from '#features/channels/connections/disconnect-channel.ts'
import { checkChannels, repairChannel } from '#features/inbox/health/check-channel.ts'
import { oa, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'

const minutes = (count: number) => count * 60_000

async function texts({ platform }: ZaloDriver): Promise<string[]> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ text: string }>`select m.text from messages m join channels c on c.id = m.channel_id
      where c.kind = 'zalo' and m.author <> 'bot' order by m.conversation_id, m.seq`.execute(tx),
  )
  return rows.map(row => row.text)
}

async function readStatus(desk: ZaloDriver): Promise<{ status: string; reason: string | null; findings: string[] }> {
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ status: string; status_reason: string | null; health: { findings?: { code: string }[] } }>`
      select status, status_reason, health from channels where kind = 'zalo'`.execute(tx),
  )
  const [row] = rows
  return {
    status: row?.status ?? '',
    reason: row?.status_reason ?? null,
    findings: (row?.health.findings ?? []).map(one => one.code),
  }
}

test('two hours away: Zalo gives up and switches its webhook off; afterwards everything is read from the record, once and in order', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  await desk.zalo.acts.say({ text: 'trước' })
  await desk.settle()
  const address = desk.zalo.deliveries.url
  desk.zalo.deliveries.url = 'http://127.0.0.1:1/hooks/zalo'
  for (const text of ['một', 'hai', 'ba']) {
    await desk.zalo.acts.say({ text })
    await desk.pass(minutes(1))
  }
  await desk.zalo.acts.answerAsStaff({ text: 'nhân viên trả lời' })
  for (let hour = 0; hour < 4; hour++) await desk.pass(minutes(30))
  assert.equal(desk.zalo.webhook.enabled, false)
  assert.deepEqual(await texts(desk), ['trước'])

  desk.zalo.deliveries.url = address
  await desk.sim('webhook', { enabled: true })
  await checkChannels(desk.platform)
  await desk.settle()
  const all = ['trước', 'một', 'hai', 'ba', 'nhân viên trả lời']
  assert.deepEqual(await texts(desk), all)
  await checkChannels(desk.platform)
  await desk.pass(minutes(91))
  await checkChannels(desk.platform)
  await desk.settle()
  assert.deepEqual(await texts(desk), all)
  await desk.zalo.acts.say({ text: 'sau' })
  await desk.settle()
  assert.deepEqual(await texts(desk), [...all, 'sau'])
})

test('a webhook that stays off is noticed, told, and made up for every hour', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  await desk.zalo.acts.say({ text: 'trước' })
  await desk.settle()
  await desk.pass(minutes(30))
  await desk.sim('webhook', { enabled: false })
  await desk.zalo.acts.say({ text: 'có ai không' })
  await desk.pass(minutes(30))
  await checkChannels(desk.platform)
  await desk.settle()
  assert.deepEqual((await readStatus(desk)).findings, ['zalo.webhook_silent'])
  assert.deepEqual(await texts(desk), ['trước', 'có ai không'])
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select 1 from private.events where name = 'channel.endangered'`.execute(tx),
  )
  assert.equal(rows.length, 1)
})

test('the repair button: a channel whose consent was given back by hand works again; one without is led to sign in', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const { admin } = desk.workspace
  await desk.settle()
  await desk.platform.db.asService(null, tx =>
    sql`update channels set status = 'needs_reconnect', status_reason = 'zalo.plan_needed' where id = ${channel.id}`.execute(
      tx,
    ),
  )
  const mended = await repairChannel(desk.platform, admin, { id: channel.id })
  assert.equal(mended.status, 'connected')
  await desk.sim('revoke', { oa })
  await assert.rejects(repairChannel(desk.platform, admin, { id: channel.id }), { code: 'channel.nothing_to_repair' })
  assert.deepEqual(await readStatus(desk), {
    status: 'needs_reconnect',
    reason: 'zalo.refresh_refused',
    findings: ['zalo.refresh_refused'],
  })
})

test('disconnected: the tokens are gone, the history stays, and what still comes is not taken', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  await desk.zalo.acts.say({ text: 'trước' })
  await desk.settle()
  await disconnectChannel(desk.platform, desk.workspace.admin, { id: channel.id })
  await desk.zalo.acts.say({ text: 'sau' })
  await desk.settle()
  assert.deepEqual(await texts(desk), ['trước'])
  const { rows } = await desk.platform.db.asService(null, tx => sql`select 1 from private.secrets`.execute(tx))
  assert.equal(rows.length, 0)
  await desk.connect()
  await desk.settle()
  await desk.zalo.acts.say({ text: 'lại' })
  await desk.settle()
  assert.ok((await texts(desk)).includes('lại'))
})
