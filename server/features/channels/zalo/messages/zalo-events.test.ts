import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '#server/config.ts'
import type { ChannelEvent } from '../../channel-events.ts'
import { parseExact } from '../../hooks/exact-json.ts'
import { readEvent } from './read-event.ts'
import { splitHook } from './split-hook.ts'
import { explainRefusal, verify } from '../signature.ts'

const folder = join(import.meta.dirname, '../../../../../tests/data/channels')
type Fixture = {
  credentials: { app_id: string; app_secret: string; oa_secret_key: string; oa_id: string }
  requests: { headers: Record<string, string>; body_base64: string; expect: { events: Record<string, unknown>[] } }[]
}
const fixtures = readdirSync(folder)
  .filter(name => name.startsWith('zalo-'))
  .map(name => ({ name, ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture) }))

const appId = '3820000000000000111'
const config = readConfig({ ZALO_APP_ID: appId, ZALO_APP_SECRET: 'app', ZALO_OA_SECRET_KEY: 'oa' })
const oa = '4318000000000000777'
const user = '7700000000000000123'

function read(event: object | string, headers: Record<string, string> = {}): ChannelEvent[] {
  const body = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event))
  return splitHook({ body, headers }).flatMap(one => (one.accountId === oa ? readEvent(one.raw, one.accountId) : []))
}

const fromUser = (name: string, message: object) => ({
  app_id: appId,
  sender: { id: user },
  recipient: { id: oa },
  event_name: name,
  message,
  timestamp: '1793174400100',
})

const mac = (body: string, { first = appId, time = '1793174400100', key = 'oa' } = {}) =>
  createHash('sha256').update(`${first}${body}${time}${key}`).digest('hex')
const signed = (body: string, header: string) => ({
  body: Buffer.from(body),
  headers: { 'x-zevent-signature': header },
})

for (const { name, credentials, requests } of fixtures) {
  test(`${name}: its signature holds, and it becomes what it should`, () => {
    const own = readConfig({
      ZALO_APP_ID: credentials.app_id,
      ZALO_APP_SECRET: credentials.app_secret,
      ZALO_OA_SECRET_KEY: credentials.oa_secret_key,
    })
    for (const { headers, body_base64, expect } of requests) {
      const request = { body: Buffer.from(body_base64, 'base64'), headers }
      assert.equal(verify(own, request), true)
      const changed = Buffer.from(request.body)
      changed[20] = (changed[20] ?? 0) ^ 1
      assert.equal(verify(own, { ...request, body: changed }), false)
      const events = splitHook(request)
        .filter(event => event.accountId === credentials.oa_id)
        .flatMap(event => readEvent(event.raw, event.accountId))
      assert.deepEqual(events.map(plain), expect.events.map(wanted))
    }
  })
}

function plain(event: ChannelEvent): object {
  const { kind, userId: of } = event
  if (kind === 'message.in' || kind === 'message.echo.own')
    return {
      kind: kind.slice(0, 12),
      user: of,
      msg_id: event.externalId,
      text: event.text,
      files: event.attachments.map(one => one.url),
    }
  if (kind === 'receipt.read') return { kind, user: of, msg_ids: event.externalIds }
  if (kind === 'user_info') return { kind, user: of, name: event.name, phone: event.phone }
  return { kind, user: of }
}

function wanted(event: Record<string, unknown>): object {
  const { kind, user: of, msg_id, msg_ids, text, attachments = [], name, phone } = event
  if (msg_id !== undefined)
    return {
      kind: String(kind).slice(0, 12),
      user: of,
      msg_id,
      text,
      files: (attachments as { url: string }[]).map(one => one.url),
    }
  if (kind === 'receipt.read') return { kind, user: of, msg_ids }
  if (kind === 'user_info') return { kind, user: of, name, phone }
  return { kind, user: of }
}

