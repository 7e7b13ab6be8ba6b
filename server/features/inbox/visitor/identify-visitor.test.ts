import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { readIdentitySecret } from '#features/channels/website/website-identity.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { signIn } from '#tests/fixtures/shop-owner.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'

describe('a customer whom the shop has signed for', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let widget: string
  let secret: string
  let shop: TestWorkspace
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    shop = await makeWorkspace(platform)
    const { admin } = shop
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
    const channel = await makeWidget(platform, { workspaceId: admin.workspaceId, channelId: '', admin })
    widget = channel.account_id
    secret = (await readIdentitySecret(platform, admin, { id: channel.id })).secret
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const sign = (sub: string, more: object = {}) =>
    new SignJWT({ sub, name: 'Ngọc Ánh', ...more })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(platform.clock.now().getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(secret))
  async function sendAs(visitor: TestVisitor, text: string, sub?: string, more?: object) {
    const identity = sub && (await sign(sub, more))
    const sent = await app.inject({
      method: 'POST',
      url: '/widget/v1/messages',
      headers: { authorization: `Bearer ${visitor.token}` },
      payload: { client_id: newId(), text, ...(identity && { identity }) },
    })
    assert.equal(sent.statusCode, 201, sent.body)
    platform.clock.advance(minutes(1))
  }
  const textsOf = async (visitor: TestVisitor) =>
    (await visitor.read()).messages.filter(one => one.author === 'contact').map(one => one.text)
  async function contacts() {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ count: number; live: number }>`select count(*)::int as count,
        (select count(*)::int from conversations where status <> 'closed') as live from contacts`.execute(tx),
    )
    return rows[0]
  }

  test('is one customer in two browsers, with what each wrote before it was known', async () => {
    const phone = await openChat(app, widget)
    await sendAs(phone, 'từ điện thoại, chưa đăng nhập')
    await sendAs(phone, 'từ điện thoại, đã đăng nhập', 'khach-1')
    assert.deepEqual(await contacts(), { count: 1, live: 1 })

    const desk = await openChat(app, widget)
    await sendAs(desk, 'từ máy bàn, chưa đăng nhập, 0903218447')
    assert.deepEqual(await contacts(), { count: 2, live: 2 })
    await sendAs(desk, 'từ máy bàn, đã đăng nhập', 'khach-1')
    assert.deepEqual(await contacts(), { count: 1, live: 1 })

    const all = [
      'từ điện thoại, chưa đăng nhập',
      'từ điện thoại, đã đăng nhập',
      'từ máy bàn, chưa đăng nhập, 0903218447',
      'từ máy bàn, đã đăng nhập',
    ]
    assert.deepEqual(await textsOf(desk), all)
    assert.deepEqual(await textsOf(phone), all)
    await sendAs(phone, 'lại từ điện thoại')
    assert.deepEqual(await textsOf(desk), [...all, 'lại từ điện thoại'])
    const { rows } = await platform.db.asService(null, tx =>
      sql`select d.value, c.name, c.verified from contact_details d join contacts c on c.id = d.contact_id`.execute(tx),
    )
    assert.deepEqual(rows, [{ value: '+84903218447', name: 'Ngọc Ánh', verified: true }])
  })

  test('a new browser that is known from the first word goes on where the other was; another customer does not', async () => {
    const tablet = await openChat(app, widget)
    await sendAs(tablet, 'từ máy tính bảng', 'khach-1')
    assert.ok((await textsOf(tablet)).length > 4)
    const other = await openChat(app, widget)
    await sendAs(other, 'tôi là người khác', 'khach-2')
    assert.deepEqual(await textsOf(other), ['tôi là người khác'])
    assert.equal((await contacts())?.count, 2)
  })

  test('who refused messages or objected before they were known has as who they are, wherever they are known', async () => {
    const known = await openChat(app, widget)
    await sendAs(known, 'tôi là khách', 'khach-3')
    const ask = <T>(statement: ReturnType<typeof sql<T>>) => platform.db.asService(null, tx => statement.execute(tx))
    const newest = async () =>
      (await ask(sql<{ id: string }>`select customer_id as id from contacts order by created_at desc limit 1`)).rows[0]
        ?.id ?? ''
    const customer = await newest()
    await ask(sql`insert into contacts (id, workspace_id, channel_id, external_id, customer_id, created_at)
      values (${newId()}, ${shop.workspaceId}, ${shop.channelId}, 'elsewhere', ${customer}, '2026-01-01')`)
    const stranger = await openChat(app, widget)
    await sendAs(stranger, 'TC')
    const headers = await signIn(platform, shop.admin.personId, shop.admin.email)
    const objected = { kind: 'object', customer_id: await newest(), who: 'không rõ', note: '', came_on: '2026-01-01' }
    const recorded = await app.inject({ method: 'POST', url: '/api/v1/data-requests', headers, payload: objected })
    const { id: request } = recorded.json()
    await sendAs(stranger, 'giờ tôi đăng nhập', 'khach-3')
    const { rows } =
      await ask(sql`select h.id = ${shop.channelId} as elsewhere, s.purpose, s.state from consent_states s
      join channels h on h.id = s.channel_id where s.customer_id = ${customer} order by 1, 2`)
    assert.deepEqual(
      rows,
      [false, true].flatMap(elsewhere =>
        ['care', 'promotion'].map(purpose => ({ elsewhere, purpose, state: 'withdrawn' })),
      ),
    )
    const held = await ask(sql`select c.restricted_at is not null as restricted, c.id from customers c
      join data_requests r on r.customer_id = c.id where r.id = ${request}`)
    assert.deepEqual(held.rows, [{ restricted: true, id: customer }])
    const refused = { act: 'refused', why: 'nhầm người' }
    await app.inject({ method: 'PATCH', url: `/api/v1/data-requests/${request}`, headers, payload: refused })
    const freed = await ask(sql`select restricted_at from customers where id = ${customer}`)
    assert.deepEqual(freed.rows, [{ restricted_at: null }])
  })

  test('what they agreed to on the shop’s pages is consent to its words, here alone, until they refuse; their number is known', async () => {
    const ask = <T>(statement: ReturnType<typeof sql<T>>) => platform.db.asService(null, tx => statement.execute(tx))
    const words = 'Nhận tin khuyến mãi của tiệm, nhiều nhất 1 tin mỗi tuần. Dừng: nhắn TC.'
    await ask(sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
      values (${shop.workspaceId}, 'promotion', 'vi', 1, ${words}, 1, 7, ${shop.admin.personId}, ${platform.clock.now()})`)
    platform.clock.advance(minutes(10))
    const visitor = await openChat(app, widget)
    const at = (ago: number) => new Date(platform.clock.now().getTime() - minutes(ago)).toISOString()
    const consent = (more: object) => ({ consent: { agreed: true, language: 'vi', version: 1, at: at(1), ...more } })
    const held = async () => {
      const { rows } = await ask(sql<{ purpose: string; state: string }>`select purpose, state from consent_states s
        join contacts k on k.customer_id = s.customer_id where k.fields ->> 'user_id' = 'khach-4' order by purpose`)
      return rows.map(({ purpose, state }) => `${purpose} ${state}`)
    }
    for (const wrong of [{ version: 2 }, { language: 'en' }, { at: at(-60) }, { at: at(60) }, { agreed: 'yes' }]) {
      await sendAs(visitor, 'chào tiệm', 'khach-4', consent(wrong))
      assert.deepEqual(await held(), [], JSON.stringify(wrong))
    }
    const agreed = consent({})
    const answers = async () => {
      await platform.jobs.drain()
      return (await visitor.read()).messages.filter(one => one.author === 'bot').length
    }
    const answered = await answers()
    await sendAs(visitor, 'tôi ở đây', 'khach-4', { ...agreed, phone: '0903 111 222', email: 'anh@hatnau.example' })
    assert.equal(await answers(), answered + 1)
    await sendAs(visitor, 'vẫn là tôi', 'khach-4', agreed)
    assert.deepEqual(await held(), ['promotion given'])
    const { rows } =
      await ask(sql`select c.how, c.words, c.version, c.proof, c.message_id is not null as by_message from consents c
      join contacts k on k.customer_id = c.customer_id where k.fields ->> 'user_id' = 'khach-4'`)
    assert.deepEqual(rows, [{ how: 'claim', words, version: 1, proof: agreed.consent.at, by_message: true }])
    const details = await ask(sql`select d.kind, d.value, d.message_id from contact_details d
      join contacts k on k.id = d.contact_id where k.fields ->> 'user_id' = 'khach-4' order by d.kind`)
    assert.deepEqual(details.rows, [
      { kind: 'email', value: 'anh@hatnau.example', message_id: null },
      { kind: 'phone', value: '+84903111222', message_id: null },
    ])
    await sendAs(visitor, 'bỏ đánh dấu rồi', 'khach-4', consent({ agreed: false }))
    assert.deepEqual(await held(), ['care withdrawn', 'promotion withdrawn'])
    for (const old of [agreed, consent({ at: at(3) })]) await sendAs(visitor, 'trang cũ', 'khach-4', old)
    assert.deepEqual(await held(), ['care withdrawn', 'promotion withdrawn'])
    await sendAs(visitor, 'đánh dấu lại', 'khach-4', consent({}))
    assert.deepEqual(await held(), ['care withdrawn', 'promotion given'])
    await sendAs(visitor, 'TC', 'khach-4')
    await sendAs(visitor, 'lại đánh dấu', 'khach-4', consent({}))
    assert.deepEqual(await held(), ['care withdrawn', 'promotion withdrawn'])
  })

  test('whoever only says so is nobody', async () => {
    const liar = await openChat(app, widget)
    const forged = await new SignJWT({ sub: 'khach-1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('a guess'))
    await app.inject({
      method: 'POST',
      url: '/widget/v1/messages',
      headers: { authorization: `Bearer ${liar.token}` },
      payload: { client_id: newId(), text: 'tôi là khách 1', identity: forged, attributes: { user_id: 'khach-1' } },
    })
    assert.deepEqual(await textsOf(liar), ['tôi là khách 1'])
  })
})
