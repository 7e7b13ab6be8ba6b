import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Row = Record<string, unknown>

describe('a customer who asks for their data, or for its erasure, in a message', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let visitor: string
  let channelId: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
  })
  beforeEach(async () => {
    admin = await makeOwner(platform)
    visitor = newId()
    channelId = await connectedChannel(platform, admin.workspaceId, 'zalo')
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = async (statement: ReturnType<typeof sql>): Promise<Row[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows as Row[]
  async function write(text: string, source: 'zalo' | 'website' = 'zalo'): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source, clientId: newId(), text },
        contact: { externalId: visitor, name: 'Bùi Lan' },
      }),
    )
  }
  const requests = () =>
    read(sql`select * from data_requests where workspace_id = ${admin.workspaceId} order by created_at`)
  const replies = ({ conversationId }: Stored) =>
    read(sql`select text from messages where conversation_id = ${conversationId} and direction = 'out' order by seq`)
  const answersDue = async ({ conversationId }: Stored) =>
    (await read(sql`select 1 from private.jobs where key = ${`answer:${conversationId}`}`)).length
  const notified = async () =>
    (
      await read(sql`select data ->> 'what' as what from notifications
        where workspace_id = ${admin.workspaceId} and person_id = ${admin.personId} order by created_at, id`)
    ).map(({ what }) => what)

  test('opens one request with its message and its days, is notified once, and nothing is erased', async () => {
    await write('chào shop')
    const stored = await write('Xóa số của em đi shop')
    const [request, ...more] = await requests()
    assert.deepEqual(more, [])
    assert.partialDeepStrictEqual(request, {
      ...{
        kind: 'erase',
        who: 'Bùi Lan',
        note: 'Xóa số của em đi shop',
        source: 'zalo',
        recorded_by: null,
        outcome: null,
      },
      ...{ conversation_id: stored.conversationId, message_id: stored.messageId },
    })
    const shown = (day: unknown) => String(day).slice(0, 10).split('-').reverse().join('/')
    const [dates] = await read(sql`select answer_by::text as answer, due_on::text as due from data_requests`)
    const [reply, ...others] = await replies(stored)
    assert.match(String(reply?.['text']), /ghi nhận yêu cầu xoá dữ liệu.*xác nhận đúng là anh\/chị rồi mới xoá/)
    assert.ok(String(reply?.['text']).includes(shown(dates?.['answer'])))
    assert.ok(String(reply?.['text']).includes(shown(dates?.['due'])))
    assert.deepEqual(others, [])
    assert.deepEqual(await notified(), ['data_request_asked'])
    const logged = sql`select actor, action from audit_log where target = ${request?.['id']}`
    assert.deepEqual(await read(logged), [{ actor: null, action: 'data-request.recorded' }])
    await platform.jobs.drain()
    assert.equal(
      (await read(sql`select 1 from contacts where id = ${stored.contactId} and name = 'Bùi Lan'`)).length,
      1,
    )
  })

  test('is not answered by the bot as well; asked again, the open one stands, and they hear until when', async () => {
    const stored = await write('what data do you have about me')
    assert.match(String((await replies(stored))[0]?.['text']), /recorded your request to see your data/)
    assert.equal(await answersDue(stored), 0)
    await write('what data do you have about me?')
    assert.equal((await requests()).length, 1)
    assert.equal(await answersDue(stored), 0)
    const [due] = await read(
      sql`select due_on::text as on from data_requests where conversation_id = ${stored.conversationId}`,
    )
    const day = String(due?.['on']).split('-').reverse().join('/')
    const waits = async () => (await replies(stored)).filter(({ text }) => /We are working on it/.test(String(text)))
    assert.ok(String((await waits())[0]?.['text']).includes(`finish by ${day}`))
    await write('what data do you have about me')
    assert.equal((await waits()).length, 1, 'what they have just read is not said twice')
    assert.equal(await answersDue(stored), 0)
    await read(sql`update data_requests set due_on = '2020-01-11' where conversation_id = ${stored.conversationId}`)
    await write('what data do you have about me')
    assert.match(
      String((await replies(stored)).at(-1)?.['text']),
      /should have finished by 11\/01\/2020\. We are sorry/,
    )
    await write('how much is shipping?')
    assert.equal(await answersDue(stored), 1, 'other questions are the bot’s')
    await write('delete my data')
    assert.deepEqual(
      (await requests()).map(({ kind }) => kind),
      ['access', 'erase'],
    )
    const [first] = await requests()
    await read(sql`update data_requests set done_at = now(), outcome = 'done' where id = ${first?.['id']}`)
    await write('what data do you have about me')
    assert.equal((await requests()).length, 3)
  })

  test('is no request when it is of an order', async () => {
    const stored = await write('xoá giúp em món này')
    await write('xoá đơn hàng của tôi')
    assert.deepEqual(await requests(), [])
    assert.equal(await answersDue(stored), 1)
  })

  test('strangers of one channel fill neither the team’s limit nor another channel’s; the admins are notified once a day', async () => {
    await read(sql`insert into data_requests (id, workspace_id, kind, who, note, came_on, answer_by, due_on, source, created_at)
      select gen_random_uuid(), ${admin.workspaceId}, 'erase', 'x', '', '2020-01-01', '2020-01-03', '2020-01-11', 'website',
        ${platform.clock.now()} from generate_series(1, 300)`)
    const stored = await write('delete my data', 'website')
    visitor = newId()
    await write('delete my data', 'website')
    assert.equal((await requests()).length, 300)
    assert.equal(await answersDue(stored), 1)
    assert.deepEqual(await notified(), ['data_request_full'])
    visitor = newId()
    await write('xoá số của tôi', 'zalo')
    assert.equal((await requests()).length, 301)
    const recorded = await app.inject({
      ...{ method: 'POST', url: '/api/v1/data-requests', headers: admin.headers },
      payload: { kind: 'access', who: 'Lan', came_on: '2020-01-01' },
    })
    assert.equal(recorded.statusCode, 201, recorded.body)
  })

  test('erased, the request keeps nothing that leads to them', async () => {
    const stored = await write('xoá dữ liệu của tôi')
    const [customer] = await read(sql`select customer_id from contacts where id = ${stored.contactId}`)
    const url = `/api/v1/customers/${String(customer?.['customer_id'])}`
    await app.inject({ method: 'DELETE', url, headers: admin.headers })
    await platform.jobs.drain()
    assert.partialDeepStrictEqual((await requests())[0], {
      ...{ who: '', note: '', conversation_id: null, message_id: null, outcome: 'done', source: 'zalo' },
    })
  })
})
