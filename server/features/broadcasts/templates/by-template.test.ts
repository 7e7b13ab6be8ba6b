import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { auditSends, readFacts } from '#tests/fixtures/audit-sends.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'
import { people, templateShop, utilityShop } from '#tests/fixtures/template-shop.ts'
import { saveRules } from '../rules/save-rules.ts'
import { resumeBroadcast } from '../sending/change-state.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'

async function shop(t: TestContext, template: object = {}) {
  const desk = await templateShop(t, template)
  const { platform, workspace, zalo, rows, templateId } = desk
  return {
    ...desk,
    async draft(values: Record<string, string> = { ten: '{{customer_name|bạn}}', gio: '10:00' }, change: object = {}) {
      const content = { texts: {}, template: { id: templateId, values } }
      const body = broadcastDraft.parse({ name: 'Nhắc lịch', purpose: 'service', content, max_each: 200, ...change })
      return (await makeBroadcast(platform, workspace.admin, body)).id
    },
    count: (id: string) => previewBroadcast(platform, workspace.admin, { id, confirmed: false }),
    async start(id: string, maxCost = 1000) {
      const { preview_id } = await previewBroadcast(platform, workspace.admin, { id, confirmed: false })
      await startBroadcast(platform, workspace.admin, { id, preview_id, max_cost: maxCost })
    },
    states: async () =>
      (
        await rows(
          sql<{ line: string }>`select r.state || ' ' || coalesce(r.reason, '') || ' ' || r.cost as line
          from private.broadcast_recipients r join customers c on c.id = r.customer_id order by line`,
        )
      ).map(row => row.line),
    status: async (id: string) =>
      (
        await rows(
          sql<{
            status: string
            reason: string | null
            spent: number
          }>`select status, reason, spent::int from broadcasts where id = ${id}`,
        )
      )[0],
    sent: () => zalo.world.messages.filter(one => one.template).map(({ user_id, data }) => [user_id, data]),
  }
}

const byWords = (one: unknown, other: unknown) => String(one).localeCompare(String(other))
const code = (expected: string, field?: string) => (error: unknown) => {
  const { code: is, details } = error as { code: string; details: { field?: string } }
  assert.deepEqual([is, field === undefined ? undefined : details.field], [expected, field])
  return true
}

test('a priced template reaches who wrote long ago, for exactly what the preview said', async t => {
  const { draft, count, start, pass, states, status, sent, zalo, rows } = await shop(t)
  const id = await draft()
  const { preview } = await count(id)
  assert.deepEqual(preview.now, [{ route: 'zalo.template_uid', kind: 'zalo', count: 2, cost: 400 }])
  assert.deepEqual(
    preview.never.map(one => [one.reason, one.count]),
    [['template_value', 1]],
  )
  assert.deepEqual(preview.cost, { exact: 400, estimated: 0, unknown: 0 })
  assert.match(preview.samples[0]?.text ?? '', /^Mẫu tin Zalo “Nhắc lịch”\nten: .+\ngio: 10:00$/)
  await assert.rejects(start(id, 399), code('broadcast.cost_changed'))
  await start(id, 400)
  await pass(seconds(10))
  await pass(seconds(10))
  assert.deepEqual(await states(), ['sent  200', 'sent  200', 'skipped template_value 0'])
  assert.deepEqual(await status(id), { status: 'done', reason: null, spent: 400 })
  assert.equal(zalo.world.charged, 400)
  const audit = async () => auditSends(await readFacts(<T>(statement: string) => rows<T>(sql.raw(statement)), { zalo }))
  assert.deepEqual(await audit(), [])
  assert.deepEqual(sent().toSorted(byWords), [
    [people[0]?.id, { ten: 'Trần Thị Bưởi', gio: '10:00' }],
    [people[1]?.id, { ten: 'Lê Văn Cam', gio: '10:00' }],
  ])
  const stored = await rows(sql<{
    route: string
    cost: number
    cost_basis: string
  }>`select distinct route, cost::int, cost_basis
    from messages where template is not null`)
  assert.deepEqual(stored, [{ route: 'zalo.template_uid', cost: 200, cost_basis: 'listed' }])
})

test('who gets it later costs too: that is counted, confirmed, and does not stop what was confirmed', async t => {
  const { draft, count, start, pass, settle, states, status, zalo, rows } = await shop(t, { tag: 'CUSTOMER_CARE' })
  await zalo.acts.say({ user: people[0]?.id ?? '', text: 'còn lịch không' })
  await settle()
  const id = await draft(undefined, { purpose: 'care' })
  const { preview } = await count(id)
  assert.deepEqual(preview.now, [{ route: 'zalo.template_uid', kind: 'zalo', count: 1, cost: 200 }])
  assert.deepEqual(
    preview.later.map(({ reason, count: many, cost }) => [reason, many, cost]),
    [['conversation_active', 1, 200]],
  )
  assert.deepEqual(preview.cost, { exact: 400, estimated: 0, unknown: 0 })
  await assert.rejects(start(id, 200), code('broadcast.cost_changed'))
  await start(id, 400)
  await settle()
  await pass(minutes(10))
  await rows(sql`update conversations set waiting_since = null`)
  await pass(hours(2))
  await pass(minutes(1))
  assert.deepEqual(await states(), ['sent  200', 'sent  200', 'skipped template_value 0'])
  assert.deepEqual(await status(id), { status: 'done', reason: null, spent: 400 })
})

