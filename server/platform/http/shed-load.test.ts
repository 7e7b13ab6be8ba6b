import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { makeApp } from '#server/app.ts'
import { testPlatform } from '#server/testing.ts'
import { silentLog } from '../log.ts'
import { type LoadLimits, shedLoad } from './shed-load.ts'

const unlimited = { maxAtOnce: 8, youngMs: 60_000, arrivingMs: -1, maxLagMs: 60_000 }

async function open(t: TestContext, limits: LoadLimits) {
  let letAllGo = () => {}
  const held = new Promise<void>(resolve => (letAllGo = resolve))
  let count = 0
  let onHeld = () => {}
  let refused = 0
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('held')) return void response.end('ok')
    // As the routes do: they read the body first.
    const answer = () => {
      count++
      onHeld()
      void held.then(() => response.end('done'))
    }
    if (request.method === 'POST') request.on('end', answer).resume()
    else answer()
  })
  shedLoad(
    server,
    {
      log: silentLog,
      addressOf: ({ headers, socket }) => String(headers['x-address'] ?? socket.remoteAddress),
      refusedOne: () => refused++,
    },
    limits,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    letAllGo()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (method: string, path = '/held', from?: string, body?: string) => {
    const headers = { 'accept-language': 'en', ...(from ? { 'x-address': from } : {}) }
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body ? { body } : {}) })
    return { ...answerOf(answer.headers), status: answer.status, text: await answer.text() }
  }
  /** Resolves once so many are being answered. */
  const areHeld = (wanted: number) =>
    new Promise<void>(resolve => {
      onHeld = () => {
        if (count >= wanted) resolve()
      }
      onHeld()
    })
  /** The head of a request whose body does not come; resolves once the server has read it. */
  const begin = async (from?: string, path = '/held') => {
    const arrived = once(server, 'request')
    const headers = { 'content-length': '5', ...(from ? { 'x-address': from } : {}) }
    const request = httpRequest(`${origin}${path}`, { method: 'POST', headers })
    t.after(() => request.destroy())
    request.on('error', () => {})
    request.flushHeaders()
    await arrived
    return request
  }
  return { ask, begin, areHeld, letAllGo: () => letAllGo(), refused: () => refused }
}

function answerOf(headers: Headers) {
  return {
    retryAfter: Number(headers.get('retry-after')),
    shown: headers.get('access-control-expose-headers'),
  }
}

test('what is too much at once is told when to come back, reads first, and health is answered', async t => {
  const { ask, areHeld, letAllGo, refused } = await open(t, {
    maxAtOnce: 8,
    youngMs: 60_000,
    arrivingMs: -1,
    maxLagMs: 60_000,
  })
  const reads = Array.from({ length: 6 }, () => ask('GET'))
  await areHeld(6)
  const read = await ask('GET')
  assert.equal(read.status, 503)
  assert.ok(read.retryAfter >= 1)
  assert.equal((JSON.parse(read.text) as { error: { code: string } }).error.code, 'server.busy')
  const writes = [ask('POST'), ask('POST')]
  await areHeld(8)
  assert.equal((await ask('POST')).status, 503)
  assert.equal((await ask('GET', '/healthz')).status, 200)
  assert.equal((await ask('POST', '/hooks/facebook')).status, 200)
  letAllGo()
  for (const { status } of await Promise.all([...reads, ...writes])) assert.equal(status, 200)
  assert.equal((await ask('GET')).status, 200, 'room again')
  assert.equal(refused(), 2)
})

test('what waits long for something outside takes nobody’s place', async t => {
  const { ask, areHeld, letAllGo } = await open(t, { maxAtOnce: 4, youngMs: -1, arrivingMs: -1, maxLagMs: 60_000 })
  const waiting = Array.from({ length: 20 }, () => ask('POST'))
  await areHeld(20)
  letAllGo()
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
})

