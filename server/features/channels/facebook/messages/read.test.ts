import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Config } from '#server/config.ts'
import type { ChannelEvent } from '../../channel-events.ts'
import { read } from './read.ts'
import { verify } from '../signature.ts'
import { split } from './split.ts'

const page = '110220330440550'
const user = '24680000000000011'
const config = { FACEBOOK_APP_ID: '900100200300400', FACEBOOK_APP_SECRET: 'test-app-secret-5b1f0c77' } as Config

const body = (value: unknown): { body: Buffer; headers: object & Record<string, never> } => ({
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  headers: {},
})
const cut = (value: unknown) => split(config, body(value))
const readOne = (event: { accountId: string; raw: string }): ChannelEvent[] => read(config, event)
const readAll = (value: unknown): ChannelEvent[] => cut(value).flatMap(readOne)
const from = { sender: { id: user }, recipient: { id: page } }
const entry = (...events: object[]) => ({ object: 'page', entry: [{ id: page, time: 1, messaging: events }] })
const one = (event: object): ChannelEvent | undefined =>
  readAll(entry({ ...from, timestamp: 1793174400000, ...event }))[0]

type Expected = Record<string, unknown> & { kind: string }
type Recorded = {
  requests: { method: string; headers: Record<string, string>; body_base64: string; expect: { events?: Expected[] } }[]
}

function inTheirWords(event: ChannelEvent, accountId: string, wanted: Expected): Record<string, unknown> {
  const of = event as ChannelEvent & Record<string, never>
  const received = event as {
    attachments?: { type: string; url?: string }[]
    text?: string
    referral?: { ref?: string }
  }
  const words: Record<string, unknown> = {
    kind: event.kind,
    page: accountId,
    user: event.userId,
    mid: of['externalId'],
    text: received.text === '' ? null : received.text,
    timestamp: event.time?.getTime(),
    payload: of['payload'],
    title: of['title'],
    ref: received.referral?.ref,
    opens_window: true,
    attachments: received.attachments?.map(({ type, url }) => ({ type, url })),
    mids: of['externalIds'],
    watermark: (of['watermark'] as Date | undefined)?.getTime(),
    quick_reply_payload: of['payload'],
    reply_to: of['replyTo'],
    metadata: of['metadata'],
  }
  return Object.fromEntries(Object.keys(wanted).map(name => [name, words[name]]))
}

test('the recorded webhooks are signed over their bytes and read as recorded', () => {
  const folder = new URL('../../../../../tests/data/channels/', import.meta.url)
  const files = readdirSync(folder).filter(name => /^messenger-(?!00).*\.json$/.test(name))
  assert.ok(files.length >= 7)
  for (const name of files) {
    const { requests } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded
    for (const { headers, body_base64: bytes, expect } of requests) {
      const request = { body: Buffer.from(bytes, 'base64'), headers }
      assert.equal(verify(config, request), true, name)
      const events = split(config, request).flatMap(raw => read(config, raw).map(event => ({ event, raw })))
      const wanted = expect.events ?? []
      assert.deepEqual(
        events.map(({ event, raw }, at) => inTheirWords(event, raw.accountId, wanted[at] ?? { kind: 'none' })),
        wanted,
        name,
      )
    }
  }
})

test('several pages and events in one call, standby and changes among them, each for its page', () => {
  const events = cut({
    object: 'page',
    entry: [
      {
        id: page,
        messaging: [
          { ...from, message: { mid: 'a', text: '1' } },
          { ...from, message: { mid: 'b', text: '2' } },
        ],
      },
      { id: 'p2', messaging: [{ sender: { id: 'u2' }, recipient: { id: 'p2' }, message: { mid: 'c', text: '3' } }] },
      { id: page, standby: [{ ...from, message: { mid: 'd', text: '4' } }] },
      { id: page, changes: [{ field: 'feed', value: {} }] },
    ],
  })
  assert.deepEqual(
    events.map(({ accountId, externalId, thread }) => [accountId, externalId, thread]),
    [
      [page, 'a', user],
      [page, 'b', user],
      ['p2', 'c', 'u2'],
      [page, 'd', user],
    ],
  )
  const [, , , standing] = events.flatMap(event => read(config, event))
  assert.equal(standing?.kind === 'message.in' && standing.standby, true)
})

