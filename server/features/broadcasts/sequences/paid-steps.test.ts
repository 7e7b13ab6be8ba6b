import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'
import { publishedSequence, sequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import { notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import { plan, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { people, templateShop, utilityShop } from '#tests/fixtures/template-shop.ts'
import { saveRules } from '../rules/save-rules.ts'
import { changeSequence, listSequences, makeSequence, oneSequence } from './edit-sequences.ts'
import { enterSequence, startRun } from './enter-sequence.ts'
import { pauseSequence, publishSequence, resumeSequence } from './publish.ts'
import { runSequences } from './run-sequences.ts'

const values = { ten: '{{customer_name|bạn}}', gio: '10:00' }
const params = [
  { name: 'ten', max_length: 40 },
  { name: 'gio', max_length: 5 },
]
const confirmed = { max_each: 200, max_month: 1000 }

async function shop(t: TestContext, settings: Record<string, string> = {}) {
  const desk = await templateShop(t, { params }, settings)
  const { platform, workspace, rows, templateId, pass, settle, zalo, channelId } = desk
  const { admin, workspaceId } = workspace
  const step = (change: object = {}) =>
    say('', 'say', { purpose: 'service', texts: {}, template: { id: templateId, values }, max_each: 200, ...change })
  const publish = (id: string, asked: object = confirmed) =>
    publishSequence(platform, admin, { id, ...publishedSequence.parse(asked) })
  const drafted = async (steps = [step(), wait(600)]) =>
    (await makeSequence(platform, admin, { name: 'Nhắc lịch', plan: sequencePlan.parse(plan(steps)) })).id
  const customers = await rows(
    sql<{ id: string }>`select id from customers where workspace_id = ${workspaceId} order by name`,
  )
  await rows(sql`update plans set active_sequences = 5`)
  const turn = async () => {
    await runSequences(platform)
    await settle()
    await runSequences(platform)
  }
  let replies = 0
  return {
    async write() {
      for (const { id: user } of people) await zalo.acts.say({ user, text: 'chào shop' })
      await settle()
      await rows(sql`delete from messages where direction = 'out'`)
      await rows(sql`delete from private.jobs`)
      await rows(sql`update conversations set waiting_since = null, last_seq = 500`)
    },
    replied: (count: number) =>
      rows(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        select gen_random_uuid(), v.workspace_id, v.id, v.channel_id, ${(replies += 100)} + n, 'out', 'member', 'Dạ', 'sent', v.last_inbound_at + interval '1 second'
        from conversations v, generate_series(1, ${count}::int) n`),
    ...{ ...desk, step, publish, drafted, turn, customers, make: () => runSequences(platform) },
    async published(steps?: ReturnType<typeof step>[], asked?: object) {
      const id = await drafted(steps)
      await publish(id, asked)
      return id
    },
    async enter(id: string, some = customers) {
      for (const { id: customer_id } of some) await startRun(platform, admin, { id, customer_id })
    },
    priced: (price: number | null) => rows(sql`update templates set price_uid = ${price}`),
    hold: (ms: number) =>
      rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
        values (${workspaceId}, ${channelId}, ${new Date(platform.clock.now().getTime() + ms)})
        on conflict (workspace_id, channel_id) do update set wait_until = excluded.wait_until`),
    async later(ms: number, piece = minutes(10)) {
      for (let left = ms; left > 0; left -= piece) {
        await pass(Math.min(left, piece))
        await turn()
      }
    },
    ways: async () =>
      (
        await rows(
          sql<{
            line: string
          }>`select coalesce(path -> 0 ->> 'did', 'stands') || ' ' || coalesce(path -> 0 ->> 'why', reason, '') as line
            from private.sequence_runs where workspace_id = ${workspaceId} order by line`,
        )
      ).map(({ line: way }) => way.trim()),
    spent: async (id: string) => {
      const { spent_month: own } = await oneSequence(platform, admin, { id })
      const [month] = await rows(
        sql<{ spent: number }>`select spent::int from private.campaign_spending where workspace_id = ${workspaceId}`,
      )
      return [own, month?.spent ?? 0, zalo.world.charged]
    },
    sent: () => zalo.world.messages.filter(one => one.template).length,
    used: async () =>
      (
        await rows(sql<{ used: number }>`select used::int from usage_counters
          where workspace_id = ${workspaceId} and metric = 'campaigns'`)
      )[0]?.used,
  }
}

const refusedAs = (expected: string, why?: string) => (error: unknown) => {
  const { code, details } = error as { code: string; details: { field?: string; why?: string } }
  assert.deepEqual([code, why && `${details.field} ${details.why}`], [expected, why])
  return true
}

test('a step sends a template for the price that an admin confirmed, and no more in a month than that', async t => {
  const { drafted, publish, enter, turn, ways, spent, sent, used, rows, workspace, platform } = await shop(t)
  const id = await drafted()
  await assert.rejects(publish(id, {}), refusedAs('sequence.price_unconfirmed'))
  await assert.rejects(publish(id, { max_each: 199, max_month: 1000 }), refusedAs('sequence.price_unconfirmed'))
  await assert.rejects(publish(id, { max_each: 200, max_month: 199 }), refusedAs('sequence.price_unconfirmed'))
  await publish(id, { max_each: 200, max_month: 400 })
  await enter(id)
  await turn()
  assert.deepEqual(await ways(), ['sent', 'sent', 'skipped cost_limit'])
  assert.deepEqual([await spent(id), sent(), await used()], [[400, 400, 400], 2, 2])
  const stored = await rows(sql<object>`select distinct route, cost::int, cost_basis, origin, may_cost from messages
    where template is not null`)
  assert.deepEqual(stored, [
    { route: 'zalo.template_uid', cost: 200, cost_basis: 'listed', origin: 'sequence', may_cost: true },
  ])
  const { max_month } = await oneSequence(platform, workspace.admin, { id })
  assert.equal(max_month, 400)
  const [recorded] = await rows(
    sql<{
      details: object
    }>`select meta as details from audit_log where action = 'sequence.published' order by at desc limit 1`,
  )
  assert.deepEqual(recorded?.details, {
    ...{ name: 'Nhắc lịch', version: 1, inside: 'finish', moved: 0, max_each: 200, max_month: 400 },
  })
})

test('what the shop allows all of its campaigns holds too, as a race', async t => {
  const { published, enter, later, ways, spent, sent, platform, workspace } = await shop(t)
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 500 })
  const [one, other] = [await published(), await published()]
  await enter(one)
  await enter(other)
  await Promise.all([runSequences(platform), runSequences(platform)])
  await later(minutes(10))
  assert.equal(sent(), 2)
  assert.deepEqual((await spent(one)).slice(1), [400, 400])
  assert.deepEqual(await ways(), ['sent', 'sent', ...Array(4).fill('skipped cost_limit')])
})

test('what nobody could get, or costs more than its step allows, is not published', async t => {
  const { drafted, step, publish, templateId, sim, settle, priced } = await shop(t)
  const refused = async (change: object, expected: string, why?: string) =>
    assert.rejects(publish(await drafted([step(change)])), refusedAs(expected, why))
  const filled = (given: object) => ({ template: { id: templateId, values: given } })
  await refused(filled({ ten: 'bạn' }), 'template.value_invalid', 'steps.0.template.values.gio missing')
  await refused(filled({ ten: '{{ten}}', gio: '10:00' }), 'template.value_invalid', 'steps.0.template.values.ten place')
  await refused(filled({ ten: 'Sale 50%', gio: '10:00' }), 'broadcast.purpose_doubtful')
  await refused({ purpose: 'care' }, 'sequence.step_invalid', 'steps.0.template template_purpose')
  await refused({ max_each: 150 }, 'sequence.step_invalid', 'steps.0.template price')
  await refused({ max_each: null }, 'sequence.step_invalid', 'steps.0.template price')
  await refused({ template: { id: '019a0000-0000-7000-8000-000000000000', values: {} } }, 'template.not_approved')
  await priced(null)
  await refused({}, 'sequence.step_invalid', 'steps.0.template price')
  await sim('templates', { id: '701', status: 'REJECT', reason: 'Sai mẫu' })
  await settle()
  await refused({}, 'template.not_approved')
})

test('costlier than what was confirmed, it is not sent, also where it was made already', async t => {
  const { published, enter, hold, priced, turn, make, later, ways, spent, sent, customers, used } = await shop(t)
  const id = await published()
  await hold(seconds(20))
  await enter(id, customers.slice(0, 1))
  await make()
  assert.deepEqual(await spent(id), [200, 200, 0])
  await priced(900)
  await later(minutes(1))
  assert.deepEqual([await ways(), await spent(id), await used()], [['skipped cost_unconfirmed'], [0, 0, 0], 0])
  await enter(id, customers.slice(1))
  await turn()
  assert.deepEqual([(await ways()).length, new Set(await ways()).size, sent()], [3, 1, 0])
})

test('withdrawn in the middle, who has not got it keeps their place as long as the step may wait', async t => {
  const { published, step, enter, hold, sim, settle, make, turn, later, ways, spent, sent, used, ...desk } =
    await shop(t)
  const { customers, platform, workspace } = desk
  const id = await published([step({ within_hours: 3 }), wait(600)])
  await hold(seconds(20))
  await enter(id, customers.slice(0, 2))
  await make()
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Bị báo phiền' })
  await settle()
  await later(minutes(1))
  const both = (way: string) => [way, way]
  assert.deepEqual(await ways(), both('stands template_not_approved'))
  assert.deepEqual([await spent(id), await used()], [[0, 0, 0], 0])
  await sim('templates', { id: '701', status: 'ENABLE' })
  await settle()
  await later(minutes(10))
  assert.deepEqual([await ways(), sent(), await spent(id)], [both('sent'), 2, [400, 400, 400]])
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Bị báo phiền' })
  await settle()
  const { workspaceId } = workspace
  await assert.rejects(enter(id, customers.slice(2)), refusedAs('template.not_approved'))
  await platform.db.asService(workspaceId, tx =>
    enterSequence(platform, tx, { workspaceId, sequenceId: id, customerId: customers[2]?.id ?? '', by: 'tagged' }),
  )
  await turn()
  assert.equal((await ways()).at(-1), 'stands template_not_approved')
  await later(hours(3))
  assert.deepEqual([(await ways()).at(-1), sent()], ['skipped template_not_approved', 2])
})

test('admins are told once of each sequence at work whose template is withdrawn, and again if it is withdrawn again', async t => {
  const { published, drafted, publish, step, enter, make, sim, read, zalo, ...desk } = await shop(t)
  const { rows, customers, platform, workspace } = desk
  const { admin } = workspace
  const named = (id: string, name: string) => rows(sql`update sequences set name = ${name} where id = ${id}`)
  const textAlone = [say('Chào bạn', 'say', { purpose: 'service' }), wait(600)]
  const one = await published()
  await named(one, 'Hẹn lại')
  const older = await published([wait(600), step({ id: 'then' })])
  await named(older, 'Sau khi mua')
  await enter(older, customers.slice(0, 1))
  await make()
  await changeSequence(platform, admin, { id: older, plan: sequencePlan.parse(plan(textAlone)) })
  await publish(older)
  await named(await published(textAlone), 'Không dùng mẫu')
  await named(await drafted(), 'Bản nháp')
  const paused = await published()
  await named(paused, 'Đang dừng')
  await pauseSequence(platform, admin, { id: paused })
  const notices = async () =>
    rows(sql<{ person_id: string; data: NotificationData }>`select person_id, data from notifications
      where kind = 'campaign' order by created_at, data ->> 'name'`)
  const becomes = async (status: string) => {
    await sim('templates', { id: '701', name: 'Mẫu nhắc hẹn', status, reason: 'Bị báo phiền' })
    await read()
    return (await notices()).map(({ data }) => [data.what, data.name, data.template])
  }
  assert.deepEqual(await becomes('ENABLE'), [])
  const both = ['Hẹn lại', 'Sau khi mua'].map(name => ['sequence_template', name, 'Mẫu nhắc hẹn'])
  assert.deepEqual(await becomes('DISABLE'), both)
  assert.deepEqual(await becomes('REJECT'), both)
  const [first] = await notices()
  assert.equal(first?.person_id, admin.personId)
  for (const language of ['vi', 'en'] as const) {
    const { title, text, path } = notificationWords(language, 'campaign', first?.data ?? null)
    assert.ok(title.includes('“Hẹn lại”') && title.includes('“Mẫu nhắc hẹn”') && text.length > 40, title)
    assert.equal(path, `/dashboard/campaigns/sequences/${one}`)
  }
  assert.deepEqual(await becomes('ENABLE'), both)
  zalo.world.templates.clear()
  assert.equal((await read()).state, 'gone')
  assert.equal((await notices()).length, 4)
})

test('paused, it does not go on while a template that it sends is withdrawn, and says which', async t => {
  const { published, publish, step, sim, read, platform, workspace, rows } = await shop(t)
  const { admin } = workspace
  const nested = {
    ...{ id: 'ask', is: 'branch', when: { by: 'replied' } },
    ...{ yes: [wait(5, 'in')], no: [step({ id: 'deep' })] },
  } as ReturnType<typeof step>
  const id = await published([wait(10, 'first'), nested])
  const plain = await published([say('Chào bạn', 'say', { purpose: 'service' })])
  for (const one of [id, plain]) await pauseSequence(platform, admin, { id: one })
  const seen = async () => {
    const one = await oneSequence(platform, admin, { id })
    const { sequences } = await listSequences(platform, admin)
    const listed = sequences.filter(({ withdrawn }) => withdrawn.length > 0).map(other => other.id)
    return [one.withdrawn, one.draft_withdrawn, listed]
  }
  const resume = () => resumeSequence(platform, admin, { id })
  assert.deepEqual(await seen(), [[], [], []])
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Bị báo phiền' })
  await read()
  assert.deepEqual(await seen(), [['Nhắc lịch'], ['Nhắc lịch'], [id]])
  await assert.rejects(resume(), refusedAs('template.not_approved'))
  await assert.rejects(publish(id), refusedAs('template.not_approved'))
  await resumeSequence(platform, admin, { id: plain })
  await changeSequence(platform, admin, { id, plan: sequencePlan.parse(plan([wait(10, 'first')])) })
  assert.deepEqual(await seen(), [['Nhắc lịch'], [], [id]])
  await assert.rejects(resume(), refusedAs('template.not_approved'))
  await publish(id, {})
  assert.deepEqual(await seen(), [[], [], []])
  const back = await published([wait(10, 'first')])
  await changeSequence(platform, admin, { id: back, plan: sequencePlan.parse(plan([step()])) })
  await sim('templates', { id: '701', status: 'ENABLE' })
  await read()
  await publish(back)
  await pauseSequence(platform, admin, { id: back })
  await resumeSequence(platform, admin, { id: back })
  await pauseSequence(platform, admin, { id: back })
  await rows(sql`delete from templates`)
  assert.deepEqual((await oneSequence(platform, admin, { id: back })).withdrawn, [''])
  await assert.rejects(resumeSequence(platform, admin, { id: back }), refusedAs('template.not_approved'))
})

test('Zalo refuses before it told: what was taken is given back, and it is asked about anew', async t => {
  const { published, enter, zalo, turn, later, settle, ways, spent, sent, used, customers } = await shop(t)
  const id = await published()
  const template = zalo.world.templates.get('701')
  if (template) template.status = 'DISABLE'
  await enter(id, customers.slice(0, 1))
  await turn()
  await settle()
  assert.deepEqual([await ways(), await spent(id), await used()], [['stands template_not_approved'], [0, 0, 0], 0])
  await zalo.acts.template({ id: '701', status: 'ENABLE' })
  await settle()
  await later(minutes(10))
  assert.deepEqual([await ways(), sent(), await spent(id)], [['sent'], 1, [200, 200, 200]])
})

test('what was made of a step that says something else by now is made anew, and nothing of who is forgotten stays taken', async t => {
  const {
    published,
    publish,
    enter,
    hold,
    make,
    later,
    step,
    ways,
    spent,
    sent,
    customers,
    platform,
    workspace,
    rows,
  } = await shop(t)
  const text = say('Lịch của mình mai nhé', 'say', { purpose: 'service', max_each: 200 })
  const id = await published([step(), wait(600)])
  await hold(seconds(20))
  await enter(id, customers.slice(0, 2))
  await make()
  assert.deepEqual(await spent(id), [400, 400, 0])
  await rows(sql`delete from private.sequence_runs where customer_id = ${customers[1]?.id}`)
  await changeSequence(platform, workspace.admin, { id, plan: sequencePlan.parse(plan([text, wait(600)])) })
  await publish(id, { ...confirmed, inside: 'move' })
  await later(minutes(1))
  assert.deepEqual([await ways(), sent(), await spent(id)], [['skipped window_closed'], 0, [0, 0, 0]])
})

test('a text that comes to cost money before it leaves is taken of what was confirmed, and not beyond', async t => {
  const { published, enter, hold, make, later, ways, spent, customers, rows, write, replied } = await shop(t)
  const text = (maxEach: number | null) => [
    say('Đơn của mình đã tới', 'say', { purpose: 'service', max_each: maxEach }),
    wait(600),
  ]
  const paid = await published(text(55), { max_each: 55, max_month: 100 })
  const free = await published(text(null), {})
  await write()
  await replied(7)
  await hold(seconds(20))
  await enter(paid, customers.slice(0, 2))
  await enter(free, customers.slice(2))
  await make()
  assert.deepEqual([await ways(), await spent(paid)], [Array(3).fill('stands'), [0, 0, 0]])
  await replied(1)
  await later(minutes(1))
  assert.deepEqual(await ways(), ['sent', 'skipped cost_limit', 'skipped cost_unconfirmed'])
  assert.deepEqual((await spent(paid)).slice(0, 2), [55, 55])
  const [stored] = await rows(sql<object>`select cost::int, may_cost from messages where origin = 'sequence'`)
  assert.deepEqual(stored, { cost: 55, may_cost: true })
})

test('where Meta alone may bill for a step, Zalo does not', async t => {
  const { published, enter, later, ways, spent, customers, write, replied } = await shop(t)
  const text = (zalo_paid: boolean) => [
    say('Đơn của mình đã tới', 'say', { purpose: 'service', max_each: 320, zalo_paid }),
    wait(600),
  ]
  const money = { max_each: 320, max_month: 640 }
  const [meta, both] = [await published(text(false), money), await published(text(true), money)]
  await write()
  await replied(8)
  await enter(meta, customers.slice(0, 1))
  await enter(both, customers.slice(1, 2))
  await later(minutes(1))
  assert.deepEqual(await ways(), ['sent', 'skipped cost_unconfirmed'])
  assert.deepEqual([(await spent(meta))[0], (await spent(both))[0]], [0, 55])
})

test('at Messenger a step sends a utility message, without a window, and for nothing', async t => {
  const { desk, rows, template } = await utilityShop(t)
  const { platform, simulator } = desk
  const step = say('', 'say', { purpose: 'service', texts: {}, template })
  const made = await desk.api('POST', '/sequences', { name: 'Nhắc lịch', plan: plan([step, wait(600)]) })
  const { id } = made.body as { id: string }
  assert.equal((await desk.api('POST', `/sequences/${id}/publish`, {})).status, 200)
  const [customer] = await rows(sql<{ id: string }>`select id from customers`)
  await desk.api('POST', `/sequences/${id}/runs`, { customer_id: customer?.id })
  await runSequences(platform)
  await platform.jobs.drain()
  await simulator.settled()
  await platform.jobs.drain()
  const lastMessage = [...simulator.world.threads.values()].flatMap(thread => thread.messages).at(-1)
  assert.equal(lastMessage?.text, 'Chào Lan Nguyễn, lịch của bạn lúc 10:00 nhé.')
  const [stored] = await rows(
    sql<{ route: string; cost: number }>`select route, cost::int from messages where origin = 'sequence'`,
  )
  assert.deepEqual(stored, { route: 'facebook.utility', cost: 0 })
})
