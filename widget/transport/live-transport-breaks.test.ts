import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { createLiveTransport, type LiveOptions } from './live-transport.ts'
import { createPause } from './pacing.ts'
import type { Connection, ServerMessage } from './transport.ts'

type Line = ReadableStreamDefaultController<Uint8Array>

/** The network by hand, so that minutes pass at once. */
function chat(t: TestContext, options: Partial<LiveOptions> = {}) {
  let now = 0
  let hidden = false
  let onLine = true
  let down = false
  let isSilent = false
  let refuse: (call: string) => number = () => 0
  let pages: ServerMessage[][] = [[]]
  const calls: string[] = []
  const lines = new Set<Line>()
  const states: Connection[] = []
  const texts: string[] = []
  const asked: number[] = []
  const errors: string[] = []
  const wakes: ((reason: 'online' | 'visible' | 'restored') => void)[] = []
  const rests: ((reason: 'offline' | 'hidden') => void)[] = []
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
  mock.method(globalThis, 'fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://shop')
    const call = `${init.method ?? 'GET'} ${url.pathname.replace('/widget/v1/', '')}`
    calls.push(call)
    if (down) throw new TypeError('fetch failed')
    const status = refuse(call)
    if (status) return Response.json({ error: { code: `test.${status}` } }, { status })
    if (call === 'POST sessions')
      return Response.json({
        visitor_token: 'token',
        conversation_id: options.visitorToken ? 'c' : null,
        cursor: '0',
        consent: [{ language: 'vi', version: 1, words: 'Nhận tin?' }],
      })
    if (call === 'POST messages') return Response.json({ id: 'm', cursor: '9', conversation_id: 'c' })
    if (call === 'GET messages') {
      const at = Number(url.searchParams.get('after') ?? 0)
      return Response.json({ messages: pages[at] ?? [], cursor: String(Math.min(at + 1, pages.length)) })
    }
    if (call !== 'GET events') return Response.json({})
    let line: Line
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        line = controller
        lines.add(line)
        if (!isSilent) line.enqueue(new TextEncoder().encode(': ok\n\n'))
      },
    })
    init.signal?.addEventListener('abort', () => {
      if (lines.delete(line)) line.error(new Error('aborted'))
    })
    return new Response(body)
  })
  const transport = createLiveTransport({
    base: 'http://shop',
    widget: 'wgt_1',
    visitorToken: null,
    pageUrl: 'https://shop.vn/',
    locale: 'vi',
    random: () => 0.5,
    ticket: async () => 'ticket',
    onVisitor: () => undefined,
    signals: {
      onLine: () => onLine,
      hidden: () => hidden,
      onWake: callback => {
        wakes.push(callback)
        return () => undefined
      },
      onRest: callback => {
        rests.push(callback)
        return () => undefined
      },
    },
    ...options,
  })
  transport.start({
    connection: state => states.push(state),
    messages: messages => texts.push(...messages.map(one => one.text)),
    typing: () => undefined,
    draft: () => undefined,
    status: () => undefined,
    checking: () => undefined,
    failed: code => errors.push(code),
    asks: words => asked.push(words.length),
  })
  t.after(() => {
    transport.stop()
    mock.timers.reset()
    mock.restoreAll()
  })
  async function pass(ms = 0) {
    await settled()
    for (let left = ms; left > 0; left -= 1000) {
      now += Math.min(left, 1000)
      mock.timers.tick(Math.min(left, 1000))
      await settled()
    }
  }
  return {
    transport,
    calls,
    lines,
    texts,
    asked,
    errors,
    pass,
    state: () => states.at(-1),
    count: (call: string) => calls.filter(one => one === call).length,
    refuse: (rule: (call: string) => number) => void (refuse = rule),
    give: (given: ServerMessage[][]) => void (pages = given),
    goDown: (is: boolean) => void (down = is),
    beSilent: () => void (isSilent = true),
    cut: () => [...lines].forEach(line => lines.delete(line) && line.error(new Error('cut'))),
    beat: () => lines.forEach(line => line.enqueue(new TextEncoder().encode(': beat\n\n'))),
    hide(is: boolean) {
      hidden = is
      if (is) rests.forEach(rest => rest('hidden'))
      else wakes.forEach(wake => wake('visible'))
    },
    network(is: boolean) {
      onLine = is
      if (is) wakes.forEach(wake => wake('online'))
      else rests.forEach(rest => rest('offline'))
    },
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
}

function fromBot(text: string): ServerMessage {
  return { id: text, cursor: text, author: 'bot', text, created_at: '2026-11-20T02:00:00Z' }
}

const returning = { visitorToken: 'token' }

test('a page hidden for a minute gives its connection back; one hidden shortly keeps it', async t => {
  const { lines, pass, hide, beat } = chat(t, returning)
  await pass()
  const [first] = lines
  hide(true)
  await pass(30_000)
  hide(false)
  beat()
  await pass(40_000)
  assert.equal([...lines][0], first)
  hide(true)
  beat()
  await pass(30_000)
  beat()
  await pass(29_999)
  assert.equal(lines.size, 1)
  await pass(1)
  assert.equal(lines.size, 0)
  await pass(120_000)
  assert.equal(lines.size, 0)
  hide(false)
  await pass()
  assert.equal(lines.size, 1)
})

