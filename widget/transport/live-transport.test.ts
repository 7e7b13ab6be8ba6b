import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createConversation } from '#widget/conversation/conversation.ts'
import { createLiveTransport, type LiveOptions } from './live-transport.ts'
import { createOutbox } from '#widget/conversation/outbox.ts'

type Stored = { id: string; cursor: string; author: string; text: string; client_id?: string; created_at: string }

const words = { language: 'vi' as const, version: 3, words: 'Nhận tin của tiệm. Dừng: nhắn TC.' }

async function shopServer(t: TestContext) {
  const stored: Stored[] = []
  const lines = new Set<ServerResponse>()
  const seen: string[] = []
  const afters: (string | null)[] = []
  const ticks: unknown[] = []
  let refuse: (path: string) => number = () => 0
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })

  function add(part: Partial<Stored>): Stored {
    const number = String(stored.length + 1).padStart(4, '0')
    const message = {
      id: `m${number}`,
      cursor: number,
      author: 'bot',
      text: '',
      created_at: '2026-11-20T02:00:00Z',
      ...part,
    }
    stored.push(message)
    for (const line of lines) line.write(`id: ${number}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`)
    return message
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://x')
    const path = url.pathname.replace('/widget/v1/', '')
    seen.push(`${request.method} ${path}`)
    const text = await new Response(request as unknown as ReadableStream).text()
    const body = text ? JSON.parse(text) : {}
    const refused = refuse(`${request.method} ${path}`)
    if (refused === -1) return request.socket.destroy()
    const send = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (refused) return send(refused, { error: { code: `test.${refused}` } })
    const after = url.searchParams.get('after')
    const since = stored.filter(message => message.cursor > (after ?? ''))
    if (path === 'sessions') {
      assert.equal(body.ticket, 'ticket')
      return send(200, {
        visitor_token: body.visitor_token ?? `token-${seen.length}`,
        conversation_id: stored.length ? 'c' : null,
        cursor: stored.at(-1)?.cursor ?? '0',
        consent: [words],
      })
    }
    assert.match(request.headers.authorization ?? '', /^Bearer token-/)
    if (path === 'messages' && request.method === 'POST') {
      ticks.push(body.consent)
      const before = stored.find(message => message.client_id === body.client_id)
      const { id, cursor } = before ?? add({ author: 'contact', text: body.text, client_id: body.client_id })
      return send(201, { id, cursor })
    }
    if (path === 'messages') {
      afters.push(after)
      return send(200, { messages: since, cursor: stored.at(-1)?.cursor ?? '0' })
    }
    if (path === 'events') {
      afters.push(after)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': ok\n\nevent: status\ndata: {"bot":"on"}\n\n')
      for (const message of since) response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
      lines.add(response)
      response.on('close', () => lines.delete(response))
      return
    }
    send(200, {})
  }

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    seen,
    afters,
    ticks,
    lines,
    add,
    refuse: (rule: (path: string) => number) => void (refuse = rule),
    cut: () => lines.forEach(line => line.destroy()),
  }
}

function visitor(t: TestContext, base: string, options: Partial<LiveOptions> = {}) {
  const tokens: (string | null)[] = []
  const wake: (() => void)[] = []
  const transport = createLiveTransport({
    base,
    widget: 'wgt_1',
    visitorToken: null,
    pageUrl: 'https://shop.vn/',
    locale: 'vi',
    random: () => 0,
    ticket: async () => 'ticket',
    onVisitor: token => tokens.push(token),
    signals: {
      onLine: () => true,
      hidden: () => false,
      onWake: callback => {
        wake.push(() => callback('online'))
        return () => {}
      },
      onRest: () => () => {},
    },
    ...options,
  })
  const conversation = createConversation({
    transport,
    outbox: createOutbox(null, 'x'),
  })
  conversation.start()
  t.after(() => conversation.stop())
  const texts = () => conversation.snapshot().messages.map(message => message.text)
  async function until(holds: () => boolean) {
    if (holds()) return
    await new Promise<void>(resolve => {
      const off = conversation.subscribe(() => {
        if (!holds()) return
        off()
        resolve()
      })
    })
  }
  return { conversation, tokens, texts, until, wake: () => wake.forEach(call => call()) }
}

test('opens a session, sends once the visitor writes, and hears the answer', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  const { conversation, tokens, texts, until } = visitor(t, server.base)
  conversation.send('ship bn v shop')
  await until(() => conversation.snapshot().messages[0]?.state === 'sent')
  assert.equal(tokens.length, 1)
  server.add({ text: 'Phí giao 30.000đ ạ.' })
  await until(() => texts().length === 2)
  assert.deepEqual(texts(), ['ship bn v shop', 'Phí giao 30.000đ ạ.'])
  assert.equal(server.seen.filter(call => call === 'GET events').length, 1)
})