test('what the month leaves is for who gets it now, then for who gets it later in this month', async t => {
  const { draft, count, settle, platform, workspace, zalo, rows } = await shop(t, { tag: 'CUSTOMER_CARE' })
  const { workspaceId } = workspace
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 300 })
  const counted = async () => {
    const { preview } = await count(await draft(undefined, { purpose: 'care' }))
    const shown = [...preview.now.map(one => `now ${one.count} ${one.cost}`)]
    for (const { reason, count: many, cost } of preview.later) shown.push(`later ${reason} ${many} ${cost}`)
    for (const { reason, count: many, people: who } of preview.never)
      shown.push(`never ${reason} ${many} ${who.length}`)
    return [...shown.toSorted(), preview.cost.exact]
  }
  const beyond = ['never cost_limit 1 1', 'never template_value 1 1', 'now 1 200', 200]
  assert.deepEqual(await counted(), beyond)
  for (const { id } of people.slice(0, 2)) {
    await zalo.acts.say({ user: id, text: 'còn lịch không' })
    await settle()
    assert.deepEqual(await counted(), beyond, 'whoever of the two is counted first')
    await rows(
      sql`update conversations set waiting_since = null, last_message_at = last_message_at - interval '2 hours'`,
    )
  }
  await rows(
    sql`update usage_counters set hard_limit = used + 1 where workspace_id = ${workspaceId} and metric = 'campaigns'`,
  )
  assert.deepEqual(await counted(), beyond)
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 400 })
  const both = ['later plan_quota 1 200', 'never template_value 1 1', 'now 1 200', 400]
  assert.deepEqual(await counted(), both)
  await rows(
    sql`update usage_counters set hard_limit = used where workspace_id = ${workspaceId} and metric = 'campaigns'`,
  )
  assert.deepEqual(await counted(), ['later plan_quota 2 400', 'never template_value 1 1', 400])
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 399 })
  const one = ['later plan_quota 1 200', 'never cost_limit 1 1', 'never template_value 1 1', 200]
  assert.deepEqual(await counted(), one)
})

test('what the month leaves does not limit who gets it next month', async t => {
  const { draft, count, settle, pass, platform, workspace, zalo, rows } = await shop(t, { tag: 'CUSTOMER_CARE' })
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 300 })
  await pass(new Date('2026-11-30T16:30:00Z').getTime() - platform.clock.now().getTime())
  await zalo.acts.say({ user: people[0]?.id ?? '', text: 'còn lịch không' })
  await settle()
  await rows(sql`update conversations set waiting_since = null`)
  const { preview } = await count(await draft(undefined, { purpose: 'care' }))
  assert.deepEqual(
    preview.later.map(({ reason, count: many, cost }) => [reason, many, cost]),
    [['conversation_active', 1, 200]],
  )
  assert.deepEqual(preview.cost, { exact: 400, estimated: 0, unknown: 0 })
})

test('what no customer could get is found before anybody is counted', async t => {
  const { draft, count, sim, settle } = await shop(t)
  await assert.rejects(
    count(await draft({ ten: 'bạn' })),
    code('template.value_invalid', 'content.template.values.gio'),
  )
  await assert.rejects(
    count(await draft({ ten: 'bạn', gio: '10 giờ sáng' })),
    code('template.value_invalid', 'content.template.values.gio'),
  )
  await assert.rejects(
    count(await draft({ ten: '{{ten}}', gio: '10:00' })),
    code('template.value_invalid', 'content.template.values.ten'),
  )
  await assert.rejects(count(await draft({ ten: 'Sale 50%', gio: '10:00' })), code('broadcast.purpose_doubtful'))
  const promotion = await count(await draft(undefined, { purpose: 'promotion' }))
  assert.deepEqual(promotion.preview.now, [])
  await sim('templates', { id: '701', status: 'REJECT', reason: 'Sai mẫu' })
  await settle()
  await assert.rejects(count(await draft()), code('template.not_approved'))
})

test('a price that nobody knows, or above what was agreed to, is not spent', async t => {
  const { draft, count, start, sim, settle, states, pass, read, sent } = await shop(t)
  const costly = await count(await draft(undefined, { max_each: 150 }))
  assert.deepEqual(costly.preview.never.map(one => [one.reason, one.count]).toSorted(byWords), [
    ['cost_unconfirmed', 2],
    ['template_value', 1],
  ])
  const id = await draft(undefined, { start_at: new Date(Date.parse('2026-12-01T03:00:00Z')).toISOString() })
  await start(id)
  await pass(hours(21))
  await sim('prices', { id: '701', uid: 900 })
  await read()
  await pass(hours(3))
  await pass(hours(24))
  assert.deepEqual(sent(), [])
  assert.deepEqual([...new Set(await states())], ['skipped cost_unconfirmed 0', 'skipped template_value 0'])
  await sim('prices', { id: '701' })
  await pass(hours(21))
  await read()
  await settle()
  const unknown = await count(await draft(undefined, { max_each: 5000 }))
  assert.equal(unknown.preview.cost.unknown, 2)
  assert.equal(unknown.preview.now.length, 0)
})

