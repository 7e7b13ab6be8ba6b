import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { silentLog } from '../log.ts'
import { shedLoad } from './shed-load.ts'

async function open(t: TestContext, limits: { maxAtOnce: number; youngMs: number; maxLagMs: number }) {
  let letAllGo = () => {}
  const held = new Promise<void>(resolve => (letAllGo = resolve))
  let count = 0
  let onHeld = () => {}
  let refused = 0
  const server = createServer((request, response) => {
    if (request.url !== '/held') return void response.end('ok')
    count++
    onHeld()
    void held.then(() => response.end('done'))
  })
  shedLoad(server, { log: silentLog, refusedOne: () => refused++ }, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (method: 'GET' | 'POST', path = '/held') => {
    const answer = await fetch(`${origin}${path}`, { method, headers: { 'accept-language': 'en' } })
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), text: await answer.text() }
  }
  /** Resolves once so many are being answered. */
  const areHeld = (wanted: number) =>
    new Promise<void>(resolve => {
      onHeld = () => {
        if (count >= wanted) resolve()
      }
      onHeld()
    })
  return { ask, areHeld, letAllGo: () => letAllGo(), refused: () => refused }
}

test('what is too much at once is told when to come back, reads first, and health is answered', async t => {
  const { ask, areHeld, letAllGo, refused } = await open(t, { maxAtOnce: 8, youngMs: 60_000, maxLagMs: 60_000 })
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
  const { ask, areHeld, letAllGo } = await open(t, { maxAtOnce: 4, youngMs: -1, maxLagMs: 60_000 })
  const waiting = Array.from({ length: 20 }, () => ask('POST'))
  await areHeld(20)
  letAllGo()
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
})
