import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { conditionsOf, type SegmentNode, segmentDefinition } from '#shared/contracts/customers/segments.contract.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { areListed } from './segment-customers.ts'
import { countSegment } from './count-segment.ts'

type Known = { customerId: string } & Stored
type Answer = {
  status: number
  body: Record<string, unknown> & { error?: { code: string; details: { field?: string } } }
}

describe('segments of customers', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  const channels = { website: newId(), facebook: newId(), zalo: newId() }
  const fields = { expires: newId(), visits: newId(), card: newId(), vip: newId(), note: newId() }
  const broadcastId = newId()
  const sequenceId = newId()
  const known: Record<string, Known> = {}
  let tagId = ''

  const run = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    const ws = admin.workspaceId
    for (const [kind, id] of Object.entries(channels))
      await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${id}, ${ws}, ${kind}, ${`a-${id}`}, ${kind}, 'connected', ${platform.clock.now()})`)
    await call('Ánh', 'website', 'còn hàng không shop')
    platform.clock.advance(days(10))
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    await call('Bình', 'facebook', 'số em 0912345678')
    await call('Chi', 'zalo', 'TC')
    await call('Dũng', 'website', 'do you have it in red? bad service, terrible')
    tagId =
      (await run(sql<{ id: string }>`select id from tags where workspace_id = ${ws} order by name limit 1`))[0]?.id ??
      ''
    await tag('Ánh', tagId)
    const today = platform.clock.now().toISOString().slice(0, 10)
    const soon = new Date(platform.clock.now().getTime() + days(12)).toISOString().slice(0, 10)
    await fill('Ánh', {
      expires: today,
      visits: 12,
      card: 'Thẻ 10 buổi',
      vip: true,
      note: "Ngồi bàn O'Hara, 100% không đường",
    })
    await fill('Bình', { expires: soon, visits: 2, card: 'Thẻ 5 buổi', vip: false })
    await run(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      values (${ws}, ${known['Ánh']?.customerId}, ${channels.website}, 'promotion', 'given', ${platform.clock.now()})`)
    await run(
      sql`update conversations set assignee_id = ${member.personId}, status = 'closed' where id = ${known['Bình']?.conversationId}`,
    )
    await run(
      sql`update conversations set waiting_since = ${platform.clock.now()} where id = ${known['Dũng']?.conversationId}`,
    )
    await run(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
      values (${newId()}, ${ws}, ${known['Bình']?.conversationId}, ${channels.facebook}, 99, 'out', 'bot', 'Dạ còn ạ', 'sent', ${platform.clock.now()})`)
    await run(sql`insert into broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
      values (${broadcastId}, ${ws}, 'Khai trương', '{}', 'done', ${platform.clock.now()}, ${platform.clock.now()})`)
    for (const [name, state, answered] of [
      ['Ánh', 'skipped', null],
      ['Bình', 'read', null],
      ['Dũng', 'sent', platform.clock.now()],
    ] as const)
      await run(sql`insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, due_at, answered_at)
        values (${newId()}, ${ws}, ${broadcastId}, ${known[name]?.customerId}, ${state}, ${platform.clock.now()}, ${answered})`)
    await run(sql`insert into sequences (id, workspace_id, name, status, draft, version, created_at, changed_at)
      values (${sequenceId}, ${ws}, 'Chăm sau khi mua', 'active', '{}', 1, ${platform.clock.now()}, ${platform.clock.now()})`)
    for (const [name, step, why] of [
      ['Bình', 'a', null],
      ['Chi', 'a', 'goal'],
      ['Ánh', 'a', 'by_hand'],
      ['Dũng', null, null],
    ] as const)
      await run(sql`insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, step, entered_at, entered_by, ended_at, ended_why)
        values (${newId()}, ${ws}, ${sequenceId}, 1, ${known[name]?.customerId}, ${step}, ${platform.clock.now()}, 'hand',
          ${why && platform.clock.now()}, ${why})`)
    platform.clock.advance(minutes(5))
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function call(name: string, source: keyof typeof channels, text: string): Promise<void> {
    platform.clock.advance(minutes(1))
    const inbound = { workspaceId: admin.workspaceId, channelId: channels[source], source, text, clientId: newId() }
    const stored = await platform.db.asService(null, tx =>
      receiveMessage(platform, tx, { ...inbound, contact: { externalId: name, name } }),
    )
    const [row] = await run(
      sql<{ customer_id: string }>`select customer_id from contacts where id = ${stored.contactId}`,
    )
    known[name] = { ...stored, customerId: row?.customer_id ?? '' }
  }
  const tag = (name: string, id: string) =>
    run(sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at)
      values (${admin.workspaceId}, ${known[name]?.customerId}, ${id}, ${platform.clock.now()})`)
  const fill = (name: string, values: Partial<Record<keyof typeof fields, unknown>>) =>
    run(
      sql`update customers set fields = ${JSON.stringify(
        Object.fromEntries(
          Object.entries(values).map(([field, value]) => [fields[field as keyof typeof fields], value]),
        ),
      )}::jsonb where id = ${known[name]?.customerId}`,
    )
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
    return { status: answer.statusCode, body: answer.json() }
  }
  const code = ({ status, body }: Answer) => `${status} ${body.error?.code ?? ''}`.trim()
  async function who(definition: unknown): Promise<string> {
    const asked = { workspaceId: admin.workspaceId, now: platform.clock.now(), zone: 'Asia/Ho_Chi_Minh' }
    const found = await run(
      sql<{
        id: string
      }>`select cu.id from customers cu where ${areListed(asked, segmentDefinition.parse(definition))}`,
    )
    const ids = new Set(found.map(({ id }) => id))
    return Object.entries(known)
      .flatMap(([name, { customerId }]) => (ids.has(customerId) ? [name.slice(0, 1)] : []))
      .join('')
  }

  test('each condition finds whom it says, and "not" everybody else', async () => {
    const field = (name: keyof typeof fields, test: object) => ({ by: 'field', id: fields[name], ...test })
    const tries: [object, string][] = [
      [{ by: 'tag', id: tagId }, 'Á'],
      [{ by: 'channel', id: channels.zalo }, 'C'],
      [{ by: 'source', kind: 'website' }, 'ÁD'],
      [{ by: 'route', route: 'website.chat' }, 'ÁD'],
      [{ by: 'route', route: 'facebook.response' }, 'B'],
      [{ by: 'route', route: 'zalo.consultation' }, 'C'],
      [{ by: 'language', language: 'en' }, 'D'],
      [{ by: 'last_seen', within_days: 3 }, 'BCD'],
      [{ by: 'last_seen', over_days: 3 }, 'Á'],
      [{ by: 'created', within_days: 3 }, 'BCD'],
      [{ by: 'created', between: [null, '2026-11-20'] }, 'Á'],
      [{ by: 'created', between: ['2026-11-21', '2026-12-31'] }, 'BCD'],
      [{ by: 'last_reply', within_days: 1 }, 'BC'],
      [{ by: 'last_reply', over_days: 1 }, 'ÁD'],
      [{ by: 'detail', kind: 'phone' }, 'B'],
      [field('expires', { next_days: 0 }), 'Á'],
      [field('expires', { next_days: 30 }), 'ÁB'],
      [field('expires', { last_days: 30 }), 'Á'],
      [field('expires', { dates: [null, '2026-11-30'] }), 'Á'],
      [field('visits', { between: [3, null] }), 'Á'],
      [field('visits', { between: [null, 3] }), 'B'],
      [field('card', { is: 'thẻ 10 BUỔI' }), 'Á'],
      [field('card', { known: true }), 'ÁB'],
      [field('card', { known: false }), 'CD'],
      [field('card', { between: [0, 9] }), ''],
      [field('vip', { is: false }), 'B'],
      [field('note', { contains: "o'hara, 100%" }), 'Á'],
      [{ by: 'consent', state: 'given' }, 'Á'],
      [{ by: 'consent', state: 'refused' }, 'C'],
      [{ by: 'consent', state: 'none' }, 'BD'],
      [{ by: 'consent', purpose: 'service', state: 'none' }, 'ÁBCD'],
      [{ by: 'status', status: 'closed' }, 'B'],
      [{ by: 'status', status: 'waiting' }, 'D'],
      [{ by: 'assignee', person: member.personId }, 'B'],
      [{ by: 'assignee', person: 'nobody' }, 'ÁCD'],
      [{ by: 'sentiment', sentiment: 'negative' }, 'D'],
      [{ by: 'got', id: broadcastId }, 'BD'],
      [{ by: 'answered', id: broadcastId }, 'D'],
      [{ by: 'sequence', id: sequenceId, state: 'inside' }, 'B'],
      [{ by: 'sequence', id: sequenceId, state: 'finished' }, 'C'],
      [{ by: 'sequence', id: sequenceId, state: 'never' }, 'D'],
    ]
    for (const [condition, expected] of tries) {
      assert.equal(await who(condition), expected, JSON.stringify(condition))
      const others = [...'ÁBCD'].filter(one => !expected.includes(one)).join('')
      assert.equal(await who({ not: condition }), others, `not ${JSON.stringify(condition)}`)
    }
    assert.deepEqual(new Set(tries.map(([one]) => (one as { by: string }).by)).size, 17)
  })

  test('a reply is what somebody answered and what left: no campaign, nothing that failed or is held', async () => {
    const contact = known['Dũng']?.conversationId
    const counted = { by: 'last_reply', within_days: 1 }
    const out = async (seq: number, status: string, origin: string | null) => {
      const now = platform.clock.now()
      await run(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, origin, origin_id, purpose, created_at)
        values (${newId()}, ${admin.workspaceId}, ${contact}, ${channels.website}, ${seq}, 'out', 'bot', 'Dạ', ${status}, ${origin},
          ${origin && broadcastId}, ${origin && 'promotion'}, ${now})`)
    }
    for (const [seq, status, origin] of [
      [96, 'sent', 'broadcast'],
      [97, 'failed', null],
      [98, 'held', null],
    ] as const) {
      await out(seq, status, origin)
      assert.equal(await who(counted), 'BC', `${status} ${origin ?? ''}`)
    }
    await out(99, 'sent', null)
    assert.equal(await who(counted), 'BCD')
    await run(sql`delete from messages where conversation_id = ${contact} and seq >= 96`)
  })

  test('a language is the one in which they are written to: theirs, the contact’s, the last conversation’s', async () => {
    const { customerId, contactId, conversationId } = known['Dũng'] ?? {}
    const languages = async () => [
      await who({ by: 'language', language: 'vi' }),
      await who({ by: 'language', language: 'en' }),
    ]
    assert.deepEqual(await languages(), ['ÁBC', 'D'])
    await run(sql`update contacts set language = 'vi' where id = ${contactId}`)
    assert.deepEqual(await languages(), ['ÁBCD', ''])
    await run(sql`update contacts set language = null where id = ${contactId}`)
    const older = newId()
    await run(sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, status, language, last_message_at, created_at)
      select ${older}, workspace_id, channel_id, contact_id, source, 'closed', 'vi', created_at - interval '1 day', created_at - interval '1 day'
      from conversations where id = ${conversationId}`)
    assert.deepEqual(await languages(), ['ÁBC', 'D'])
    await run(sql`update conversations set language = null where id = ${conversationId}`)
    assert.deepEqual(await languages(), ['ÁBC', ''])
    await run(
      sql`update conversations set last_message_at = last_message_at - interval '2 days' where id = ${conversationId}`,
    )
    assert.deepEqual(await languages(), ['ÁBCD', ''])
    await run(sql`update customers set language = 'en' where id = ${customerId}`)
    assert.deepEqual(await languages(), ['ÁBC', 'D'])
    await run(sql`update customers set language = null where id = ${customerId}`)
    await run(sql`delete from conversations where id = ${older}`)
    await run(
      sql`update conversations set language = 'en', last_message_at = last_message_at + interval '2 days' where id = ${conversationId}`,
    )
  })

  test('conditions stand together, and in three floors', async () => {
    const website = { by: 'source', kind: 'website' }
    assert.equal(await who({ all: [] }), 'ÁBCD')
    assert.equal(await who({ all: [website, { by: 'tag', id: tagId }] }), 'Á')
    assert.equal(
      await who({
        any: [
          { by: 'source', kind: 'zalo' },
          { by: 'tag', id: tagId },
        ],
      }),
      'ÁC',
    )
    assert.equal(await who({ all: [website, { not: { any: [{ by: 'tag', id: tagId }] } }] }), 'D')
    assert.equal(await who({ by: 'tag', id: newId() }), '')
    const four = { all: [{ any: [{ not: { all: [website] } }] }] }
    const many = { all: Array.from({ length: 11 }, () => ({ any: [website, website] })) }
    for (const wrong of [four, many, { any: [] }, { by: 'sql', text: '1=1' }, { ...website, more: 1 }, null, [], 'all'])
      assert.equal(segmentDefinition.safeParse(wrong).success, false, JSON.stringify(wrong))
    assert.equal(conditionsOf(segmentDefinition.parse({ all: Array.from({ length: 20 }, () => website) })).length, 20)
  })

  test('are kept, changed and taken away; a name is one however it is written', async () => {
    const made = await ask('POST', '/segments', {
      name: 'Khách quen',
      definition: { any: [{ by: 'tag', id: tagId }, { not: { by: 'got', id: broadcastId } }] },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const id = String(made.body['id'])
    assert.equal(
      code(await ask('POST', '/segments', { name: 'KHACH QUEN', definition: { all: [] } })),
      '409 request.conflict',
    )
    assert.deepEqual((await ask('POST', '/segments/count', { segment: id })).body, {
      count: 2,
      given: 1,
      refused: 1,
      none: 0,
    })
    assert.equal((await segmentOf(id))['count'], 2)
    assert.equal((await ask('PATCH', `/segments/${id}`, { name: 'Khách thân' })).body['count'], 2)
    assert.equal((await ask('PATCH', `/segments/${id}`, { definition: { all: [] } })).body['count'], null)
    assert.deepEqual((await ask('POST', '/segments/count', { segment: id })).body, {
      count: 4,
      given: 1,
      refused: 1,
      none: 2,
    })
    const listed = await ask('GET', `/customers?segment=${id}`)
    assert.equal((listed.body['customers'] as unknown[]).length, 4)
    for (const [method, path, body] of [
      ['PATCH', `/segments/${id}`, { name: 'Của tôi' }],
      ['POST', '/segments/count', { segment: id }],
      ['GET', `/customers?segment=${id}`, undefined],
      ['DELETE', `/segments/${id}`, undefined],
    ] as const)
      assert.equal(code(await ask(method, path, body, stranger)), '404 request.not_found', `${method} ${path}`)
    const { id: broadcast } = (await ask('POST', '/broadcasts', { audience: { is: 'segment', segment_id: id } })).body
    assert.equal(code(await ask('DELETE', `/segments/${id}`)), '409 segment.in_use')
    const change = (body: object) => ask('PATCH', `/segments/${id}`, body)
    const others = { definition: { by: 'source', kind: 'website' } }
    const stands = (set: RawBuilder<unknown>) =>
      run(
        sql<{
          preview_id: string | null
        }>`update broadcasts set ${set} where id = ${String(broadcast)} returning preview_id`,
      )
    await stands(sql`preview_id = id`)
    assert.equal((await change({ name: 'Tên khác' })).status, 200)
    assert.equal((await stands(sql`reason = null`))[0]?.preview_id, broadcast)
    assert.equal((await change(others)).status, 200)
    assert.equal((await stands(sql`reason = null`))[0]?.preview_id, null)
    for (const status of ['scheduled', 'planning', 'paused']) {
      await stands(sql`status = ${status}`)
      assert.equal(code(await change(others)), '409 segment.in_use', status)
    }
    await stands(sql`status = 'running'`)
    assert.equal((await change(others)).status, 200)
    await stands(sql`status = 'draft'`)
    assert.equal((await ask('DELETE', `/broadcasts/${String(broadcast)}`)).status, 200)
    assert.equal((await ask('DELETE', `/segments/${id}`)).status, 200)
    assert.equal(code(await ask('DELETE', `/segments/${id}`)), '404 request.not_found')
  })
  async function segmentOf(id: string): Promise<Record<string, unknown>> {
    const { body } = await ask('GET', '/segments')
    return (body['segments'] as Record<string, unknown>[]).find(one => one['id'] === id) ?? {}
  }

  test('are a hundred at most, each shop’s for itself', async () => {
    await run(sql`insert into segments (id, workspace_id, name, name_folded, definition, created_by, created_at)
      select gen_random_uuid(), ${stranger.workspaceId}, 's' || n, 's' || n, '{"all":[]}'::jsonb, ${stranger.personId}, ${platform.clock.now()}
      from generate_series(1, 100) n`)
    const make = (as: Owner) => ask('POST', '/segments', { name: 'Thêm nữa', definition: { all: [] } }, as)
    assert.equal(code(await make(stranger)), '409 segment.full')
    const { body } = await make(member)
    assert.equal((await ask('DELETE', `/segments/${String(body['id'])}`)).status, 200)
  })

  test('what is no condition, or names what the shop has not, is told with its place', async () => {
    const wrong = await ask('POST', '/segments/count', {
      definition: { all: [{ by: 'tag', id: tagId }, { by: 'nose' }] },
    })
    assert.equal(code(wrong), '400 segment.invalid')
    assert.match(wrong.body.error?.details.field ?? '', /^definition/)
    for (const condition of [
      { by: 'tag', id: newId() },
      { by: 'channel', id: newId() },
      { by: 'field', id: newId(), known: true },
      { by: 'assignee', person: stranger.personId },
      { by: 'import', id: newId() },
      { by: 'answered', id: newId() },
    ]) {
      const refused = await ask('POST', '/segments', { name: 'x', definition: condition })
      assert.equal(code(refused), '400 segment.invalid')
      assert.equal(refused.body.error?.details.field, condition.by)
    }
    assert.equal(code(await ask('GET', '/customers?where=%7B')), '400 segment.invalid')
    const twenty = (one: unknown) => Array.from({ length: 20 }, () => one)
    const huge = { all: twenty({ any: twenty({ all: twenty({ by: 'nose' }) }) }) }
    const answer = await ask('POST', '/segments', { name: 'x', definition: huge })
    assert.deepEqual([code(answer), answer.body.error?.details.field], ['400 segment.invalid', 'definition'])
    assert.equal((await app.inject({ url: '/api/v1/segments' })).statusCode, 401)
  })

  test('the list takes conditions as they are made, and none of another shop', async () => {
    const where = encodeURIComponent(JSON.stringify({ by: 'source', kind: 'website' }))
    const names = async (asker: Owner) =>
      ((await ask('GET', `/customers?where=${where}`, undefined, asker)).body['customers'] as { name: string }[]).map(
        ({ name }) => name,
      )
    assert.deepEqual(await names(member), ['Dũng', 'Ánh'])
    assert.deepEqual(await names(stranger), [])
    const counted = await ask('POST', '/segments/count', { definition: { all: [] } }, stranger)
    assert.equal(counted.body['count'], 0)
  })

  test('what was meant for one is told with what became of it, to their shop alone', async () => {
    const path = (name: string) => `/customers/${known[name]?.customerId}/broadcasts`
    const resultOf = async (name: string) => {
      const { body } = await ask('GET', path(name))
      return (body['broadcasts'] as Record<string, unknown>[]).map(
        ({ name, state }) => `${String(name)} ${String(state)}`,
      )
    }
    assert.deepEqual([await resultOf('Ánh'), await resultOf('Chi')], [['Khai trương skipped'], []])
    assert.equal(code(await ask('GET', path('Ánh'), undefined, stranger)), '404 request.not_found')
  })

  test('a count that takes more than two seconds is given up, and says so', async () => {
    const slow = { ...platform, db: { ...platform.db, readAsService: (asked: RawBuilder<unknown>) => sleepy(asked) } }
    async function sleepy<R>(asked: RawBuilder<R>): Promise<R[]> {
      const isCount = asked.toOperationNode().sqlFragments.join('').includes('count(*)')
      return platform.db.readAsService(isCount ? sql<R>`select count(*) from generate_series(1, 1000000000000)` : asked)
    }
    const caller = {
      ...admin,
      email: '',
      role: 'admin' as const,
      claims: { role: 'authenticated' as const },
      language: 'vi' as const,
    }
    const everybody: SegmentNode = { all: [] }
    await assert.rejects(countSegment(slow as TestPlatform, caller, { definition: everybody }), {
      code: 'segment.too_slow',
    })
  })
})
