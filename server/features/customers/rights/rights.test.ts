import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { days, fakeClock, minutes } from '#platform/clock.ts'
import { FileMissing } from '#platform/files/files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { readZip } from '#tests/drivers/read-zip.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { askErasure } from './erase-customer.ts'
import { saveMarkKeys, saveMarks, markOf, refusedBefore } from './forgotten-marks.ts'
import { askCustomerExport, forgetCustomerExports, openCustomerExport, readCustomerExport } from './export-customer.ts'

describe('what people may ask of a shop that knows them', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  const channelId = newId()
  const page = `page-${newId()}`
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    await write(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${admin.workspaceId}, 'facebook', ${page}, 'Trang của tiệm', 'connected', ${platform.clock.now()})`)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const write = (statement: ReturnType<typeof sql>) => platform.db.asService(null, tx => statement.execute(tx))
  async function count(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await write(sql`select count(*)::int as n from (${statement}) s`)
    return (rows as { n: number }[])[0]?.n ?? -1
  }
  const receive = (externalId: string, text: string, name = 'Bùi Thị Lan'): Promise<Stored> => {
    platform.clock.advance(minutes(1))
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'facebook', text, clientId: newId() },
        contact: { externalId, name },
      }),
    )
  }
  async function customerOf({ contactId }: Stored): Promise<string> {
    const { rows } = await write(sql`select customer_id from contacts where id = ${contactId}`)
    return (rows as { customer_id: string }[])[0]?.customer_id ?? ''
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, who = admin) =>
    app.inject({ method, url: `/api/v1/customers/${path}`, headers: who.headers })
  const stateOf = (customerId: string) =>
    write(sql`select purpose, state from consent_states where customer_id = ${customerId} order by purpose`)

  async function talk(customerId: string, what: string, payload: object): Promise<void> {
    const { rows } = await write(sql`select v.id from conversations v join contacts k on k.id = v.contact_id
      where k.customer_id = ${customerId} limit 1`)
    const url = `/api/v1/conversations/${(rows as { id: string }[])[0]?.id}/${what}`
    const answer = await app.inject({ method: 'POST', url, headers: admin.headers, payload })
    assert.ok(answer.statusCode < 300, answer.body)
  }

  async function storeCampaigns(customerId: string): Promise<void> {
    const [ws, now, broadcast, sequence] = [admin.workspaceId, platform.clock.now(), newId(), newId()]
    await write(sql`insert into broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
      values (${broadcast}, ${ws}, 'Khai trương', '{}', 'done', ${now}, ${now})`)
    await write(sql`insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, reason, due_at)
      values (${newId()}, ${ws}, ${broadcast}, ${customerId}, 'skipped', 'no_consent', ${now})`)
    await write(sql`insert into sequences (id, workspace_id, name, status, draft, version, created_at, changed_at)
      values (${sequence}, ${ws}, 'Chăm sau khi mua', 'active', '{}', 1, ${now}, ${now})`)
    await write(sql`insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, step, path, entered_at, entered_by, ended_at, ended_why)
      values (${newId()}, ${ws}, ${sequence}, 1, ${customerId}, 'a', '[{"step":"a","did":"waited","why":null}]', ${now}, 'tagged', ${now}, 'opted_out')`)
    await write(sql`insert into private.consent_asks (id, workspace_id, contact_id, conversation_id, message_id, language, version, words, was_closed, at)
      select ${newId()}, ${ws}, v.contact_id, v.id, ${newId()}, 'vi', 1, 'Nhận tin của tiệm nhé', false, ${now}
      from conversations v join contacts k on k.id = v.contact_id where k.customer_id = ${customerId} limit 1`)
  }

  async function storeIntents(customerId: string): Promise<void> {
    const [ws, now, question] = [admin.workspaceId, platform.clock.now(), newId()]
    const talks = sql`conversations v join contacts k on k.id = v.contact_id where k.customer_id = ${customerId} limit 1`
    await write(sql`insert into intents (id, workspace_id, conversation_id, contact_id, message_id, seq, last_message_id, kind, what, address, created_at)
      select ${newId()}, ${ws}, v.id, k.id, ${newId()}, 1, ${newId()}, 'order', '2 áo', '12 Lê Lợi', ${now} from ${talks}`)
    await write(sql`insert into unanswered_questions (id, workspace_id, question, terms, question_type, status, asked_count, first_asked_at, last_asked_at)
      values (${question}, ${ws}, 'có ship Cà Mau không', '{ship}', 'fact', 'open', 1, ${now}, ${now})`)
    await write(sql`insert into unanswered_asks (id, workspace_id, question_id, answer_id, conversation_id, text, asked_at)
      select ${newId()}, ${ws}, ${question}, ${newId()}, v.id, 'có ship Cà Mau không', ${now} from ${talks}`)
  }

  test('what is kept of one is a file for seven days, for admins alone', async () => {
    const visitor = newId()
    await receive(visitor, 'số em 0912345678')
    const id = await customerOf(await receive(visitor, 'đừng gửi tin nữa'))
    await storeCampaigns(id)
    await talk(id, 'tags', { add: ['Khách sỉ'] })
    await talk(id, 'notes', { text: 'Hay hỏi ship', client_id: newId() })
    await storeIntents(id)
    const asked = { kind: 'access', customer_id: id, who: 'chị Lan', note: 'xin bản sao', came_on: '2026-01-01' }
    await app.inject({ method: 'POST', url: '/api/v1/data-requests', headers: admin.headers, payload: asked })
    assert.equal((await call('GET', `${id}/export`)).json().status, 'none')
    assert.equal((await call('GET', `${id}/export/file`)).statusCode, 404)
    assert.equal((await call('POST', `${id}/export`, member)).statusCode, 403)
    assert.equal((await call('POST', `${id}/export`, stranger)).statusCode, 404)
    assert.equal((await call('POST', `${id}/export`)).statusCode, 202)
    await platform.jobs.drain()
    assert.equal((await call('GET', `${id}/export`)).json().status, 'ready')
    assert.equal((await call('GET', `${id}/export/file`, member)).statusCode, 403)
    assert.equal((await call('GET', `${id}/export/file`, stranger)).statusCode, 404)
    const file = await call('GET', `${id}/export/file`)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="customer-[0-9a-f]{8}\.zip"$/)
    const copy = await readZip(file.rawPayload)
    assert.deepEqual(Object.keys(copy).toSorted(), ['README.txt', 'data.json'])
    const exported = JSON.parse(String(copy['data.json']?.content))
    assert.deepEqual(
      exported.details.map((detail: { value: string }) => detail.value),
      ['+84912345678'],
    )
    assert.deepEqual(
      exported.messages
        .filter((one: { direction: string }) => one.direction === 'in')
        .map((one: { text: string }) => one.text),
      ['số em 0912345678', 'đừng gửi tin nữa'],
    )
    assert.equal(exported.contacts[0].name, 'Bùi Thị Lan')
    assert.equal(exported.consents[0].act, 'withdrawn')
    const [[campaign], [way], [ask], [request]] = [
      exported.campaigns,
      exported.sequences,
      exported.asked_for_consent,
      exported.requests,
    ]
    assert.deepEqual([campaign.name, campaign.state, campaign.reason], ['Khai trương', 'skipped', 'no_consent'])
    assert.deepEqual(
      [way.name, way.entered_by, way.ended_why, way.path[0].step],
      ['Chăm sau khi mua', 'tagged', 'opted_out', 'a'],
    )
    assert.deepEqual([ask.words, request.kind, request.note], ['Nhận tin của tiệm nhé', 'access', 'xin bản sao'])
    assert.deepEqual([exported.tags, exported.notes[0]?.text], [[{ name: 'Khách sỉ' }], 'Hay hỏi ship'])
    assert.deepEqual(
      [exported.intents, exported.unanswered].map(([one]) => [one.what, one.address, one.text]),
      [
        ['2 áo', '12 Lê Lợi', undefined],
        [undefined, undefined, 'có ship Cà Mau không'],
      ],
    )
    const later = { ...platform, clock: fakeClock(platform.clock.now().toISOString()) }
    later.clock.advance(days(8))
    assert.equal((await readCustomerExport(later, admin, { id })).status, 'none')
    await assert.rejects(openCustomerExport(later, { ...admin, role: 'admin' } as never, { id }), {
      code: 'request.not_found',
    })
    const { rows } = await write(sql`select id from private.customer_exports where customer_id = ${id}`)
    const key = `customer-exports/${(rows as { id: string }[])[0]?.id}`
    const files = { ...platform.files, remove: () => Promise.reject(new Error('the store is down')) }
    await assert.rejects(forgetCustomerExports({ ...later, files }), /the store is down/)
    await forgetCustomerExports(later)
    await assert.rejects(platform.files.read(key), FileMissing)
    assert.equal((await call('GET', `${id}/export`)).json().status, 'none')
  })

  test('who is forgotten is nowhere any more, but what they refused stays refused when they come back', async () => {
    const visitor = newId()
    await receive(visitor, 'em tên Lan, số 0987654321, giao 12 Lê Lợi nhé')
    const stored = await receive(visitor, 'đừng gửi tin nữa')
    const other = await receive(newId(), 'chào shop', 'Hồ Thu')
    const id = await customerOf(stored)
    await write(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, proof, recorded_by, event, at)
      values (${newId()}, ${admin.workspaceId}, ${id}, ${channelId}, 'service', 'given', 'recorded', 'Lan 0987654321 nhận tin đơn hàng',
        'phiếu chị Lan ký', ${admin.personId}, ${newId()}, ${platform.clock.now()})`)
    await storeCampaigns(id)
    const field = await app.inject({
      ...{ method: 'POST', url: '/api/v1/customer-fields', headers: admin.headers },
      payload: { name: 'Tên bé', kind: 'text' },
    })
    const { id: fieldId } = field.json<{ id: string }>()
    for (const [method, path, payload] of [
      ['PATCH', `customers/${id}`, { name: 'Chị Lan', language: 'vi', fields: { [fieldId]: 'Bin' } }],
      ['POST', `customers/${id}/tags`, { add: ['Khách quen'] }],
    ] as const)
      assert.equal(
        (await app.inject({ method, url: `/api/v1/${path}`, headers: admin.headers, payload })).statusCode,
        200,
      )
    await write(sql`insert into notifications (id, person_id, workspace_id, kind, matter, data, in_app, mail, created_at)
      values (${newId()}, ${admin.personId}, ${admin.workspaceId}, 'person_wanted', 'x',
        jsonb_build_object('conversation_id', ${stored.conversationId}::text), true, 'none', ${platform.clock.now()})`)
    await assert.rejects(write(sql`update consents set words = null where customer_id = ${id}`))
    await storeFile(stored)
    await write(sql`insert into private.hook_events (kind, account_id, external_id, thread, raw, status, received_at)
      values ('facebook', ${page}, 'm1', ${visitor}, '{"text":"em tên Lan"}', 'done', ${platform.clock.now()})`)
    assert.equal((await call('POST', `${id}/export`)).statusCode, 202)
    await platform.jobs.drain()
    assert.equal((await call('DELETE', id, member)).statusCode, 403)
    assert.equal((await call('DELETE', id, stranger)).statusCode, 404)
    const jobs = { ...platform.jobs, enqueue: () => Promise.reject(new Error('killed')) }
    await assert.rejects(askErasure({ ...platform, jobs }, { ...admin, role: 'admin' } as never, { id }), /killed/)
    assert.equal((await call('DELETE', id)).statusCode, 202, 'what was not asked for whole is asked for again')
    assert.equal((await call('DELETE', id)).statusCode, 404)
    await platform.jobs.drain()
    await platform.jobs.drain()
    const ws = admin.workspaceId
    for (const [what, left] of Object.entries({
      contacts: sql`select 1 from contacts where id = ${stored.contactId}`,
      talks: sql`select 1 from conversations where id = ${stored.conversationId}`,
      messages: sql`select 1 from messages where conversation_id = ${stored.conversationId}`,
      words: sql`select 1 from private.message_words where conversation_id = ${stored.conversationId}`,
      details: sql`select 1 from contact_details where workspace_id = ${ws} and value = '+84987654321'`,
      found: sql`select 1 from private.contact_words where contact_id = ${stored.contactId}`,
      files: sql`select 1 from storage.objects where name like ${`${ws}/%`}`,
      payloads: sql`select 1 from private.hook_events where thread = ${visitor} and raw <> ''`,
      exports: sql`select 1 from private.customer_exports where customer_id = ${id}`,
      sequences: sql`select 1 from private.sequence_runs where customer_id = ${id}`,
      asks: sql`select 1 from private.consent_asks where contact_id = ${stored.contactId}`,
      card: sql`select 1 from customers where id = ${id}
        and (name <> '' or language is not null or fields <> '{}' or last_seen_at is not null or edited_by is not null)`,
      tags: sql`select 1 from customer_tags where customer_id = ${id}`,
      news: sql`select 1 from notifications where data ->> 'conversation_id' = ${stored.conversationId}`,
      marks: sql`select 1 from private.forgotten_marks where mark ~ '0987|84987' or mark ~ ${visitor}`,
    }))
      assert.equal(await count(left), 0, what)
    assert.equal((await call('GET', `${id}/export`)).statusCode, 404)
    for (const [method, path] of [
      ['PATCH', `customers/${id}`],
      ['POST', `customers/${id}/tags`],
    ] as const) {
      const answer = await app.inject({ method, url: `/api/v1/${path}`, headers: admin.headers, payload: {} })
      assert.equal(answer.statusCode, 404, path)
    }
    assert.equal(await count(sql`select 1 from consents where customer_id = ${id}`), 3)
    assert.equal(
      await count(
        sql`select 1 from consents where customer_id = ${id} and (words || coalesce(proof, '')) ~* 'lan|0987'`,
      ),
      0,
    )
    assert.equal(
      await count(
        sql`select 1 from consents where customer_id = ${id} and how = 'recorded' and proof = '-' and words is null`,
      ),
      1,
    )
    assert.equal(await count(sql`select 1 from contacts where id = ${other.contactId}`), 1)
    const listed = await app.inject({ url: '/api/v1/customers', headers: member.headers })
    assert.ok(listed.json().customers.every((one: { id: string }) => one.id !== id))
    const back = await customerOf(await receive(visitor, 'shop ơi còn hàng không'))
    assert.notEqual(back, id)
    assert.deepEqual((await stateOf(back)).rows, [
      { purpose: 'care', state: 'withdrawn' },
      { purpose: 'promotion', state: 'withdrawn' },
    ])
  })

  test('who turned out to be them is forgotten with them: copies, the register, and what they were sent', async () => {
    const [stays, goes] = [
      await customerOf(await receive(newId(), 'chào')),
      await customerOf(await receive(newId(), 'chào')),
    ]
    await call('POST', `${goes}/export`)
    await platform.jobs.drain()
    const { rows } = await write(sql`select id from private.customer_exports where customer_id = ${goes}`)
    const key = `customer-exports/${(rows as { id: string }[])[0]?.id}`
    const send = async (method: 'POST' | 'PATCH', url: string, payload: object) =>
      (await app.inject({ method, url: `/api/v1/${url}`, headers: admin.headers, payload })).json<{ id: string }>()
    const asked = { kind: 'access', customer_id: goes, who: 'chị Lan', note: 'nhà ở Lê Lợi', came_on: '2026-01-01' }
    const { id: request } = await send('POST', 'data-requests', asked)
    await send('PATCH', `data-requests/${request}`, { act: 'refused', why: 'không phải chị Lan' })
    await send('POST', 'customers/merge', { customer_id: stays, merged_id: goes })
    assert.equal((await call('GET', `${goes}/export/file`)).statusCode, 200)
    assert.equal((await call('DELETE', stays)).statusCode, 202)
    for (const path of ['export', 'export/file', 'broadcasts'])
      assert.equal((await call('GET', `${goes}/${path}`)).statusCode, 404, path)
    await platform.jobs.drain()
    assert.equal(await count(sql`select 1 from private.customer_exports where customer_id = ${goes}`), 0)
    await assert.rejects(platform.files.read(key), FileMissing)
    const left = await write(sql`select who, note, why, outcome from data_requests where id = ${request}`)
    assert.deepEqual(left.rows, [{ who: '', note: '', why: '-', outcome: 'refused' }])
    const merged = await write(sql`select before from customer_merges where customer_id = ${stays}`)
    assert.deepEqual(merged.rows, [{ before: {} }])
  })

  test('a copy whose making died can be asked for again, and is not kept for ever', async () => {
    const id = await customerOf(await receive(newId(), 'chào shop'))
    const die = () => write(sql`delete from private.jobs where kind = 'export customer'`)
    assert.equal((await call('POST', `${id}/export`)).json().status, 'preparing')
    await die()
    const later = { ...platform, clock: fakeClock(platform.clock.now().toISOString()) }
    later.clock.advance(minutes(59))
    assert.equal((await readCustomerExport(later, admin, { id })).status, 'preparing')
    later.clock.advance(minutes(1))
    assert.equal((await readCustomerExport(later, admin, { id })).status, 'none')
    assert.equal((await askCustomerExport(later, { ...admin, role: 'admin' } as never, { id })).status, 'preparing')
    await die()
    later.clock.advance(days(1))
    await forgetCustomerExports(later)
    assert.equal(await count(sql`select 1 from private.customer_exports where customer_id = ${id}`), 0)
  })

  test('of a shop that is closed no copies and no lists stay', async () => {
    const { workspaceId } = stranger
    const [customer, copy, list] = [newId(), newId(), newId()]
    const now = platform.clock.now()
    await write(sql`insert into customers (id, workspace_id, created_at) values (${customer}, ${workspaceId}, ${now})`)
    await write(sql`insert into private.customer_exports (id, workspace_id, customer_id, status, asked_by, requested_at, ready_at, expires_at)
      values (${copy}, ${workspaceId}, ${customer}, 'ready', ${stranger.personId}, ${now}, ${now}, ${new Date(now.getTime() + days(7))})`)
    await write(sql`insert into imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at)
      values (${list}, ${workspaceId}, 'x', 'checked', '{a}', true, '{phone}', 1, ${stranger.personId}, ${now})`)
    const keys = [`customer-exports/${copy}`, `customer-imports/${list}`]
    for (const key of keys) await platform.files.save(key, Readable.from(['x']), { maxBytes: 10 })
    await platform.db.asService(workspaceId, tx =>
      platform.jobs.emit(tx, 'workspace.deleted', { workspace_id: workspaceId }),
    )
    await platform.jobs.drain()
    for (const key of keys) await assert.rejects(platform.files.read(key), FileMissing)
  })

  test('they are known again after JWT_SECRET was turned, also by marks that are older than the keys of workspaces', async () => {
    const { workspaceId } = stranger
    const turned: Platform = { ...platform, tokens: { ...platform.tokens, secretFor: () => 'another' } }
    const one = { is: 'phone', value: '+84911111111' } as const
    const two = { is: 'phone', value: '+84922222222' } as const
    const known = (by: typeof one | typeof two, at = turned) =>
      platform.db.asService(workspaceId, tx => refusedBefore(at, tx, workspaceId, by))
    const old = markOf(platform.tokens.secretFor('people who are forgotten'), workspaceId, one)
    await write(sql`insert into private.forgotten_marks (workspace_id, mark, refused, at)
      values (${workspaceId}, ${old}, '{promotion}', ${platform.clock.now()})`)
    assert.deepEqual(await known(one, platform), ['promotion'])
    assert.equal(await known(one), undefined)
    await saveMarkKeys(platform)
    assert.deepEqual(await known(one), ['promotion'])
    await platform.db.asService(workspaceId, tx => saveMarks(turned, tx, workspaceId, [two], ['care']))
    assert.deepEqual([await known(two, platform), await known(one, platform)], [['care'], ['promotion']])
  })

  test('who had refused nothing and comes back is new; both deeds stand in the log', async () => {
    const visitor = newId()
    const id = await customerOf(await receive(visitor, 'chào shop'))
    assert.equal((await call('DELETE', id)).statusCode, 202)
    await platform.jobs.drain()
    assert.deepEqual((await stateOf(await customerOf(await receive(visitor, 'chào lại shop')))).rows, [])
    const { rows } = await write(sql`select distinct action from audit_log where workspace_id = ${admin.workspaceId}
      and action like 'customer.%' order by 1`)
    assert.deepEqual(
      (rows as { action: string }[]).map(({ action }) => action),
      ['customer.erased', 'customer.export-asked', 'customer.export-taken'],
    )
  })

  async function storeFile({ messageId }: Stored): Promise<void> {
    const key = `${admin.workspaceId}/${newId()}`
    const bytes = await saveBytes(platform, Readable.from([Buffer.from('ảnh')]), 100)
    await platform.db.asService(null, tx =>
      saveBucketFile(platform, tx, { bucket: 'attachments', key, name: 'anh.png', mime: 'image/png' }, bytes),
    )
    const file = JSON.stringify([{ id: newId(), type: 'image', status: 'copied', file: key }])
    await write(sql`update messages set attachments = ${file}::jsonb where id = ${messageId}`)
  }
})
