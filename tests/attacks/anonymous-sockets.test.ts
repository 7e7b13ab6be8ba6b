// Sockets without a sign-in: what they may hear, and how much memory one address or person may take.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seconds } from '#platform/clock.ts'
import { programForTests } from '#tests/setup/program.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type LiveLine, openLine } from './live-line.ts'

const rows = [{ event: '*', schema: 'public', table: 'plans' }]
const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }

describe('sockets of who is not signed in, as it comes', () => {
  const program = programForTests({ listen: true, settings: behindProxy })

  test('hear nothing: no topic, no table, and what they tell over HTTP reaches nobody', async () => {
    const owner = await makeOwner(program.platform)
    const line = await openLine(program.origin, program.platform.tokens.anonKey, '192.0.2.1')
    const received: unknown[] = []
    program.platform.broadcast.subscribe('public:room', message => received.push(message))
    for (const config of [{}, { postgres_changes: rows }, { presence: { enabled: true, key: 'x' } }])
      assert.match(await line.join('room', config), /^Unauthorized/)
    assert.match(await line.join('room', {}, program.platform.tokens.anonKey), /^Unauthorized/)
    const { statusCode } = await program.app.inject({
      method: 'POST',
      url: '/realtime/v1/api/broadcast',
      headers: { apikey: program.platform.tokens.anonKey },
      payload: { messages: [{ topic: 'room', event: 'x', payload: {} }] },
    })
    assert.deepEqual([statusCode, received], [202, []])
    assert.equal(await line.join('room', {}, tokenOf(owner)), 'ok', 'who is signed in may')
    line.say('anon', 'realtime:room', 'access_token', { access_token: program.platform.tokens.anonKey })
    line.say('then', 'realtime:room', 'broadcast', { event: 'x', payload: {} })
    assert.equal((await line.answer('then')).response?.reason, 'unmatched topic', 'and loses it with the token')
    await line.close()
  })
})

describe('sockets where a setting opens topics and tables', () => {
  const program = programForTests({
    listen: true,
    settings: { ...behindProxy, REALTIME_ANON_TOPICS: 'room*,lobby', REALTIME_ANON_TABLES: 'plans' },
  })
  const lines: LiveLine[] = []
  let owner: Owner
  let other: Owner
  before(async () => {
    owner = await makeOwner(program.platform)
    other = await makeOwner(program.platform)
  })
  after(() => Promise.all(lines.map(line => line.close())))
  async function open(address: string): Promise<LiveLine> {
    const line = await openLine(program.origin, program.platform.tokens.anonKey, address)
    lines.push(line)
    return line
  }
  const joinMany = (line: LiveLine, from: number, count: number, config = {}, token?: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => line.join(`room ${from + n}`, config, token)))
  const refused = (answers: string[]) => answers.filter(answer => answer !== 'ok').length

  test('only what the lists name is heard', async () => {
    const line = await open('192.0.2.2')
    assert.deepEqual(
      [await line.join('room 1'), await line.join('lobby'), (await line.join('lobby 2')).startsWith('Unauthorized')],
      ['ok', 'ok', true],
    )
    assert.equal(await line.join('room 2', { postgres_changes: rows }), 'ok')
    await line.join('room 3', { postgres_changes: [{ event: '*', schema: 'public', table: 'messages' }] })
    await line.join('room 4', { postgres_changes: [{ event: '*', schema: '*', table: '*' }] })
    line.say('end', 'phoenix', 'heartbeat', {})
    await line.answer('end')
    assert.deepEqual(
      line.sent.filter(frame => frame[3] === 'system').map(frame => [frame[2], frame[4].status]),
      [
        ['realtime:room 2', 'ok'],
        ['realtime:room 3', 'error'],
        ['realtime:room 4', 'error'],
      ],
    )
  })

  test('one address keeps so many sockets, and gets them back when others end', async () => {
    const many = await Promise.all(Array.from({ length: 103 }, () => open('192.0.2.3')))
    const state = await Promise.all(many.map(line => Promise.race([line.ended, line.join('room').then(() => 'open')])))
    assert.equal(state.filter(one => one === 'refused').length, 3)
    const elsewhere = await open('192.0.2.4')
    assert.equal(await elsewhere.join('room'), 'ok', 'another address is not refused')
    await Promise.all(many.map(line => line.close()))
    assert.equal(await retryWhenBusy(async () => (await open('192.0.2.3')).join('room')), 'ok')
  })

  test('one address keeps so many topics, tables and bytes', async () => {
    const [one, two, three, four] = [
      await open('192.0.2.5'),
      await open('192.0.2.5'),
      await open('192.0.2.5'),
      await open('192.0.2.5'),
    ]
    assert.deepEqual([refused(await joinMany(one, 0, 100)), refused(await joinMany(two, 0, 100))], [0, 0])
    assert.match(await three.join('room'), /^ChannelRateLimitReached/)
    await one.close()
    assert.equal(await retryWhenBusy(() => three.join('room')), 'ok')
    const listening = { postgres_changes: Array.from({ length: 20 }, () => rows[0]) }
    await joinMany(three, 10, 6, listening)
    three.say('end', 'phoenix', 'heartbeat', {})
    await three.answer('end')
    const statuses = three.sent.filter(frame => frame[3] === 'system').map(frame => frame[4].status)
    assert.deepEqual(statuses, ['ok', 'ok', 'ok', 'ok', 'ok', 'error'], 'a hundred bindings, however many topics')
    const stored = { presence: { enabled: true, key: 'k' } }
    await joinMany(four, 0, 60, stored)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        four.say(`t${n}`, `realtime:room ${n}`, 'presence', { event: 'track', payload: { text: 'x'.repeat(8000) } })
        return four.answer(`t${n}`)
      }),
    )
    const tracked = answers.filter(({ status }) => status === 'ok').length
    assert.ok(tracked > 20 && tracked * 8000 <= 262_144, `${tracked} times 8 KB are kept`)
  })

  test('one person keeps so much, wherever from; a second one at the same address is not refused', async () => {
    const answers: string[] = []
    for (let n = 0; n < 12; n++) {
      const line = await open(`192.0.2.${20 + (n % 3)}`)
      answers.push(...(await joinMany(line, n * 100, 100, {}, tokenOf(owner))))
    }
    assert.equal(refused(answers), 200)
    const mate = await open('192.0.2.20')
    assert.equal(await mate.join('room', {}, tokenOf(other)), 'ok')
  })
})