test('who sends heads without bodies takes nobody’s place', async t => {
  const { ask, begin, areHeld, letAllGo } = await open(t, unlimited)
  for (let i = 0; i < 20; i++) await begin()
  const whole = Array.from({ length: 7 }, () => ask('POST', '/held', undefined, 'words'))
  await areHeld(7)
  // It is work once it is here.
  const last = await begin()
  last.end('words')
  await areHeld(8)
  assert.equal((await ask('POST', '/')).status, 503)
  letAllGo()
  for (const { status } of await Promise.all(whole)) assert.equal(status, 200)
})

test('a rush of heads whose bodies are a moment behind is not let in', async t => {
  const { ask, begin } = await open(t, { ...unlimited, arrivingMs: 60_000 })
  for (let i = 0; i < 8; i++) await begin()
  assert.equal((await ask('POST', '/')).status, 503)
})

test('one address has a quarter of the places at most, bodies on their way included; an address that is nobody’s has all', async t => {
  const { ask, begin, areHeld, letAllGo } = await open(t, unlimited)
  const greedy = '203.0.113.7'
  const first = ask('POST', '/held', greedy)
  await areHeld(1)
  const upload = await begin(greedy)
  assert.equal((await ask('GET', '/', greedy)).status, 503)
  assert.equal((await ask('GET', '/', `::ffff:${greedy}`)).status, 503, 'however it is written')
  assert.equal((await ask('GET', '/', '203.0.113.8')).status, 200)
  const near = Array.from({ length: 5 }, () => ask('POST', '/held', '127.0.0.1'))
  await areHeld(6)
  upload.end('words')
  await areHeld(7)
  assert.equal((await ask('GET', '/', greedy)).status, 503, 'its body has come, and it is at work')
  letAllGo()
  for (const { status } of await Promise.all([first, ...near])) assert.equal(status, 200)
  assert.equal((await ask('GET', '/', greedy)).status, 200, 'room again')
})

test('a stream of events and the question of a browser are let by, and pages may read when to come back', async t => {
  const { ask, areHeld, letAllGo } = await open(t, unlimited)
  const held = Array.from({ length: 8 }, () => ask('POST'))
  await areHeld(8)
  for (const path of ['/widget/v1/events', '/widget/v1/events?after=1', '/healthz?a'])
    assert.equal((await ask('GET', path)).status, 200, path)
  assert.equal((await ask('OPTIONS', '/rest/v1/any')).status, 200)
  for (const path of ['/healthzzz', '/metrics/a', '/readyz-', '/widget/v1/events-of'])
    assert.equal((await ask('GET', path)).status, 503, path)
  assert.equal((await ask('GET', '/rest/v1/any')).shown, 'retry-after')
  letAllGo()
  for (const { status } of await Promise.all(held)) assert.equal(status, 200)
})

test('streams that stay open take no places', async t => {
  const { ask, areHeld, letAllGo } = await open(t, unlimited)
  const streams = Array.from({ length: 20 }, () => ask('GET', '/widget/v1/events?held'))
  await areHeld(20)
  assert.equal((await ask('GET', '/')).status, 200)
  letAllGo()
  for (const { status } of await Promise.all(streams)) assert.equal(status, 200)
})

test('addresses are those that named proxies forward', async t => {
  const platform = await testPlatform({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  const app = await makeApp(platform, { sheds: true })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const heads: ClientRequest[] = []
  t.after(async () => {
    for (const head of heads) head.destroy()
    await app.close()
    await platform.close()
  })
  for (let i = 0; i < 16; i++) {
    const arrived = once(app.server, 'request')
    const headers = { 'content-length': '5', 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
    const head = httpRequest(`${origin}/auth/v1/token`, { method: 'POST', headers })
    head.on('error', () => {})
    head.flushHeaders()
    heads.push(head)
    await arrived
  }
  const ask = async (from: string) => {
    const answer = await fetch(`${origin}/auth/v1/settings`, { headers: { 'x-forwarded-for': from } })
    await answer.text()
    return answer.status
  }
  assert.equal(await ask('203.0.113.7'), 503)
  assert.notEqual(await ask('203.0.113.8'), 503)
})
