import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Row = Record<string, unknown>
type Answer = { status: number; code: string; body: Row }

describe('what a team writes down of its customers', () => {
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
    await read(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${admin.workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', ${platform.clock.now()})`)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  async function ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    who = member,
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: who.headers,
      ...(payload && { payload }),
    })
    const body = answer.json<Row & { error?: { code: string } }>()
    return { status: answer.statusCode, code: body.error?.code ?? '', body }
  }
  async function call(name: string, text = 'chào shop'): Promise<{ customerId: string; conversationId: string }> {
    platform.clock.advance(minutes(2))
    const { conversationId, contactId } = await platform.db.asService(null, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId: name, name },
      }),
    )
    const [row] = await read(sql<{ customer_id: string }>`select customer_id from contacts where id = ${contactId}`)
    return { customerId: row?.customer_id ?? '', conversationId }
  }
  const listed = async (q: string) =>
    ((await ask('GET', `/customers?q=${encodeURIComponent(q)}`)).body['customers'] as Row[])[0] ?? {}

  test('fields hold what they are for and nothing else; a newer version is not overwritten', async () => {
    const make = async (name: string, kind: string, choices?: string[]) =>
      String((await ask('POST', '/customer-fields', { name, kind, ...(choices && { choices }) })).body['id'])
    const fields = {
      text: await make('Dị ứng', 'text'),
      number: await make('Số buổi còn', 'number'),
      date: await make('Hết hạn', 'date'),
      choice: await make('Thẻ', 'choice', ['5 buổi', '10 buổi', '5 buổi']),
      yes: await make('Mẹ bầu', 'yes_no'),
    }
    const { customerId: id } = await call('Lan')
    const set = (values: Row, more: Row = {}) => ask('PATCH', `/customers/${id}`, { fields: values, ...more })
    const good = {
      [fields.text]: '  tinh dầu\n sả ',
      [fields.number]: 2,
      [fields.date]: '2026-12-02',
      [fields.choice]: '5 buổi',
      [fields.yes]: false,
    }
    const first = await set(good)
    assert.deepEqual(first.body['fields'], { ...good, [fields.text]: 'tinh dầu sả' })
    for (const [field, wrong] of [
      [fields.text, ' '],
      [fields.text, 5],
      [fields.number, '2'],
      [fields.date, '2026-02-30'],
      [fields.choice, '7 buổi'],
      [fields.yes, 'có'],
      [newId(), 'x'],
    ] as const)
      assert.equal((await set({ [field]: wrong })).code, 'request.invalid', String(wrong))
    assert.equal((await set({ [fields.number]: 1 }, { version: 1 })).code, 'inbox.changed_meanwhile')
    const emptied = await set({ [fields.number]: null }, { version: 2 })
    assert.equal(emptied.body['version'], 3)
    assert.deepEqual(Object.keys(emptied.body['fields'] as Row).length, 4)

    assert.equal((await ask('POST', '/customer-fields', { name: 'DI UNG', kind: 'text' })).code, 'request.conflict')
    assert.equal((await ask('POST', '/customer-fields', { name: 'Gì đó', kind: 'choice' })).code, 'request.invalid')
    for (const [method, body] of [
      ['PATCH', { name: 'Khác' }],
      ['DELETE', undefined],
    ] as const) {
      assert.equal((await ask(method, `/customer-fields/${fields.text}`, body)).status, 403)
      assert.equal((await ask(method, `/customer-fields/${fields.text}`, body, stranger)).code, 'request.not_found')
    }
    const changed = await ask('PATCH', `/customer-fields/${fields.choice}`, { choices: ['10 buổi'] }, admin)
    assert.deepEqual([changed.body['name'], changed.body['choices']], ['Thẻ', ['10 buổi']])
    const named = (name: string) => ask('PATCH', `/customer-fields/${fields.yes}`, { name }, admin)
    assert.deepEqual([(await named('THE')).code, (await named('MẸ BẦU')).body['name']], ['request.conflict', 'MẸ BẦU'])
    assert.equal((await ask('DELETE', `/customer-fields/${fields.text}`, undefined, admin)).status, 200)
    await platform.jobs.drain()
    const [stored] = await read(sql<{ fields: Row }>`select fields from customers where id = ${id}`)
    assert.deepEqual(Object.keys(stored?.fields ?? {}).toSorted(), [fields.date, fields.choice, fields.yes].toSorted())
  })

  test('there are thirty fields and no more', async () => {
    const names = Array.from({ length: 31 }, (_, index) => `ô ${index}`)
    let last = await ask('GET', '/customer-fields')
    for (const name of names) {
      last = await ask('POST', '/customer-fields', { name, kind: 'text' }, stranger)
      if (last.status !== 201) break
    }
    assert.equal(last.code, 'customer.fields_full')
    const { body } = await ask('GET', '/customer-fields', undefined, stranger)
    assert.equal((body['fields'] as Row[]).length, 30)
  })

  test('a name that the team gives is theirs everywhere', async () => {
    const { customerId: id, conversationId } = await call('pagefan 22')
    assert.equal((await ask('PATCH', `/customers/${id}`, { name: ' Chị  Hoa ', language: 'en' })).status, 200)
    assert.deepEqual([(await listed('hoa'))['name'], (await listed('hoa'))['language']], ['Chị Hoa', 'en'])
    const rows = await read(sql<Row>`select contact_name from conversations where id = ${conversationId}`)
    assert.deepEqual(rows, [{ contact_name: 'Chị Hoa' }])
    const { body } = await ask('PATCH', `/customers/${id}`, { name: 'Hoa' })
    assert.deepEqual([body['language'], (await ask('PATCH', `/customers/${id}`, {})).body['name']], ['en', 'Hoa'])
  })

  test('who is tagged on a conversation is tagged; off the conversation it stays with the customer', async () => {
    const { customerId: id, conversationId } = await call('Tú')
    await ask('POST', `/conversations/${conversationId}/tags`, { add: ['Khách sỉ'] })
    const [tagId = ''] = (await listed('Tú'))['tag_ids'] as string[]
    assert.ok(tagId)
    await ask('POST', `/conversations/${conversationId}/tags`, { remove: [tagId] })
    assert.deepEqual((await listed('Tú'))['tag_ids'], [tagId])
    const other = await ask('POST', `/customers/${id}/tags`, { add: ['Mẹ bầu'], remove: [tagId] })
    const [second = ''] = other.body['tag_ids'] as string[]
    await ask('POST', `/customers/${id}/tags`, { add: ['Mẹ bầu'] })
    assert.deepEqual(other.body['tag_ids'], [second])
    assert.notEqual(second, tagId)
    const events =
      await read(sql<Row>`select payload ->> 'tag_ids' as tags from private.events where name = 'customer.tagged'
      and payload ->> 'customer_id' = ${id} order by 1`)
    assert.deepEqual(events.map(row => String(row['tags'])).toSorted(), [`["${tagId}"]`, `["${second}"]`].toSorted())
    assert.equal((await ask('POST', `/customers/${id}/tags`, { add: [newId()] })).code, 'request.not_found')
  })

  test('two tags that become one are one for customers and their groups too', async () => {
    const { customerId: id } = await call('Vy')
    const ids: string[] = []
    for (const name of ['Vàng', 'Hạng vàng']) ids.push(String((await ask('POST', '/tags', { name })).body['id']))
    const [from = '', into = ''] = ids
    await ask('POST', `/customers/${id}/tags`, { add: [from] })
    const segment = await ask('POST', '/segments', { name: 'Vàng', definition: { all: [{ by: 'tag', id: from }] } })
    await ask('POST', `/tags/${from}/merge`, { into }, admin)
    assert.deepEqual((await listed('Vy'))['tag_ids'], [into])
    assert.equal((await ask('POST', '/segments/count', { segment: segment.body['id'] })).body['count'], 1)
  })

  test('of another shop they cannot be touched', async () => {
    const { customerId: id } = await call('Của tiệm')
    assert.equal((await ask('PATCH', `/customers/${id}`, { name: 'Của tôi' }, stranger)).code, 'request.not_found')
    assert.equal((await ask('POST', `/customers/${id}/tags`, { add: ['x'] }, stranger)).code, 'request.not_found')
    for (const path of [`/customers/${id}`, '/customer-fields'])
      assert.equal(
        (
          await app.inject({
            method: path === '/customer-fields' ? 'POST' : 'PATCH',
            url: `/api/v1${path}`,
            payload: {},
          })
        ).statusCode,
        401,
      )
  })
})
