import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days } from '#platform/clock.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { applyRetention, planRetention } from './apply-retention.ts'
import { monthsBefore } from './outdated.ts'

type Row = Record<string, unknown>

describe('how long a shop keeps what it holds of customers', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let channelId: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
  })
  beforeEach(async () => {
    admin = await proved(await makeOwner(platform))
    // A reply of the bot would make a conversation young again.
    await read(sql`update workspaces set bot_status = 'off' where id = ${admin.workspaceId}`)
    channelId = await connectedChannel(platform, admin.workspaceId, 'zalo')
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = async (statement: ReturnType<typeof sql>): Promise<Row[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows as Row[]
  async function proved(owner: Owner): Promise<Owner> {
    const [session] = await read(sql`select id from auth.sessions where user_id = ${owner.personId}`)
    const amr = [{ method: 'password', timestamp: Math.floor(platform.clock.now().getTime() / 1000) }]
    const claims = {
      role: 'authenticated',
      sub: owner.personId,
      session_id: String(session?.['id']),
      aal: 'aal1',
      amr,
    } as const
    return { ...owner, headers: { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` } }
  }
  const never = { conversations: null, files: null, customers: null, requests: null }
  const ask = (method: 'PUT' | 'POST', path: string, payload: object, who = admin) =>
    app.inject({ method, url: `/api/v1/retention${path}`, headers: who.headers, payload: { ...never, ...payload } })
  const preview = async (rules: object) => (await ask('POST', '/preview', rules)).json()
  const run = () => applyRetention(platform, { workspace_id: admin.workspaceId })
  async function write(visitor = newId()): Promise<Stored> {
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'zalo', clientId: newId(), text: 'chào shop' },
        contact: { externalId: visitor, name: 'Bùi Lan' },
      }),
    )
  }
  /** As if all of it had happened a year before. */
  async function age({ conversationId, contactId }: Stored): Promise<string> {
    const then = new Date(platform.clock.now().getTime() - days(365))
    await read(sql`update conversations set last_message_at = ${then} where id = ${conversationId}`)
    const [row] = await read(sql`update customers set last_seen_at = ${then}, created_at = ${then}
      where id = (select customer_id from contacts where id = ${contactId}) returning id`)
    return String(row?.['id'])
  }
  const talks = async () =>
    (await read(sql`select id from conversations where workspace_id = ${admin.workspaceId} order by id`)).map(
      r => r['id'],
    )

  test('is for ever until an admin chooses months, which are logged; no member, no short time', async () => {
    const got = await app.inject({ method: 'GET', url: '/api/v1/retention', headers: admin.headers })
    assert.deepEqual(got.json(), { rules: never, begins_at: null })
    const member = await makeMember(platform, admin)
    assert.equal((await ask('PUT', '', { conversations: 12 }, member)).statusCode, 403)
    assert.equal((await ask('POST', '/preview', { conversations: 12 }, member)).statusCode, 403)
    assert.equal((await ask('PUT', '', { conversations: 2 })).statusCode, 400)
    const unproved = await ask('PUT', '', { conversations: 12 }, await makeOwner(platform))
    assert.equal(unproved.json().error.code, 'account.prove_again')
    const saved = await ask('PUT', '', { conversations: 12 })
    assert.equal(saved.statusCode, 200, saved.body)
    const begins = new Date(platform.clock.now().getTime() + days(1)).toISOString()
    assert.deepEqual(saved.json(), { rules: { ...never, conversations: 12 }, begins_at: begins })
    await ask('PUT', '', { conversations: 12 })
    const logged = sql`select actor, meta from audit_log where workspace_id = ${admin.workspaceId} and action = 'retention.changed'`
    assert.deepEqual(await read(logged), [
      { actor: admin.personId, meta: { before: never, after: { ...never, conversations: 12 } } },
    ])
  })

  test('a client that knows no rule for files leaves it as it is', async () => {
    await ask('PUT', '', { conversations: 12, files: 6 })
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: '/api/v1/retention', headers: admin.headers, payload })
    const saved = await put({ conversations: 24, customers: null, requests: null })
    assert.deepEqual(saved.json().rules, { ...never, conversations: 24, files: 6 })
    const forEver = await put({ conversations: 24, files: null, customers: null, requests: null })
    assert.equal(forEver.json().rules.files, null)
  })

  test('a dry run counts what the job then erases, and no more; it begins a day later and may run twice', async () => {
    const old = await write()
    await age(old)
    const fresh = await write()
    await ask('PUT', '', { conversations: 6 })
    const counted = await preview({ conversations: 6 })
    assert.deepEqual([counted.conversations.count, counted.conversations.messages, counted.customers.count], [1, 1, 0])
    assert.equal(counted.conversations.oldest, new Date(platform.clock.now().getTime() - days(365)).toISOString())
    assert.equal((await preview({ conversations: 36 })).conversations.count, 0)
    await run()
    assert.equal((await talks()).length, 2)
    platform.clock.advance(days(1))
    await planRetention(platform)
    await platform.jobs.drain()
    await run()
    assert.deepEqual(await talks(), [fresh.conversationId])
    assert.deepEqual(await read(sql`select id from messages where conversation_id = ${old.conversationId}`), [])
    const applied = sql`select actor, meta from audit_log where workspace_id = ${admin.workspaceId} and action = 'retention.applied'`
    assert.deepEqual(await read(applied), [
      { actor: null, meta: { conversations: 1, files: 0, customers: 0, requests: 0 } },
    ])
  })

  test('who has an open request, or whose data may only be stored, stays', async () => {
    const [asking, stored] = [await write(), await write()]
    const asker = await age(asking)
    await read(sql`update customers set restricted_at = created_at where id = ${await age(stored)}`)
    await app.inject({
      ...{ method: 'POST', url: '/api/v1/data-requests', headers: admin.headers },
      payload: { kind: 'access', customer_id: asker, who: 'Lan', came_on: '2026-01-01' },
    })
    await ask('PUT', '', { conversations: 6, customers: 6 })
    assert.equal((await preview({ conversations: 6 })).conversations.count, 0)
    platform.clock.advance(days(1))
    await run()
    assert.equal((await talks()).length, 2)
    await read(sql`update data_requests set done_at = created_at, outcome = 'done' where customer_id = ${asker}`)
    await run()
    assert.deepEqual(await talks(), [stored.conversationId])
  })

  test('customers without a conversation are erased as by hand; settled requests go; others keep theirs', async () => {
    const gone = await write()
    const customer = await age(gone)
    const talking = await write()
    await age(talking)
    await read(sql`delete from conversations where id = ${gone.conversationId}`)
    const other = await makeOwner(platform)
    for (const ws of [admin.workspaceId, other.workspaceId])
      await read(sql`insert into data_requests (id, workspace_id, kind, who, note, came_on, answer_by, due_on, recorded_by, created_at, done_at, outcome)
        values (${newId()}, ${ws}, 'access', 'x', '', '2020-01-01', '2020-01-03', '2020-01-11', ${admin.personId}, '2020-01-01', '2020-01-02', 'done')`)
    const counted = await preview({ customers: 6, requests: 12 })
    assert.deepEqual([counted.customers.count, counted.requests.count], [1, 1])
    await ask('PUT', '', { customers: 6, requests: 12 })
    platform.clock.advance(days(1))
    await run()
    await platform.jobs.drain()
    const left = await read(sql`select name, erased_at is not null as erased from customers where id = ${customer}`)
    assert.deepEqual(left, [{ name: '', erased: true }])
    assert.deepEqual(await read(sql`select id from contacts where id = ${gone.contactId}`), [])
    assert.deepEqual(await talks(), [talking.conversationId])
    assert.deepEqual(
      await read(
        sql`select workspace_id from data_requests where workspace_id in (${admin.workspaceId}, ${other.workspaceId})`,
      ),
      [{ workspace_id: other.workspaceId }],
    )
  })

  test('a settled objection stays as long as it holds messages back', async () => {
    const customer = await age(await write())
    const [id, refused] = [newId(), newId()]
    for (const [one, outcome] of [
      [id, 'done'],
      [refused, 'refused'],
    ])
      await read(sql`insert into data_requests (id, workspace_id, customer_id, kind, who, note, came_on, answer_by, due_on, recorded_by, created_at, done_at, outcome)
        values (${one}, ${admin.workspaceId}, ${customer}, 'object', 'x', '', '2020-01-01', '2020-01-03', '2020-01-11', ${admin.personId}, '2020-01-01', '2020-01-02', ${outcome})`)
    await read(sql`update customers set restricted_at = created_at where id = ${customer}`)
    await ask('PUT', '', { requests: 12 })
    platform.clock.advance(days(1))
    const left = sql`select id from data_requests where workspace_id = ${admin.workspaceId}`
    await run()
    assert.deepEqual(await read(left), [{ id }])
    await read(sql`update data_requests set lifted_at = created_at where id = ${id}`)
    await run()
    assert.deepEqual(await read(left), [])
  })

  test('files go by their own rule: counted before, with what was read in them; their messages stay', async () => {
    const file = async (name: string) => {
      const key = `${admin.workspaceId}/${newId()}`
      const bytes = await saveBytes(platform, Readable.from(['mười byte']), 100)
      await platform.db.asService(null, tx =>
        saveBucketFile(platform, tx, { bucket: 'attachments', key, name, mime: 'image/png' }, bytes),
      )
      return {
        id: newId(),
        type: 'image',
        status: 'copied',
        file: key,
        name,
        size: bytes.size,
        recognised: 'chữ trong ảnh',
      }
    }
    const attach = async (
      { messageId }: Stored,
      attachments: object[],
      { old = true, origin = null as string | null } = {},
    ) => {
      const at = new Date(platform.clock.now().getTime() - (old ? days(365) : 0))
      await read(sql`update messages set attachments = ${JSON.stringify(attachments)}::jsonb, created_at = ${at}, origin = ${origin},
          origin_id = ${origin && newId()}, purpose = ${origin && 'promotion'}
        where id = ${messageId}`)
    }
    const place = { id: newId(), type: 'location', status: 'none', latitude: 1, longitude: 2 }
    const [old, fresh, campaign, asking] = [await write(), await write(), await write(), await write()]
    const photo = await file('ảnh chị Lan.png')
    await attach(old, [photo, place])
    await attach(fresh, [await file('mới.png')], { old: false })
    await attach(campaign, [await file('tờ rơi.png')], { origin: 'broadcast' })
    await attach(asking, [await file('của người đang chờ.png')])
    const [row] = await read(sql`select customer_id as id from contacts where id = ${asking.contactId}`)
    await read(sql`update customers set restricted_at = created_at where id = ${String(row?.['id'])}`)

    const counted = await preview({ files: 6 })
    assert.deepEqual([counted.files.count, counted.files.bytes, counted.conversations.count], [1, photo.size, 0])
    assert.equal((await preview({ files: 36 })).files.count, 0)
    await ask('PUT', '', { files: 6 })
    platform.clock.advance(days(1))
    await planRetention(platform)
    await platform.jobs.drain()
    await run()
    const [message] = await read(sql`select text, attachments from messages where id = ${old.messageId}`)
    assert.deepEqual(message, {
      text: 'chào shop',
      attachments: [{ id: photo.id, type: 'image', status: 'expired' }, place],
    })
    const left = await read(sql`select user_metadata ->> 'name' as name from storage.objects
      where name like ${`${admin.workspaceId}/%`} order by 1`)
    assert.deepEqual(
      left.map(({ name }) => name),
      ['của người đang chờ.png', 'mới.png', 'tờ rơi.png'],
    )
    const applied = sql`select meta from audit_log where workspace_id = ${admin.workspaceId} and action = 'retention.applied'`
    assert.deepEqual(await read(applied), [{ meta: { conversations: 0, files: 1, customers: 0, requests: 0 } }])
  })

  test('more than one run takes follow each other', async () => {
    const { contactId } = await write()
    await read(sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, status, last_message_at, created_at)
      select gen_random_uuid(), ${admin.workspaceId}, ${channelId}, ${contactId}, 'zalo', 'closed', '2020-01-01', '2020-01-01' from generate_series(1, 150)`)
    await ask('PUT', '', { conversations: 6 })
    platform.clock.advance(days(1))
    await run()
    assert.equal((await talks()).length, 51)
    platform.clock.advance(5000)
    await platform.jobs.drain()
    assert.equal((await talks()).length, 1)
  })

  test('months are the calendar’s', () => {
    assert.equal(monthsBefore(new Date('2026-05-31T10:00:00Z'), 3).toISOString(), '2026-02-28T10:00:00.000Z')
    assert.equal(monthsBefore(new Date('2026-11-30T10:00:00Z'), 6).toISOString(), '2026-05-30T10:00:00.000Z')
  })
})
