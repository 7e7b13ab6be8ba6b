import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { escapeLikeMeta } from '#dev/simulators/messenger/messenger-webhooks.ts'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'

const page = '110220330440550'
const lan = '24680000000000011'
const token = `page-token-${page}`
const day = 86_400_000
const fields =
  'messages,messaging_postbacks,messaging_referrals,message_deliveries,message_reads,message_echoes,message_reactions,message_edits,standby,messaging_handovers'

type Received = { body: string; signature: string | undefined; at: number }

/** The server answers `status`, which a test may change. */
async function desk(t: { after(run: () => unknown): void }) {
  const simulator = await startMessengerSimulator({ startAt: Date.parse('2026-11-02T03:00:00Z') })
  const received: Received[] = []
  const hook = { status: 200 }
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const url = new URL(request.url ?? '/', 'http://x')
      if (request.method === 'GET') return response.end(url.searchParams.get('hub.challenge') ?? '')
      received.push({
        body,
        signature: request.headers['x-hub-signature-256'] as string | undefined,
        at: simulator.clock.now(),
      })
      response.writeHead(hook.status).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    await simulator.close()
    server.closeAllConnections()
    server.close()
  })
  await simulator.registerWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'any')
  const graph = graphOf(simulator)
  await graph('POST', `${page}/subscribed_apps?subscribed_fields=${fields}`)
  const sim = (name: string, body: object) => call(`${simulator.url}/__sim/${name}`, 'POST', body)
  return { simulator, received, hook, graph, sim }
}

function graphOf({ url }: MessengerSimulator) {
  return (method: string, path: string, body?: object) =>
    call(`${url}/v25.0/${path}`, method, body, { authorization: `Bearer ${token}` })
}

async function call(url: string, method: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : text) as never,
  }
}

const messageWith = (text: string, more: object = {}) => ({
  recipient: { id: lan },
  messaging_type: 'RESPONSE',
  message: { text },
  ...more,
})
const errorOf = ({ body }: { body: { error?: { code: number; error_subcode?: number } } }) => [
  body.error?.code,
  body.error?.error_subcode,
]

test('a customer writes: escaped as Meta does, signed over exactly those bytes', async t => {
  const { simulator, received, sim } = await desk(t)
  await sim('user-message', { page, user: lan, text: 'Giá 50% <áo> @ 5/11?' })
  assert.equal(received.length, 1)
  const [{ body, signature }] = received as [Received]
  assert.match(body, /Gi\\u00e1 50\\u0025 \\u003C\\u00e1o> \\u0040 5\\\/11\?/)
  const mac = createHmac('sha256', simulator.world.app.secret).update(body).digest('hex')
  assert.equal(signature, `sha256=${mac}`)
  assert.equal(JSON.parse(body).entry[0].messaging[0].message.text, 'Giá 50% <áo> @ 5/11?')
  assert.equal(escapeLikeMeta('"😀"'), '"\\ud83d\\ude00"')
})

test('a send is echoed with app and metadata, then delivered and read', async t => {
  const { received, sim, graph } = await desk(t)
  await sim('user-message', { page, user: lan, text: 'Chào' })
  const sent = await graph('POST', 'me/messages', messageWith('Dạ', { message: { text: 'Dạ', metadata: 'out:1' } }))
  assert.equal(sent.status, 200)
  await sim('settled', {})
  const events = received.slice(1).map(({ body }) => JSON.parse(body).entry[0].messaging[0])
  assert.deepEqual(events[0].message, {
    is_echo: true,
    app_id: 900100200300400,
    metadata: 'out:1',
    mid: 'm_out1',
    text: 'Dạ',
  })
  assert.deepEqual(events[1].delivery.mids, ['m_out1'])
  assert.equal(events[1].timestamp, undefined)
  assert.ok(events[2].read.watermark)
})

