import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Config } from '#server/config.ts'
import type { ChannelEvent } from '../../channel-events.ts'
import { read } from './read.ts'
import { split } from './split.ts'

const page = '110220330440550'
const user = '24680000000000011'
const config = { FACEBOOK_APP_ID: '900100200300400' } as Config
const time = 1793174400000
const from = { sender: { id: user }, recipient: { id: page }, timestamp: time }
const back = { sender: { id: page }, recipient: { id: user }, timestamp: time }

const cut = (body: unknown) =>
  split(config, { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: {} })
const readAll = (body: unknown): ChannelEvent[] => cut(body).flatMap(event => read(config, event))
const call = (...messaging: unknown[]) => ({ object: 'page', entry: [{ id: page, time, messaging }] })
const kindOf = (event: object): string | undefined => readAll(call(event))[0]?.kind
const messageOf = (event: object): (ChannelEvent & { kind: 'message.in' }) | undefined => {
  const [one] = readAll(call(event))
  return one?.kind === 'message.in' ? one : undefined
}

describe('who said it', () => {
  const rows: [string, object, string | undefined][] = [
    ['a customer', { ...from, message: { mid: 'm', text: 'a' } }, 'message.in'],
    ['the page, marked as an echo', { ...back, message: { mid: 'm', text: 'a', is_echo: true } }, 'message.echo.human'],
    [
      'the page, with a mark in letters',
      { ...back, message: { mid: 'm', text: 'a', is_echo: 'true' } },
      'message.echo.human',
    ],
    ['the page, not marked', { ...back, message: { mid: 'm', text: 'a' } }, 'message.echo.human'],
    [
      'the page, by our app',
      { ...back, message: { mid: 'm', text: 'a', app_id: 900100200300400 } },
      'message.echo.own',
    ],
    ['nobody', { recipient: { id: page }, message: { mid: 'm', text: 'a' } }, undefined],
    [
      'the page to itself',
      { sender: { id: page }, recipient: { id: page }, message: { mid: 'm', text: 'a' } },
      undefined,
    ],
    [
      'somebody without an identity',
      { ...from, sender: { user_ref: 'r' }, message: { mid: 'm', text: 'a' } },
      undefined,
    ],
    ['the page reads', { ...back, read: { watermark: time } }, undefined],
    ['the page reacts', { ...back, reaction: { mid: 'm', action: 'react', emoji: '❤' } }, undefined],
    ['the page edits its own', { ...back, message_edit: { mid: 'm', text: 'b', num_edit: 1 } }, 'edit'],
    ['the page takes its own back', { ...back, message: { mid: 'm', is_deleted: 'true', is_echo: true } }, 'delete'],
  ]
  for (const [who, event, kind] of rows) test(who, () => assert.equal(kindOf(event), kind))
})

test('ids that are larger than a number, written as numbers, keep every digit', () => {
  const body = `{"object":"page","entry":[{"id":110220330440550123,"time":1,"messaging":[
    {"sender":{"id":24680000000000011987},"recipient":{"id":110220330440550123},"timestamp":${time},"message":{"mid":90071992547409931,"text":"a"}},
    {"sender":{"id":110220330440550123},"recipient":{"id":24680000000000011987},"timestamp":${time},"message":{"mid":"e","is_echo":true,"app_id":900100200300400,"text":"b"}}]}]}`
  assert.deepEqual(
    cut(body).map(({ accountId, thread, externalId }) => [accountId, thread, externalId]),
    [
      ['110220330440550123', '24680000000000011987', '90071992547409931'],
      ['110220330440550123', '24680000000000011987', 'e'],
    ],
  )
  assert.deepEqual(
    readAll(body).map(({ kind, userId }) => [kind, userId]),
    [
      ['message.in', '24680000000000011987'],
      ['message.echo.own', '24680000000000011987'],
    ],
  )
})

test('several pages and many events in one call, with copies and rubbish between them, lose none and double none', () => {
  const message = (mid: string) => ({ ...from, message: { mid, text: mid } })
  const body = {
    object: 'page',
    entry: [
      { id: page, time, messaging: [message('a'), null, 7, [], message('a'), { ...from }, message('b')] },
      null,
      { time, messaging: [message('of no page')] },
      {
        id: 'p2',
        messaging: [{ sender: { id: 'u2' }, recipient: { id: 'p2' }, message: { mid: 'a', text: 'other page' } }],
      },
      { id: page, standby: [message('c')], messaging: [message('d')] },
      { id: page, messaging: 'none' },
      { id: page, changes: [{ field: 'feed' }] },
    ],
  }
  const messages = cut(body).filter(event => read(config, event).length > 0)
  assert.deepEqual(
    messages.map(({ accountId, externalId }) => `${accountId} ${externalId}`),
    [`${page} a`, `${page} a`, `${page} b`, 'p2 a', `${page} d`, `${page} c`],
  )
})

