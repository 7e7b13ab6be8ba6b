import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days, fakeClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { dataRequestKinds } from '#shared/contracts/customers/data-requests.contract.ts'
import { stopsAtOnce } from '#shared/rules/time/data-request-times.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { notifyDueRequests } from './notify-due.ts'

describe('what people ask about their data', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  const channelId = newId()
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    await connectedChannel(platform, admin.workspaceId, 'zalo', channelId)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows as T[]
  async function customer(name: string): Promise<string> {
    const { contactId } = await platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'zalo', text: 'chào shop', clientId: newId() },
        contact: { externalId: newId(), name },
      }),
    )
    const [row] = await read<{ customer_id: string }>(sql`select customer_id from contacts where id = ${contactId}`)
    return row?.customer_id ?? ''
  }
  const common = { who: 'Bùi Lan, 0912 345 678', note: 'gọi điện', came_on: '2026-11-20' }
  const note = (body: object, who = member) =>
    app.inject({ method: 'POST', url: '/api/v1/data-requests', headers: who.headers, payload: { ...common, ...body } })
  async function settle(id: string, payload: object, who = admin): Promise<string> {
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/v1/data-requests/${id}`,
      headers: who.headers,
      payload,
    })
    return answer.statusCode === 200 ? 'ok' : `${answer.statusCode} ${String(answer.json().error?.code)}`
  }
  const restricted = async (id: string) =>
    (await read<{ at: Date | null }>(sql`select restricted_at as at from customers where id = ${id}`))[0]?.at !== null

  test('a member notes one with its days, an admin settles it, once', async () => {
    const recorded = await note({ kind: 'access' })
    assert.equal(recorded.statusCode, 201, recorded.body)
    const { id, ...times } = recorded.json()
    assert.deepEqual(times, { answer_by: '2026-11-24', due_on: '2026-11-30' })
    assert.equal((await note({ kind: 'access', came_on: '2026-11-21' })).json().error.code, 'data_request.future')
    assert.equal((await note({ kind: 'access', who: ' ' })).statusCode, 400)
    assert.equal((await note({ kind: 'erase', customer_id: newId() })).statusCode, 404)
    assert.equal(await settle(id, { act: 'done' }, member), '403 auth.admin_needed')
    assert.equal(await settle(id, { act: 'done' }, stranger), '404 request.not_found')
    const answered = platform.clock.now()
    assert.equal(await settle(id, { act: 'answered' }), 'ok')
    platform.clock.advance(1000)
    assert.equal(await settle(id, { act: 'refused' }), '400 data_request.why_missing')
    assert.equal(await settle(id, { act: 'refused', why: 'không phải khách của tiệm' }), 'ok')
    assert.equal(await settle(id, { act: 'done' }), '409 data_request.settled')
    assert.deepEqual(await read(sql`select answered_at, done_at, settled_by from data_requests where id = ${id}`), [
      { answered_at: answered, done_at: platform.clock.now(), settled_by: admin.personId },
    ])
    const logged = sql`select action, actor, meta ->> 'act' as act from audit_log where target = ${id} order by at, id`
    assert.deepEqual(await read(logged), [
      { action: 'data-request.recorded', actor: member.personId, act: null },
      { action: 'data-request.settled', actor: admin.personId, act: 'answered' },
      { action: 'data-request.settled', actor: admin.personId, act: 'refused' },
    ])
  })

  test('its workspace reads the register, the latest first and piece by piece; nobody else does', async () => {
    const list = (query = '', who = member) =>
      app.inject({ method: 'GET', url: `/api/v1/data-requests${query}`, headers: who.headers })
    const listed = async (query = '', who = member) => (await list(query, who)).json<Listed>()
    type Listed = { requests: Record<string, unknown>[]; next: string | null }
    await platform.db.asService(null, tx =>
      sql`delete from data_requests where workspace_id = ${admin.workspaceId}`.execute(tx),
    )
    const ids: string[] = []
    for (const kind of ['access', 'correct', 'erase']) {
      platform.clock.advance(1000)
      ids.unshift((await note({ kind })).json().id)
    }
    assert.equal(await settle(ids[1] ?? '', { act: 'done' }), 'ok')
    const all = await listed()
    assert.deepEqual([all.requests.map(({ id }) => id), all.next], [ids, null])
    assert.deepEqual(await listed('', admin), all)
    const [{ created_at: createdAt, ...last } = {} as Record<string, unknown>] = all.requests
    assert.equal(createdAt, platform.clock.now().toISOString())
    assert.deepEqual(last, {
      ...{ id: ids[0], customer_id: null, kind: 'erase', ...common, answer_by: '2026-11-24', due_on: '2026-12-10' },
      ...{ answered_at: null, done_at: null, outcome: null, why: null, recorded_by: member.personId, settled_by: null },
      ...{ source: 'member', conversation_id: null, proof: null, lifted_at: null, lifted_by: null, lifted_why: null },
    })
    const first = await listed('?limit=2')
    assert.deepEqual([first.requests.map(({ id }) => id), first.next], [ids.slice(0, 2), ids[1]])
    assert.deepEqual(
      (await listed(`?limit=2&after=${first.next}`)).requests.map(({ id }) => id),
      ids.slice(2),
    )
    assert.deepEqual(
      (await listed('?open=true')).requests.map(({ id }) => id),
      [ids[0], ids[2]],
    )
    assert.deepEqual(await listed('', stranger), { requests: [], next: null })
    assert.deepEqual((await listed(`?after=${ids[0]}`, stranger)).requests, [])
    assert.equal((await list('?limit=0')).statusCode, 400)
    assert.equal((await app.inject({ method: 'GET', url: '/api/v1/data-requests' })).statusCode, 401)
  })

  test('what stops messages holds at once; refused, it lets go, unless another holds', async () => {
    const id = await customer('Bùi Lan')
    const first = (await note({ kind: 'restrict', customer_id: id })).json()
    const second = (await note({ kind: 'object', customer_id: id })).json()
    assert.equal(await restricted(id), true)
    assert.equal(await settle(first.id, { act: 'refused', why: 'nhầm người' }), 'ok')
    assert.equal(await restricted(id), true)
    assert.equal(await settle(second.id, { act: 'refused', why: 'nhầm người' }), 'ok')
    assert.equal(await restricted(id), false)
    await note({ kind: 'withdraw', customer_id: id })
    const states = await read(sql`select purpose, state from consent_states where customer_id = ${id} order by purpose`)
    assert.deepEqual(states, [
      { purpose: 'care', state: 'withdrawn' },
      { purpose: 'promotion', state: 'withdrawn' },
    ])
    const listed = newId()
    const ws = admin.workspaceId
    await read(
      sql`insert into customers (id, workspace_id, created_at) values (${listed}, ${ws}, ${platform.clock.now()})`,
    )
    await read(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, event, at)
      values (${newId()}, ${ws}, ${listed}, ${channelId}, 'promotion', 'imported', 'imported', 'x', ${platform.clock.now()})`)
    await read(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      values (${ws}, ${listed}, ${channelId}, 'promotion', 'given', ${platform.clock.now()})`)
    platform.clock.advance(1000)
    await note({ kind: 'withdraw', customer_id: listed })
    const left = await read(sql`select 1 from consent_states where customer_id = ${listed} and state = 'given'`)
    assert.deepEqual(left, [])
    assert.equal((await note({ kind: 'restrict', customer_id: id }, stranger)).statusCode, 404)
    assert.equal(await restricted(id), false)
  })

  test('who turned out to be two stays alone while either’s wish holds, and no longer', async () => {
    const [stays, goes] = [await customer('Bùi Lan'), await customer('Lan Bùi')]
    const own = (await note({ kind: 'object', customer_id: stays })).json()
    const theirs = (await note({ kind: 'restrict', customer_id: goes })).json()
    const merged = await app.inject({
      ...{ method: 'POST', url: '/api/v1/customers/merge', headers: admin.headers },
      payload: { customer_id: stays, merged_id: goes },
    })
    assert.equal(merged.statusCode, 200)
    assert.equal(await settle(own.id, { act: 'refused', why: 'nhầm người' }), 'ok')
    assert.equal(await restricted(stays), true)
    assert.equal(await settle(theirs.id, { act: 'refused', why: 'nhầm người' }), 'ok')
    assert.deepEqual([await restricted(stays), await restricted(goes)], [false, false])
  })

  test('an erased customer’s requests are done, and say nothing of them any more', async () => {
    const id = await customer('Hồ Thu')
    const { id: request } = (await note({ kind: 'erase', customer_id: id })).json()
    await app.inject({ method: 'DELETE', url: `/api/v1/customers/${id}`, headers: admin.headers })
    await platform.jobs.drain()
    const [row] = await read<Record<string, unknown>>(
      sql`select who, note, outcome from data_requests where id = ${request}`,
    )
    assert.deepEqual(row, { who: '', note: '', outcome: 'done' })
    assert.equal((await note({ kind: 'access', customer_id: id })).statusCode, 404)
  })

  test('a day before, the admins are told, of each time once', async () => {
    await note({ kind: 'correct' })
    const eventsOf = async (day: string) => {
      const clock = fakeClock(`${day}T02:00:00Z`)
      await notifyDueRequests({ ...platform, clock })
      await platform.jobs.drain()
      return read<{ person_id: string; what: string }>(sql`select person_id, data ->> 'what' as what from notifications
        where workspace_id = ${admin.workspaceId} and data ->> 'what' like 'data_request%' order by created_at, id`)
    }
    await read(sql`delete from data_requests where workspace_id = ${admin.workspaceId} and kind <> 'correct'`)
    assert.equal(await settle((await note({ kind: 'correct' })).json().id, { act: 'answered' }), 'ok')
    assert.equal(await settle((await note({ kind: 'correct' })).json().id, { act: 'done' }), 'ok')
    assert.deepEqual(await eventsOf('2026-11-22'), [])
    const answer = { person_id: admin.personId, what: 'data_request_answer' }
    assert.deepEqual(await eventsOf('2026-11-23'), [answer])
    assert.deepEqual(await eventsOf('2026-11-28'), [answer])
    assert.deepEqual((await eventsOf('2026-11-29')).map(({ what }) => what).sort(), [
      'data_request_answer',
      'data_request_due',
      'data_request_due',
    ])
    const later = fakeClock(platform.clock.now().toISOString())
    later.advance(days(40))
    assert.equal((await eventsOf(later.now().toISOString().slice(0, 10))).length, 3)
  })

  test('however many one shop has open, the others are told of theirs; and there is an end to them', async () => {
    await read(sql`insert into data_requests (id, workspace_id, kind, who, note, came_on, answer_by, due_on, recorded_by, created_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${stranger.workspaceId}, 'access', 'x', '',
        '2020-01-01', '2020-01-03', '2020-01-11', ${stranger.personId}, ${platform.clock.now()} from generate_series(1, 600) n`)
    assert.equal((await note({ kind: 'access' }, stranger)).json().error.code, 'request.too_many')
    const { id } = (await note({ kind: 'access', came_on: '2026-11-06' })).json()
    await notifyDueRequests(platform)
    assert.deepEqual(
      await read(sql`select count(answer_notified_at)::int as answer, count(due_notified_at)::int as due from data_requests
        where id = ${id} or workspace_id = ${stranger.workspaceId} group by workspace_id order by count(*)`),
      [
        { answer: 1, due: 1 },
        { answer: 20, due: 0 },
      ],
    )
    await read(
      sql`update data_requests set done_at = ${platform.clock.now()}, outcome = 'done' where workspace_id = ${stranger.workspaceId}`,
    )
    assert.equal((await note({ kind: 'access' }, stranger)).statusCode, 201)
  })

  test('what the screen promises to stop at once is stopped, and nothing else', async () => {
    const stopped = async () =>
      (
        await read<{ customer_id: string }>(sql`select id as customer_id from customers where restricted_at is not null
          union select customer_id from consent_states where state = 'withdrawn'`)
      ).map(row => row.customer_id)
    for (const kind of dataRequestKinds) {
      const before = await stopped()
      const id = await customer(kind)
      assert.equal((await note({ kind, customer_id: id })).statusCode, 201)
      const known = await stopped()
      assert.deepEqual(
        [known.length - before.length, known.includes(id)],
        stopsAtOnce(kind, id) ? [1, true] : [0, false],
        kind,
      )
      assert.equal((await note({ kind })).statusCode, 201)
      assert.deepEqual([(await stopped()).length - known.length, stopsAtOnce(kind, null)], [0, false], kind)
    }
  })
})
