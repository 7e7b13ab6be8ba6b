import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import type { Sending, SendOutcome } from '#features/channels/sending/sending.ts'
import { connectAccount } from '#features/channels/connections/connect-account.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { wakeDeliveries } from './deliver-messages.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { reply } from '../messages/reply.ts'
import { retryMessage } from './retry-message.ts'
import { sendMessage } from '../messages/send-message.ts'

type Message = {
  id: string
  author: string
  text: string
  status: string
  external_id: string | null
  error_code: string | null
  held_reason: string | null
  may_repeat: boolean
  sends: number
}

const lost = (): SendOutcome => ({ outcome: 'unknown' })
const failed =
  (kind: Extract<SendOutcome, { class: string }>['class'], more: object = {}) =>
  (): SendOutcome => ({
    outcome: 'failed',
    class: kind,
    code: `facebook.${kind}`,
    ...more,
  })

async function shop(t: TestContext, name: 'facebook' | 'zalo' = 'facebook') {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind(name)
  const channel = await connectScripted(platform, workspace, kind)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const receive = async (...events: ChannelEvent[]) => {
    await deliver(platform, kind, channel.accountId, events)
    await platform.jobs.drain()
  }
  const write = (text: string, userId = 'u1') =>
    receive({
      kind: 'message.in',
      userId,
      externalId: `${userId} ${text}`,
      time: platform.clock.now(),
      text,
      attachments: [],
    })
  await write('chào shop')
  const [conversation] = await rows(sql<{ id: string }>`select id from conversations`)
  const id = conversation?.id ?? ''
  return {
    platform,
    workspace,
    kind,
    channel,
    rows,
    receive,
    write,
    conversationId: id,
    async say(text: string, more: object = {}) {
      const sent = await reply(platform, workspace.admin, { id, text, ...more })
      await platform.jobs.drain()
      return sent.id
    },
    async botSends(text: string) {
      await platform.db.asService(workspace.workspaceId, async tx => {
        await lockConversation(tx, workspace.workspaceId, id)
        await sendMessage(platform, tx, {
          workspaceId: workspace.workspaceId,
          conversationId: id,
          author: 'bot',
          text,
        })
      })
    },
    async pass(ms: number) {
      platform.clock.advance(ms)
      await platform.jobs.drain()
    },
    outgoing: () => rows(sql<Message>`select * from messages where direction = 'out' order by conversation_id, seq`),
    channelRow: async () =>
      (
        await rows(
          sql<{ status: string; status_reason: string | null }>`select * from channels where id = ${channel.id}`,
        )
      )[0],
    events: async () =>
      (await rows(sql<{ name: string }>`select name from private.events order by id`)).map(one => one.name),
  }
}

const texts = (calls: Sending[]) => calls.map(call => (call.content.type === 'text' ? call.content.text : 'file'))

test('a reply is on its way in the database before it leaves, and sent when the platform says so', async t => {
  const { kind, rows, say, outgoing } = await shop(t)
  const seen: string[] = []
  kind.outcomes.push(async sending => {
    const [row] = await rows(sql<{ status: string }>`select status from messages where id = ${sending.messageId}`)
    seen.push(row?.status ?? '')
    return { outcome: 'sent', externalId: 'x1' }
  })
  const id = await say('Dạ còn ạ')
  assert.deepEqual(seen, ['sending'])
  assert.equal(kind.calls[0]?.metadata, `out:${id}`)
  const [message] = await outgoing()
  assert.deepEqual([message?.status, message?.external_id], ['sent', 'x1'])
})

test('a long reply goes out in parts, in order, none of them twice', async t => {
  const { kind, say, outgoing } = await shop(t)
  await say('👍 '.repeat(900))
  assert.equal(kind.calls.length, 2)
  for (const part of texts(kind.calls)) assert.ok(part.length <= 2000)
  assert.deepEqual(
    (await outgoing()).map(one => one.status),
    ['sent', 'sent'],
  )
})

test('a lost answer on Messenger: the echo joins it, though it is the only sign', async t => {
  const { kind, receive, say, outgoing } = await shop(t)
  kind.outcomes.push(lost)
  const id = await say('một')
  assert.equal((await outgoing())[0]?.status, 'unsure')
  await receive({
    kind: 'message.echo.own',
    userId: 'u1',
    externalId: 'e1',
    metadata: `out:${id}`,
    time: null,
    text: 'một',
    attachments: [],
  })
  const all = await outgoing()
  assert.equal(all.length, 1)
  assert.deepEqual([all[0]?.status, all[0]?.external_id], ['sent', 'e1'])
})

