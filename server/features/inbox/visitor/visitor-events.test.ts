import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readVisitor } from '#features/channels/website/website-visitor.ts'
import { hours } from '#platform/clock.ts'
import { misfit } from '#platform/http/answer-checks/misfit.ts'
import type { Platform } from '#platform/platform.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { widgetApi } from '#shared/contracts/widget.api.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { closeConversation } from '../conversations/close-conversation.ts'
import { memberTypes, pauseBot } from '../conversations/pause-bot.ts'
import { reply } from '../messages/reply.ts'
import { makeVisitorStreams } from './visitor-events.ts'

type StreamEvent = {
  event: string
  id: string | undefined
  data: { text?: string; author?: string; bot?: string; cursor?: string }
}

describe('the stream of a visitor', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: TestWorkspace
  let widget: string
  let visitor: TestVisitor
  let base: string
  const open: AbortController[] = []
  before(async () => {
    platform = await testPlatform()
    await platform.changes.start()
    await platform.broadcast.start()
    shop = await makeWorkspace(platform)
    app = await testApp(platform)
    widget = (await makeWidget(platform, shop)).account_id
    await app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    visitor = await openChat(app, widget)
  })
  after(async () => {
    for (const one of open) one.abort()
    await app.close()
    await platform.close()
  })

  async function follow(cursor = '0', token = visitor.token) {
    const control = new AbortController()
    open.push(control)
    const response = await fetch(`${base}/widget/v1/events?after=${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: control.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    async function next(event: string): Promise<StreamEvent> {
      for (;;) {
        const end = rest.indexOf('\n\n')
        if (end !== -1) {
          const lines = rest.slice(0, end).split('\n')
          rest = rest.slice(end + 2)
          const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
          if (lines[0]?.startsWith(':')) continue
          const data = JSON.parse(field('data') ?? '{}')
          assert.equal(misfit(widgetApi['GET /widget/v1/events'].result, { event: field('event'), data }), undefined)
          if (field('event') === event) return { event, id: field('id'), data }
          continue
        }
        const piece = await reader?.read()
        if (!piece || piece.done) throw new Error('The stream ended.')
        rest += piece.value
      }
    }
    return { response, next, stop: () => control.abort() }
  }
  async function conversationId() {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ id: string }>`select id from conversations order by id desc limit 1`.execute(tx),
    )
    return rows[0]?.id ?? ''
  }

  test('tells what is said, at once and in order, each with its cursor', { timeout: 60_000 }, async () => {
    const { body } = await visitor.send('còn hàng không')
    const stream = await follow(body.cursor)
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream')
    assert.equal((await stream.next('status')).data.bot, 'on')
    const id = await conversationId()
    await reply(platform, shop.admin, { id, text: 'Dạ còn' })
    await reply(platform, shop.admin, { id, text: 'Mình lấy mấy bộ ạ?' })
    const first = await stream.next('message')
    assert.deepEqual([first.data.author, first.data.text, first.id], ['member', 'Dạ còn', first.data.cursor])
    assert.equal((await stream.next('message')).data.text, 'Mình lấy mấy bộ ạ?')
  })

  test('goes on from a cursor without a gap and without a double', { timeout: 60_000 }, async () => {
    await visitor.send('một')
    const stream = await follow('0')
    const one = await stream.next('message')
    stream.stop()
    const id = await conversationId()
    for (const text of ['hai', 'ba']) await reply(platform, shop.admin, { id, text })
    const again = await follow(one.id)
    assert.equal((await again.next('message')).data.text, 'hai')
    assert.equal((await again.next('message')).data.text, 'ba')
  })

  test('opened before the first message, it hears the first one too', { timeout: 60_000 }, async () => {
    const stream = await follow('0')
    await stream.next('status')
    await visitor.send('câu đầu tiên')
    assert.equal((await stream.next('message')).data.text, 'câu đầu tiên')
    await reply(platform, shop.admin, { id: await conversationId(), text: 'Dạ chào mình' })
    assert.equal((await stream.next('message')).data.text, 'Dạ chào mình')
  })

  test('follows into a new conversation', { timeout: 60_000 }, async () => {
    const { body } = await visitor.send('lần một')
    const stream = await follow(body.cursor)
    await stream.next('status')
    await closeConversation(platform, shop.admin, { id: await conversationId() })
    platform.clock.advance(hours(25))
    await visitor.send('lần hai')
    assert.equal((await stream.next('message')).data.text, 'lần hai')
    await reply(platform, shop.admin, { id: await conversationId(), text: 'Dạ em đây' })
    assert.equal((await stream.next('message')).data.text, 'Dạ em đây')
  })

  test(
    'shows that the bot is about to answer, that a member types, and when the bot goes off',
    { timeout: 60_000 },
    async () => {
      const { body } = await visitor.send('ship bn v shop')
      const stream = await follow('0')
      assert.equal((await stream.next('typing')).data.author, 'bot')
      const id = await conversationId()
      await memberTypes(platform, shop.admin, { id })
      assert.equal((await stream.next('typing')).data.author, 'member')
      await pauseBot(platform, shop.admin, { id })
      assert.equal((await stream.next('status')).data.bot, 'off')
      assert.ok(body.cursor)
    },
  )

  test("tells nothing of another visitor's conversation", { timeout: 60_000 }, async () => {
    const stranger = await openChat(app, widget)
    await stranger.send('chuyện riêng')
    const cursor = (await stranger.read()).cursor
    const stream = await follow('0')
    await stream.next('status')
    const spying = await follow(cursor)
    await spying.next('status')
    await reply(platform, shop.admin, { id: await conversationId(), text: 'bí mật' })
    await visitor.send('của tôi')
    assert.equal((await stream.next('message')).data.text, 'của tôi')
    assert.equal((await spying.next('message')).data.text, 'của tôi')
  })

  test('a visitor has a bounded number of streams: the newest count', { timeout: 60_000 }, async () => {
    await visitor.send('nhiều thẻ')
    const first = await follow('0')
    await first.next('status')
    for (let n = 0; n < 8; n++) await (await follow('0')).next('status')
    await assert.rejects(first.next('never'), /ended/)
  })

  test('a reader that takes nothing off the line is let go, and its end ends nothing else', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const streams = makeVisitorStreams(platform)
    const known = await platform.db.asService(null, tx => readVisitor(platform, tx, `Bearer ${visitor.token}`))
    const stuck = () => new Writable({ write() {} }) as unknown as ServerResponse
    const lines = Array.from({ length: 20 }, stuck)
    for (const line of lines) assert.equal(streams.follow(known, '0', line), true)
    assert.equal(lines.filter(line => !line.writableEnded).length, 8)
    for (let n = 0; n < 3; n++) t.mock.timers.tick(15_000)
    await new Promise(resolve => setImmediate(resolve))
    streams.closeAll()
    assert.ok(lines.every(line => line.writableEnded && line.errored === null))
  })

  test('who went away while being looked up is not followed', async () => {
    await visitor.send('thoáng qua')
    let listeners = 0
    const { broadcast } = platform
    const counting: Platform = {
      ...platform,
      broadcast: {
        ...broadcast,
        subscribe(topic, onMessage) {
          listeners++
          const stop = broadcast.subscribe(topic, onMessage)
          return () => {
            listeners--
            stop()
          }
        },
      },
    }
    const streams = makeVisitorStreams(counting)
    const known = await platform.db.asService(null, tx => readVisitor(platform, tx, `Bearer ${visitor.token}`))
    const line = () => new Writable({ write: (_piece, _encoding, done) => done() }) as unknown as ServerResponse
    const gone = line()
    gone.destroy()
    streams.follow(known, '0', gone)
    const leaving = line()
    streams.follow(known, '0', leaving)
    leaving.destroy()
    for (let n = 0; n < 20; n++) await platform.db.asService(null, async () => {})
    assert.equal(listeners, 0)
    streams.closeAll()
  })

  test('an unknown token gets no stream', { timeout: 60_000 }, async () => {
    assert.equal((await follow('0', 'made.up')).response.status, 401)
  })

  test('ends with the server, and does not hold it up', { timeout: 60_000 }, async () => {
    const other = await testApp(platform)
    await other.listen({ port: 0, host: '127.0.0.1' })
    const address = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}/widget/v1/events?after=0`
    const response = await fetch(address, { headers: { authorization: `Bearer ${visitor.token}` } })
    await other.close()
    await response.text()
  })

  test('tells the beginning of a reply while it is written, and nothing else that is told of the conversation', async () => {
    await visitor.send('phí ship bao nhiêu')
    const topic = `conversation:${await conversationId()}`
    const stream = await follow('0')
    await stream.next('message')
    await platform.broadcast.send(topic, 'draft', { author: 'member', text: 'không phải của bot' })
    await platform.broadcast.send(topic, 'draft', { author: 'bot', text: 7 })
    await platform.broadcast.send(topic, 'draft', { author: 'bot', text: 'Dạ, 20.000đ ạ.' })
    assert.deepEqual((await stream.next('draft')).data, { author: 'bot', text: 'Dạ, 20.000đ ạ.' })
  })
})
