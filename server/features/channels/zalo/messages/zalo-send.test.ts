import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { customer, oa, startZaloDriver } from '#tests/drivers/zalo-driver.ts'
import type { ChannelEvent } from '../../channel-events.ts'
import type { OutgoingFile, Sending } from '../../sending/sending.ts'
import { checkHealth, repair } from '../connection/check-health.ts'
import { fetchProfile, placeholderName } from './profile.ts'
import { readHistory } from './read-history.ts'
import { readPasted } from '../connection/read-pasted.ts'
import { send } from './send.ts'

const text = (words: string): Sending['content'] => ({ type: 'text', text: words })
const file = (mime: string, bytes: Buffer, more: Partial<OutgoingFile> = {}): Sending['content'] => ({
  type: 'file',
  file: {
    type: 'file',
    name: 'bảng giá "mới"',
    mime,
    size: bytes.length,
    url: 'http://localhost:3000/f',
    bytes: async () => bytes,
    ...more,
  },
})

async function shop(t: TestContext, settings: Record<string, string> = {}) {
  const desk = await startZaloDriver(t, settings)
  await desk.platform.db.asService(null, tx => sql`update workspaces set bot_status = 'off'`.execute(tx))
  const channel = await desk.connect()
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.settle()
  const to = { userId: customer, fields: {} }
  const sending = (content: Sending['content'], more: Partial<Sending> = {}): Sending => ({
    messageId: 'm1',
    metadata: 'out:m1',
    to,
    author: 'bot',
    permit: 'response',
    content,
    ...more,
  })
  return {
    ...desk,
    channel,
    give: (content: Sending['content'], more: Partial<Sending> = {}) =>
      send(desk.platform, channel, sending(content, more)),
    last: () => desk.zalo.calls.at(-1)?.body['message'] as Record<string, unknown> | undefined,
    fault: (action: unknown, more: object = {}) =>
      desk.sim('faults', { action, match: { path: '/message/cs' }, ...more }),
  }
}

test('a text goes out as it is, with what it answers where the setting says so', async t => {
  const desk = await shop(t)
  const quoted = desk.zalo.world.messages[0]?.id ?? ''
  const sent = await desk.give(text('Dạ còn ạ 🌸'), { replyTo: quoted })
  assert.deepEqual(sent, { outcome: 'sent', externalId: desk.zalo.world.messages.at(-1)?.id, quotaType: 'reply' })
  assert.deepEqual(desk.last(), { text: 'Dạ còn ạ 🌸', react_message_id: quoted })
  for (const [field, wanted] of [
    ['quote_message_id', { text: 'a', quote_message_id: quoted }],
    ['none', { text: 'a' }],
  ] as const) {
    const other = await shop(t, { ZALO_QUOTE_FIELD: field })
    await other.give(text('a'), { replyTo: other.zalo.world.messages[0]?.id })
    assert.deepEqual(other.last(), wanted)
  }
})

test('pictures, moving ones and files are uploaded and shown', async t => {
  const desk = await shop(t)
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0x40, 0x01, 0xf0, 0x00]), Buffer.alloc(20)])
  for (const [mime, bytes, path] of [
    ['image/png', Buffer.alloc(1000, 7), '/v2.0/oa/upload/image'],
    ['image/gif', gif, '/v2.0/oa/upload/gif'],
    ['application/pdf', Buffer.from('%PDF-1.7 Bảng giá'), '/v2.0/oa/upload/file'],
  ] as const) {
    assert.equal((await desk.give(file(mime, bytes))).outcome, 'sent', mime)
    assert.ok(desk.zalo.calls.some(call => call.path === path))
    assert.deepEqual(desk.zalo.world.uploads.at(-1)?.bytes, bytes)
  }
  assert.deepEqual(
    desk.zalo.world.messages.filter(one => one.by === 'api').map(one => one.type),
    ['image', 'gif', 'file'],
  )
  assert.doesNotMatch(desk.zalo.world.uploads[0]?.name ?? '', /["\r\n]/)
  const sentGif = desk.zalo.calls.filter(call => call.path === '/v3.0/oa/message/cs')[1]?.body['message']
  assert.match(JSON.stringify(sentGif), /"width":320,"height":240/)
})