test('withdrawn in the middle, it pauses, nobody loses their place, and it goes on once it is approved again', async t => {
  const { draft, start, sim, settle, states, status, pass, platform, workspace, rows, channelId, sent } = await shop(t)
  const id = await draft()
  await rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
    values (${workspace.workspaceId}, ${channelId}, ${new Date(platform.clock.now().getTime() + seconds(20))})`)
  await start(id)
  await settle()
  assert.deepEqual((await states()).filter(one => one.startsWith('queued')).length, 2)
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Bị báo phiền' })
  await settle()
  await pass(seconds(30))
  assert.deepEqual(await status(id), { status: 'paused', reason: 'template', spent: 0 })
  assert.deepEqual(sent(), [])
  await assert.rejects(resumeBroadcast(platform, workspace.admin, { id }), code('template.not_approved'))
  await sim('templates', { id: '701', status: 'ENABLE' })
  await settle()
  await resumeBroadcast(platform, workspace.admin, { id })
  await pass(minutes(6))
  await pass(seconds(10))
  assert.deepEqual(await states(), ['sent  200', 'sent  200', 'skipped template_value 0'])
  assert.deepEqual(await status(id), { status: 'done', reason: null, spent: 400 })
  assert.equal(sent().length, 2)
})

test('Zalo refuses before it told: it pauses, the templates are read anew, and who was refused keeps their place', async t => {
  const { draft, start, settle, status, zalo, read, states, sent, pass, platform, workspace } = await shop(t)
  const id = await draft()
  const template = zalo.world.templates.get('701')
  if (template) template.status = 'DISABLE'
  await start(id)
  await settle()
  assert.deepEqual(await status(id), { status: 'paused', reason: 'template', spent: 0 })
  assert.deepEqual(await states(), [
    'skipped template_value 0',
    'waiting template_not_approved 0',
    'waiting template_not_approved 0',
  ])
  assert.equal((await read()).state, 'disabled')
  await zalo.acts.template({ id: '701', status: 'ENABLE' })
  await settle()
  await resumeBroadcast(platform, workspace.admin, { id })
  await pass(seconds(10))
  assert.equal(sent().length, 2)
})

test('used up for today, it waits until tomorrow and nobody gets it twice', async t => {
  const { draft, start, settle, states, status, pass, zalo, sent } = await shop(t, { daily_quota: 1 })
  const id = await draft()
  await start(id)
  await settle()
  await pass(minutes(1))
  assert.equal(sent().length, 1)
  assert.equal((await status(id))?.status, 'running')
  await pass(hours(15))
  await pass(minutes(6))
  assert.equal(sent().length, 2)
  assert.equal(new Set(sent().map(([user]) => user)).size, 2)
  assert.deepEqual([(await status(id))?.status, zalo.world.charged], ['done', 400])
  assert.equal((await states()).filter(one => one.startsWith('sent')).length, 2)
})

test('an answer that is lost is never sent again: nothing could tell', async t => {
  const { draft, start, settle, states, pass, zalo, sent } = await shop(t)
  zalo.faults.add([{ match: { path: '/message/template', nth: 1 }, action: 'reset_after_write' }])
  await start(await draft())
  await settle()
  await pass(minutes(2))
  assert.equal(sent().length, 2)
  const shown = await states()
  assert.deepEqual(shown.filter(one => !one.startsWith('sent')).length <= 2, true, shown.join('; '))
})

test('at Messenger a utility message goes without a window, filled, with our mark, and for nothing', async t => {
  const { desk, rows, template } = await utilityShop(t)
  const { platform, simulator, owner } = desk
  const draft = { name: 'Nhắc lịch', purpose: 'service', content: { texts: {}, template } }
  const { id } = (await desk.api('POST', '/broadcasts', draft)).body as { id: string }
  const counted = await desk.api('POST', `/broadcasts/${id}/preview`, {})
  const { preview_id, preview } = counted.body as Awaited<ReturnType<typeof previewBroadcast>>
  assert.deepEqual(preview.now, [{ route: 'facebook.utility', kind: 'facebook', count: 1, cost: 0 }])
  await desk.api('POST', `/broadcasts/${id}/start`, { preview_id, max_cost: 0 })
  await platform.jobs.drain()
  await simulator.settled()
  await platform.jobs.drain()
  const lastMessage = [...simulator.world.threads.values()].flatMap(thread => thread.messages).at(-1)
  assert.equal(lastMessage?.text, 'Chào Lan Nguyễn, lịch của bạn lúc 10:00 nhé.')
  assert.match(lastMessage?.metadata ?? '', /^out:/)
  const [state] = await rows(sql<{ state: string }>`select state from private.broadcast_recipients`)
  assert.equal(state?.state, 'sent')
  assert.equal(owner.workspaceId.length, 36)
})