test('a redelivery is the same event, whatever its times; two events of one message are two', () => {
  const ids = (event: object) => cut(entry({ ...from, ...event })).map(({ externalId }) => externalId)
  assert.deepEqual(
    ids({ timestamp: 1, message: { mid: 'm', text: 'a' } }),
    ids({ timestamp: 2, message: { mid: 'm', text: 'a' } }),
  )
  assert.deepEqual(ids({ timestamp: 1, read: { watermark: 5 } }), ids({ timestamp: 2, read: { watermark: 5 } }))
  const several = [
    { message: { mid: 'm', text: 'a' } },
    { message: { mid: 'm', is_deleted: true } },
    { message_edit: { mid: 'm', text: 'b', num_edit: 1 } },
    { message_edit: { mid: 'm', text: 'c', num_edit: '2' } },
    { reaction: { mid: 'm', action: 'react', emoji: '❤' } },
    { reaction: { mid: 'm', action: 'unreact' } },
    { read: { watermark: 5 } },
    { delivery: { watermark: 5 } },
  ]
  assert.equal(new Set(several.flatMap(ids)).size, several.length)
})

test('whose echo it is: our app or our mark is ours, everything else was a person', () => {
  const echo = (more: object) => {
    const message = { is_echo: true, mid: 'm', text: 'x', ...more }
    return readAll(entry({ sender: { id: page }, recipient: { id: user }, timestamp: 1, message }))[0]
  }
  assert.equal(echo({ app_id: 900100200300400 })?.kind, 'message.echo.own')
  assert.equal(echo({ app_id: '900100200300400', metadata: 'out:1' })?.kind, 'message.echo.own')
  assert.equal(echo({ metadata: 'out:1' })?.kind, 'message.echo.own')
  assert.equal(echo({})?.kind, 'message.echo.human')
  assert.equal(echo({ app_id: 263902037430900 })?.kind, 'message.echo.human')
  assert.equal(echo({ app_id: 263902037430900 })?.userId, user)
})

test('what customers do beside writing', () => {
  assert.deepEqual(one({ reaction: { mid: 'm', action: 'react', reaction: 'love' } }), {
    ...{ userId: user, time: new Date(1793174400000) },
    ...{ kind: 'reaction', externalId: 'm', emoji: '❤' },
  })
  const gone = one({ reaction: { mid: 'm', action: 'unreact' } })
  assert.equal(gone?.kind === 'reaction' && gone.emoji, null)
  const edit = one({ message_edit: { mid: 'm', text: 'mới', num_edit: '3' } })
  assert.equal(edit?.kind === 'edit' && edit.edit, 3)
  assert.equal(one({ message: { mid: 'm', is_deleted: true } })?.kind, 'delete')
  const delivered = one({ timestamp: undefined, delivery: { watermark: '1793174420000' } })
  assert.equal(delivered?.time, null)
  assert.equal(delivered?.kind === 'receipt.delivered' && delivered.watermark?.getTime(), 1793174420000)
  const postback = one({ timestamp: '1793174400123', postback: { title: 'Bắt đầu', payload: 'GO' } })
  assert.equal(postback?.time?.getTime(), 1793174400123)
  const referral = one({
    referral: { ref: 'r', source: 'ADS', type: 'OPEN_THREAD', ad_id: 12, ads_context_data: { ad_title: 'Áo' } },
  })
  assert.deepEqual(referral?.kind === 'referral' && referral.referral, {
    ref: 'r',
    source: 'ADS',
    adId: '12',
    title: 'Áo',
  })
})