describe('times', () => {
  const rows: [unknown, number | null][] = [
    [time, time],
    [String(time), time],
    [time / 1000, time],
    [time * 1000, time],
    ['', null],
    [0, null],
    [-5, null],
    [null, null],
    ['yesterday', null],
    [1e30, null],
    [{}, null],
  ]
  for (const [timestamp, wanted] of rows)
    test(JSON.stringify(timestamp), () =>
      assert.equal(
        messageOf({ ...from, timestamp, message: { mid: 'm', text: 'a' } })?.time?.getTime() ?? null,
        wanted,
      ),
    )
})

test('without an id, a message is known by what it says: a redelivery is the same, another one is not', () => {
  const id = (text: string) => cut(call({ ...from, message: { text } }))[0]?.externalId
  assert.equal(id('một'), id('một'))
  assert.notEqual(id('một'), id('hai'))
  const readId = (text: string) => messageOf({ ...from, message: { text } })?.externalId
  assert.equal(readId('một'), readId('một'))
  assert.notEqual(readId('một'), readId('hai'))
})

test('texts are kept as they are: numbers, emoji of several parts, twenty thousand letters', () => {
  const text = (given: unknown) => messageOf({ ...from, message: { mid: 'm', text: given } })?.text
  assert.equal(text(12), '12')
  assert.equal(text('👨‍👩‍👧‍👦 🇻🇳 ❤️‍🔥'), '👨‍👩‍👧‍👦 🇻🇳 ❤️‍🔥')
  const long = 'Đặt hàng ạ. '.repeat(1700)
  assert.equal(text(long), long)
  for (const odd of [null, undefined, {}, [], true]) assert.equal(text(odd), '')
})

test('taps and links: payloads of any kind, referrals wherever they stand', () => {
  const [tap] = readAll(
    call({ ...from, postback: { title: 'Bắt đầu', payload: 1, referral: { ref: 'x', source: 'ADS' } } }),
  )
  assert.deepEqual(tap?.kind === 'postback' && [tap.payload, tap.referral?.source], ['1', 'ADS'])
  assert.equal(kindOf({ ...from, postback: {} }), 'postback')
  const [first] = readAll(
    call({ ...from, message: { mid: 'm', text: 'a', referral: { source: 'ADS', ad_id: '60452462474331234' } } }),
  )
  assert.equal(first?.kind === 'message.in' && first.referral?.source, 'ADS')
  assert.equal(messageOf({ ...from, message: { mid: 'm', text: 'a', quick_reply: {} } })?.payload, undefined)
  assert.equal(messageOf({ ...from, message: { mid: 'm', text: 'a', quick_reply: null } })?.text, 'a')
})

test('what is no word of a customer changes nothing', () => {
  for (const name of [
    'optin',
    'account_linking',
    'message_context',
    'response_feedback',
    'policy_enforcement',
    'app_roles',
    'request_thread_control',
  ])
    assert.equal(kindOf({ ...from, [name]: { ref: 'x', status: 'linked' } }), undefined, name)
  assert.equal(kindOf({ ...from, reaction: {} }), undefined)
  assert.equal(kindOf({ ...from, message_edit: { mid: 'm' } }), undefined)
  assert.equal(kindOf({ ...from, read: {} }), undefined)
  assert.equal(kindOf({ ...from, message: 'text' }), undefined)
})

test('attachments without an address, in numbers, and none at all', () => {
  const types = (attachments: unknown) =>
    messageOf({ ...from, message: { mid: 'm', attachments } })?.attachments.map(({ type, url }) =>
      url ? `${type} ${url}` : type,
    )
  assert.deepEqual(
    types([{ type: 'image' }, { type: 'video', payload: null }, { type: 'audio', payload: { url: '' } }]),
    ['image', 'video', 'audio'],
  )
  assert.deepEqual(types(null), ['other'])
  assert.deepEqual(types({ type: 'image' }), ['other'])
  assert.deepEqual(types([{ type: 'location', payload: { coordinates: { lat: '10.5', long: 106.7 } } }]), ['location'])
  assert.equal(
    types(Array.from({ length: 30 }, () => ({ type: 'image', payload: { url: 'https://x.test/a' } })))?.length,
    30,
  )
})

describe('what is shared and tapped', () => {
  test('a product of the shop’s catalogue is told by name and price', () => {
    const element = {
      id: '1',
      retailer_id: 'vay-01',
      image_url: 'https://shop.example/vay.jpg',
      title: 'Váy hoa',
      subtitle: '250.000 ₫',
    }
    const shared = [{ type: 'template', payload: { product: { elements: [element] } } }]
    const [attachment] = messageOf({ ...from, message: { mid: 'm', attachments: shared } })?.attachments ?? []
    assert.deepEqual([attachment?.type, attachment?.title, attachment?.text], ['template', 'Váy hoa', '250.000 ₫'])
  })

  test('what a quick reply carries may be a number', () => {
    assert.equal(messageOf({ ...from, message: { mid: 'm', text: 'Có', quick_reply: { payload: 12 } } })?.payload, '12')
  })
})