test('before the first message nothing is streamed', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  const { conversation, until } = visitor(t, server.base)
  await until(() => conversation.snapshot().connection === 'online')
  assert.deepEqual(server.seen, ['POST sessions'])
})

test('a returning visitor reads the history, then follows from its end', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  server.add({ text: 'chào' })
  const { texts, until } = visitor(t, server.base, { visitorToken: 'token-old' })
  await until(() => texts().length === 1)
  await waitFor(() => server.lines.size === 1)
  assert.deepEqual(server.afters, [null, '0001'])
})

test('after a cut the gap comes, also when a receipt was ahead of it', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  server.add({ text: 'chào' })
  const { conversation, texts, until } = visitor(t, server.base, { visitorToken: 'token-old' })
  await waitFor(() => server.lines.size === 1)
  server.refuse(path => (path === 'GET events' ? 503 : 0))
  server.cut()
  await waitFor(() => server.lines.size === 0)
  server.add({ text: 'trong lúc mất mạng' })
  conversation.send('còn ai không')
  await until(() => conversation.snapshot().messages.at(-1)?.state === 'sent')
  assert.deepEqual(texts(), ['chào', 'còn ai không'])
  server.refuse(() => 0)
  await until(() => texts().length === 3)
  assert.deepEqual(texts(), ['chào', 'trong lúc mất mạng', 'còn ai không'])
  assert.equal(server.stored.length, 3)
})

test('a line that breaks while sending is tried again, and stored once', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  const { conversation, until } = visitor(t, server.base)
  await until(() => conversation.snapshot().connection === 'online')
  let broken = 0
  server.refuse(path => (path === 'POST messages' && broken++ === 0 ? -1 : 0))
  conversation.send('đứt giữa chừng')
  await until(() => conversation.snapshot().messages[0]?.state === 'sent')
  assert.equal(broken, 2)
  assert.equal(server.stored.length, 1)
})

test('a refused message fails with its reason', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  const { conversation, until } = visitor(t, server.base)
  await until(() => conversation.snapshot().connection === 'online')
  server.refuse(path => (path === 'POST messages' ? 429 : 0))
  conversation.send('nhanh quá')
  await until(() => conversation.snapshot().messages[0]?.state === 'failed')
  assert.equal(conversation.snapshot().messages[0]?.reason, 'test.429')
})

test('a token that the server forgot is replaced, and the message still goes out', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  const { conversation, tokens, until } = visitor(t, server.base, { visitorToken: 'token-old' })
  await until(() => conversation.snapshot().connection === 'online')
  let first = true
  server.refuse(path => {
    if (path !== 'POST messages' || !first) return 0
    first = false
    return 401
  })
  conversation.send('vẫn là tôi')
  await until(() => conversation.snapshot().messages[0]?.state === 'sent')
  assert.equal(tokens[0], null)
  assert.match(tokens[1] ?? '', /^token-\d/)
})

test(
  'a ticked box goes with the next message until it has arrived, and with no other',
  { timeout: 10_000 },
  async t => {
    const server = await shopServer(t)
    const { conversation, until } = visitor(t, server.base)
    const arrives = async (text: string) => {
      conversation.send(text)
      await until(() => conversation.snapshot().messages.at(-1)?.state === 'sent')
    }
    await until(() => conversation.snapshot().asked.length === 1)
    await arrives('còn hàng không')
    conversation.agree(words)
    conversation.agree(null)
    await arrives('giao mấy ngày')
    conversation.agree(words)
    await arrives('cho mình đặt')
    assert.deepEqual(conversation.snapshot().asked, [])
    await arrives('cảm ơn')
    assert.deepEqual(server.ticks, [undefined, undefined, { language: 'vi', version: 3 }, undefined])
  },
)

test(
  'whom the page names is not asked by a box: perhaps they have said something of it',
  { timeout: 10_000 },
  async t => {
    const server = await shopServer(t)
    const { conversation, until } = visitor(t, server.base, { introduction: { identity: 'signed' } })
    await until(() => conversation.snapshot().connection === 'online')
    assert.deepEqual(conversation.snapshot().asked, [])
  },
)

test('a wake-up replaces a line that may be dead, without waiting', { timeout: 10_000 }, async t => {
  const server = await shopServer(t)
  server.add({ text: 'chào' })
  const { wake } = visitor(t, server.base, { visitorToken: 'token-old' })
  await waitFor(() => server.lines.size === 1)
  const [line] = server.lines
  wake()
  await waitFor(() => server.lines.size === 1 && !server.lines.has(line as ServerResponse))
})

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}