test('the signature: prefix or none, large or small letters; the key that is set; and nothing else', () => {
  const body = '{"a":{"timestamp":"1"},"text":"\\"timestamp\\":\\"2\\"","timestamp":"1793174400100"}'
  const hex = mac(body)
  for (const header of [hex, `mac=${hex}`, `MAC=${hex.toUpperCase()}`, `mac=${hex.toUpperCase()}`])
    assert.equal(verify(config, signed(body, header)), true, header)
  const wrong = [
    '',
    'mac=',
    hex.slice(1),
    `${hex}0`,
    `sha256=${hex}`,
    `mac=${hex.slice(0, -1)}g`,
    mac(body, { key: 'app' }),
  ]
  for (const header of wrong) assert.equal(verify(config, signed(body, header)), false, header)
  assert.equal(verify(config, { body: Buffer.from(body), headers: { 'x-zevent-signature': [hex, hex] } }), false)
  assert.equal(verify(config, { body: Buffer.from(body), headers: {} }), false)
  const withoutOaKey = readConfig({ ZALO_APP_ID: appId, ZALO_APP_SECRET: 'app' })
  assert.equal(verify(withoutOaKey, signed(body, mac(body, { key: 'app' }))), true)
  for (const none of [{}, { ZALO_OA_SECRET_KEY: 'oa' }])
    assert.equal(verify(readConfig(none), signed(body, mac(body))), false)
})

test('the time is the one in the outermost object, as it is written; without one nothing is believed', () => {
  const number = '{"timestamp":1793174400100}'
  assert.equal(verify(config, signed(number, mac(number))), true)
  const large = '{"timestamp":17931744001001793174400100}'
  assert.equal(verify(config, signed(large, mac(large, { time: '17931744001001793174400100' }))), true)
  for (const body of [
    '{}',
    '{"timestamp":""}',
    '{"timestamp":null}',
    '{"message":{"timestamp":"1793174400100"}}',
    '[]',
    'x',
    '',
  ])
    for (const time of ['', 'null', 'undefined', '1793174400100'])
      assert.equal(verify(config, signed(body, mac(body, { time }))), false, body)
})

test('a signature with the account’s id in front is refused and explained, unless it is allowed', () => {
  const body = JSON.stringify(fromUser('user_send_text', { msg_id: 'm', text: 'a' }))
  const request = signed(body, `mac=${mac(body, { first: oa })}`)
  assert.equal(verify(config, request), false)
  assert.match(explainRefusal(config, request) ?? '', /ZALO_WEBHOOK_ACCEPT_OA_ID/)
  assert.match(explainRefusal(config, signed(body, mac(body, { key: 'app' }))) ?? '', /ZALO_OA_SECRET_KEY/)
  assert.equal(explainRefusal(config, signed(body, mac(body, { key: 'other' }))), undefined)
  for (const on of ['on', '1'])
    assert.equal(
      verify(
        readConfig({ ...process.env, ZALO_APP_ID: appId, ZALO_OA_SECRET_KEY: 'oa', ZALO_WEBHOOK_ACCEPT_OA_ID: on }),
        request,
      ),
      true,
    )
})

test('the body’s own app id is not believed', () => {
  const body = JSON.stringify({ ...fromUser('user_send_text', { msg_id: 'm' }), app_id: '1' })
  assert.equal(verify(config, signed(body, mac(body))), true)
  assert.equal(verify(config, signed(body, mac(body, { first: '1' }))), false)
})

test('ids larger than a number holds stay as they were written', () => {
  assert.deepEqual(parseExact('{"a":7700000000000000123,"b":1.5,"c":12,"d":[9007199254740993]}'), {
    a: '7700000000000000123',
    b: 1.5,
    c: 12,
    d: ['9007199254740993'],
  })
  const raw = `{"sender":{"id":7700000000000000123},"recipient":{"id":${oa}},"event_name":"user_send_text","message":{"msg_id":96300000000000000001,"text":"alo"},"timestamp":1793174400100}`
  const [event] = read(raw)
  assert.deepEqual(event && [event.userId, event.kind === 'message.in' && event.externalId, event.time?.getTime()], [
    user,
    '96300000000000000001',
    1793174400100,
  ])
})