test('a lost network is said at once, and what is written meanwhile waits', async t => {
  const { transport, lines, pass, network, state, goDown, count } = chat(t, returning)
  await pass()
  assert.equal(state(), 'online')
  goDown(true)
  network(false)
  await pass()
  assert.deepEqual([state(), lines.size], ['offline', 0])
  await assert.rejects(transport.send({ client_id: 'a', text: 'còn hàng không' }), { waits: true })
  transport.typing()
  assert.equal(count('POST typing'), 0)
  goDown(false)
  network(true)
  await pass()
  assert.deepEqual([state(), lines.size], ['online', 1])
})

test('a visitor who has not written yet sees it too', async t => {
  const { pass, network, state } = chat(t)
  await pass()
  network(false)
  assert.equal(state(), 'offline')
  network(true)
  await pass()
  assert.equal(state(), 'online')
})

test('a server that twice does not answer is gone', async t => {
  const { pass, cut, state, goDown } = chat(t, returning)
  await pass()
  goDown(true)
  cut()
  await pass(1000)
  assert.equal(state(), 'reconnecting')
  await pass(30_000)
  assert.equal(state(), 'offline')
  goDown(false)
  await pass(30_000)
  assert.equal(state(), 'online')
})

test('whoever writes first finds out that the server is gone, and hears when it is back', async t => {
  const { transport, pass, state, goDown } = chat(t)
  await pass()
  goDown(true)
  const sent = assert.rejects(transport.send({ client_id: 'a', text: 'còn hàng không' }), { code: 'network' })
  await pass(1000)
  await sent
  await pass(30_000)
  assert.equal(state(), 'offline')
  goDown(false)
  await pass(30_000)
  assert.equal(state(), 'online')
})

test('what is refused for good is asked again only seldom', async t => {
  const { pass, refuse, count, errors } = chat(t)
  refuse(() => 403)
  await pass(12_000)
  assert.deepEqual([count('POST sessions'), errors], [1, ['test.403']])
})

test('a line without a heartbeat for 45 seconds is dead, and replaced', async t => {
  const { lines, pass } = chat(t, returning)
  await pass()
  const [first] = lines
  await pass(44_999)
  assert.equal([...lines][0], first)
  await pass(1)
  await pass(16_000)
  assert.equal(lines.size, 1)
  assert.notEqual([...lines][0], first)
})

test('behind a proxy that holds streams back it asks: for a minute, and not while hidden', async t => {
  const { pass, beSilent, count, hide, state } = chat(t, returning)
  beSilent()
  await pass(5000)
  assert.deepEqual([state(), count('GET events')], ['online', 1])
  const before = count('GET messages')
  for (let turn = 0; turn < 5; turn++) await pass(3000)
  assert.equal(count('GET messages'), before + 5)
  await pass(60_000)
  assert.equal(count('GET events'), 2, 'the stream is tried again')
  hide(true)
  await pass(3000)
  const hiddenAt = count('GET messages')
  await pass(9000)
  assert.equal(count('GET messages'), hiddenAt)
})

test('where the request for the stream is refused, messages are asked for', async t => {
  const { texts, pass, refuse, give, state } = chat(t, returning)
  refuse(call => (call === 'GET events' ? 503 : 0))
  await pass()
  await pass(30_000)
  give([[], [fromBot('qua')], [fromBot('đường')], [fromBot('hỏi')]])
  await pass(3000)
  assert.deepEqual([state(), texts], ['online', ['qua', 'đường', 'hỏi']])
})

test('before the first message nobody is told of typing or reading; after it the answer is awaited', async t => {
  const { transport, pass, lines, calls } = chat(t)
  await pass()
  transport.typing()
  transport.read('1')
  await pass()
  assert.deepEqual([calls, lines.size], [['POST sessions'], 0])
  await transport.send({ client_id: 'a', text: 'còn hàng không' })
  transport.typing()
  transport.read('1')
  await pass()
  assert.equal(lines.size, 1)
  assert.deepEqual(calls.slice(2).toSorted(), ['GET events', 'POST read', 'POST typing'])
})

test('a picture as the first message is answered too', async t => {
  class Upload {
    upload = {}
    status = 200
    responseText = JSON.stringify({ id: 'm', cursor: '1', conversation_id: 'c' })
    onload = () => undefined
    open = () => undefined
    setRequestHeader = () => undefined
    send = () => this.onload()
  }
  Object.assign(globalThis, { XMLHttpRequest: Upload })
  t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const { transport, pass, lines } = chat(t)
  const draft = { client_id: 'a', file: new File(['hình'], 'phin.png') }
  const send = async () => transport.files?.send(draft, () => undefined, new AbortController().signal)
  await assert.rejects(send(), { code: 'network' }, 'not before there is a session')
  await pass()
  assert.equal((await send())?.id, 'm')
  await pass()
  assert.equal(lines.size, 1)
})

test('whom the page names later is no longer asked by a box', async t => {
  const { transport, pass, asked } = chat(t)
  await pass()
  transport.introduce({ attributes: { vip: true } })
  assert.deepEqual(asked, [1])
  transport.introduce({ identity: 'signed' })
  assert.deepEqual(asked, [1, 0])
})

test('a wake between two pauses ends the next one', async () => {
  const pause = createPause()
  const { signal } = new AbortController()
  pause.wake()
  await pause.wait(null, signal)
  const next = pause.wait(null, signal)
  assert.equal(await Promise.race([next, settled().then(() => 'waits')]), 'waits')
  pause.wake()
  await next
})