test('what Zalo does not take is told before it is tried; a large picture goes by its address', async t => {
  const desk = await shop(t)
  const code = async (content: Sending['content']) => {
    const outcome = await desk.give(content)
    return outcome.outcome === 'failed' && [outcome.class, outcome.code]
  }
  const large = Buffer.alloc(1_048_577)
  assert.deepEqual(await code(file('video/mp4', Buffer.alloc(10))), ['permanent', 'zalo.file_type'])
  assert.deepEqual(await code(file('application/pdf', Buffer.alloc(5_242_881))), ['permanent', 'zalo.file_too_large'])
  assert.deepEqual(await code(file('image/png', large)), ['permanent', 'zalo.file_too_large'])
  const before = desk.zalo.calls.length
  assert.equal((await desk.give(file('image/png', large, { url: 'https://shop.example/f.png' }))).outcome, 'sent')
  assert.equal(desk.zalo.calls.length, before + 1)
})

test('an attachment that Zalo has forgotten is uploaded again, once', async t => {
  const desk = await shop(t)
  await desk.fault({ error: { code: -100 } })
  assert.equal((await desk.give(file('image/png', Buffer.alloc(10)))).outcome, 'sent')
  assert.equal(desk.zalo.world.uploads.length, 2)
  await desk.fault({ error: { code: -100 } }, { times: 2 })
  const outcome = await desk.give(file('image/png', Buffer.alloc(10)))
  assert.deepEqual(outcome.outcome === 'failed' && [outcome.class, outcome.code], [
    'permanent',
    'zalo.attachment_expired',
  ])
})

test('every way in which a send may end', async t => {
  const desk = await shop(t)
  const cases: [unknown, string, string?][] = [
    ['http:500', 'retry', 'zalo.unreachable'],
    ['html', 'retry', 'zalo.unreachable'],
    ['rate_limit', 'rate_limited', 'zalo.rate_limit'],
    ['window_closed', 'window_closed', 'zalo.window_closed'],
    ['permission_lost', 'reauthorize', 'zalo.not_authorised'],
    ['page_restricted', 'reauthorize', 'zalo.kind_of_account'],
    [{ error: { code: '-213' } }, 'recipient_unreachable', 'zalo.never_wrote'],
    [{ error: { code: -217 } }, 'recipient_unreachable', 'zalo.person_refuses'],
    [{ error: { code: -227 } }, 'recipient_unreachable', 'zalo.person_inactive'],
    [{ error: { code: -209 } }, 'reauthorize', 'zalo.app_not_active'],
    [{ error: { code: -223, message: 'Article quota is exceeded' } }, 'later', 'zalo.quota'],
    [{ error: { code: -240 } }, 'permanent', 'zalo.api_gone'],
    [{ error: { code: -99_999 } }, 'permanent', 'zalo.error'],
    ['empty200', 'unknown'],
    ['no_data', 'sent'],
    [{ without: ['data.message_id'] }, 'sent'],
    [{ without: ['error'] }, 'sent'],
    [{ without: ['error', 'data'] }, 'sent'],
    [{ without: ['error', 'message', 'data'] }, 'unknown'],
    ['reset_after_write', 'unknown'],
    ['reset_before_write', 'unknown'],
  ]
  for (const [action, wanted, code] of cases) {
    await desk.fault(action)
    const outcome = await desk.give(text('a'))
    const shown = outcome.outcome === 'failed' ? [outcome.class, outcome.code] : [outcome.outcome, undefined]
    assert.deepEqual(shown, [wanted, code], JSON.stringify(action))
  }
  await desk.fault({ error: { code: -234 } })
  const night = await desk.give(text('a'))
  assert.equal(night.outcome === 'failed' && night.retryAt?.toISOString(), '2026-11-20T23:00:00.000Z')
  await desk.zalo.close()
  const gone = await desk.give(text('a'))
  assert.deepEqual(gone.outcome === 'failed' && [gone.class, gone.code], ['retry', 'zalo.unreachable'])
})

