import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { after, hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { planLater } from './plan-broadcast.ts'
import { advanceBroadcasts } from './advance-broadcasts.ts'

async function shops(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId } = await makeWorkspace(platform)
  const other = await makeWorkspace(platform)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await platform.jobs.drain()
  const begun = platform.clock.now()
  return {
    ...{ platform, workspaceId, otherId: other.workspaceId, rows },
    async put(status: string, change: { startAt?: Date; deadline?: Date; of?: string } = {}): Promise<string> {
      const id = newId()
      const { startAt = null, deadline = after(begun, hours(72)), of = workspaceId } = change
      await rows(sql`insert into broadcasts (id, workspace_id, name, routes, content, status, start_at, deadline, planned_at, started_at, done_at, created_at, changed_at)
        values (${id}, ${of}, 'Tin', '{website.chat}', '{"texts": {"vi": "Chào"}}', ${status}, ${startAt}::timestamptz, ${deadline},
          ${status === 'running' ? begun : null}::timestamptz, ${begun}, ${status === 'done' ? begun : null}::timestamptz, ${begun}, ${begun})`)
      if (status === 'scheduled' && startAt)
        await platform.db.asService(of, tx => planLater(platform, tx, { workspaceId: of, id }, startAt))
      return id
    },
    async state(id: string) {
      const [row] = await rows(sql<{ status: string; reason: string | null; counted: Date | null }>`
        select status, reason, counted_at as counted from broadcasts where id = ${id}`)
      assert.ok(row)
      return row
    },
    jobs: async () =>
      (
        await rows(sql<{ id: string }>`select payload ->> 'broadcast_id' as id from private.jobs
          where kind in ('plan broadcast', 'feed broadcast')`)
      ).map(row => row.id),
  }
}

test('one left paused long past its deadline ends without a notice', async t => {
  const { platform, put, state, rows, workspaceId } = await shops(t)
  const id = await put('paused', { deadline: after(platform.clock.now(), -hours(25)) })
  await advanceBroadcasts(platform)
  await platform.jobs.drain()
  assert.equal((await state(id)).status, 'cancelled')
  assert.deepEqual(await rows(sql`select 1 from notifications where workspace_id = ${workspaceId}`), [])
})

test('one that is paused past its deadline is over by itself, and frees its place', async t => {
  const { platform, put, state, rows, workspaceId } = await shops(t)
  const from = platform.clock.now()
  const deadline = after(from, hours(1))
  const [late, other] = [await put('paused', { deadline }), await put('paused')]
  const running = await put('running', { deadline })
  const recipient = newId()
  const customer = newId()
  await rows(sql`insert into customers (id, workspace_id, created_at) values (${customer}, ${workspaceId}, ${from})`)
  await rows(sql`insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, due_at)
    values (${recipient}, ${workspaceId}, ${late}, ${customer}, 'waiting', ${from})`)
  platform.clock.advance(minutes(59))
  await advanceBroadcasts(platform)
  assert.equal((await state(late)).status, 'paused')
  platform.clock.advance(minutes(1))
  await advanceBroadcasts(platform)
  await platform.jobs.drain()
  const { status, reason } = await state(late)
  assert.deepEqual([status, reason, (await state(other)).status], ['cancelled', 'overdue', 'paused'])
  assert.notEqual((await state(running)).status, 'cancelled')
  const left = sql<{ state: string; reason: string }>`select state, reason from private.broadcast_recipients
    where id = ${recipient}`
  assert.deepEqual(await rows(left), [{ state: 'skipped', reason: 'deadline' }])
  const notices = sql<{ what: string }>`select data ->> 'what' as what from notifications
    where workspace_id = ${workspaceId} and data ->> 'broadcast_id' = ${late}`
  assert.deepEqual(await rows(notices), [{ what: 'overdue' }])
  await advanceBroadcasts(platform)
  await platform.jobs.drain()
  assert.equal((await rows(notices)).length, 1)
})