describe('a flood', () => {
  const program = programForTests({
    listen: true,
    settings: { ...behindProxy, REALTIME_ANON_TOPICS: '*' },
  })
  const open = (address: string) => openLine(program.origin, program.platform.tokens.anonKey, address)
  const kinds: [kind: string, topic: string, event: string, count: number][] = [
    ['heartbeats', 'phoenix', 'heartbeat', 50_000],
    ['joins', 'realtime:room', 'phx_join', 2000],
    ['messages to a topic that was not joined', 'realtime:room', 'broadcast', 5000],
    ['what no protocol knows', 'nothing', 'dance', 5000],
  ]
  kinds.forEach(([kind, topic, event, count], n) =>
    test(`of ${kind} is answered once and ends the connection, and its sender waits`, async () => {
      const address = `192.0.2.${30 + n}`
      const line = await open(address)
      for (let sent = 0; sent < count; sent++) line.say(`${sent}`, topic, event, {})
      assert.equal(await line.ended, 1008)
      assert.ok(line.sent.length < 600, `${line.sent.length} answers to ${count} messages`)
      const troubles = line.sent.filter(frame => /Too many/.test(JSON.stringify(frame[4])))
      assert.equal(troubles.length, 1)
      assert.equal(await (await open(address)).ended, 'refused')
      const neighbour = await open('192.0.2.99')
      assert.equal(await neighbour.join('room'), 'ok', 'another address is let in')
      await neighbour.close()
      program.platform.clock.advance(seconds(31))
      const again = await open(address)
      assert.equal(await again.join('room'), 'ok')
      await again.close()
    }),
  )

  test('of somebody signed in is paused with the account, not with the address', async () => {
    const [owner, mate] = [await makeOwner(program.platform), await makeOwner(program.platform)]
    const line = await open('192.0.2.40')
    assert.equal(await line.join('room', {}, tokenOf(owner)), 'ok')
    for (let sent = 0; sent < 5000; sent++) line.say(`${sent}`, 'realtime:room', 'broadcast', { event: 'x' })
    assert.equal(await line.ended, 1008)
    const elsewhere = await open('192.0.2.41')
    assert.match(await elsewhere.join('room', {}, tokenOf(owner)), /^RateLimitReached/)
    assert.equal(await elsewhere.ended, 1008)
    const beside = await open('192.0.2.40')
    assert.equal(await beside.join('room', {}, tokenOf(mate)), 'ok')
    await beside.close()
  })
})

const tokenOf = (owner: Owner) => owner.headers.authorization.replace('Bearer ', '')

/** A closed socket is only gone once the server has noticed. */
async function retryWhenBusy(ask: () => Promise<string>): Promise<string> {
  for (let tries = 0; ; tries++) {
    const answer = await ask()
    if (answer === 'ok' || tries === 20) return answer
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