test('what the echo settled while the platform was still at it is not sent again, though the answer says failed', async t => {
  const { kind, rows, say, outgoing, pass } = await shop(t)
  kind.outcomes.push(async ({ messageId }) => {
    await rows(sql`update messages set status = 'sent', external_id = 'e1' where id = ${messageId}`)
    return failed('retry')()
  })
  await say('một')
  await pass(hours(1))
  assert.equal(kind.calls.length, 1)
  assert.deepEqual(
    (await outgoing()).map(one => [one.status, one.external_id]),
    [['sent', 'e1']],
  )
})

test('without an echo it is sent once more after 30 seconds, then never again by itself; the rest goes on', async t => {
  for (const name of ['facebook', 'zalo'] as const) {
    const { kind, say, outgoing, pass, events } = await shop(t, name)
    kind.outcomes.push(lost, lost)
    await say('một')
    await say('hai')
    assert.deepEqual(texts(kind.calls), ['một'], 'what comes after it waits')
    await pass(seconds(29))
    assert.equal(kind.calls.length, 1)
    await pass(seconds(1))
    assert.deepEqual(texts(kind.calls), ['một', 'một', 'hai'])
    await pass(minutes(10))
    assert.equal(kind.calls.length, 3)
    const [first, second] = await outgoing()
    assert.deepEqual([first?.status, first?.may_repeat, second?.status], ['unsure', name === 'zalo', 'sent'])
    assert.ok((await events()).includes('message.unsure'))
  }
})

test('Zalo: the echo of the same customer and text joins an unsure one; another text is a person’s', async t => {
  const { kind, receive, say, outgoing, pass } = await shop(t, 'zalo')
  kind.outcomes.push(lost)
  await say('Dạ  còn ạ')
  const echo = (externalId: string, text: string): ChannelEvent => ({
    kind: 'message.echo.own',
    userId: 'u1',
    externalId,
    time: null,
    text,
    attachments: [],
  })
  await receive(echo('e0', 'chị nhắn tay'))
  await receive(echo('e1', 'Dạ còn ạ'))
  await pass(minutes(2))
  assert.equal(kind.calls.length, 1)
  const all = await outgoing()
  assert.deepEqual(
    all.map(one => [one.author, one.status, one.external_id]),
    [
      ['member', 'sent', 'e1'],
      ['member', 'sent', 'e0'],
    ],
  )
})

const selfEcho = (externalId: string, text: string): ChannelEvent => ({
  kind: 'message.echo.own',
  userId: 'u1',
  externalId,
  time: null,
  text,
  attachments: [],
})

test('Zalo: an echo that comes after it was sent once more is no person’s word, in whatever order the two come', async t => {
  for (const order of [
    ['e1', 'e2'],
    ['e2', 'e1'],
  ]) {
    const { kind, rows, receive, say, outgoing, pass } = await shop(t, 'zalo')
    kind.outcomes.push(lost, () => ({ outcome: 'sent', externalId: 'e2' }))
    await say('một')
    await pass(seconds(30))
    assert.equal(kind.calls.length, 2)
    for (const id of order) await receive(selfEcho(id ?? '', 'một'))
    const all = await outgoing()
    assert.deepEqual(
      all.map(one => [one.author, one.status, one.external_id, one.may_repeat]),
      [['member', 'sent', 'e2', true]],
    )
    const [conversation] = await rows(sql<{ bot_off_by: string }>`select bot_off_by from conversations`)
    assert.equal(conversation?.bot_off_by, 'member')
  }
})

test('Zalo: an echo that comes when it is about to be sent once more keeps it from being sent', async t => {
  const { kind, rows, receive, say, outgoing, pass } = await shop(t, 'zalo')
  kind.outcomes.push(lost)
  const id = await say('một')
  await rows(sql`update messages set status = 'queued', may_repeat = true, check_at = null where id = ${id}`)
  await receive(selfEcho('e1', 'một'))
  await pass(minutes(1))
  assert.equal(kind.calls.length, 1)
  const all = await outgoing()
  assert.deepEqual(
    all.map(one => [one.status, one.external_id]),
    [['sent', 'e1']],
  )
})

test('an echo that came in time and is not read yet keeps a message from being sent once more', async t => {
  const { platform, kind, channel, rows, say, outgoing, pass } = await shop(t, 'zalo')
  kind.outcomes.push(lost)
  await say('một')
  await deliver(platform, kind, channel.accountId, [selfEcho('e1', 'một')])
  await rows(sql`update private.jobs set run_at = run_at + interval '32 seconds' where kind = 'read hook'`)
  await pass(seconds(31))
  assert.equal(kind.calls.length, 1)
  await pass(seconds(5))
  assert.equal(kind.calls.length, 1)
  const all = await outgoing()
  assert.deepEqual(
    all.map(one => [one.status, one.external_id]),
    [['sent', 'e1']],
  )
})

