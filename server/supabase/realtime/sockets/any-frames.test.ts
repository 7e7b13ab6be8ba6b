import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { silentLog } from '#platform/log.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { FakeWire } from '#tests/setup/fake-wire.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { runs } from '#tests/setup/property-runs.ts'
import type { Version } from './frames.ts'
import { type Hub, makeHub } from '../topics/hub.ts'
import { serveSocket } from './serve-socket.ts'
import { type Programs, startPrograms } from '../topics/notify-subscribers.ts'

const topics = [
  'realtime:phòng',
  'realtime:phòng',
  'realtime:khác',
  'realtime:workspace:x',
  'phoenix',
  'realtime:',
  '\0',
]
const events = [
  'phx_join',
  'phx_join',
  'phx_join',
  'phx_leave',
  'broadcast',
  'presence',
  'access_token',
  'heartbeat',
  'phx_close',
]
const any = fc.jsonValue({ maxDepth: 4 })
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: any })
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\0', '__proto__', '\ud800'))
const goodBinding = { event: '*', schema: 'public', table: 'plans', filter: 'code=in.(a,"b,c")' }
const oddBinding = fc.record(
  {
    event: fc.oneof(fc.constantFrom('*', 'INSERT', 'DELETE'), text),
    schema: fc.oneof(fc.constantFrom('public', '*'), text),
    table: fc.oneof(fc.constantFrom('messages', 'plans', '*', 'plans\0'), text),
    filter: fc.oneof(fc.constantFrom('id=eq.1', 'code=in.("a,b",c)', 'code=not.is.null'), text),
    select: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: ['event'] },
)
const payload = fc.oneof(
  { weight: 1, arbitrary: any },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        config: fc.record(
          {
            broadcast: mostly(fc.record({ ack: fc.boolean(), self: fc.constantFrom('true', false, null) })),
            presence: mostly(fc.record({ key: text, enabled: fc.boolean() })),
            postgres_changes: mostly(
              fc.array(fc.oneof(fc.constantFrom(goodBinding, null), fc.constant(goodBinding), oddBinding), {
                maxLength: 3,
              }),
            ),
            private: mostly(fc.constantFrom(false, false, true)),
          },
          { requiredKeys: [] },
        ),
        access_token: fc.constantFrom(null, null, null, 'a.b.c'),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: text, event: fc.oneof(fc.constantFrom('track', 'untrack', 'x'), text), payload: any }),
  },
)
const parts = fc.tuple(
  fc.oneof(fc.constantFrom('1', null), any),
  fc.oneof(fc.constantFrom('2', null), any),
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...topics) }, any),
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...events) }, any),
  payload,
)

const push = fc
  .record({
    texts: fc.tuple(...['1', '2', 'realtime:phòng', 'x', ''].map(usual => fc.oneof(fc.constant(usual), text))),
    kind: fc.oneof({ weight: 20, arbitrary: fc.constant(3) }, fc.nat(255)),
    wrong: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(255)),
    encoding: fc.nat(2),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 50 }),
      fc.json().map(json => new TextEncoder().encode(json)),
    ),
  })
  .map(({ texts, kind, wrong, encoding, content }) => {
    const written = texts.map(part => Buffer.from(part).subarray(0, 255))
    return Buffer.concat([
      Uint8Array.from([kind, ...written.map(part => (part.length + wrong) & 255), encoding]),
      ...written,
      content,
    ])
  })

type SentFrame = { data: Buffer; isBinary: boolean }
const anyFrame = (version: Version): fc.Arbitrary<SentFrame> =>
  fc.oneof(
    {
      weight: 60,
      arbitrary: parts.map(([join_ref, ref, topic, event, content]) => ({
        data: Buffer.from(
          JSON.stringify(
            version === '2.0.0'
              ? [join_ref, ref, topic, event, content]
              : { join_ref, ref, topic, event, payload: content },
          ),
        ),
        isBinary: false,
      })),
    },
    { weight: version === '2.0.0' ? 20 : 1, arbitrary: push.map(data => ({ data, isBinary: true })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 80 })
        .map(data => ({ data: Buffer.from(data), isBinary: data.length % 2 === 0 })),
    },
  )

describe('whatever a connection says', () => {
  let platform: TestPlatform
  let hub: Hub
  let programs: Programs
  let owner: Owner
  let bystander: FakeWire
  const troubles: unknown[] = []

  before(async () => {
    platform = await testPlatform({ settings: { REALTIME_ANON_TOPICS: '*', REALTIME_ANON_TABLES: '*' } })
    platform.log = { ...silentLog, error: (fields: object, message: string) => troubles.push([message, fields]) }
    hub = makeHub(platform)
    programs = startPrograms(platform, hub)
    owner = await makeOwner(platform)
    bystander = connect('2.0.0')
    bystander.say('1', '1', `realtime:workspace:${owner.workspaceId}`, 'phx_join', {
      config: { private: true },
      access_token: owner.headers.authorization.slice('Bearer '.length),
    })
    await bystander.answer('1')
  })
  after(async () => {
    programs.stop()
    hub.stop()
    await platform.close()
  })

  function connect(version: Version): FakeWire {
    const wire = new FakeWire()
    serveSocket({ platform, hub, programs }, wire, version, {
      claims: { role: 'anon' },
      key: platform.tokens.anonKey,
      bearer: undefined,
      ip: '192.0.2.1',
    })
    return wire
  }

  for (const version of ['2.0.0', '1.0.0'] as const) {
    test(`in ${version}: it is answered or closed, harms nobody else, and leaves nothing behind`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyFrame(version), { minLength: 1, maxLength: 12 }), async frames => {
          const wire = connect(version)
          const sent = wire.sent as unknown[]
          for (const { data, isBinary } of frames) wire.onMessage(data, isBinary)
          if (wire.ended === undefined) {
            const last = ['1', 'last', 'realtime:nirgends', 'phx_leave', {}]
            const [join_ref, ref, topic, event, content] = last
            const frame = version === '2.0.0' ? last : { join_ref, ref, topic, event, payload: content }
            wire.onMessage(Buffer.from(JSON.stringify(frame)), false)
            await until(
              () => wire.ended !== undefined || sent.some(answer => JSON.stringify(answer).includes('"last"')),
            )
          } else assert.ok([1003, 1008].includes(wire.ended))
          for (const answer of sent) assert.equal(Array.isArray(answer), version === '2.0.0')
          assert.doesNotMatch(JSON.stringify(sent), /ServerError/)
          wire.close(1000)
          const left = () => [hub.channels().length, hub.sockets.size, hub.listening.size]
          await until(() => left().join() === '1,1,0')
          assert.deepEqual(left(), [1, 1, 0])
          assert.equal(bystander.ended, undefined)
        }),
        runs(60),
      )
      assert.deepEqual(troubles, [])
      bystander.say('1', `h ${version}`, 'phoenix', 'heartbeat', {})
      assert.equal((await bystander.answer(`h ${version}`))['status'], 'ok')
    })
  }

  test('what nests too deep is no frame', () => {
    const wire = connect('2.0.0')
    wire.onMessage(Buffer.from(`["1","2","realtime:x","broadcast",${'['.repeat(30_000)}${']'.repeat(30_000)}]`), false)
    assert.equal(wire.ended, 1003)
  })
})

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 2))
}
