import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { type RawBuilder, sql } from 'kysely'
import { readIdentitySecret } from '#features/channels/website/website-identity.ts'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWidget, openChat, shopOrigin, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { closeConversation } from '../conversations/close-conversation.ts'
import { reply } from '../messages/reply.ts'
import { sendMessage } from '../messages/send-message.ts'

describe('a visitor', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: TestWorkspace
  let widget: string
  let visitor: TestVisitor
  before(async () => {
    platform = await testPlatform()
    await platform.broadcast.start()
    shop = await makeWorkspace(platform)
    app = await testApp(platform)
    widget = (await makeWidget(platform, shop)).account_id
  })
  beforeEach(async () => {
    visitor = await openChat(app, widget)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const call = (method: 'GET' | 'POST', path: string, payload?: object, token = visitor.token) =>
    app.inject({
      method,
      url: `/widget/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  async function conversation() {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ id: string; contact_typing_at: Date | null; fields: object }>`select v.id, v.contact_typing_at, c.fields
        from conversations v join contacts c on c.id = v.contact_id order by v.id desc limit 1`.execute(tx),
    )
    assert.ok(rows[0])
    return rows[0]
  }
  const texts = (page: { messages: { text: string }[] }) => page.messages.map(message => message.text)

  test('gets the same answer for the same message, however often and closely it comes', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.send('ship bn v shop', id)))
    assert.equal(new Set(answers.map(one => JSON.stringify(one))).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.deepEqual(texts(await visitor.read()), ['ship bn v shop'])
  })

  test('reads from a cursor on without a gap, and everything at first', async () => {
    const first = await visitor.send('một')
    await visitor.send('hai')
    assert.deepEqual(texts(await visitor.read('0')), ['một', 'hai'])
    assert.deepEqual(texts(await visitor.read()), ['một', 'hai'])
    const rest = await visitor.read(first.body.cursor)
    assert.deepEqual(texts(rest), ['hai'])
    assert.deepEqual(await visitor.read(rest.cursor), { messages: [], cursor: rest.cursor })
    assert.equal((await call('GET', 'messages?after=nonsense')).statusCode, 400)
  })

  test('comes back to the same conversation, and goes on reading when a new one has begun', async () => {
    const first = await visitor.send('lần một')
    const { id } = await conversation()
    await closeConversation(platform, shop.admin, { id })
    platform.clock.advance(hours(25))
    const second = await visitor.send('lần hai')
    assert.notEqual((await conversation()).id, id)
    assert.ok(first.body.cursor < second.body.cursor)
    assert.deepEqual(texts(await visitor.read(first.body.cursor)), ['lần hai'])
    const back = await openChat(app, widget, visitor.token)
    assert.deepEqual(texts(await back.read()), ['lần một', 'lần hai'])
  })

  test("sees the team's reply with a given name, and nobody else's", async () => {
    await visitor.send('còn hàng không')
    const { id } = await conversation()
    await reply(platform, shop.admin, { id, text: 'Dạ còn ạ' })
    const { messages } = await visitor.read()
    assert.deepEqual(
      messages.map(({ author, text, ...rest }) => [author, text, (rest as { name?: string }).name]),
      [
        ['contact', 'còn hàng không', undefined],
        ['member', 'Dạ còn ạ', 'Hạnh'],
      ],
    )
    const stranger = await openChat(app, widget)
    assert.deepEqual((await stranger.read('0')).messages, [])
    assert.deepEqual((await stranger.read(messages[0]?.cursor)).messages, [])
  })

  test('sees of the team what was sent and stands, and nothing of another channel', async () => {
    await visitor.send('còn hàng không')
    const { id } = await conversation()
    const { id: said } = await reply(platform, shop.admin, { id, text: 'Dạ còn ạ' })
    const change = (statement: RawBuilder<unknown>) => platform.db.asService(null, tx => statement.execute(tx))
    await change(sql`update usage_counters set hard_limit = null where metric = 'connections'`)
    const { account_id: second } = await makeWidget(platform, shop)
    const seen = async () => texts(await visitor.read()).includes('Dạ còn ạ')
    for (const [status, shown] of [
      ['stored', true],
      ['queued', false],
      ['sending', false],
      ['sent', true],
      ['delivered', true],
      ['read', true],
      ['unsure', false],
      ['held', false],
      ['failed', false],
      ['stored', true],
    ] as const) {
      await change(sql`update messages set status = ${status} where id = ${said}`)
      assert.equal(await seen(), shown, status)
    }
    await change(sql`update messages set deleted_at = created_at where id = ${said}`)
    assert.equal(await seen(), false)
    await change(sql`update messages set deleted_at = null where id = ${said}`)
    await change(sql`update contacts set channel_id = (select id from channels where account_id = ${second})
      where id = (select contact_id from conversations where id = ${id})`)
    assert.deepEqual((await visitor.read()).messages, [])
  })

  test('comes back to a conversation of their own, on this channel, whoever wrote last', async () => {
    assert.equal(visitor.conversationId, null)
    await visitor.send('của tôi')
    const { id } = await conversation()
    const other = await openChat(app, widget)
    await other.send('của người khác')
    const theirs = (await conversation()).id
    const backTo = async ({ token }: TestVisitor) => (await openChat(app, widget, token)).conversationId
    assert.deepEqual([await backTo(visitor), await backTo(other)], [id, theirs])
    await call('POST', 'typing')
    const typing = await platform.db.asService(null, tx =>
      sql<{
        id: string
      }>`select id from conversations where contact_typing_at is not null and id in (${id}, ${theirs})`.execute(tx),
    )
    assert.deepEqual(typing.rows, [{ id }])
    await platform.db.asService(null, async tx => {
      await sql`update usage_counters set hard_limit = null where metric = 'connections'`.execute(tx)
    })
    const { account_id: second } = await makeWidget(platform, shop)
    await platform.db.asService(null, tx =>
      sql`update contacts set channel_id = (select id from channels where account_id = ${second})
        where id = (select contact_id from conversations where id = ${id})`.execute(tx),
    )
    assert.equal(await backTo(visitor), null)
  })

  test('chats in Vietnamese where the page names no language or a third one, and sees its frame', async () => {
    for (const [locale, language] of [
      [undefined, 'vi'],
      [null, 'vi'],
      ['fr', 'vi'],
      ['en-GB', 'vi'],
      [7, 'vi'],
      ['en', 'en'],
      ['vi', 'vi'],
    ] as const) {
      const { token, send } = await openChat(app, widget, undefined, { locale })
      assert.ok(token, String(locale))
      assert.equal((await send('hi')).status, 201)
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ language: string }>`select language from contacts order by id desc limit 1`.execute(tx),
      )
      assert.equal(rows[0]?.language, language, String(locale))
      const query = { widget, origin: shopOrigin, ...(locale && { locale: String(locale) }) }
      const frame = await app.inject({ url: '/widget/v1/frame', query })
      assert.match(frame.body, new RegExp(`<html lang="${language}"`), String(locale))
    }
  })

  test('is told what is wrong with a message', async () => {
    assert.equal(
      (await call('POST', 'messages', { client_id: 'a', text: ' \n ' })).json().error.code,
      'inbox.message_empty',
    )
    const long = await call('POST', 'messages', { client_id: 'a', text: 'ạ'.repeat(2001) })
    assert.equal(long.json().error.code, 'inbox.message_too_long')
    assert.equal((await call('POST', 'messages', { client_id: 'b', text: '😀'.repeat(2000) })).statusCode, 201)
    assert.equal((await call('POST', 'messages', { text: 'x' })).json().error.code, 'request.invalid')
    assert.equal((await call('POST', 'messages', { client_id: 'c', text: 'x' }, 'made.up')).statusCode, 401)
    assert.equal((await app.inject({ url: '/widget/v1/messages' })).statusCode, 401)
  })

  test('may write anything: it is kept as it is, minus what is no text', async () => {
    const odd = `'; drop table messages; -- <script>alert(1)</script> \u0000\ud800 Ẩn Ệ 😀`
    await call('POST', 'messages', { client_id: 'a', text: odd })
    assert.deepEqual(texts(await visitor.read()), [odd.replace('\u0000', '').replace('\ud800', '\ufffd')])
  })

  test('may write ten messages a minute and a hundred a day; what is refused is not stored', async () => {
    for (let round = 0; round < 10; round++) {
      for (let n = 0; n < 10; n++) assert.equal((await visitor.send(`${round}.${n}`)).status, 201)
      if (round === 0) {
        const refused = await call('POST', 'messages', { client_id: 'again', text: 'nữa' })
        assert.equal(refused.statusCode, 429)
        assert.ok(Number(refused.headers['retry-after']) > 0)
      }
      platform.clock.advance(minutes(1))
    }
    assert.equal((await visitor.send('thứ 101')).status, 429)
    platform.clock.advance(hours(24))
    assert.equal((await visitor.send('hôm sau')).status, 201)
    assert.equal((await visitor.read('0')).messages.length, 100)
  })

  test('who types is seen by the team, and lets the bot wait', async () => {
    await visitor.send('cho hỏi')
    const { id } = await conversation()
    const received: unknown[] = []
    const published = new Promise<void>(resolve => {
      platform.broadcast.subscribe(`conversation:${id}`, ({ event, payload }) => {
        received.push([event, payload])
        resolve()
      })
    })
    for (let n = 0; n < 3; n++) assert.equal((await call('POST', 'typing', {})).statusCode, 204)
    await published
    assert.deepEqual(received, [['typing', { author: 'contact' }]])
    assert.deepEqual((await conversation()).contact_typing_at, platform.clock.now())
  })

  test('what was seen is marked as read, on this conversation alone', async () => {
    await visitor.send('alo')
    const { id } = await conversation()
    const sent = await reply(platform, shop.admin, { id, text: 'Dạ' })
    const { cursor } = await visitor.read()
    const status = async () =>
      (
        await platform.db.asService(null, tx =>
          sql<{ status: string }>`select status from messages where id = ${sent.id}`.execute(tx),
        )
      ).rows[0]?.status
    const stranger = await openChat(app, widget)
    await call('POST', 'read', { cursor }, stranger.token)
    assert.equal(await status(), 'sent')
    assert.equal((await call('POST', 'read', { cursor })).statusCode, 204)
    assert.equal(await status(), 'read')
  })

  test('what the page tells of the visitor stands beside the contact, and proves nothing', async () => {
    await call('POST', 'messages', {
      client_id: 'a',
      text: 'chào',
      page_url: 'https://shop.example/am-tra',
      attributes: { gói: 'vàng', lần: 2 },
    })
    assert.deepEqual((await conversation()).fields, { gói: 'vàng', lần: 2, page_url: 'https://shop.example/am-tra' })
  })

  test("gets the source of the bot's answer only where the owner wants it, in a bounded length", async () => {
    await visitor.send('ship bao nhiêu')
    const { id } = await conversation()
    const answerId = newId()
    const sources = Array.from({ length: 5 }, (_, n) => ({
      source_id: newId(),
      title: `bang-gia-${n}.pdf`,
      quote: 'ạ'.repeat(900),
    }))
    await platform.db.asService(shop.workspaceId, async tx => {
      await sendMessage(platform, tx, { ...shop, conversationId: id, author: 'bot', text: '30.000đ ạ', answerId })
      await sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, act, text, language, citations, confidence, path, ms, created_at)
        values (${answerId}, ${shop.workspaceId}, ${id}, 1, 'answer', '30.000đ ạ', 'vi', ${JSON.stringify(sources)}::jsonb, 0.9, 'embedded', 1, ${platform.clock.now()})`.execute(
        tx,
      )
    })
    const newest = async () =>
      (await visitor.read()).messages.at(-1) as { citations?: { title: string; quote: string }[] }
    assert.equal((await newest()).citations, undefined)
    await platform.db.asService(shop.workspaceId, tx =>
      sql`insert into bot_settings (workspace_id, shows_sources, updated_at) values (${shop.workspaceId}, true, now())
        on conflict (workspace_id) do update set shows_sources = true`.execute(tx),
    )
    const answer = await newest()
    assert.deepEqual(
      answer.citations?.map(one => [one.title, one.quote.length]),
      [0, 1, 2].map(n => [`bang-gia-${n}.pdf`, 600]),
    )
  })

  test('is known by name when the shop signed for it, and by nobody else', async () => {
    const { id: channelId } = await widgetChannel()
    const { secret } = await readIdentitySecret(platform, shop.admin, { id: channelId })
    const sign = (key: string, minutes: number) =>
      new SignJWT({ sub: 'khach-7', name: 'Ngọc Ánh', email: 'anh@shop.example' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(platform.clock.now().getTime() / 1000) + minutes * 60)
        .sign(new TextEncoder().encode(key))
    for (const identity of [await sign('another secret', 5), await sign(secret, 90), 'a.b.c']) {
      await call('POST', 'messages', { client_id: newId(), text: 'tôi là Ngọc Ánh', identity })
      assert.equal((await contact()).verified, false)
    }
    await call('POST', 'messages', { client_id: newId(), text: 'chào', identity: await sign(secret, 5) })
    assert.deepEqual(await contact(), {
      verified: true,
      name: 'Ngọc Ánh',
      fields: { user_id: 'khach-7', email: 'anh@shop.example' },
      contact_name: 'Ngọc Ánh',
    })
    const stranger = await makeWorkspace(platform)
    await assert.rejects(readIdentitySecret(platform, stranger.admin, { id: channelId }), { code: 'request.not_found' })
  })

  async function widgetChannel() {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ id: string }>`select id from channels where account_id = ${widget}`.execute(tx),
    )
    return { id: rows[0]?.id ?? '' }
  }
  async function contact() {
    const { rows } = await platform.db.asService(null, tx =>
      sql`select c.verified, c.name, c.fields, v.contact_name from conversations v join contacts c on c.id = v.contact_id
        order by v.id desc limit 1`.execute(tx),
    )
    return rows[0] as { verified: boolean }
  }
})
