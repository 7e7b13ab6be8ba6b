import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { newTemplate } from '#shared/contracts/campaigns/templates.contract.ts'
import type { Template } from '#shared/contracts/campaigns/templates.results.ts'
import { listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { startZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { syncDue } from './sync-templates.ts'
import { listTemplates, makeTemplate } from './templates.ts'

async function readNotifications(platform: Platform, name: string): Promise<string[]> {
  const received = await platform.db.readAsService<{ payload: { state?: string } }>(
    sql`select payload from private.events where name = ${name} order by id`,
  )
  return received.map(({ payload }) => payload.state ?? '')
}

test('an account’s templates are read when they are opened, once a day, and when Zalo tells of a change', async t => {
  const { zalo, platform, workspace, connect, settle, pass, sim } = await startZaloDriver(t)
  const { id: channel_id } = await connect()
  await settle()
  const asked = newTemplate.parse({
    channel_id,
    name: 'Nhắc lịch',
    language: 'vi',
    body: 'Lịch của bạn vào ngày mai nhé.',
  })
  await assert.rejects(makeTemplate(platform, workspace.admin, asked), { code: 'template.made_elsewhere' })
  await sim('templates', { id: '701', name: 'Nhắc lịch', price_uid: 200, params: [{ name: 'gio', max_length: 5 }] })
  const read = () => listTemplates(platform, workspace.admin)
  assert.deepEqual((await read()).templates, [])
  assert.equal((await read()).reading, true)
  await settle()
  const { templates, accounts, reading } = await read()
  const [first] = templates
  assert.deepEqual(
    [reading, accounts[0]?.why, first?.state, first?.tag, first?.price_uid],
    [false, null, 'approved', 'transaction', 200],
  )
  assert.deepEqual(first?.params, [{ name: 'gio', type: 'text', required: true, min_length: 0, max_length: 5 }])
  const limits = () =>
    platform.db.readAsService<{ plan: string; verified: boolean; pace: number }>(
      sql`select plan, verified, requests_per_minute as pace from channel_limits`,
    )
  assert.deepEqual(await limits(), [{ plan: 'Gói Nâng cao', verified: true, pace: 4000 }])
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Bị khách báo phiền nhiều lần' })
  await settle()
  const [withdrawn] = (await read()).templates
  assert.deepEqual([withdrawn?.state, withdrawn?.reason], ['disabled', 'Bị khách báo phiền nhiều lần'])
  zalo.world.templates.clear()
  await sim('plan', { package_name: 'Gói Cơ bản' })
  await pass(hours(2))
  await syncDue(platform)
  await settle()
  assert.equal((await read()).templates[0]?.state, 'disabled')
  await pass(days(1))
  await syncDue(platform)
  await settle()
  assert.equal((await read()).templates[0]?.state, 'gone')
  assert.equal((await limits())[0]?.plan, 'Gói Cơ bản')
  assert.deepEqual(await readNotifications(platform, 'template.changed'), ['approved', 'disabled', 'gone'])
  const before = await platform.db.readAsService(
    sql<{
      was: string | null
    }>`select payload ->> 'was' as was from private.events where name = 'template.changed' order by id`,
  )
  assert.deepEqual(
    before.map(({ was }) => was),
    [null, 'approved', 'disabled'],
  )
  assert.equal((await readNotifications(platform, 'channel.limits-changed')).length, 1)
})

test('what Zalo says is left of an account’s messages, and what it took this month’s from', async t => {
  const { zalo, platform, workspace, connect, settle, pass, sim } = await startZaloDriver(t)
  const channel = await connect()
  const account = async () => {
    await listTemplates(platform, workspace.admin)
    await settle()
    const { accounts } = await listTemplates(platform, workspace.admin)
    await pass(minutes(11))
    const { replies_left: left, replies_total: total, replies_read_at: at } = accounts[0] ?? {}
    return [left, total, at !== null]
  }
  assert.deepEqual(await account(), [null, null, false])
  await zalo.acts.say({ text: 'alo' })
  await settle()
  assert.deepEqual(await account(), [null, null, true])
  await sim('plan', { quota: 20, quota_total: 500 })
  assert.deepEqual(await account(), [20, 500, true])
  await pass(days(8))
  await sim('plan', { quota: 3 })
  assert.deepEqual(await account(), [20, 500, true])

  const { workspaceId } = workspace
  const sent = (type: string | null, at: Date) =>
    platform.db.asService(workspaceId, tx =>
      sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, quota_type, sent_at, created_at)
        select gen_random_uuid(), workspace_id, id, ${channel.id}, last_seq + 1000 + (random() * 1e9)::int, 'out', 'bot', 'dạ', 'sent', ${type}, ${at}, ${at}
        from conversations limit 1`.execute(tx),
    )
  const now = platform.clock.now()
  // The bot has answered once.
  for (const type of ['reply', 'sub_quota', 'purchase_quota', 'none', null]) await sent(type, now)
  await sent('reply', new Date(now.getTime() - days(31)))
  const { accounts } = await listTemplates(platform, workspace.admin)
  assert.deepEqual(accounts[0]?.taken, { free: 2, quota: 2, billed: 1 })
})

test('many templates are described some at a time: replies need the account’s pace too', async t => {
  const { zalo, platform, workspace, connect, settle, pass } = await startZaloDriver(t)
  await connect()
  for (let at = 0; at < 25; at++) await zalo.acts.template({ id: String(800 + at), name: `Mẫu ${at}` })
  const described = async () =>
    (await listTemplates(platform, workspace.admin)).templates.filter(one => one.described_at).length
  await described()
  await settle()
  assert.equal(await described(), 20)
  await pass(minutes(1))
  assert.equal(await described(), 25)
})

test('what a plan or a permission lacks is said, and what was known before stays', async t => {
  const { zalo, platform, workspace, connect, settle, pass, sim } = await startZaloDriver(t)
  await connect()
  await sim('templates', { id: '701', name: 'Nhắc lịch' })
  const why = async () => {
    await listTemplates(platform, workspace.admin)
    await settle()
    const { accounts, templates } = await listTemplates(platform, workspace.admin)
    await pass(minutes(11))
    return [accounts[0]?.why, templates.length]
  }
  assert.deepEqual(await why(), [null, 1])
  await sim('load', { oas: [{ id: '4318000000000000777', refuses: -224 }] })
  assert.deepEqual(await why(), ['plan', 1])
  await sim('load', { oas: [{ id: '4318000000000000777', refuses: -212 }] })
  assert.deepEqual(await why(), ['permission', 1])
  await sim('load', { oas: [{ id: '4318000000000000777' }] })
  zalo.faults.add([{ match: { path: '/template/all' }, action: 'http:500' }])
  assert.deepEqual(await why(), ['passing', 1])
})

test('what stands behind the first five hundred is not gone, nor is anything when the answer is no list', async t => {
  const { zalo, platform, workspace, connect, settle, pass, sim } = await startZaloDriver(t)
  await connect()
  await sim('templates', { id: '701', name: 'Nhắc lịch' })
  const { templates } = zalo.world
  const states = async () => {
    await pass(days(1) + minutes(1))
    await syncDue(platform)
    await settle()
    const { accounts } = await listTemplates(platform, workspace.admin)
    const rows = await platform.db.readAsService<{ state: string }>(
      sql`select state from templates where external_id = '701'`,
    )
    return [accounts[0]?.why, ...rows.map(({ state }) => state)]
  }
  assert.deepEqual(await states(), [null, 'approved'])
  const last = templates.get('701')
  assert.ok(last)
  templates.delete('701')
  for (let at = 0; at < 500; at++) templates.set(String(8000 + at), { ...last, id: String(8000 + at) })
  templates.set('701', last)
  assert.deepEqual(await states(), [null, 'approved'])
  const known = sql`select 1 from templates where state <> 'gone'`
  assert.equal((await platform.db.readAsService(known)).length, 501)
  templates.clear()
  zalo.faults.add([{ match: { path: '/template/all' }, action: { without: ['data'] } }])
  assert.deepEqual(await states(), [null, 'approved'])
  assert.deepEqual(await states(), [null, 'gone'])
})

test('nor at Messenger', async t => {
  const desk = await messengerDriver(t, { settings: { FACEBOOK_UTILITY_PERMISSION: 'pages_utility_messaging' } })
  const channelId = await desk.connect()
  const body = { channel_id: channelId, name: 'Nhắc lịch', language: 'vi', body: 'Lịch của bạn vào ngày mai nhé.' }
  assert.equal((await desk.api('POST', '/templates', body)).status, 201)
  await desk.pass(seconds(4))
  await desk.simulator.settled()
  const states = async () => {
    await desk.pass(days(1) + minutes(1))
    await syncDue(desk.platform)
    await desk.platform.jobs.drain()
    const rows = await desk.platform.db.readAsService<{ state: string }>(
      sql`select state from templates where name = 'nhac_lich'`,
    )
    return rows.map(({ state }) => state)
  }
  assert.deepEqual(await states(), ['approved'])
  const { templates } = desk.simulator.world
  const [last] = [...templates.values()]
  assert.ok(last)
  templates.clear()
  for (let at = 0; at < 500; at++) templates.set(`b${at}`, { ...last, id: `b${at}`, name: `khac_${at}` })
  templates.set(last.id, last)
  assert.deepEqual(await states(), ['approved'])
  const known = sql`select 1 from templates where state <> 'gone'`
  assert.equal((await desk.platform.db.readAsService(known)).length, 501)
  templates.clear()
  await desk.control('faults', { match: { path: '/message_templates' }, action: { without: ['data'] } })
  assert.deepEqual(await states(), ['approved'])
  assert.deepEqual(await states(), ['gone'])
})

test('at Messenger one is made here, looked at, and is there once Meta has said yes', async t => {
  const desk = await messengerDriver(t, { settings: { FACEBOOK_UTILITY_PERMISSION: 'pages_utility_messaging' } })
  await listen(desk)
  const channelId = await desk.connect()
  const make = (change: object = {}) =>
    desk.api('POST', '/templates', {
      ...{ channel_id: channelId, name: 'Nhắc lịch hẹn', language: 'vi' },
      ...{ body: 'Chào {{1}}, lịch của bạn lúc {{2}} nhé.', examples: ['Lan', '10:00'] },
      ...change,
    })
  const code = async (change: object) => ((await make(change)).body as { error: { code: string } }).error.code
  assert.equal(await code({ examples: [] }), 'template.body_invalid')
  assert.equal(await code({ body: '{{1}} ơi, {{2}} nhé' }), 'template.body_invalid')
  assert.equal(await code({ body: 'Chào {{2}}, lịch lúc {{1}} nhé.' }), 'template.body_invalid')
  assert.equal(await code({ channel_id: '00000000-0000-4000-8000-000000000000' }), 'request.not_found')
  await desk.control('faults', { match: { path: '/message_templates' }, action: 'reset_before_write' })
  assert.equal(await code({}), 'template.refused')
  assert.deepEqual((await make()).body, { name: 'nhac_lich_hen' })
  assert.equal(await code({}), 'template.name_taken')
  const list = async () => ((await desk.api('GET', '/templates')).body as { templates: Template[] }).templates
  await desk.platform.jobs.drain()
  assert.equal((await list())[0]?.state, 'pending')
  await desk.pass(seconds(4))
  await desk.simulator.settled()
  await desk.platform.jobs.drain()
  const [approved] = await list()
  assert.deepEqual([approved?.state, approved?.params.map(({ name }) => name)], ['approved', ['1', '2']])
  assert.equal((await make({ name: 'Ưu đãi', body: 'Chào {{1}}, giảm giá 20% nhé.', examples: ['Lan'] })).status, 201)
  await desk.pass(seconds(4))
  await desk.simulator.settled()
  await desk.platform.jobs.drain()
  const refused = (await list()).find(({ name }) => name === 'uu_dai')
  assert.deepEqual([refused?.state, refused?.reason], ['rejected', 'PROMOTIONAL'])
})

test('a page that has not given the permission says so', async t => {
  const desk = await messengerDriver(t, { settings: { FACEBOOK_UTILITY_PERMISSION: 'pages_utility_messaging' } })
  const channelId = await desk.connect()
  desk.simulator.world.utilityScope = 'page_utility_messaging'
  const body = { channel_id: channelId, name: 'Nhắc lịch', language: 'vi', body: 'Lịch của bạn vào ngày mai nhé.' }
  const refused = (await desk.api('POST', '/templates', body)).body as { error: { code: string } }
  assert.equal(refused.error.code, 'template.no_permission')
  await desk.api('GET', '/templates')
  await desk.platform.jobs.drain()
  const { accounts } = (await desk.api('GET', '/templates')).body as { accounts: { why: string }[] }
  assert.equal(accounts[0]?.why, 'permission')
  assert.equal(desk.simulator.world.pages.get(pageId)?.subscribed?.includes('message_template_status_update'), true)
})
