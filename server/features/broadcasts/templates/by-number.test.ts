import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addConsent, addImportedConsents } from '#features/customers/consent/consent-ledger.ts'
import { hours, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { publishedSequence, sequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import { customer as lan, startZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { plan, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { copyBroadcast } from '../sending/retry-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'
import { tryBroadcast } from '../drafts/try-broadcast.ts'
import { makeSequence } from '../sequences/edit-sequences.ts'
import { startRun } from '../sequences/enter-sequence.ts'
import { publishSequence } from '../sequences/publish.ts'
import { runSequences } from '../sequences/run-sequences.ts'

const list = [
  { name: 'An', phone: '+84912345671', agreed: true },
  { name: 'Bình', phone: '+84912345672', agreed: true },
  { name: 'Chi', phone: '+84912345673', agreed: false },
  { name: 'Dung', phone: '+842438251234', agreed: true },
  { name: 'Én', phone: '+84912345671', agreed: true },
]

async function shop(t: TestContext) {
  const desk = await startZaloDriver(t)
  const { zalo, platform, workspace, connect, settle } = desk
  const { workspaceId, admin } = workspace
  const { id: channelId } = await connect()
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const now = platform.clock.now()
  const people = list.map((one, line) => ({ ...one, id: newId(), line }))
  await platform.db.asService(workspaceId, async tx => {
    for (const { id, name, phone } of people) {
      await sql`insert into customers (id, workspace_id, name, created_at) values (${id}, ${workspaceId}, ${name}, ${now})`.execute(
        tx,
      )
      await sql`insert into contact_details (id, workspace_id, customer_id, kind, value, created_at)
        values (${newId()}, ${workspaceId}, ${id}, 'phone', ${phone}, ${now})`.execute(tx)
    }
    const agreed = people.filter(one => one.agreed)
    const consent = { at: now, how: 'tờ khai', words: 'Đồng ý nhận tin' }
    const about = {
      workspaceId,
      importId: newId(),
      channelId,
      purpose: 'promotion',
      recordedBy: admin.personId,
    } as const
    await addImportedConsents(
      tx,
      about,
      agreed.map(({ id, line }) => ({ customerId: id, line, ...consent })),
    )
  })
  const template = { id: '702', name: 'Ưu đãi', tag: 'PROMOTION' as const, price_uid: 200, price_sdt: 300 }
  await zalo.acts.template({ ...template, params: [{ name: 'ten', max_length: 20 }] })
  await platform.db.asService(workspaceId, tx =>
    platform.jobs.emit(tx, 'channel.account-reported', { workspace_id: workspaceId, channel_id: channelId }),
  )
  await settle()
  const [known] = await rows(sql<{ id: string }>`select id from templates`)
  const draft = async (change: object = {}) => {
    const content = { texts: {}, template: { id: known?.id, values: { ten: '{{customer_name|bạn}}' } } }
    const body = broadcastDraft.parse({ name: 'Ưu đãi', purpose: 'promotion', content, max_each: 300, ...change })
    return (await makeBroadcast(platform, admin, body)).id
  }
  const count = (id: string) => previewBroadcast(platform, admin, { id, confirmed: false })
  return {
    ...{ ...desk, rows, people, draft, count, channelId, templateId: known?.id },
    async start(id: string) {
      const { preview_id, preview } = await count(id)
      await startBroadcast(platform, admin, { id, preview_id, max_cost: preview.cost.exact })
    },
    states: async () =>
      (
        await rows(
          sql<{ line: string }>`select concat_ws(' ', c.name, r.state, r.reason, nullif(r.cost, 0), m.status) as line
          from private.broadcast_recipients r join customers c on c.id = r.customer_id
          left join messages m on m.id = r.message_id order by line`,
        )
      ).map(row => row.line),
    sent: () => zalo.world.messages.filter(one => one.template),
  }
}

test('a copy for the rest passes over whoever was reached by the same number under another name', async t => {
  const { draft, count, start, settle, pass, states, platform, workspace } = await shop(t)
  const id = await draft()
  await start(id)
  await settle()
  await pass(seconds(10))
  assert.equal((await states()).filter(one => one.endsWith('skipped reached_already')).length, 1)
  const copy = await copyBroadcast(platform, workspace.admin, { id, rest: true })
  const { preview } = await count(copy.id)
  assert.deepEqual([preview.total, preview.never.map(one => [one.reason, one.count])], [2, [['no_number', 2]]])
})

test('people of a list are reached by the numbers that they agreed to, each number once, at the price of numbers', async t => {
  const { draft, count, start, settle, pass, states, sent, zalo, rows, platform, workspace } = await shop(t)
  const { preview } = await count(await draft())
  assert.deepEqual(preview.now, [{ route: 'zalo.template_phone', kind: 'zalo', count: 3, cost: 900 }])
  assert.deepEqual(
    preview.never.map(one => [one.reason, one.count]),
    [['no_number', 2]],
  )
  const cheap = await count(await draft({ max_each: 200 }))
  assert.deepEqual([cheap.preview.now, cheap.preview.never[0]?.reason], [[], 'cost_unconfirmed'])
  assert.deepEqual(await rows(sql`select from contacts`), [])
  await start(await draft())
  await settle()
  await pass(seconds(10))
  const bought = sent()
  assert.deepEqual(bought.map(({ user_id: phone, data }) => `${phone} ${String(data?.['ten'])}`).toSorted(), [
    bought.some(one => one.data?.['ten'] === 'An') ? '84912345671 An' : '84912345671 Én',
    '84912345672 Bình',
  ])
  assert.equal(zalo.world.charged, 600)
  const shown = await states()
  assert.deepEqual(
    shown.map(one => one.replace(/^(?:An|Én)/, '…')).toSorted(),
    [
      'Bình sent 300 delivered',
      'Chi skipped no_number',
      'Dung skipped no_number',
      '… sent 300 delivered',
      '… skipped reached_already',
    ].toSorted(),
  )
  const stored = await rows(sql`select distinct route, cost::int from messages where template is not null`)
  assert.deepEqual(stored, [{ route: 'zalo.template_phone', cost: 300 }])
  const text = await count(await draft({ content: { texts: { vi: 'Chào' } }, routes: ['zalo.consultation'] }))
  assert.deepEqual(text.preview.now, [])
  assert.deepEqual(
    text.preview.never.map(one => one.reason),
    ['no_number'],
  )
  const { workspaceId } = workspace
  const [binh] = await rows(
    sql<{ customer_id: string; channel_id: string }>`select customer_id, channel_id from contacts where name = 'Bình'`,
  )
  await platform.db.asService(workspaceId, tx =>
    addConsent(platform, tx, {
      ...{
        workspaceId,
        customerId: binh?.customer_id ?? '',
        channelIds: [binh?.channel_id ?? ''],
        purposes: ['promotion'],
      },
      ...{ act: 'withdrawn', how: 'message', event: newId() },
    }),
  )
  await pass(hours(25))
  await rows(sql`update usage_counters set period_end = period_end + interval '60 days'`)
  const again = await count(await draft())
  assert.deepEqual(again.preview.never.map(one => `${one.reason} ${one.count}`).toSorted(), [
    'no_number 2',
    'opted_out 1',
  ])
})

test('an answer that is lost is never sent again, and the receipt by its tracking number says that it arrived', async t => {
  const { draft, start, settle, pass, states, sent, zalo } = await shop(t)
  zalo.faults.add([{ match: { path: '/message/template', nth: 1 }, action: 'reset_after_write' }])
  await start(await draft())
  await settle()
  await pass(seconds(10))
  await pass(seconds(60))
  assert.equal(sent().length, 2)
  assert.equal((await states()).filter(one => one.endsWith(' sent 300 delivered')).length, 2)
})

test('a template is tried on a number of the team for nothing, as Zalo has it', async t => {
  const { draft, settle, pass, rows, sent, zalo, platform, workspace } = await shop(t)
  await zalo.acts.say({ user: lan, text: 'chào shop' })
  await settle()
  const [contact] = await rows(sql<{ id: string }>`select id from contacts`)
  const { workspaceId, admin } = workspace
  await rows(sql`insert into private.test_contacts (workspace_id, contact_id, person_id, message_id, at)
    select ${workspaceId}, ${contact?.id}, ${admin.personId}, id, created_at from messages limit 1`)
  const id = await draft()
  const trial = { id, contact_ids: [contact?.id ?? ''] }
  await assert.rejects(tryBroadcast(platform, admin, trial), { code: 'broadcast.test_refused' })
  await zalo.acts.say({ user: lan, text: 'số em 0987 654 321' })
  await settle()
  await pass(hours(24 * 8))
  await tryBroadcast(platform, admin, trial)
  await settle()
  assert.deepEqual(
    sent().map(({ user_id: phone, trial: isTrial }) => [phone, isTrial]),
    [['84987654321', true]],
  )
  assert.equal(zalo.world.charged, 0)
})

async function sequence(t: TestContext) {
  const desk = await shop(t)
  const { platform, workspace, rows, people, settle, templateId } = desk
  const { admin } = workspace
  await rows(sql`update plans set active_sequences = 5`)
  const chosen = { id: templateId, values: { ten: '{{customer_name|bạn}}' } }
  return {
    ...desk,
    async begin(maxEach: number, money: number) {
      const step = say('', 'say', { purpose: 'promotion', texts: {}, template: chosen, max_each: maxEach })
      const steps = plan([step, wait(600)])
      const { id } = await makeSequence(platform, admin, { name: 'Ưu đãi', plan: sequencePlan.parse(steps) })
      await publishSequence(platform, admin, {
        id,
        ...publishedSequence.parse({ max_each: maxEach, max_month: money }),
      })
      for (const { id: customer_id } of people) await startRun(platform, admin, { id, customer_id })
      await runSequences(platform)
      return id
    },
    async turn() {
      await settle()
      await runSequences(platform)
    },
    ways: async (id: string) =>
      (
        await rows(sql<{
          line: string
        }>`select concat_ws(' ', c.name, r.path -> 0 ->> 'did', r.path -> 0 ->> 'why', r.ended_why) as line
          from private.sequence_runs r join customers c on c.id = r.customer_id where r.sequence_id = ${id} order by line`)
      )
        .map(({ line: way }) => way.replace(/^(?:An|Én)/, '…'))
        .toSorted(),
  }
}
const landline = ['Chi skipped no_number', 'Dung skipped no_number']

test('a step of a sequence reaches whoever has no id there by their number, each number once, for what was confirmed', async t => {
  const { begin, turn, ways, sent, zalo, rows, pass } = await sequence(t)
  const cheap = await begin(200, 1000)
  await turn()
  const costly = ['Bình skipped cost_unconfirmed', '… skipped cost_unconfirmed', '… skipped cost_unconfirmed']
  assert.deepEqual([await ways(cheap), sent()], [[...landline, ...costly].toSorted(), []])
  assert.deepEqual(await rows(sql`select id from contacts`), [], 'nobody becomes a contact to whom nothing goes')
  const id = await begin(300, 1000)
  await turn()
  const expected = ['Bình sent', '… sent', '… skipped reached_already']
  assert.deepEqual(await ways(id), [...landline, ...expected].toSorted())
  assert.deepEqual(
    sent()
      .map(one => one.user_id)
      .toSorted(),
    ['84912345671', '84912345672'],
  )
  assert.equal(zalo.world.charged, 600)
  const stored = await rows(sql`select distinct route, cost::int, origin from messages where template is not null`)
  assert.deepEqual(stored, [{ route: 'zalo.template_phone', cost: 300, origin: 'sequence' }])
  const next = await begin(300, 1000)
  await turn()
  assert.equal(
    (await rows(sql`select from private.sequence_runs where sequence_id = ${next} and reason = 'frequency_cap'`))
      .length,
    2,
  )
  await pass(hours(25))
  assert.equal(sent().length, 2)
})

test('the month’s money is for numbers too, and who refuses before it leaves does not get it', async t => {
  const { begin, turn, ways, sent, zalo, rows, platform, workspace, channelId, people, pass } = await sequence(t)
  const { workspaceId } = workspace
  const until = new Date(platform.clock.now().getTime() + seconds(20))
  await rows(
    sql`insert into private.channel_pace (workspace_id, channel_id, wait_until) values (${workspaceId}, ${channelId}, ${until})`,
  )
  const id = await begin(300, 300)
  const first = (await ways(id)).filter(one => one.endsWith('cost_limit'))
  assert.equal(first.length, 2, 'of three the money is enough for one')
  const [due] = await rows(
    sql<{ customer_id: string }>`select customer_id from private.sequence_runs where message_id is not null`,
  )
  await platform.db.asService(workspaceId, tx =>
    addConsent(platform, tx, {
      ...{ workspaceId, customerId: due?.customer_id ?? '', channelIds: [channelId], purposes: ['promotion'] },
      ...{ act: 'withdrawn', how: 'platform', event: newId() },
    }),
  )
  await pass(seconds(30))
  await turn()
  assert.ok(people.some(one => one.id === due?.customer_id))
  assert.equal((await ways(id)).filter(one => one.endsWith('opted_out')).length, 1)
  assert.deepEqual([sent(), zalo.world.charged], [[], 0])
  const [spent] = await rows(sql<{ spent: number }>`select spent::int from private.sequence_spending`)
  assert.equal(spent?.spent, 0)
})
