import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChannelEvent } from '../../channel-events.ts'
import { readEvent } from './read-event.ts'
import { splitHook } from './split-hook.ts'

const oa = '4318000000000000777'
const user = '7700000000000000123'
const time = '1793174400100'
const base = { app_id: '1', sender: { id: user }, recipient: { id: oa }, timestamp: time }
const back = { ...base, sender: { id: oa }, recipient: { id: user } }

const cut = (event: unknown) =>
  splitHook({ body: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)), headers: {} })
const readAll = (event: unknown): ChannelEvent[] =>
  cut(event).flatMap(one => (one.accountId === oa ? readEvent(one.raw, one.accountId) : []))
const messageOf = (event: unknown) => {
  const [one] = readAll(event)
  return one?.kind === 'message.in' ? one : undefined
}

describe('what each event is', () => {
  const message = { msg_id: 'm', text: 'a' }
  const rows: [string, object, string | undefined][] = [
    ['text', { ...base, event_name: 'user_send_text', message }, 'message.in'],
    [
      'of an anonymous visitor',
      { ...base, event_name: 'anonymous_send_image', message: { msg_id: 'm' } },
      'message.in',
    ],
    ['of the account', { ...back, event_name: 'oa_send_text', message }, 'message.echo.own'],
    [
      'of the account to an anonymous visitor',
      { ...back, event_name: 'oa_send_anonymous_text', message },
      'message.echo.own',
    ],
    ['of the account, parties the wrong way round', { ...base, event_name: 'oa_send_text', message }, undefined],
    ['in a group', { ...base, event_name: 'user_send_group_text', message }, undefined],
    ['of the account in a group', { ...back, event_name: 'oa_send_group_text', message }, undefined],
    ['without a message', { ...base, event_name: 'user_send_text' }, undefined],
    ['a message that is none', { ...base, event_name: 'user_send_text', message: 'a' }, undefined],
    ['without a sender', { ...base, sender: undefined, event_name: 'user_send_text', message }, undefined],
    ['to oneself', { ...base, sender: { id: oa }, event_name: 'user_send_text', message }, undefined],
    ['a name that is none', { ...base, event_name: 7, message }, undefined],
    ['no name', { ...base, message }, undefined],
    ['seen', { ...back, event_name: 'user_seen_message', message: { msg_ids: ['m'] } }, 'receipt.read'],
    ['seen, nothing named', { ...back, event_name: 'user_seen_message', message: { msg_ids: [] } }, undefined],
    [
      'seen, ids of other kinds',
      { ...back, event_name: 'user_seen_message', message: { msg_ids: [null, {}, ''] } },
      undefined,
    ],
    ['call', { ...base, event_name: 'user_call_oa' }, 'touch'],
    ['chat button', { ...base, event_name: 'user_click_chatnow' }, 'touch'],
    ['details, empty', { ...base, event_name: 'user_submit_info', info: null }, 'user_info'],
    ['quota', { oaId: oa, event_name: 'change_oa_daily_quota', timestamp: time }, undefined],
    ['reaction of the account', { ...back, event_name: 'oa_reacted_message', message: { msg_id: 'm' } }, undefined],
    ['consent', { ...base, event_name: 'user_reply_consent' }, undefined],
  ]
  for (const [what, event, kind] of rows) test(what, () => assert.equal(readAll(event)[0]?.kind, kind))
})

test('ids as numbers keep every digit, wherever they stand', () => {
  const event = `{"app_id":1,"sender":{"id":7700000000000000123},"recipient":{"id":4318000000000000777},"event_name":"user_send_text",
    "message":{"msg_id":9223372036854775807,"text":"a","quote_msg_id":9223372036854775806},"timestamp":1793174400100}`
  const message = messageOf(event)
  assert.deepEqual(
    [message?.userId, message?.externalId, message?.replyTo, message?.time?.getTime()],
    [user, '9223372036854775807', '9223372036854775806', Number(time)],
  )
})

test('a message that shows nothing is kept as what its event is called', () => {
  const types = (name: string, message: object) =>
    messageOf({ ...base, event_name: name, message: { msg_id: 'm', ...message } })?.attachments.map(one => one.type)
  assert.deepEqual(types('user_send_image', {}), ['image'])
  assert.deepEqual(types('user_send_audio', { attachments: null }), ['audio'])
  assert.deepEqual(types('user_send_business_card', { attachments: {} }), ['contact'])
  assert.deepEqual(types('user_send_text', { text: '' }), ['other'])
  assert.deepEqual(types('user_send_file', { attachments: [{ type: 'file' }] }), ['file'])
  assert.deepEqual(types('user_send_text', { text: 'có' }), [])
})

test('without an id two messages of one moment are two, and a redelivery is one', () => {
  const event = (text: string) => ({ ...base, event_name: 'user_send_text', message: { text } })
  const ids = (text: string) => [cut(event(text))[0]?.externalId, messageOf(event(text))?.externalId]
  assert.deepEqual(ids('một'), ids('một'))
  assert.notEqual(ids('một')[0], ids('hai')[0])
  assert.notEqual(ids('một')[1], ids('hai')[1])
})

test('reactions to one message are told apart, and name the message that they are about', () => {
  const react = (icon: string, timestamp: string) => ({
    ...base,
    timestamp,
    event_name: 'user_reacted_message',
    message: { msg_id: 'm', react_icon: icon },
  })
  const heart = react('/-heart', time)
  assert.notEqual(cut(heart)[0]?.externalId, cut(react('/-strong', '1793174400200'))[0]?.externalId)
  assert.equal(cut(heart)[0]?.externalId, cut(heart)[0]?.externalId)
  const [other] = readAll({ ...heart, message: { msg_id: 'own', react_message_id: 'm', react_icon: '/-heart' } })
  assert.equal(other?.kind === 'reaction' && other.externalId, 'm')
})

test('times as Zalo writes them, and as others do', () => {
  const at = (timestamp: unknown) =>
    messageOf({
      ...base,
      event_name: 'user_send_text',
      message: { msg_id: 'm', text: 'a' },
      timestamp,
    })?.time?.getTime() ?? null
  assert.equal(at(time), Number(time))
  assert.equal(at(Number(time)), Number(time))
  assert.equal(at('1793174400'), 1793174400000)
  for (const odd of ['', '0', '-1', 'later', null, {}, '9'.repeat(30)]) assert.equal(at(odd), null)
})