test('an echo that overtakes the answer to its send makes no second row', async t => {
  const { platform, kind, channel, say, outgoing, pass } = await shop(t, 'zalo')
  kind.outcomes.push(async () => {
    await deliver(platform, kind, channel.accountId, [
      { kind: 'message.echo.own', userId: 'u1', externalId: 'e1', time: null, text: 'một', attachments: [] },
    ])
    return { outcome: 'sent', externalId: 'e1' }
  })
  await say('một')
  await pass(seconds(15))
  const all = await outgoing()
  assert.deepEqual(
    all.map(one => [one.author, one.status, one.external_id]),
    [['member', 'sent', 'e1']],
  )
})

test('a run that died in the middle leaves an unsure message, not a second one', async t => {
  const { platform, kind, rows, say, outgoing, pass } = await shop(t)
  kind.outcomes.push(() => ({ outcome: 'sent', externalId: 'x' }))
  await say('một')
  await rows(sql`update messages set status = 'sending', external_id = null where direction = 'out'`)
  platform.clock.advance(minutes(2))
  await wakeDeliveries(platform)
  await platform.jobs.drain()
  assert.equal((await outgoing())[0]?.status, 'unsure')
  assert.equal(kind.calls.length, 1)
  await pass(seconds(30))
  assert.equal(kind.calls.length, 2)
})

test('what passes is tried again after 5 s, 30 s, 2 min and 10 min, then it is a dead letter that can be sent again', async t => {
  const { platform, workspace, kind, rows, say, outgoing, events, pass } = await shop(t)
  for (let n = 0; n < 5; n++) kind.outcomes.push(failed('retry'))
  const id = await say('một')
  for (const wait of [seconds(6), seconds(36), minutes(2.4), minutes(12)]) await pass(wait)
  assert.equal(kind.calls.length, 5)
  const [message] = await outgoing()
  assert.deepEqual([message?.status, message?.error_code], ['failed', 'facebook.retry'])
  assert.deepEqual(await rows(sql`select kind, ref, reason, status from dead_letters`), [
    { kind: 'deliver message', ref: id, reason: 'facebook.retry', status: 'open' },
  ])
  for (const name of ['message.failed', 'dead-letter.made'])
    assert.equal((await events()).filter(one => one === name).length, 1, name)
  await pass(seconds(31))
  await retryMessage(platform, workspace.admin, { id })
  await platform.jobs.drain()
  assert.equal((await outgoing())[0]?.status, 'sent')
  assert.deepEqual(await rows(sql`select status from dead_letters`), [{ status: 'replayed' }])
  await assert.rejects(retryMessage(platform, workspace.admin, { id }), { code: 'inbox.nothing_to_retry' })
})

test('a rate limit holds the whole account until its time', async t => {
  const { platform, kind, say, pass } = await shop(t)
  kind.outcomes.push(failed('rate_limited', { retryAt: new Date(platform.clock.now().getTime() + 90_000) }))
  await say('một')
  await say('hai')
  await pass(seconds(89))
  assert.deepEqual(texts(kind.calls), ['một'])
  await pass(seconds(2))
  await pass(seconds(1))
  assert.deepEqual(texts(kind.calls), ['một', 'một', 'hai'])
})

test('a dead token stops everything, loses nothing, and goes on in order after the reconnection, windows looked at again', async t => {
  const { platform, workspace, kind, channel, write, say, botSends, outgoing, channelRow, events, pass } = await shop(t)
  const account = { kind: 'facebook', accountId: channel.accountId, name: 'Tiệm Gốm' } as const
  const connectAgain = (token: string) =>
    connectAccount(platform, { ...account, workspaceId: workspace.workspaceId, secrets: { token } }, undefined)
  kind.outcomes.push(failed('reauthorize'))
  await say('một')
  await say('hai')
  assert.equal((await channelRow())?.status, 'needs_reconnect')
  assert.equal((await events()).filter(name => name === 'channel.lost').length, 1)
  await write('còn đó không')
  assert.equal(kind.calls.length, 1)
  assert.deepEqual(
    (await outgoing()).map(one => [one.status, one.held_reason]),
    [
      ['held', 'channel'],
      ['held', 'channel'],
    ],
  )
  await connectAgain('new')
  await platform.jobs.drain()
  assert.deepEqual(texts(kind.calls).slice(0, 3), ['một', 'một', 'hai'])
  kind.outcomes.push(failed('reauthorize'))
  await say('ba')
  await pass(hours(25))
  await connectAgain('newer')
  await platform.jobs.drain()
  const last = (await outgoing()).at(-1)
  assert.deepEqual([last?.text, last?.status, last?.held_reason], ['ba', 'held', 'window_closed'])
  await botSends('never')
  await platform.jobs.drain()
  assert.equal((await outgoing()).at(-1)?.held_reason !== null, true)
})