test('who has the conversation', () => {
  const owner = (event: object) => {
    const read = one(event)
    return read?.kind === 'thread' ? read.owner : undefined
  }
  assert.equal(owner({ pass_thread_control: { new_owner_app_id: 900100200300400 } }), 'us')
  assert.equal(owner({ pass_thread_control: { new_owner_app_id: '263902037430900' } }), 'other')
  assert.equal(owner({ take_thread_control: { previous_owner_app_id: '900100200300400' } }), 'other')
  assert.equal(owner({ request_thread_control: { requested_owner_app_id: '1' } }), undefined)
})

test('attachments: several, stickers once, without payload, of kinds that nobody knows', () => {
  const types = (...attachments: unknown[]) => {
    const read = one({ message: { mid: 'm', attachments } })
    return read?.kind === 'message.in' ? read.attachments.map(({ type, url }) => (url ? `${type} ${url}` : type)) : []
  }
  assert.deepEqual(
    types(
      { type: 'image', payload: { url: 'https://x.test/a' } },
      { type: 'file', payload: { url: 'https://x.test/b' } },
    ),
    ['image https://x.test/a', 'file https://x.test/b'],
  )
  assert.deepEqual(
    types(
      { type: 'sticker', payload: { sticker_id: 369 } },
      { type: 'image', payload: { sticker_id: 369, url: 'https://x.test/s' } },
    ),
    ['sticker https://x.test/s'],
  )
  assert.deepEqual(types({ type: 'fallback' }, { type: 'reel', payload: { url: 'https://x.test/r' } }), [
    'link',
    'link https://x.test/r',
  ])
  assert.deepEqual(types({ type: 'toString' }, { type: 'image', payload: { url: 'javascript:alert(1)' } }, null, 7), [
    'other',
    'image',
  ])
  assert.deepEqual(types(), ['other'], 'something that Messenger does not show us')
})

test('odd shapes are nothing, and nothing throws', () => {
  const deep = `{"object":"page","entry":[{"id":"${page}","messaging":[{"sender":{"id":"1"},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}]}`
  for (const odd of [
    '',
    'null',
    '[]',
    '{}',
    '7',
    '{"object":"page"}',
    '{"object":"instagram","entry":[]}',
    '{"object":"page","entry":{}}',
    deep,
  ])
    assert.doesNotThrow(() => readAll(odd), odd.slice(0, 40))
  assert.deepEqual(
    readAll(entry({ sender: { user_ref: 'x' }, recipient: { id: page }, message: { mid: 'm', text: 'a' } })),
    [],
  )
  assert.deepEqual(readAll(entry({ ...from, something_new: { a: 1 } })), [])
  assert.equal(cut(entry({ ...from, something_new: { a: 1 } })).length, 1, 'kept, and then ignored')
  assert.deepEqual(readAll(entry({ ...from, delivery: {} })), [])
})

test('whatever a body says, its ids fit an index and its text is kept', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant('x'.repeat(5000)),
    fc.constant('\0'),
  )
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'mid', 'text', 'url', 'watermark', 'payload', 'type', 'attachments'), leaf),
  )
  const event = fc.dictionary(
    fc.constantFrom(
      'sender',
      'recipient',
      'timestamp',
      'message',
      'postback',
      'referral',
      'reaction',
      'message_edit',
      'delivery',
      'read',
      'pass_thread_control',
      'optin',
      '\0',
    ),
    value,
  )
  const whole = fc.record({
    object: fc.constant('page'),
    entry: fc.array(
      fc.record(
        { id: fc.oneof(fc.constant(page), leaf), messaging: fc.array(event), standby: value },
        { requiredKeys: [] },
      ),
    ),
  })
  fc.assert(
    fc.property(whole, given => {
      const events = cut(given)
      const ids = events.flatMap(({ accountId, externalId, thread }) => [accountId, externalId, thread])
      for (const id of ids) assert.match(id, /^[\x20-\x7e]{0,800}$/)
      for (const read of events.flatMap(raw => readOne(raw)))
        if ('externalId' in read) assert.match(read.externalId, /^[\x20-\x7e]{1,800}$/)
    }),
    { numRuns: 300 },
  )
})
