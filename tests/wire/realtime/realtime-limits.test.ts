import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { writeAnOrder } from '#tests/fixtures/an-order.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, openToAll, startListening } from '../listening.ts'

describe('/realtime/v1: bounds, and who is an admin', () => {
  let server: Listening<typeof systemClock>
  let owner: Owner
  let member: Owner
  before(async () => {
    server = await startListening(systemClock, openToAll)
    owner = await makeOwner(server.platform)
    member = await makeMember(server.platform, owner)
  })
  after(() => server.close())

  async function join(who: Owner | undefined, topic: string, isPrivate: boolean) {
    const client = server.client(who)
    await client.realtime.setAuth()
    const channel = client.channel(topic, { config: { private: isPrivate } })
    const received: { event: string; payload: Record<string, unknown> }[] = []
    channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
      received.push({ event, payload: payload as Record<string, unknown> }),
    )
    return { channel, received, status: await subscribed(channel) }
  }

  test('who stops reading is dropped, and the others hear everything', async () => {
    const { received, channel } = await join(undefined, 'lärm', false)
    const key = randomBytes(16).toString('base64')
    const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
    slow.write(
      `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${server.platform.tokens.anonKey} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n` +
        `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    await once(slow, 'data')
    const hello = Buffer.from(JSON.stringify(['1', '1', 'realtime:lärm', 'phx_join', { config: {} }]))
    slow.write(Buffer.concat([Uint8Array.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]))
    await once(slow, 'data')
    slow.pause()
    const messages = 400
    const text = 'x'.repeat(60_000)
    for (let n = 0; n < messages; n++) {
      server.platform.broadcast.publish({ topic: 'public:lärm', event: 'x', payload: { n, text } })
      if (n % 10 !== 9) continue
      await until(() => received.length > n)
      assert.equal(received.length, n + 1, 'who reads is not dropped')
    }
    await until(() => received.length === messages)
    assert.deepEqual(
      received.map(({ payload }) => payload['n']),
      Array.from({ length: messages }, (_, n) => n),
    )
    let read = 0
    slow.on('data', data => (read += data.length))
    slow.on('error', () => {})
    const ended = once(slow, 'close')
    slow.resume()
    await ended
    assert.ok(read < (messages * text.length) / 1.2, `${read} bytes were kept for who did not read`)
    await channel.unsubscribe()
  })

  test('messages over HTTP are bounded for each sender, and well formed', async () => {
    // Not one of the others, whose share this uses up.
    const sender = await makeOwner(server.platform)
    const post = async (body: unknown, path = '') => {
      const response = await fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
        method: 'POST',
        headers: { ...sender.headers, apikey: server.platform.tokens.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return [response.status, response.headers.get('retry-after'), (await response.text()).length > 0]
    }
    const messages = Array.from({ length: 100 }, () => ({ topic: 'a', event: 'b', payload: {} }))
    // At once: one after another, they give the share time to fill again.
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ messages })))
    const statusOf = (status: number) => answers.find(answer => answer[0] === status)
    assert.deepEqual(
      [statusOf(202), statusOf(429)],
      [
        [202, null, false],
        [429, '1', true],
      ],
    )
    assert.equal((await post({ messages: [...messages, messages[0]] }))[0], 422)
    assert.equal((await post({}, `/${'x'.repeat(300)}/events/b`))[0], 422)
    assert.equal((await post({}, '/%00/events/b'))[0], 422)
  })

  test('bytes and JSON come over HTTP by either form, also where the client has not joined', async () => {
    const { received, channel } = await join(undefined, 'tin', false)
    const sender = server.client().channel('tin')
    assert.deepEqual(await sender.httpSend('bytes', Uint8Array.from([0, 255, 7]).buffer), { success: true })
    assert.deepEqual(await sender.httpSend('json', { a: 1 }), { success: true })
    assert.equal(await sender.send({ type: 'broadcast', event: 'list', payload: { b: 2 } }), 'ok')
    await until(() => received.length === 3)
    assert.deepEqual(
      received.map(({ event, payload }) => [
        event,
        payload instanceof ArrayBuffer ? [...new Uint8Array(payload)] : payload,
      ]),
      [
        ['bytes', [0, 255, 7]],
        ['json', { a: 1 }],
        ['list', { b: 2 }],
      ],
    )
    await channel.unsubscribe()
  })

  test('the topic of an order is told to the admins of its workspace alone', async () => {
    const order = newId()
    const write = (text: ReturnType<typeof sql>) =>
      server.platform.db.asService(owner.workspaceId, tx => text.execute(tx))
    const start = await missed(owner)
    await server.platform.db.asService(owner.workspaceId, tx => writeAnOrder(tx, owner.workspaceId, order, new Date(0)))
    const topic = `order:${order}`
    const one = await join(owner, topic, true)
    assert.equal(one.status, 'SUBSCRIBED')
    for (const who of [member, await makeOwner(server.platform), undefined])
      assert.equal((await join(who, topic, true)).status, 'CHANNEL_ERROR')
    await write(sql`update orders set status = 'success' where id = ${order} and workspace_id = ${owner.workspaceId}`)
    const statuses = () => one.received.map(({ payload }) => (payload['record'] as { status: string }).status)
    await until(() => statuses().includes('success'))
    assert.ok(statuses().includes('success'))
    const tables = async (who: Owner) =>
      (await missed(who, `?after=${start.cursor}`)).changes.map(change => change.table)
    assert.ok((await tables(owner)).includes('orders'), 'an admin is told what was missed')
    assert.equal((await tables(member)).includes('orders'), false)
    await one.channel.unsubscribe()
  })

  test('what was missed for more than a day is said to be missing', async () => {
    await server.platform.db.asService(null, tx =>
      sql`update realtime.changes set at = at - interval '25 hours'`.execute(tx),
    )
    assert.equal((await missed(owner, '?after=0-0')).error?.code, 'changes.too_old')
    const { cursor } = await missed(owner)
    assert.deepEqual((await missed(owner, `?after=${cursor}`)).changes, [])
  })

  type Missed = { changes: { table: string }[]; cursor: string; error?: { code: string } }
  async function missed(who: Owner, query = ''): Promise<Missed> {
    const response = await fetch(`${server.url}/api/v1/changes${query}`, { headers: who.headers })
    return (await response.json()) as Missed
  }
})

async function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise(resolve => channel.subscribe(status => resolve(status)))
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await wait(10)
}
