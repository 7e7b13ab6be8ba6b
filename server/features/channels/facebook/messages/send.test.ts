import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { days, hours } from '#platform/clock.ts'
import { lan, type MessengerDriver, messengerDriver, minh, pageId } from '#tests/drivers/messenger-driver.ts'
import type { Channel } from '../../channel.ts'
import type { ChannelEvent } from '../../channel-events.ts'
import { readChannel } from '../../channel-row.ts'
import type { SendOutcome, Sending } from '../../sending/sending.ts'
import { facebook } from '../facebook.ts'

async function connected(t: TestContext, settings: Record<string, string> = {}) {
  const desk = await messengerDriver(t, { settings })
  const id = await desk.connect()
  const { workspaceId } = desk.owner
  const channel = (await desk.platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, id))) as Channel
  await desk.control('user-message', { page: pageId, user: lan, text: 'Chào shop' })
  return { desk, channel, send: (change: Partial<Sending> = {}) => sendTo(desk, channel, change) }
}

function sendTo({ platform }: MessengerDriver, channel: Channel, change: Partial<Sending>): Promise<SendOutcome> {
  return facebook.send(platform, channel, {
    messageId: '1',
    metadata: 'out:1',
    to: { userId: lan, fields: {} },
    author: 'bot',
    permit: 'response',
    content: { type: 'text', text: 'Dạ còn ạ' },
    ...change,
  })
}
const classOf = (outcome: SendOutcome) => (outcome.outcome === 'failed' ? outcome.class : outcome.outcome)
const codeOf = (outcome: SendOutcome) => (outcome.outcome === 'failed' ? outcome.code : outcome.outcome)
const lastBody = ({ simulator }: MessengerDriver) =>
  simulator.calls.findLast(({ path }) => path.endsWith('/messages'))?.body as Record<string, unknown>

test('a text goes out as a response, with our mark, and its id comes back', async t => {
  const { desk, send } = await connected(t)
  assert.deepEqual(await send(), { outcome: 'sent', externalId: 'm_out1' })
  assert.deepEqual(lastBody(desk), {
    recipient: { id: lan },
    messaging_type: 'RESPONSE',
    message: { text: 'Dạ còn ạ', metadata: 'out:1' },
  })
})

test('a file goes alone, by its address', async t => {
  const { desk, send } = await connected(t)
  const url = 'https://shop.example/f'
  const file = {
    type: 'image',
    name: 'áo.jpg',
    mime: 'image/jpeg',
    size: 3,
    url,
    bytes: async () => Buffer.from('abc'),
  } as const
  assert.equal((await send({ content: { type: 'file', file } })).outcome, 'sent')
  const attachment = { type: 'image', payload: { url, is_reusable: false } }
  assert.deepEqual(lastBody(desk)['message'], { attachment, metadata: 'out:1' })
  const before = desk.simulator.calls.length
  await desk.control('faults', { action: { error: { code: 100, subcode: 2018008 } } })
  assert.equal(
    (await send({ content: { type: 'file', file } })).outcome,
    'sent',
    'once more, where it was refused for certain',
  )
  assert.equal(desk.simulator.calls.length, before + 2)
})

test('the human-agent tag is for what people wrote, where the app has the feature, and never for a bot', async t => {
  const { desk, send } = await connected(t)
  await desk.pass(days(2))
  assert.equal(classOf(await send()), 'window_closed')
  assert.equal((await send({ author: 'member', permit: 'human_agent' })).outcome, 'sent')
  assert.deepEqual([lastBody(desk)['messaging_type'], lastBody(desk)['tag']], ['MESSAGE_TAG', 'HUMAN_AGENT'])
  const count = desk.simulator.calls.length
  for (const author of ['bot', 'system'] as const)
    assert.equal(classOf(await send({ author, permit: 'human_agent' })), 'window_closed')
  assert.equal(classOf(await send({ author: 'member', permit: 'paid' })), 'window_closed')
  assert.equal(desk.simulator.calls.length, count, 'nobody was asked')
})

test('without the feature a person’s late reply is not sent under a tag', async t => {
  const { desk, send } = await connected(t, { FACEBOOK_HUMAN_AGENT: 'off' })
  const count = desk.simulator.calls.length
  assert.equal(classOf(await send({ author: 'member', permit: 'human_agent' })), 'window_closed')
  assert.equal(desk.simulator.calls.length, count)
})

test('what may have been heard is unsure, what was not is a failure that passes', async t => {
  const { desk, send } = await connected(t)
  const struck = async (action: unknown) => {
    await desk.control('faults', { match: { path: '/messages' }, action })
    return send()
  }
  assert.equal((await struck('reset_after_write')).outcome, 'unknown')
  assert.equal((await struck('empty200')).outcome, 'unknown')
  assert.equal((await struck('html')).outcome, 'unknown')
  assert.equal(classOf(await struck('http:503')), 'retry')
  assert.equal(classOf(await struck('rate_limit')), 'rate_limited')
  assert.equal(codeOf(await struck('token_expired')), 'facebook.token_expired')
  assert.equal(classOf(await struck('permission_lost')), 'reauthorize')
  assert.equal(classOf(await struck('window_closed')), 'window_closed')
  assert.equal(classOf(await struck('page_restricted')), 'page_restricted')
  assert.equal(classOf(await struck({ error: { code: '613' } })), 'rate_limited', 'codes as text')
  assert.equal(
    classOf(await struck({ error: { code: 551, subcode: 1545041, status: 200 } })),
    'recipient_unreachable',
    'an error that calls itself 200',
  )
  await desk.simulator.close()
  assert.deepEqual(await send(), { outcome: 'failed', class: 'retry', code: 'facebook.not_reached' })
})