test('every check of a send answers with its code', async t => {
  const { simulator, sim, graph } = await desk(t)
  const send = (body: object) => graph('POST', `${page}/messages`, body)
  assert.deepEqual(errorOf(await send({ ...messageWith('x'), recipient: { id: '1' } })), [100, 2018001])
  assert.deepEqual(errorOf(await send(messageWith('x'))), [10, 2018278])
  await sim('user-message', { page, user: lan, text: 'Chào' })
  assert.deepEqual(errorOf(await send(messageWith('x'.repeat(2001)))), [100, undefined])
  assert.deepEqual(errorOf(await send({ ...messageWith('x'), sender_action: 'typing_on' })), [100, undefined])
  assert.deepEqual(
    errorOf(await send(messageWith('x', { messaging_type: 'MESSAGE_TAG', tag: 'ACCOUNT_UPDATE' }))),
    [100, 1893061],
  )
  assert.deepEqual(errorOf(await graph('POST', '110220330440660/messages', messageWith('x'))), [190, undefined])
  assert.deepEqual(errorOf(await graph('POST', `${page}/messages?appsecret_proof=00`, messageWith('x'))), [
    100,
    undefined,
  ])
  assert.equal((await send(messageWith('x'))).status, 200)
  await simulator.clock.advance(day + 1)
  assert.deepEqual(errorOf(await send(messageWith('x'))), [10, 2018278])
  const human = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
  assert.equal((await send(messageWith('x', human))).status, 200)
  await sim('load', { app: { humanAgent: false } })
  assert.deepEqual(errorOf(await send(messageWith('x', human))), [10, undefined])
  await sim('load', { app: { humanAgent: true } })
  await simulator.clock.advance(6 * day)
  assert.deepEqual(errorOf(await send(messageWith('x', human))), [10, 2018278])
  await sim('load', { calls_per_minute: 0 })
  assert.deepEqual(errorOf(await send(messageWith('x'))), [613, undefined])
})

test('failed webhooks are tried again by the clock, and the page is unsubscribed after 60 minutes', async t => {
  const { simulator, received, hook, sim } = await desk(t)
  hook.status = 500
  await sim('user-message', { page, user: lan, text: 'Chào' })
  await sim('clock', { advance_ms: 1 })
  assert.equal(received.length, 2, 'once, and again at once')
  await sim('clock', { advance_ms: 60_000 })
  assert.equal(received.length, 3)
  await sim('clock', { advance_ms: 50 * 60_000 })
  assert.ok(simulator.world.pages.get(page)?.subscribed)
  await sim('clock', { advance_ms: 3_600_000 })
  assert.equal(simulator.world.pages.get(page)?.subscribed, undefined)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1, 'the same bytes each time')
  const count = received.length
  await sim('user-message', { page, user: lan, text: 'Còn ai không?' })
  assert.equal(received.length, count, 'nobody hears of it')
})

test('calls fail as ordered: lost before, lost after, slow, refused; a lost answer is a delivered message', async t => {
  const { simulator, sim, graph } = await desk(t)
  await sim('user-message', { page, user: lan, text: 'Chào' })
  const thread = () => [...simulator.world.threads.values()][0]?.messages.length
  await sim('faults', { match: { path: '/messages' }, times: 1, action: 'reset_before_write' })
  await assert.rejects(graph('POST', 'me/messages', messageWith('x')))
  assert.equal(thread(), 1)
  await sim('faults', { match: { path: '/messages' }, action: 'reset_after_write' })
  await assert.rejects(graph('POST', 'me/messages', messageWith('x')))
  assert.equal(thread(), 2)
  await sim('faults', { rules: [{ match: { nth: 2 }, action: { error: { code: '613' } } }, { action: 'empty200' }] })
  assert.equal((await graph('POST', 'me/messages', messageWith('x'))).body, '')
  assert.deepEqual(errorOf(await graph('POST', 'me/messages', messageWith('x'))), ['613', undefined])
  await sim('faults', { action: 'http:503' })
  assert.equal((await graph('POST', 'me/messages', messageWith('x'))).status, 503)
  const { body } = await call(`${simulator.url}/__sim/calls?since=1`, 'GET')
  assert.equal((body as { calls: unknown[] }).calls.length, 5)
})

test('deliveries go wrong as ordered: twice, out of order, together, badly signed, cut', async t => {
  const { received, sim } = await desk(t)
  const write = (text: string, on = page) => sim('user-message', { page: on, user: lan, text })
  await sim('faults', { action: { duplicate: 5, concurrent: true } })
  await write('a')
  assert.equal(received.length, 5)
  await sim('faults', { action: 'reorder' })
  await write('b')
  await write('c')
  assert.deepEqual(received.slice(5).map(textOf), ['c', 'b'])
  await sim('faults', { action: { batch: 2 } })
  await write('d')
  await write('e')
  assert.equal(received.length, 8)
  await sim('faults', { action: 'bad_signature' })
  await write('f')
  await sim('faults', { action: 'no_signature' })
  await write('g')
  await sim('faults', { action: 'truncate' })
  await write('h')
  await sim('faults', { action: 'drop' })
  await write('i')
  const [bad, none, cut] = received.slice(8) as [Received, Received, Received]
  assert.notEqual(bad.signature, `sha256=${createHmac('sha256', 'sim-app-secret').update(bad.body).digest('hex')}`)
  assert.equal(none.signature, undefined)
  assert.throws(() => JSON.parse(cut.body) as unknown)
  assert.equal(received.length, 11)
})

