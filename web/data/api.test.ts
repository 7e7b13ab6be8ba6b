import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { standInForPage } from '#tests/setup/page-globals.ts'
import { call, codeOf, nameWorkspace, onSignInNeeded, readError, requestOf } from './api.ts'

type Answer = number | { status: number; retryAfter?: string } | Error

/** Each call gets the next answer, the last one again and again. */
function stage(t: TestContext, answers: Answer[], { onLine = true } = {}) {
  const { waits } = standInForPage(t, { onLine })
  const sent: Headers[] = []
  mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 200
    if (answer instanceof Error) throw answer
    const { status, retryAfter } = typeof answer === 'number' ? { status: answer } : answer
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    return Response.json(status < 300 ? {} : { error: { code: `test.${status}`, message: 'x' } }, { status, headers })
  })
  return { waits, sent, names: (header: string) => sent.map(headers => headers.get(header)) }
}

const create = () => call('POST /api/v1/notifications/read', { body: { ids: [] } })
const read = () => call('GET /api/v1/push-key')
const lost = new TypeError('fetch failed')

test('a create that was lost is repeated under one key, and a reading without any', async t => {
  const { waits, names } = stage(t, [503, lost, 200])
  await create()
  const [key, ...again] = names('idempotency-key')
  assert.ok(key)
  assert.deepEqual(
    [again, waits],
    [
      [key, key],
      [400, 1200],
    ],
  )
  const other = stage(t, [502, 200])
  await read()
  assert.deepEqual(other.names('idempotency-key'), [null, null])
})

test('a caller’s own key is taken, and what may be repeated needs none', async t => {
  const { names } = stage(t, [200])
  await call('POST /api/v1/notifications/read', { body: { ids: [] }, key: 'mine' })
  await call('POST /api/v1/notifications/read', { body: { ids: [] }, repeatable: true })
  assert.deepEqual(names('idempotency-key'), ['mine', null])
})

test('it gives up after two repeats; what was refused or went wrong is not repeated', async t => {
  for (const [answer, times] of [
    [504, 3],
    [500, 1],
    [409, 1],
    [lost, 3],
  ] as const) {
    const { sent } = stage(t, [answer])
    await assert.rejects(create(), { status: answer === lost ? 0 : answer })
    assert.equal(sent.length, times, String(answer))
  }
})

test('a short limit is waited for, five times; a long one is said', async t => {
  const short = { status: 429, retryAfter: '3' }
  const { waits } = stage(t, [short, short, short, short, short, 200])
  await create()
  assert.deepEqual(waits, Array<number>(5).fill(3000))
  for (const [answer, times] of [
    [short, 6],
    [{ status: 429, retryAfter: '4' }, 1],
    [{ status: 429 }, 1],
  ] as const) {
    const { sent } = stage(t, [answer])
    await assert.rejects(create(), { status: 429 })
    assert.equal(sent.length, times)
  }
})

test('without a network, and once it is called off, nothing is repeated', async t => {
  const { sent } = stage(t, [lost], { onLine: false })
  await assert.rejects(create(), { code: 'client.offline' })
  assert.equal(sent.length, 1)
  const off = new AbortController()
  off.abort()
  const aborted = stage(t, [lost])
  await assert.rejects(call('GET /api/v1/push-key', { signal: off.signal }), lost)
  const answered = stage(t, [503])
  await assert.rejects(call('GET /api/v1/push-key', { signal: off.signal }), { status: 503 })
  assert.deepEqual([aborted.sent.length, answered.sent.length], [1, 1])
})

test('an ended session is told to whoever listens', async t => {
  stage(t, [401])
  let calls = 0
  const stop = onSignInNeeded(() => calls++)
  await assert.rejects(read(), { status: 401 })
  stop()
  await assert.rejects(read(), { status: 401 })
  assert.equal(calls, 1)
})

test('the current workspace is named, unless a call is for another', async t => {
  const { names } = stage(t, [200])
  await read()
  nameWorkspace('w1')
  t.after(() => nameWorkspace(undefined))
  await read()
  await call('GET /api/v1/push-key', { workspace: 'w2' })
  assert.deepEqual(names('x-workspace'), [null, 'w1', 'w2'])
})

test('an address is filled in with what no name can break, and without what is not given', () => {
  const { path } = requestOf('DELETE /api/v1/push-subscriptions/:id', {
    params: { id: 'a/b?c' },
    query: { of: undefined, at: 'x y' },
  })
  assert.equal(path, '/api/v1/push-subscriptions/a%2Fb%3Fc?at=x+y')
})

test('what a proxy says instead of the server is no reason to break; support gets a code to look up', t => {
  standInForPage(t)
  const error = readError(502, '<html>Bad gateway</html>')
  assert.deepEqual([error.code, error.status], ['server.unexpected', 502])
  const body = { error: { code: 'x.y', message: 'z', details: { request_id: 'req-1' } } }
  assert.equal(codeOf(readError(500, JSON.stringify(body))), 'x.y · req-1')
})