test('a quota that is used up says what Zalo says of it', async t => {
  const desk = await shop(t)
  await desk.sim('load', { oas: [{ id: oa, quota: 0 }] })
  const outcome = await desk.give(text('a'))
  assert.deepEqual(outcome.outcome === 'failed' && [outcome.class, outcome.detail], [
    'later',
    '-211 Out of quota (0/0)',
  ])
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select replies_left, replies_total from channel_limits`.execute(tx),
  )
  assert.deepEqual(rows, [{ replies_left: 0, replies_total: 0 }])
})

test('what a message was taken from is kept; named by nothing, it may be billed', async t => {
  const desk = await shop(t)
  const taken = async () => {
    const outcome = await desk.give(text('a'))
    return outcome.outcome === 'sent' && outcome.quotaType
  }
  await desk.sim('plan', { free_replies: 1, sub_quota: 1 })
  assert.deepEqual([await taken(), await taken(), await taken()], ['reply', 'sub_quota', 'none'])
})

test('a customer’s name and picture; who may not be looked at stays a placeholder; a Zalo that fails is asked later', async t => {
  const desk = await shop(t)
  const profile = await fetchProfile(desk.platform, desk.channel, customer)
  assert.deepEqual(profile, {
    name: 'Trần Thị Bưởi',
    avatarUrl: 'https://s120-ava-talk.zadn.vn/user.jpg',
    fields: { follower: false },
  })
  assert.equal(await fetchProfile(desk.platform, desk.channel, '7700000000000000456'), null)
  assert.equal(placeholderName(customer), 'Khách Zalo ·0123')
  await desk.sim('faults', { action: 'http:502', match: { path: 'user/detail' } })
  await assert.rejects(fetchProfile(desk.platform, desk.channel, customer))
})

test('the record since a moment, of both sides, oldest first, however many pages', async t => {
  const desk = await shop(t)
  await desk.pass(60_000)
  const since = desk.platform.clock.now()
  for (let n = 1; n <= 23; n++) {
    await desk.zalo.acts.say({ text: `tin ${n}` })
    await desk.pass(1000)
  }
  await desk.zalo.acts.answerAsStaff({ text: 'Dạ' })
  await desk.zalo.acts.say({
    user: '7700000000000000456',
    attachments: [{ type: 'image', payload: { url: 'https://f.example/1.jpg' } }],
  })
  const events: ChannelEvent[] = []
  for await (const event of readHistory(desk.platform, desk.channel, since)) events.push(event)
  assert.equal(events.length, 25)
  assert.deepEqual(
    events.slice(0, 2).map(one => one.kind === 'message.in' && one.text),
    ['tin 1', 'tin 2'],
  )
  assert.equal(events[23]?.kind, 'message.echo.own')
  const last = events[24]
  assert.deepEqual(last?.kind === 'message.in' && [last.userName, last.attachments], [
    'Lê Văn Cam',
    [{ type: 'image', url: 'https://f.example/1.jpg' }],
  ])
})

test('health: tokens, the account, and messages that no event told of', async t => {
  const desk = await shop(t)
  const at = async () => checkHealth(desk.platform, { ...desk.channel, lastInAt: received })
  let received: Date | null = desk.platform.clock.now()
  const well = await at()
  assert.deepEqual([well.token.state, well.findings], ['valid', []])
  await desk.sim('webhook', { enabled: false })
  await desk.zalo.acts.say({ text: 'có ai không' })
  assert.deepEqual((await at()).findings, [])
  await desk.pass(6 * 60_000)
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.pass(6 * 60_000)
  assert.deepEqual(
    (await at()).findings.map(one => one.code),
    ['zalo.webhook_silent'],
  )
  received = desk.platform.clock.now()
  await desk.sim('load', { oas: [{ id: oa, refuses: -224 }] })
  assert.deepEqual(
    (await at()).findings.map(one => [one.code, one.repair]),
    [['zalo.plan_needed', 'platform']],
  )
  await desk.sim('load', { oas: [{ id: oa, is_verified: false }] })
  assert.deepEqual(
    (await at()).findings.map(one => one.code),
    ['zalo.account_not_verified'],
  )
  await desk.sim('revoke', { oa })
  const dead = await at()
  assert.deepEqual([dead.token.state, dead.findings[0]?.code], ['dead', 'zalo.refresh_refused'])
  assert.equal(await repair(desk.platform, desk.channel, 'zalo.refresh_refused'), false)
})

test('repair renews a token that stopped working', async t => {
  const desk = await shop(t)
  await desk.sim('faults', { action: 'token_expired', match: { path: 'getoa' }, times: 1 })
  assert.equal(await repair(desk.platform, desk.channel, 'zalo.token_dead'), true)
})

test('pasted tokens open their own account, and no other', async t => {
  const desk = await shop(t)
  const { access_token: token = '', refresh_token: refreshToken = '' } = (await desk.sim('tokens')) as Record<
    string,
    string
  >
  const read = await readPasted(desk.platform, { accountId: oa, token, refreshToken })
  assert.equal(read.name, 'Mỹ phẩm Hạ An')
  await assert.rejects(readPasted(desk.platform, { accountId: '1', token }), { code: 'channel.account_mismatch' })
  await assert.rejects(readPasted(desk.platform, { accountId: oa, token: 'x' }), { code: 'channel.token_invalid' })
  const renewed = await readPasted(desk.platform, { accountId: oa, token: 'old', refreshToken })
  assert.doesNotMatch(renewed.secrets['tokens'] ?? '', new RegExp(refreshToken))
})