test('outside of the window nothing leaves: the bot’s words are held, a member is told at once', async t => {
  const { platform, workspace, kind, conversationId, botSends, outgoing, pass } = await shop(t)
  platform.clock.advance(hours(24))
  await botSends('muộn rồi')
  await platform.jobs.drain()
  assert.deepEqual([(await outgoing())[0]?.status, (await outgoing())[0]?.held_reason], ['held', 'window_closed'])
  await assert.rejects(reply(platform, workspace.admin, { id: conversationId, text: 'muộn' }), {
    code: 'inbox.window_closed',
    details: { closed_at: '2026-11-21T03:00:00.000Z' },
  })
  await pass(hours(1))
  assert.equal(kind.calls.length, 0)
})

test('Zalo after 48 hours: a person confirms the price, and it goes as a paid one', async t => {
  const { platform, workspace, kind, conversationId, say } = await shop(t, 'zalo')
  platform.clock.advance(hours(50))
  await assert.rejects(reply(platform, workspace.admin, { id: conversationId, text: 'chào' }), {
    code: 'inbox.cost_confirmation_needed',
  })
  await say('chào', { may_cost: true })
  assert.equal(kind.calls[0]?.permit, 'paid')
})

test('a person who was faster keeps the word: the bot’s reply that waits is held', async t => {
  const { platform, workspace, kind, conversationId, botSends, outgoing, say } = await shop(t)
  await botSends('bot trả lời')
  await reply(platform, workspace.admin, { id: conversationId, text: 'người trả lời' })
  await platform.jobs.drain()
  assert.deepEqual(texts(kind.calls), ['người trả lời'])
  const [bots] = await outgoing()
  assert.deepEqual([bots?.status, bots?.held_reason], ['held', 'taken_over'])
  await retryMessage(platform, workspace.admin, { id: bots?.id ?? '' })
  await platform.jobs.drain()
  assert.equal((await outgoing())[0]?.status, 'sent', 'a person may still send it')
  await say('xong')
})

test('who cannot be reached is marked after three, and free again with the next message', async t => {
  const { kind, rows, say, write, events } = await shop(t)
  const marked = () => rows(sql`select unreachable_at is not null as marked from contacts`)
  for (let n = 0; n < 4; n++) {
    assert.deepEqual(await marked(), [{ marked: n >= 3 }])
    kind.outcomes.push(failed('recipient_unreachable'))
    await say(`lần ${n}`)
  }
  assert.equal((await events()).filter(name => name === 'contact.unreachable').length, 1)
  await write('mình đây')
  assert.deepEqual(await marked(), [{ marked: false }])
})

test('a restricted account is left alone for half an hour, then an hour, and one message tries for all', async t => {
  const { kind, say, pass, channelRow, events } = await shop(t)
  kind.outcomes.push(failed('page_restricted'), failed('page_restricted'))
  await say('một')
  assert.deepEqual(
    [(await channelRow())?.status, (await channelRow())?.status_reason],
    ['paused', 'facebook.page_restricted'],
  )
  await pass(minutes(29))
  assert.equal(kind.calls.length, 1)
  await pass(minutes(1))
  assert.equal(kind.calls.length, 2)
  await pass(minutes(59))
  assert.equal(kind.calls.length, 2)
  await pass(minutes(1))
  assert.equal(kind.calls.length, 3)
  assert.deepEqual([(await channelRow())?.status, (await channelRow())?.status_reason], ['connected', null])
  assert.equal((await events()).filter(name => name === 'channel.paused').length, 2)
})

test('a platform that fails five times in a row gets one try in thirty seconds, and then all', async t => {
  const { platform, workspace, kind, write, rows, pass } = await shop(t)
  for (let n = 0; n < 8; n++) await write('chào', `other${n}`)
  const all = await rows(sql<{ id: string }>`select id from conversations`)
  for (let n = 0; n < 6; n++) kind.outcomes.push(failed('retry'))
  for (const { id } of all.slice(0, 5)) {
    await reply(platform, workspace.admin, { id, text: 'x' })
    await platform.jobs.drain()
  }
  assert.equal(kind.calls.length, 5)
  for (const { id } of all.slice(5)) await reply(platform, workspace.admin, { id, text: 'y' })
  await platform.jobs.drain()
  assert.equal(kind.calls.length, 5, 'the circuit is open')
  await pass(seconds(31))
  assert.equal(kind.calls.length, 6, 'one tries')
  await pass(seconds(31))
  for (let n = 0; n < 10; n++) await pass(seconds(31))
  const { rows: left } = { rows: await rows(sql`select 1 from messages where direction = 'out' and status <> 'sent'`) }
  assert.equal(left.length, 0)
})