test('every kind of message, with what it carries', () => {
  const one = (name: string, type: string, payload: object) => {
    const [event] = read(fromUser(name, { msg_id: 'm1', attachments: [{ type, payload }] }))
    return event?.kind === 'message.in' ? event.attachments[0] : undefined
  }
  const url = 'https://f.zalo.example/a'
  assert.deepEqual(one('user_send_gif', 'gif', { thumbnail: 'https://t.example/1', url }), { type: 'gif', url })
  assert.deepEqual(one('user_send_link', 'link', { description: 'Bài viết', url }), {
    type: 'link',
    url,
    text: 'Bài viết',
  })
  assert.deepEqual(one('user_send_sticker', 'sticker', { id: '12', url }), { type: 'sticker', url, stickerId: '12' })
  assert.deepEqual(one('user_send_audio', 'audio', { url }), { type: 'audio', url })
  assert.deepEqual(one('user_send_location', 'location', { coordinates: { latitude: '10.77', longitude: '106.69' } }), {
    type: 'location',
    latitude: 10.77,
    longitude: 106.69,
  })
  const file = { url, name: 'bảng giá.pdf', size: '1024', checksum: 'c', type: 'pdf' }
  assert.deepEqual(one('user_send_file', 'file', file), { type: 'file', url, name: 'bảng giá.pdf', size: 1024 })
  assert.equal(one('user_send_business_card', 'link', { url })?.type, 'contact')
  assert.deepEqual(one('user_send_image', 'image', { url: 'javascript:alert(1)' }), { type: 'image' })
  const [quoting] = read(fromUser('user_send_text', { msg_id: 'm', text: 'còn', quote_msg_id: 'q9' }))
  assert.equal(quoting?.kind === 'message.in' && quoting.replyTo, 'q9')
})

test('whoever sent a receipt, the customer is the side that is not the account', () => {
  for (const [sender, recipient] of [
    [oa, user],
    [user, oa],
  ]) {
    const seen = {
      sender: { id: sender },
      recipient: { id: recipient },
      event_name: 'user_seen_message',
      message: { msg_ids: ['a', 'b'] },
      timestamp: '1793174400100',
    }
    assert.deepEqual(read(seen), [
      { kind: 'receipt.read', userId: user, time: new Date(1793174400100), externalIds: ['a', 'b'] },
    ])
    const received = { ...seen, event_name: 'user_received_message', message: { msg_id: 'a' } }
    assert.deepEqual(read(received), [
      { kind: 'receipt.delivered', userId: user, time: new Date(1793174400100), externalIds: ['a'] },
    ])
  }
})

test('a template’s receipt to a telephone number is nobody’s', () => {
  const receipt = {
    sender: { id: oa },
    recipient: { id: '84900000123' },
    event_name: 'user_received_message',
    timestamp: '1793174400100',
  }
  assert.deepEqual(read({ ...receipt, message: { msg_id: 'z', delivery_time: '5', tracking_id: 't' } }), [])
  assert.deepEqual(read({ ...receipt, message: { msg_id: 'z' } }, { 'x-zevent-server': 'ZNS' }), [])
})