test('what waits for a place has no job: it has its turn when one is free, the oldest first, or is over with its deadline', async t => {
  const { platform, put, state, jobs, rows, workspaceId } = await shops(t)
  const from = platform.clock.now()
  const paused = [await put('paused'), await put('paused'), await put('paused')]
  const [second, first] = [
    await put('scheduled', { startAt: after(from, minutes(20)) }),
    await put('scheduled', { startAt: after(from, minutes(10)) }),
  ]
  const late = await put('scheduled', { startAt: after(from, minutes(30)), deadline: after(from, hours(2)) })
  platform.clock.advance(hours(1))
  await platform.jobs.drain()
  await advanceBroadcasts(platform)
  assert.deepEqual(await jobs(), [])
  assert.deepEqual(await Promise.all([first, second, late].map(async id => (await state(id)).status)), [
    'scheduled',
    'scheduled',
    'scheduled',
  ])
  await rows(sql`update broadcasts set status = 'cancelled', done_at = ${from} where id = ${paused[0]}`)
  await advanceBroadcasts(platform)
  await advanceBroadcasts(platform)
  assert.deepEqual(await jobs(), [first])
  await platform.jobs.drain()
  assert.deepEqual([(await state(first)).status, (await state(second)).status], ['done', 'scheduled'])
  await put('paused')
  platform.clock.advance(hours(1))
  await advanceBroadcasts(platform)
  assert.deepEqual(await jobs(), [late])
  await platform.jobs.drain()
  const { status, reason } = await state(late)
  assert.deepEqual([status, reason, (await state(second)).status], ['cancelled', 'deadline', 'scheduled'])
  const notices = await rows(sql<{ what: string }>`select data ->> 'what' as what from notifications
    where workspace_id = ${workspaceId} and data ->> 'broadcast_id' = ${late}`)
  assert.deepEqual(notices, [{ what: 'deadline' }])
})

test('whose work got lost has it again, though it is counted every minute', async t => {
  const { platform, put, jobs } = await shops(t)
  const id = await put('running')
  for (const passed of [1, 2]) {
    platform.clock.advance(minutes(passed))
    await advanceBroadcasts(platform)
  }
  assert.deepEqual(await jobs(), [id])
})

test('one that cannot be counted has had its turn, and keeps it from nobody; many of one shop keep it from no other', async t => {
  const { platform, put, state, rows, workspaceId, otherId } = await shops(t)
  const [bad, theirs] = [await put('done'), await put('done', { of: otherId })]
  let asked = 0
  const cut: Platform = {
    ...platform,
    db: {
      ...platform.db,
      asService: (of, run) =>
        of === workspaceId && ++asked > 1
          ? Promise.reject(new Error('statement timeout'))
          : platform.db.asService(of, run),
    },
  }
  await advanceBroadcasts(cut)
  assert.ok(asked > 1)
  const now = platform.clock.now()
  assert.deepEqual([(await state(bad)).counted, (await state(theirs)).counted], [now, now])
  await rows(sql`insert into broadcasts (id, workspace_id, name, routes, status, started_at, done_at, created_at, changed_at)
    select gen_random_uuid(), ${workspaceId}, 'Tin', '{}', 'cancelled', ${now}, ${now}, ${now}, ${now} from generate_series(1, 110)`)
  platform.clock.advance(minutes(1))
  await advanceBroadcasts(platform)
  assert.deepEqual((await state(theirs)).counted, platform.clock.now())
})

test('what platforms tell is noted of the first and of the last of many', async t => {
  const { platform, put, rows, workspaceId } = await shops(t)
  const id = await put('done')
  const now = platform.clock.now()
  const [contact, talk] = [newId(), newId()]
  await rows(sql`insert into contacts (id, workspace_id, channel_id, external_id, created_at)
    select ${contact}, workspace_id, id, 'khach', ${now} from channels where workspace_id = ${workspaceId}`)
  await rows(sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_message_at, contact_name, created_at)
    select ${talk}, workspace_id, channel_id, id, 'website', ${now}, '', ${now} from contacts where id = ${contact}`)
  await rows(sql`with known as (
      insert into customers (id, workspace_id, name, created_at)
      select gen_random_uuid(), ${workspaceId}, 'Khách', ${now} from generate_series(1, 2002) returning id)
    insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, due_at, message_id)
    select gen_random_uuid(), ${workspaceId}, ${id}, id, 'sent', ${now}, gen_random_uuid() from known`)
  await rows(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
    select message_id, r.workspace_id, ${talk}, v.channel_id, n, 'out', 'system', 'Chào', case when n = 1 then 'delivered' else 'read' end, ${now}
    from (select *, row_number() over (order by customer_id) as n from private.broadcast_recipients where broadcast_id = ${id}) r
    join conversations v on v.id = ${talk} where n in (1, 2002)`)
  await advanceBroadcasts(platform)
  const [row] = await rows(
    sql<{ states: object }>`select counters -> 'states' as states from broadcasts where id = ${id}`,
  )
  assert.deepEqual(row?.states, { sent: 2000, delivered: 1, read: 1 })
})
