import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readTurn } from '#features/bot/understanding/read-turn.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Counters = { states: Record<string, number>; reasons: Record<string, number>; answered: number; refused: number }
type Row = { status: string; reason: string | null; counters: Counters }

describe('a broadcast', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let channelId: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
  })
  beforeEach(async () => {
    await platform.jobs.drain()
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    channelId = newId()
    const now = platform.clock.now()
    const morning = new Date(`${now.toISOString().slice(0, 10)}T03:00:00Z`)
    platform.clock.advance(morning.getTime() - now.getTime() + (morning > now ? 0 : hours(24)))
    await platform.db.asService(null, async tx => {
      await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${channelId}, ${admin.workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', ${platform.clock.now()})`.execute(
        tx,
      )
      await sql`update workspaces set name = 'Tiệm gội Mây' where id = ${admin.workspaceId}`.execute(tx)
    })
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function wrote(name: string, text = 'chào shop', externalId: string = newId()) {
    const stored = await platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId, name },
      }),
    )
    await rows(sql`delete from private.jobs where key = ${`answer:${stored.conversationId}`}`)
    return stored
  }
  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows

  async function agreed(name: string, externalId?: string) {
    const stored = await wrote(name, 'cho mình nhận tin khuyến mãi', externalId)
    await rows(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, event, at)
      select ${newId()}, workspace_id, customer_id, channel_id, 'promotion', 'given', 'message', 'Nhận tin', ${newId()}, ${platform.clock.now()}
      from contacts where id = ${stored.contactId}`)
    await rows(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      select workspace_id, customer_id, channel_id, 'promotion', 'given', ${platform.clock.now()} from contacts where id = ${stored.contactId}`)
    return stored
  }
  /** Freshly signed in, however far the clock has gone. */
  async function headersOf({ personId }: Owner): Promise<Owner['headers']> {
    const session = newId()
    await rows(
      sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${personId}, ${platform.clock.now()})`,
    )
    const claims = { role: 'authenticated', sub: personId, session_id: session, aal: 'aal1' } as const
    return { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` }
  }
  async function call(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', url: string, payload?: object, who = admin) {
    const answer = await app.inject({
      ...{ method, url: `/api/v1/${url}`, headers: await headersOf(who) },
      ...(payload && { payload }),
    })
    const body = answer.json<Record<string, unknown> & { error?: { code: string } }>()
    return { code: answer.statusCode < 300 ? 'ok' : String(body.error?.code), body }
  }
  const draft = {
    name: 'Mời trước Tết',
    purpose: 'promotion',
    content: { texts: { vi: 'Dạ chào {{customer_name|mình}}, giữ chỗ nhé?' } },
  }
  async function drafted(change: object = {}): Promise<string> {
    const { body } = await call('POST', 'broadcasts', { ...draft, ...change }, member)
    return String(body['id'])
  }
  async function previewed(id: string) {
    const { code, body } = await call('POST', `broadcasts/${id}/preview`, {}, member)
    assert.equal(code, 'ok', code)
    return body as { preview_id: string; preview: BroadcastPreview }
  }
  async function start(id: string, maxCost = 0): Promise<string> {
    const { preview_id } = await previewed(id)
    return (await call('POST', `broadcasts/${id}/start`, { preview_id, max_cost: maxCost })).code
  }
  async function read(id: string): Promise<Row> {
    const [row] = await rows(sql<Row>`select status, reason, counters from broadcasts where id = ${id}`)
    assert.ok(row)
    return row
  }
  async function pass(ms: number): Promise<void> {
    const step = ms > minutes(5) ? minutes(1) : seconds(2)
    for (let left = ms; left > 0; left -= step) {
      platform.clock.advance(Math.min(left, step))
      await platform.jobs.drain()
    }
  }
  const got = async ({ contactId }: { contactId: string }) =>
    (
      await rows(
        sql<{ text: string }>`select m.text from messages m join conversations v on v.id = m.conversation_id
          where v.contact_id = ${contactId} and m.origin = 'broadcast' order by m.created_at`,
      )
    ).map(row => row.text)

  test('says beforehand who gets it, who not and why, and then sends it to just those, labelled, with the way out', async () => {
    const yes = await agreed('Lan')
    const nameless = await agreed('')
    const no = await wrote('Hùng')
    platform.clock.advance(hours(2))
    const busy = await agreed('Mai')
    await rows(
      sql`insert into customers (id, workspace_id, name, created_at) values (${newId()}, ${admin.workspaceId}, 'Từ danh sách', ${platform.clock.now()})`,
    )
    const id = await drafted()
    const { preview } = await previewed(id)
    assert.equal(preview.total, 5)
    assert.deepEqual(
      preview.now.map(({ route, count, cost }) => [route, count, cost]),
      [['website.chat', 2, 0]],
    )
    assert.deepEqual(
      [...preview.later, ...preview.never.toSorted((a, b) => a.reason.localeCompare(b.reason))].map(
        ({ reason, count, people }) => [reason, count, people[0]?.name],
      ),
      [
        ['conversation_active', 1, 'Mai'],
        ['no_consent', 1, 'Hùng'],
        ['no_number', 1, 'Từ danh sách'],
      ],
    )
    const texts = preview.samples.map(sample => sample.text).sort()
    assert.deepEqual(texts, [
      '[QC] Tiệm gội Mây: Dạ chào Lan, giữ chỗ nhé?\n\nKhông muốn nhận tin nữa, anh/chị nhắn TC nhé.',
      '[QC] Tiệm gội Mây: Dạ chào mình, giữ chỗ nhé?\n\nKhông muốn nhận tin nữa, anh/chị nhắn TC nhé.',
    ])
    assert.equal(await start(id), 'ok')
    await pass(seconds(4))
    assert.deepEqual([...(await got(yes)), ...(await got(nameless))].sort(), texts)
    assert.deepEqual([await got(no), await got(busy)], [[], []])
    assert.equal((await read(id)).status, 'running')
    await pass(minutes(61))
    assert.equal((await got(busy)).length, 1)
    const { status, counters } = await read(id)
    assert.equal(status, 'done')
    assert.deepEqual(counters.states, { sent: 3, skipped: 2 })
    assert.deepEqual(counters.reasons, { no_consent: 1, no_number: 1 })
  })

  test('moves no conversation, and is nothing that the bot said', async () => {
    const { conversationId } = await agreed('Lan')
    const before = await rows(
      sql`select last_message_at, preview, status from conversations where id = ${conversationId}`,
    )
    platform.clock.advance(hours(2))
    assert.equal(await start(await drafted()), 'ok')
    await pass(seconds(4))
    assert.deepEqual(
      await rows(sql`select last_message_at, preview, status from conversations where id = ${conversationId}`),
      before,
    )
    assert.deepEqual(
      await rows(
        sql`select 1 from private.message_words w join messages m on m.id = w.message_id where m.origin is not null and m.workspace_id = ${admin.workspaceId}`,
      ),
      [],
    )
    const [used] = await rows(
      sql<{
        used: number
      }>`select used::int from usage_counters where workspace_id = ${admin.workspaceId} and metric = 'campaigns'`,
    )
    assert.equal(used?.used, 1)
  })

  test('starts as it was counted, by an admin, once', async () => {
    const stored = await agreed('Lan')
    platform.clock.advance(hours(2))
    const id = await drafted()
    const { preview_id } = await previewed(id)
    const order = { preview_id, max_cost: 0 }
    const startNow = async (who = admin, body: object = order) =>
      (await call('POST', `broadcasts/${id}/start`, body, who)).code
    assert.equal(await startNow(member), 'auth.admin_needed')
    assert.equal(await startNow(admin, { ...order, preview_id: newId() }), 'broadcast.preview_needed')
    await call('PATCH', `broadcasts/${id}`, { name: 'Tên khác' }, member)
    assert.equal(await startNow(), 'broadcast.preview_needed')
    const fresh = { ...order, preview_id: (await previewed(id)).preview_id }
    platform.clock.advance(minutes(16))
    assert.equal(await startNow(admin, fresh), 'broadcast.preview_stale')
    const again = { ...order, preview_id: (await previewed(id)).preview_id }
    assert.deepEqual((await Promise.all([startNow(admin, again), startNow(admin, again)])).sort(), [
      'broadcast.not_draft',
      'ok',
    ])
    await pass(seconds(4))
    assert.equal((await got(stored)).length, 1)
    assert.equal((await call('PATCH', `broadcasts/${id}`, { name: 'Tên' })).code, 'broadcast.not_draft')
    assert.equal((await call('DELETE', `broadcasts/${id}`)).code, 'broadcast.not_draft')
  })

  test('what is missing, too long or not open is said before anything is sent', async () => {
    const refused = async (change: object, confirmed = false) =>
      (await call('POST', `broadcasts/${await drafted(change)}/preview`, { confirmed }, member)).code
    const textContent = (vi: string) => ({ content: { texts: { vi } } })
    assert.equal(await refused(textContent('')), 'broadcast.empty')
    assert.equal(await refused({ name: '' }), 'broadcast.empty')
    assert.equal(await refused(textContent('a'.repeat(1000))), 'broadcast.too_long')
    for (const place of ['{{ten}}', '{{field:ten_bee|bé}}'])
      assert.equal(await refused(textContent(`Chào ${place}`)), 'broadcast.place_unknown')
    assert.equal(await refused({ start_at: platform.clock.now().toISOString() }), 'broadcast.time_past')
    const sale = { purpose: 'care', ...textContent('Shop đang SALE nhé') }
    assert.equal(await refused(sale), 'broadcast.purpose_doubtful')
    assert.equal(await refused(sale, true), 'ok')
    assert.equal(await start(await drafted()), 'broadcast.nobody')
  })

  test('a refusal on the way is heard: what was not sent yet is not sent', async () => {
    const visitor = newId()
    const first = await agreed('Lan', visitor)
    platform.clock.advance(hours(2))
    const id = await drafted({ start_at: new Date(platform.clock.now().getTime() + hours(1)).toISOString() })
    assert.equal(await start(id), 'ok')
    assert.equal((await read(id)).status, 'scheduled')
    await wrote('Lan', 'TC', visitor)
    await pass(hours(1) + minutes(1))
    assert.deepEqual(await got(first), [])
    assert.deepEqual((await read(id)).counters.reasons, { opted_out: 1 })
  })

  test('two broadcasts at once never pass a limit of one', async () => {
    const stored = await agreed('Lan')
    platform.clock.advance(hours(2))
    const ids = [await drafted(), await drafted({ name: 'Một tin nữa' })]
    for (const id of ids) assert.equal(await start(id), 'ok')
    await pass(seconds(6))
    assert.equal((await got(stored)).length, 1)
    const states = await Promise.all(ids.map(async id => (await read(id)).counters.reasons))
    assert.ok(
      states.some(reasons => reasons['frequency_cap'] === 1 || reasons['deadline'] === 1),
      JSON.stringify(states),
    )
  })

  test('paused it sends nothing, and then goes on; ended it does not', async () => {
    const people = await Promise.all(['Lan', 'Mai', 'Hoa'].map(name => agreed(name)))
    const all = async () => (await Promise.all(people.map(got))).flat().length
    const id = await drafted()
    assert.equal(await start(id), 'ok')
    await platform.jobs.drain()
    assert.equal((await call('POST', `broadcasts/${id}/pause`, undefined, member)).code, 'ok')
    await pass(minutes(70))
    assert.deepEqual([await all(), (await read(id)).status, (await read(id)).reason], [0, 'paused', 'person'])
    assert.equal((await call('POST', `broadcasts/${id}/resume`, undefined, member)).code, 'auth.admin_needed')
    assert.equal((await call('POST', `broadcasts/${id}/resume`)).code, 'ok')
    await pass(seconds(4))
    assert.deepEqual([await all(), (await read(id)).status], [3, 'done'])
    platform.clock.advance(hours(25))
    const [planning, paused] = [await drafted(), await drafted()]
    await Promise.all(people.map((_, at) => wrote(['Lan', 'Mai', 'Hoa'][at] ?? '')))
    for (const ended of [planning, paused]) assert.equal(await start(ended), 'ok')
    assert.equal((await call('POST', `broadcasts/${paused}/pause`, undefined, member)).code, 'ok')
    for (const ended of [planning, paused])
      assert.equal((await call('POST', `broadcasts/${ended}/cancel`, undefined, member)).code, 'ok')
    await pass(minutes(70))
    assert.equal(await all(), 3)
    for (const ended of [planning, paused]) {
      assert.equal((await read(ended)).status, 'cancelled')
      assert.equal((await call('POST', `broadcasts/${ended}/resume`)).code, 'broadcast.not_running')
    }
  })

  test('goes to those of a tag, and what a plan does not hold waits', async () => {
    const [tagged, other] = [await agreed('Lan'), await agreed('Mai')]
    platform.clock.advance(hours(2))
    const tagId = newId()
    await rows(sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
      values (${tagId}, ${admin.workspaceId}, 'Thẻ 10 buổi', 'the 10 buoi', 'water', ${platform.clock.now()})`)
    await rows(sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at)
      select workspace_id, customer_id, ${tagId}, ${platform.clock.now()} from contacts where id = ${tagged.contactId}`)
    const id = await drafted({ audience: { is: 'tag', tag_id: tagId } })
    const { preview } = await previewed(id)
    assert.equal(preview.total, 1)
    await rows(
      sql`update usage_counters set hard_limit = used where workspace_id = ${admin.workspaceId} and metric = 'campaigns'`,
    )
    assert.deepEqual(
      (await previewed(id)).preview.later.map(({ reason }) => reason),
      ['plan_quota'],
    )
    assert.equal(await start(id), 'ok')
    await pass(seconds(6))
    assert.deepEqual(await got(tagged), [])
    await rows(
      sql`update usage_counters set hard_limit = used + 1 where workspace_id = ${admin.workspaceId} and metric = 'campaigns'`,
    )
    await pass(minutes(6))
    assert.deepEqual([(await got(tagged)).length, (await got(other)).length], [1, 0])
  })

  test('of more than five thousand the preview is counted by a job', async () => {
    await rows(sql`insert into customers (id, workspace_id, name, created_at)
      select gen_random_uuid(), ${admin.workspaceId}, 'Khách', ${platform.clock.now()} from generate_series(1, 5050)`)
    const id = await drafted()
    const { preview_id, preview } = await previewed(id)
    assert.equal(preview.state, 'counting')
    await platform.jobs.drain()
    const [counted] = await rows(sql<{
      ready: boolean
    }>`select preview_id = ${preview_id} and preview ->> 'state' = 'ready' and preview ->> 'total' = '5050' as ready
      from broadcasts where id = ${id}`)
    assert.equal(counted?.ready, true)
  })

  test('who answers is counted, and who refuses apart', async () => {
    const [a, b] = [newId(), newId()]
    await agreed('Lan', a)
    await agreed('Mai', b)
    platform.clock.advance(hours(2))
    const id = await drafted()
    assert.equal(await start(id), 'ok')
    await pass(seconds(4))
    const answer = await wrote('Lan', 'giữ cho chị 2h thứ bảy', a)
    await wrote('Lan', 'có mẹ đi cùng', a)
    await wrote('Mai', 'thôi', b)
    await wrote('Mai', 'cho hỏi giá', b)
    await pass(minutes(2))
    await platform.jobs.drain()
    const { body } = await call('GET', `broadcasts/${id}/recipients?answered=true`, undefined, member)
    const listed = body['recipients'] as { name: string; refused: boolean; answer: string }[]
    assert.deepEqual(
      listed
        .map(({ name, refused, answer }) => [name, refused, answer])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
      [
        ['Lan', false, 'giữ cho chị 2h thứ bảy'],
        ['Mai', true, 'thôi'],
      ],
    )
    const answeredEvent = sql<object>`select e.xmin = m.xmin as with_it from private.events e join messages m on m.id::text = e.payload->>'message_id'
      where e.name = 'campaign.answered' and e.workspace_id = ${admin.workspaceId} and m.id = ${answer.messageId}`
    assert.deepEqual(await rows(answeredEvent), [{ with_it: true }])
  })

  test('what is answered to it is the bot’s turn after it, or the team’s where its author says so', async () => {
    const [a, b] = [newId(), newId()]
    const lan = await agreed('Lan', a)
    const mai = await agreed('Mai', b)
    const turnOf = ({ conversationId }: { conversationId: string }) =>
      platform.db.asService(admin.workspaceId, tx =>
        readTurn(tx, admin.workspaceId, conversationId, platform.clock.now(), false),
      )
    const talk = async ({ conversationId }: { conversationId: string }) =>
      (
        await rows(sql<{ waits: boolean; bot: string }>`select waiting_since is not null as waits, bot_status as bot
          from conversations where id = ${conversationId}`)
      )[0]
    const readNotifications = async () =>
      (
        await rows(
          sql<{
            person_id: string
            kind: string
            data: { what: string; name: string; count: number }
          }>`select person_id, kind, data from notifications
            where workspace_id = ${admin.workspaceId} and kind in ('campaign', 'person_wanted') order by created_at, kind, id`,
        )
      ).map(({ person_id: personId, kind, data: { what, name, count } }) => [personId, kind, what, name, count])
    const send = async (change: object) => {
      platform.clock.advance(hours(25))
      await Promise.all([wrote('Lan', 'alo', a), wrote('Mai', 'alo', b)])
      await rows(sql`update conversations set waiting_since = null where workspace_id = ${admin.workspaceId}`)
      platform.clock.advance(hours(2))
      assert.equal(await start(await drafted(change)), 'ok')
      await pass(seconds(4))
    }
    await send({})
    assert.deepEqual(await readNotifications(), [[admin.personId, 'campaign', 'finished', 'Mời trước Tết', 2]])
    await wrote('Lan', 'thẻ của chị còn mấy buổi em', a)
    const turn = await turnOf(lan)
    assert.match(turn?.history.at(-1)?.text ?? '', /giữ chỗ nhé/)
    assert.deepEqual(await talk(lan), { waits: false, bot: 'on' })
    await send({ on_reply: 'team', name: 'Hỏi thăm' })
    await wrote('Lan', 'giữ cho chị 2h chủ nhật', a)
    await wrote('Mai', 'TC', b)
    assert.deepEqual(await talk(lan), { waits: true, bot: 'off' })
    assert.deepEqual(await talk(mai), { waits: false, bot: 'on' })
    assert.equal((await turnOf(lan))?.silent, 'conversation_off')
    assert.deepEqual(
      (await readNotifications()).filter(([, kind]) => kind === 'person_wanted').map(([, , , name]) => name),
      ['Lan', 'Lan'],
    )
    platform.clock.advance(hours(25))
    await rows(sql`update conversations set waiting_since = null where workspace_id = ${admin.workspaceId}`)
    await wrote('Lan', 'shop còn gội dầu không', a)
    assert.deepEqual([(await turnOf(lan))?.silent, (await talk(lan))?.waits], [null, false])
  })

  test('is tried on the team’s own phones, which a code makes known; it counts nowhere and asks the bot nothing', async () => {
    const mine = newId()
    const { contactId, conversationId } = await wrote('Tú', 'chào', mine)
    const id = await drafted()
    const trial = async (contact: string) =>
      (await call('POST', `broadcasts/${id}/test`, { contact_ids: [contact] }, member)).code
    assert.equal(await trial(contactId), 'request.not_found')
    const { body } = await call('GET', 'test-contacts', undefined, member)
    await wrote('Người lạ', 'THU 000000')
    await wrote('Tú', ` ${String(body['code']).toLowerCase()} `, mine)
    const known = (await call('GET', 'test-contacts', undefined, member)).body['contacts'] as { contact_id: string }[]
    assert.deepEqual(
      known.map(contact => contact.contact_id),
      [contactId],
    )
    assert.equal(await trial(contactId), 'ok')
    const sent = await rows(
      sql<{ text: string }>`select text from messages where conversation_id = ${conversationId} and origin = 'test'`,
    )
    assert.match(sent[0]?.text ?? '', /^\[THỬ\] \[QC\] Tiệm gội Mây: Dạ chào Tú,/)
    assert.deepEqual(
      await rows(
        sql`select 1 from private.send_marks m join contacts c on c.customer_id = m.customer_id where c.id = ${contactId}`,
      ),
      [],
    )
    const turn = await platform.db.asService(admin.workspaceId, tx =>
      readTurn(tx, admin.workspaceId, conversationId, platform.clock.now(), false),
    )
    assert.deepEqual(
      turn?.burst.map(message => message.text),
      ['chào'],
    )
  })

  test('another one is made of it, for all or for who did not get it', async () => {
    const [got1, not] = [await agreed('Lan'), await wrote('Hùng')]
    platform.clock.advance(hours(2))
    const id = await drafted()
    assert.equal(await start(id), 'ok')
    await pass(seconds(4))
    assert.deepEqual([(await got(got1)).length, (await got(not)).length], [1, 0])
    const { body } = await call('POST', `broadcasts/${id}/copy`, { rest: true }, member)
    const { preview } = await previewed(String(body['id']))
    assert.deepEqual([preview.total, preview.never[0]?.people[0]?.name], [1, 'Hùng'])
    await rows(sql`insert into broadcasts (id, workspace_id, name, routes, created_at, changed_at)
      select gen_random_uuid(), ${admin.workspaceId}, 'x', '{}', ${platform.clock.now()}, ${platform.clock.now()} from generate_series(1, 200)`)
    for (const path of ['', `/${id}/copy`])
      assert.equal((await call('POST', `broadcasts${path}`, {}, member)).code, 'request.too_many')
    assert.equal((await call('POST', `broadcasts/${id}/retry`, {})).code, 'broadcast.nobody')
    assert.equal((await call('POST', `broadcasts/${id}/retry`, {}, member)).code, 'auth.admin_needed')
  })

  test('another workspace does not see it', async () => {
    const id = await drafted()
    const stranger = await makeOwner(platform)
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/preview'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['POST', '/copy'],
      ['GET', '/recipients'],
    ] as const) {
      const { code } = await call(method, `broadcasts/${id}${path}`, method === 'GET' ? undefined : {}, stranger)
      assert.equal(code, 'request.not_found', `${method} ${path}`)
    }
    const { contactId } = await wrote('Lan')
    assert.equal(
      (await call('POST', 'may-send', { contact_id: contactId, purpose: 'care' }, stranger)).code,
      'request.not_found',
    )
    assert.deepEqual(
      (await call('POST', 'may-send', { contact_id: contactId, purpose: 'promotion' }, member)).body['reasons'],
      ['no_consent', 'conversation_active'],
    )
  })
})