test('details in both shapes, visitors without an identity, calls and follows', () => {
  const info = (given: object) => read({ ...fromUser('user_submit_info', {}), info: given })[0]
  const whole = { user_address: '12 Lê Lợi', user_district: 'Quận 1', user_city: 'TP. HCM' }
  const newer = info({ name: 'Bưởi', phone: 84900000123, full_address: whole })
  assert.deepEqual(newer?.kind === 'user_info' && [newer.name, newer.phone, newer.address], [
    'Bưởi',
    '84900000123',
    '12 Lê Lợi, Quận 1, TP. HCM',
  ])
  const older = info({ name: 'Bưởi', address: '12 Lê Lợi', district: 'Quận 1', city: 'TP. HCM' })
  assert.equal(older?.kind === 'user_info' && older.address, '12 Lê Lợi, Quận 1, TP. HCM')
  const [anonymous] = read({ ...fromUser('anonymous_send_text', { msg_id: 'm', text: 'hỏi', conversation_id: 'c7' }) })
  assert.deepEqual(anonymous?.contactFields, { zalo_anonymous: true, zalo_conversation: 'c7' })
  assert.equal(read(fromUser('user_call_oa', {}))[0]?.kind, 'touch')
  const follow = { oa_id: oa, follower: { id: user }, event_name: 'unfollow', timestamp: '1793174400100' }
  assert.deepEqual(read(follow), [{ kind: 'unfollow', userId: user, time: new Date(1793174400100) }])
  const [reaction] = read(fromUser('user_reacted_message', { msg_id: 'm', react_icon: '/-heart' }))
  assert.equal(reaction?.kind === 'reaction' && reaction.emoji, '❤️')
})

test('groups, the app’s own news and what is unknown are nothing to us', () => {
  for (const name of [
    'user_send_group_text',
    'create_group',
    'user_join_group',
    'change_oa_daily_quota',
    'change_template_status',
    'widget_interaction_accepted',
    'user_did_something_new',
    'add_user_to_tag',
    'oa_send_consent',
    'constructor',
  ])
    assert.deepEqual(read(fromUser(name, { msg_id: 'm', text: 'x' })), [], name)
})

test('a redelivery has the same id, two events about one message have not', () => {
  const idOf = (event: object) =>
    splitHook({ body: Buffer.from(JSON.stringify(event)), headers: {} }).map(one => one.externalId)
  const text = fromUser('user_send_text', { msg_id: 'm', text: 'a' })
  assert.deepEqual(idOf(text), idOf({ ...text, timestamp: '9' }))
  assert.notDeepEqual(idOf(text), idOf({ ...text, event_name: 'user_send_image' }))
})

test('whatever a signed body holds, reading it throws nothing', () => {
  const odd = fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map(value => JSON.stringify({ ...fromUser('user_send_text', {}), message: value, sender: value })),
  )
  const names = fc.constantFrom(
    'user_send_text',
    'user_seen_message',
    'follow',
    'user_submit_info',
    'oa_send_list',
    'user_send_location',
    'anonymous_send_text',
  )
  const shaped = fc.tuple(names, fc.jsonValue(), fc.jsonValue()).map(([event_name, message, info]) =>
    JSON.stringify({
      event_name,
      sender: { id: user },
      recipient: { id: oa },
      follower: info,
      message,
      info,
      timestamp: message,
    }),
  )
  fc.assert(
    fc.property(fc.oneof(odd, shaped), raw => {
      const body = Buffer.from(raw)
      verify(config, signed(raw, mac(raw)))
      for (const event of splitHook({ body, headers: {} })) {
        assert.ok(event.accountId && event.externalId && event.thread)
        for (const one of readEvent(event.raw, event.accountId)) assert.ok(one.userId && one.userId !== event.accountId)
      }
    }),
    { numRuns: 400 },
  )
  const deep = `{"timestamp":"1","event_name":"follow","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  assert.doesNotThrow(() => verify(config, signed(deep, mac(deep, { time: '1' }))))
  assert.doesNotThrow(() => splitHook({ body: Buffer.from(deep), headers: {} }))
})

test('an id that no database could hold is none: the message is known by what it says', () => {
  const event = fromUser('user_send_text', { msg_id: 'm\0', text: 'a' })
  const [message] = read(event)
  assert.ok(message?.kind === 'message.in')
  assert.match(message.externalId, /^sha256 [0-9a-f]{64}$/)
  assert.deepEqual(read(event), [message])
  assert.deepEqual(
    splitHook({ body: Buffer.from(JSON.stringify({ ...event, sender: { id: '\ud800' } })), headers: {} }),
    [],
  )
})
