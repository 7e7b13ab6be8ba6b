import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { after as afterwards, minutes, seconds } from '#platform/clock.ts'
import { renewJwtSecret } from '#platform/secrets/keys.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { FakeWire } from '#tests/setup/fake-wire.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Hub, makeHub } from '../topics/hub.ts'
import { serveSocket } from './serve-socket.ts'
import { makeSweep } from './sweep.ts'
import { type Programs, startPrograms } from '../topics/notify-subscribers.ts'

describe('live sockets', () => {
  let platform: TestPlatform
  let hub: Hub
  let programs: Programs
  let owner: Owner
  let topic: string

  before(async () => {
    platform = await testPlatform({ settings: { REALTIME_ANON_TOPICS: '*' } })
    hub = makeHub(platform)
    programs = startPrograms(platform, hub)
    owner = await makeOwner(platform)
    topic = `realtime:workspace:${owner.workspaceId}`
  })
  after(async () => {
    programs.stop()
    hub.stop()
    await platform.close()
  })
  beforeEach(() => {
    for (const socket of hub.sockets) socket.close(1000, '')
    platform.clock.advance(seconds(31))
  })

  function connect(key = platform.tokens.anonKey, role: 'anon' | 'service_role' = 'anon', bearer?: string): FakeWire {
    const wire = new FakeWire()
    serveSocket({ platform, hub, programs }, wire, '2.0.0', { claims: { role }, key, bearer, ip: '192.0.2.1' })
    return wire
  }
  const token = (person: Owner) => person.headers.authorization.slice('Bearer '.length)
  async function join(person: Owner, config: object = { private: true }): Promise<FakeWire> {
    const wire = connect()
    wire.say('1', '1', topic, 'phx_join', { config, access_token: token(person) })
    assert.equal((await wire.answer('1'))['status'], 'ok')
    wire.sent = []
    return wire
  }

  test('a join ends when its session, its membership or its token ends', async () => {
    const [signedOut, removed, stays] = [await makeMember(platform, owner), await makeMember(platform, owner), owner]
    const wires = [await join(signedOut), await join(removed), await join(stays)]
    const sweep = makeSweep(platform, hub)
    await platform.db.asService(null, async tx => {
      await sql`delete from auth.sessions where user_id = ${signedOut.personId}`.execute(tx)
      await sql`delete from members where person_id = ${removed.personId}`.execute(tx)
    })
    platform.clock.advance(seconds(50))
    wires.forEach(wire => wire.say(null, 'h', 'phoenix', 'heartbeat', {}))
    await sweep()
    assert.deepEqual(
      wires.map(wire => wire.events()),
      [
        ['phx_reply ok', 'system The session has ended', 'phx_close'],
        [
          'phx_reply ok',
          `system Unauthorized: You do not have permissions to read from this Channel topic: workspace:${owner.workspaceId}`,
          'phx_close',
        ],
        ['phx_reply ok'],
      ],
    )
    const fresh = await join(await makeMember(platform, owner))
    platform.clock.advance(minutes(61))
    fresh.say(null, 'h', 'phoenix', 'heartbeat', {})
    await sweep()
    assert.deepEqual(fresh.events(), ['phx_reply ok', 'system Token has expired', 'phx_close'])
    assert.equal(hub.hasListeners(`workspace:${owner.workspaceId}`), false)
    owner = await makeOwner(platform)
    topic = `realtime:workspace:${owner.workspaceId}`
  })

  test('a connection without a heartbeat ends after a minute', async () => {
    const wire = await join(owner)
    const sweep = makeSweep(platform, hub)
    platform.clock.advance(seconds(55))
    await sweep()
    assert.equal(wire.ended, undefined)
    platform.clock.advance(seconds(10))
    await sweep()
    assert.equal(wire.ended, 1001)
    assert.equal(hub.hasListeners(`workspace:${owner.workspaceId}`), false)
  })

  test('what a program’s key opened ends with that key, at once or when its days are over', async () => {
    const now = () => platform.clock.now()
    const { dataDir } = platform.config
    const ask = (wire: FakeWire, ref: string) => {
      wire.say('1', ref, topic, 'phx_join', { config: { private: true } })
      return wire.answer(ref)
    }
    const open = async () => {
      const { anonKey, serviceRoleKey } = platform.tokens
      const wires = [connect(serviceRoleKey, 'service_role'), connect(anonKey, 'service_role', serviceRoleKey)]
      for (const wire of wires) assert.equal((await ask(wire, '1'))['status'], 'ok')
      return { wires, idle: connect(serviceRoleKey, 'service_role') }
    }
    const sweep = makeSweep(platform, hub)
    const pass = (ms: number) => {
      for (let left = ms; left > 0; left -= seconds(50)) platform.clock.advance(Math.min(left, seconds(50)))
      for (const socket of hub.sockets) socket.lastReceived = now()
      return sweep()
    }
    for (const overlap of [0, minutes(10)]) {
      const { wires, idle } = await open()
      renewJwtSecret(dataDir, afterwards(now(), overlap), now())
      const good = await open()
      if (overlap > 0) {
        await pass(seconds(50))
        assert.deepEqual(
          wires.map(({ ended }) => ended),
          [undefined, undefined],
        )
        assert.equal((await ask(idle, '1'))['status'], 'ok')
        idle.say('1', '2', topic, 'phx_leave', {})
        await idle.answer('2')
      }
      await pass(Math.max(overlap, seconds(50)))
      for (const wire of wires) {
        assert.deepEqual(wire.events(), ['phx_reply ok', 'system Invalid API key', 'phx_close'])
        assert.equal(wire.ended, 1008)
      }
      assert.equal(idle.ended, undefined)
      assert.deepEqual((await ask(idle, '3'))['response'], { reason: 'Invalid API key' })
      assert.equal(idle.ended, 1008)
      for (const wire of good.wires) assert.equal(wire.ended, undefined)
    }
  })

  test('a new token is taken over; a bad one ends the join', async () => {
    const wire = await join(owner)
    wire.say('1', '2', topic, 'access_token', { access_token: token(owner) })
    wire.say('1', '3', topic, 'access_token', { access_token: null })
    wire.say('1', '4', topic, 'phx_leave', {})
    assert.deepEqual(await wire.answer('4'), { status: 'ok', response: {} })
    assert.deepEqual(wire.events(), ['phx_reply ok', 'phx_close'])
    const other = await join(owner)
    other.say('1', '2', topic, 'access_token', { access_token: platform.tokens.anonKey })
    await until(() => other.sent.length > 1)
    assert.deepEqual(
      other.sent.map(frame => frame[3]),
      ['system', 'phx_close'],
    )
  })

  test('what is shown of oneself has a size, and a topic that was left shows nothing', async () => {
    const wire = await join(owner, { private: true, presence: { key: 'a', enabled: true } })
    const track = (ref: string, text: string) =>
      wire.say('1', ref, topic, 'presence', { type: 'presence', event: 'track', payload: { text } })
    track('long', 'x'.repeat(8192))
    assert.deepEqual((await wire.answer('long'))['response'], { reason: 'Presence track payload is too large' })
    track('short', 'x')
    await wire.answer('short')
    assert.equal(Object.keys(hub.presence.state(`workspace:${owner.workspaceId}`)).length, 1)
    wire.close(1000)
    track('late', 'x')
    await until(() => Object.keys(hub.presence.state(`workspace:${owner.workspaceId}`)).length === 0)
    assert.deepEqual(hub.presence.state(`workspace:${owner.workspaceId}`), {})
  })

  test('who reads too slowly is dropped, and costs the others nothing', async () => {
    const [slow, quick] = [await join(owner), await join(owner)]
    slow.bufferedAmount = 2_000_000
    await platform.broadcast.send(`workspace:${owner.workspaceId}`, 'change', {})
    assert.equal(slow.ended, 1006)
    assert.deepEqual(
      quick.sent.map(frame => frame[4]['event']),
      ['change'],
    )
  })

  test('where many read slowly at once, each may leave less unread', async () => {
    const [slow, quick] = [await join(owner), await join(owner)]
    slow.bufferedAmount = 100_000
    hub.unread.bytes += 200_000_000
    await platform.broadcast.send(`workspace:${owner.workspaceId}`, 'change', {})
    assert.deepEqual([slow.ended, quick.ended], [1006, undefined])
    hub.unread.bytes -= 200_000_000
    quick.close(1000)
    assert.equal(hub.unread.bytes, 0, 'who has gone leaves nothing unread')
  })

  test('who shows itself more than five times in half a minute is shown out', async () => {
    const wire = await join(owner, { private: true, presence: { key: 'a', enabled: true } })
    const track = async (ref: string) => {
      wire.say('1', ref, topic, 'presence', { type: 'presence', event: 'track', payload: { ref } })
      return (await wire.answer(ref))['status']
    }
    for (let n = 1; n <= 5; n++) assert.equal(await track(`t${n}`), 'ok')
    platform.clock.advance(seconds(31))
    assert.equal(await track('later'), 'ok')
    for (let n = 1; n <= 4; n++) await track(`u${n}`)
    assert.equal(await track('beyond'), 'error')
    assert.deepEqual(wire.events().slice(-2), [
      'system Too many presence messages: at most 5 in 30 seconds',
      'phx_close',
    ])
  })

  test('what waits to be answered is bounded in bytes too', async () => {
    const wire = await join(owner)
    for (let n = 0; n < 60; n++) wire.say('1', `b${n}`, topic, 'broadcast', { event: 'x', payload: 'x'.repeat(60_000) })
    assert.equal(wire.ended, 1008)
  })

  test('keys of another make, no token and the same token change nothing', async () => {
    const wire = await join(owner)
    for (const access_token of ['sb_publishable_x', null, token(owner)])
      wire.say('1', 'x', topic, 'access_token', { access_token })
    wire.say(null, 'h', 'phoenix', 'heartbeat', {})
    wire.say('1', 'z', topic, 'dance', {})
    await wire.answer('z')
    assert.deepEqual(wire.events(), ['phx_reply ok', 'phx_reply error'])
    const keyed = connect()
    keyed.say('1', '1', 'realtime:room', 'phx_join', { config: {}, access_token: 'sb_secret_x' })
    assert.equal((await keyed.answer('1'))['status'], 'ok')
  })

  test('a flood ends the topic, and then the connection', async () => {
    const wire = await join(owner)
    for (let n = 0; n < 1000; n++) wire.say('1', `f${n}`, topic, 'broadcast', { event: 'x', payload: {} })
    assert.equal(wire.events().filter(event => event === 'system Too many messages per second').length, 1)
    assert.equal(wire.ended, 1008)
  })

  test('no more than 100 topics on one connection, and not too many tries', async () => {
    const wire = connect()
    for (let n = 0; n < 119; n++) wire.say(`${n}`, `${n}`, `realtime:room ${n}`, 'phx_join', { config: {} })
    await until(() => wire.sent.length >= 119)
    for (let n = 0; n < 50; n++) wire.say(`${n}`, `${n}`, `realtime:more ${n}`, 'phx_join', { config: {} })
    const answers = wire.sent.map(frame => JSON.stringify(frame[4]['response']))
    assert.equal(answers.filter(answer => answer.includes('postgres_changes')).length, 100)
    assert.equal(answers.filter(answer => answer.includes('ChannelRateLimitReached')).length, 19)
    assert.equal(answers.filter(answer => answer.includes('ClientJoinRateLimitReached')).length, 1)
    assert.equal(wire.ended, 1008)
  })

  test('joining a topic again replaces the first join, whose late messages count nothing', async () => {
    const wire = await join(owner)
    wire.say('9', '9', topic, 'phx_join', { config: { private: true }, access_token: token(owner) })
    await wire.answer('9')
    assert.deepEqual(
      wire.sent.map(frame => [frame[0], frame[3]]),
      [
        ['1', 'phx_close'],
        ['9', 'phx_reply'],
      ],
    )
    wire.say('1', '10', topic, 'phx_leave', {})
    await wire.answer('10')
    assert.equal(hub.hasListeners(`workspace:${owner.workspaceId}`), true)
  })

  test('what is not understood is said, or ends the connection', async () => {
    const wire = await join(owner)
    wire.say(null, 'a', 'nothing', 'phx_join', {})
    assert.deepEqual(await wire.answer('a'), { status: 'error', response: { reason: 'unmatched topic' } })
    wire.say(null, 'b', 'realtime:elsewhere', 'broadcast', { event: 'x' })
    assert.deepEqual(await wire.answer('b'), { status: 'error', response: { reason: 'unmatched topic' } })
    wire.say('1', 'c', topic, 'dance', {})
    assert.equal((await wire.answer('c'))['status'], 'error')
    wire.say('1', 'd', topic, 'presence', { event: 'track', payload: 'x' })
    assert.deepEqual(await wire.answer('d'), {
      status: 'error',
      response: { reason: 'Presence track payload must be a map' },
    })
    wire.say('2', 'e', 'realtime:x', 'phx_join', { config: { presence: { key: 7 } } })
    assert.match(JSON.stringify(await wire.answer('e')), /InvalidJoinPayload: config.presence.key/)
    wire.say('2', 'g', 'realtime:x', 'phx_join', { config: { presence: { key: '__proto__', enabled: true } } })
    assert.match(JSON.stringify(await wire.answer('g')), /InvalidJoinPayload: config.presence.key/)
    wire.say('3', 'f', 'realtime:x', 'phx_join', {
      config: { broadcast: { self: 'true', ack: null } },
      access_token: 'a.b.c',
    })
    assert.match(JSON.stringify(await wire.answer('f')), /InvalidJWTToken/)
    wire.onMessage(Buffer.from('{'), false)
    assert.equal(wire.ended, 1003)
  })

  test('a connection that ends during its join leaves nothing behind', async () => {
    const wire = connect()
    wire.say('1', '1', topic, 'phx_join', { config: { private: true }, access_token: token(owner) })
    wire.close(1001)
    await new Promise(resolve => setTimeout(resolve, 100))
    assert.equal(hub.hasListeners(`workspace:${owner.workspaceId}`), false)
  })
})

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 5))
}