test('the platform’s own checks are read as what they mean', async t => {
  const { desk, channel, send } = await connected(t)
  assert.equal(classOf(await send({ content: { type: 'text', text: 'x'.repeat(2001) } })), 'permanent')
  assert.equal(classOf(await send({ to: { userId: '999', fields: {} } })), 'recipient_unreachable')
  await desk.control('load', { users: [{ id: lan, blocked: true }] })
  assert.equal(classOf(await send()), 'recipient_unreachable')
  await desk.control('load', { users: [{ id: lan, blocked: false }], app: { requireProof: true } })
  assert.equal((await send()).outcome, 'sent', 'with the proof that the app demands')
  await desk.control('revoke', { page: pageId })
  assert.equal(codeOf(await send()), 'facebook.password_changed')
  assert.equal(codeOf(await sendTo(desk, { ...channel, id: desk.owner.workspaceId }, {})), 'facebook.token_missing')
})

test('another app has the conversation: a person’s reply takes it, the bot’s does not', async t => {
  const { desk, send } = await connected(t)
  await desk.control('pass-thread', { page: pageId, user: lan, to: '263902037430900' })
  assert.equal(codeOf(await send()), 'facebook.thread_elsewhere')
  assert.equal((await send({ author: 'member' })).outcome, 'sent')
  assert.equal((await send()).outcome, 'sent', 'it is ours now')
})

test('typing is shown, and its failure is nobody’s concern', async t => {
  const { desk, channel } = await connected(t)
  await facebook.showTyping?.(desk.platform, channel, { userId: lan, fields: {} })
  assert.deepEqual(lastBody(desk), { recipient: { id: lan }, sender_action: 'typing_on' })
  await desk.control('faults', { action: 'http:500' })
  await facebook.showTyping?.(desk.platform, channel, { userId: lan, fields: {} })
})

test('names: told, hidden, not yet, or later', async t => {
  const { desk, channel } = await connected(t)
  const profile = (user: string) => facebook.fetchProfile(desk.platform, channel, user)
  assert.equal((await profile(lan))?.name, 'Lan Nguyễn')
  assert.equal(await profile(minh), null, 'who never wrote')
  await desk.control('load', { users: [{ id: lan, hidden: true }] })
  assert.equal(await profile(lan), null)
  await desk.control('faults', { action: 'http:503' })
  await assert.rejects(profile(lan))
  assert.equal(facebook.placeholderName(lan), 'Khách Facebook ·0011')
})

test('health: a dead token, a missing subscription and a missing permission each have their one repair', async t => {
  const { desk, channel } = await connected(t)
  const look = async () => {
    const { findings, token, subscription } = await facebook.checkHealth(desk.platform, channel)
    return [token.state, subscription?.missing.length, findings.map(({ code, repair }) => `${code} ${repair}`)]
  }
  assert.deepEqual(await look(), ['valid', 0, []])
  await desk.control('load', { pages: [{ id: pageId, subscribed: ['messages'] }] })
  assert.deepEqual(await look(), ['valid', 9, ['facebook.fields_missing repair']])
  assert.equal(await facebook.repair(desk.platform, channel, 'facebook.fields_missing'), true)
  assert.deepEqual(await look(), ['valid', 0, []])
  assert.equal(await facebook.repair(desk.platform, channel, 'facebook.token_expired'), false)
  await desk.control('faults', { times: 2, action: 'http:500' })
  assert.deepEqual(await look(), ['unknown', undefined, ['facebook.not_reached wait']])
  await desk.control('revoke', { page: pageId, subcode: 458 })
  assert.deepEqual(await look(), ['dead', undefined, ['facebook.app_removed reconnect']])
})

test('the history since an outage: conversation by conversation, oldest first, over several pages of it', async t => {
  const { desk, channel } = await connected(t)
  await desk.pass(hours(1))
  const since = desk.platform.clock.now()
  await desk.pass(1000)
  for (let count = 1; count <= 30; count++) {
    await desk.control('user-message', { page: pageId, user: lan, text: `tin ${count}` })
    await desk.pass(1000)
  }
  await desk.control('staff-message', { page: pageId, user: minh, text: 'Dạ shop đây' })
  const events: ChannelEvent[] = []
  for await (const event of facebook.backfill(desk.platform, channel, since)) events.push(event)
  const texts = events.map(event => ('text' in event ? `${event.kind} ${event.text}` : event.kind))
  assert.equal(texts.length, 31)
  assert.deepEqual(
    texts.filter(text => text.includes('tin')),
    Array.from({ length: 30 }, (_, at) => `message.in tin ${at + 1}`),
  )
  assert.ok(texts.includes('message.echo.own Dạ shop đây'))
})

test('a pasted token is tried at the platform', async t => {
  const { desk } = await connected(t)
  const paste = (accountId: string, token: string) => facebook.readPasted(desk.platform, { accountId, token })
  assert.equal((await paste(pageId, `page-token-${pageId}`)).name, 'Áo Thun Hoa Mai')
  await assert.rejects(paste('1', `page-token-${pageId}`), { code: 'channel.account_mismatch' })
  await assert.rejects(paste(pageId, 'no-such-token'), { code: 'channel.token_invalid' })
})