function textOf({ body }: Received): string {
  return (
    (JSON.parse(body) as { entry: { messaging: { message: { text: string } }[] }[] }).entry[0]?.messaging[0]?.message
      .text ?? ''
  )
}

test('the dialog leads to a long-lived token, pages two at a time, and page tokens without an end', async t => {
  const { simulator } = await desk(t)
  const { url, world } = simulator
  const asked = new URLSearchParams({
    client_id: world.app.id,
    redirect_uri: 'http://localhost/cb',
    state: 's1',
    scope: 'pages_show_list,pages_messaging,pages_manage_metadata,business_management',
  })
  assert.match(String((await call(`${url}/v25.0/dialog/oauth?${asked.toString()}`, 'GET')).body), /Trần Thu Hà/)
  const cancelled = await call(`${url}/v25.0/dialog/oauth?${asked.toString()}&auto=cancel`, 'GET')
  assert.match(cancelled.headers.get('location') ?? '', /error=access_denied.*state=s1/)
  const allowed = await call(`${url}/v25.0/dialog/oauth?${asked.toString()}&auto=allow`, 'GET')
  const back = new URL(allowed.headers.get('location') ?? '')
  assert.equal(back.searchParams.get('state'), 's1')
  const secret = { client_id: world.app.id, client_secret: world.app.secret }
  const trade = (params: Record<string, string>) =>
    call(`${url}/oauth/access_token?${new URLSearchParams({ ...secret, ...params }).toString()}`, 'GET')
  const code = { code: back.searchParams.get('code') ?? '', redirect_uri: 'http://localhost/cb' }
  const short = (await trade(code)).body as { access_token: string }
  assert.equal((await trade(code)).status, 400, 'a code works once')
  const long = (await trade({ grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token })).body as {
    access_token: string
  }
  type Listed = { data: { id: string; access_token: string }[]; paging: { next?: string } }
  const list = async (address: string) =>
    (await call(address, 'GET', undefined, { authorization: `Bearer ${long.access_token}` })).body as Listed
  const first = await list(`${url}/v25.0/me/accounts?fields=id,name,access_token,tasks`)
  assert.equal(first.data.length, 2)
  assert.equal((await list(first.paging.next ?? '')).data.length, 1)
  const pageToken = first.data[0]?.access_token ?? ''
  const debug = new URLSearchParams({ input_token: pageToken, access_token: `${world.app.id}|${world.app.secret}` })
  const { data } = (await call(`${url}/v25.0/debug_token?${debug.toString()}`, 'GET')).body as {
    data: { is_valid: boolean; expires_at: number }
  }
  assert.deepEqual([data.is_valid, data.expires_at], [true, 0])
})

test('history, names, control, personas, standby, and a reset', async t => {
  const { simulator, received, sim, graph } = await desk(t)
  await sim('user-message', { page, user: lan, text: 'Chào' })
  await sim('staff-message', { page, user: lan, text: 'Dạ em đây' })
  const history = await graph('GET', `${page}/conversations?fields=participants,messages{id,created_time,from,message}`)
  const [conversation] = (history.body as { data: { messages: { data: { id: string; created_time: string }[] } }[] })
    .data
  assert.deepEqual(
    conversation?.messages.data.map(({ id }) => id),
    ['m_staff1', 'm_in1'],
  )
  assert.equal(conversation?.messages.data[0]?.created_time, '2026-11-02T03:00:00+0000')
  assert.equal(((await graph('GET', `${lan}?fields=first_name`)).body as { first_name: string }).first_name, 'Lan')
  assert.equal((await graph('GET', '24680000000000022?fields=first_name')).status, 400)
  assert.equal((await graph('POST', `${page}/personas`, { name: 'Hà' })).status, 200)
  await sim('pass-thread', { page, user: lan, to: '263902037430900' })
  await sim('user-message', { page, user: lan, text: 'Alo' })
  assert.ok(JSON.parse(received.at(-1)?.body ?? '').entry[0].standby)
  await graph('POST', 'me/take_thread_control', { recipient: { id: lan } })
  await sim('settled', {})
  assert.equal(
    JSON.parse(received.at(-1)?.body ?? '').entry[0].messaging[0].pass_thread_control.new_owner_app_id,
    '900100200300400',
  )
  assert.match(String((await call(`${simulator.url}/__sim/chat?lang=en`, 'GET')).body), /You are the customer/)
  await sim('reset', {})
  assert.equal(simulator.world.threads.size, 0)
})
