import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { acceptHook } from '#features/channels/hooks/accept-hook.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { minutes, seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { endPauses } from '../conversations/end-pauses.ts'
import { pauseBot } from '../conversations/pause-bot.ts'
import { reply } from '../messages/reply.ts'

type Message = {
  id: string
  seq: number
  direction: string
  author: string
  text: string
  status: string
  external_id: string | null
  reaction: string | null
  written_in_app: boolean
  deleted_at: Date | null
  conversation_id: string
}

async function shop(t: TestContext, name: 'facebook' | 'zalo' = 'facebook') {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind(name)
  const channel = await connectScripted(platform, workspace, kind)
  const at = (ms = 0) => new Date(platform.clock.now().getTime() + ms)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  return {
    platform,
    workspace,
    kind,
    channel,
    at,
    rows,
    async receive(...events: (ChannelEvent & { hookId?: string })[]) {
      await deliver(platform, kind, channel.accountId, events)
      await platform.jobs.drain()
    },
    messageIn: (id: string, text: string, ms = 0, userId = 'u1'): ChannelEvent => ({
      kind: 'message.in',
      userId,
      externalId: id,
      time: at(ms),
      text,
      attachments: [],
    }),
    messages: () => rows(sql<Message>`select * from messages order by conversation_id, seq`),
    conversation: async () =>
      (
        await rows(
          sql<{
            id: string
            bot_status: string
            bot_off_by: string | null
            preview: string
            waiting_since: Date | null
          }>`select * from conversations`,
        )
      )[0],
  }
}

const echo = (id: string, text: string, more: object = {}): ChannelEvent => ({
  kind: 'message.echo.human',
  userId: 'u1',
  externalId: id,
  time: null,
  text,
  attachments: [],
  ...more,
})

test('a message becomes a contact, a conversation and a row, with what is attached', async t => {
  const shop1 = await shop(t)
  await shop1.receive({
    ...shop1.messageIn('m1', 'Shop ơi, sđt mình 0912345678\0'),
    attachments: [{ type: 'location', latitude: 10.5, longitude: 106.7 }],
  } as ChannelEvent)
  const [message] = await shop1.messages()
  assert.equal(message?.text, 'Shop ơi, sđt mình 0912345678')
  assert.equal(message?.status, 'stored')
  const contacts = await shop1.rows(sql<{ name: string }>`select name from contacts`)
  assert.deepEqual(contacts, [{ name: 'Khách ·u1' }])
  const details = await shop1.rows(sql<{ kind: string }>`select kind from contact_details`)
  assert.deepEqual(details, [{ kind: 'phone' }])
})

test('twenty copies at the same instant are one message', async t => {
  const { platform, kind, channel, messageIn, messages } = await shop(t)
  const event = messageIn('m1', 'còn hàng không')
  await Promise.all(Array.from({ length: 20 }, () => deliver(platform, kind, channel.accountId, [event])))
  await platform.jobs.drain()
  await deliver(platform, kind, channel.accountId, [{ ...event, hookId: 'other id of the same message' }])
  await platform.jobs.drain()
  assert.equal((await messages()).filter(one => one.direction === 'in').length, 1)
})

test('without a good signature nothing is stored; unknown accounts and shapes are ignored', async t => {
  const { platform, kind, messageIn, rows, messages } = await shop(t)
  const body = Buffer.from('[]')
  await assert.rejects(acceptHook(platform, kind, { body, headers: {} }), { code: 'channel.no_hooks' })
  assert.deepEqual(await rows(sql`select 1 from private.hook_events`), [])
  await acceptHook(platform, kind, { body: Buffer.from('no json'), headers: { 'x-signature': 'good' } })
  await deliver(platform, kind, 'nobody', [messageIn('m1', 'chào')])
  await platform.jobs.drain()
  const hooks = await rows(sql<{ status: string }>`select status from private.hook_events`)
  assert.deepEqual(hooks, [{ status: 'ignored' }, { status: 'ignored' }])
  assert.deepEqual(await messages(), [])
})

test('messages that come late stand where their time puts them, until somebody has answered', async t => {
  const { receive, messageIn, messages } = await shop(t)
  await receive(messageIn('m3', 'ba', -1000))
  await receive(messageIn('m1', 'một', -3000))
  await receive(messageIn('m2', 'hai', -2000))
  assert.deepEqual(
    (await messages()).map(one => [one.seq, one.text]),
    [
      [1, 'một'],
      [2, 'hai'],
      [3, 'ba'],
    ],
  )
})

test('a person who answers in the native app is heard, and silences the bot for half an hour', async t => {
  const { platform, receive, messageIn, messages, conversation, at } = await shop(t)
  await receive(messageIn('m1', 'còn hàng không'))
  await receive(echo('e1', 'Dạ còn ạ', { time: at() }))
  await receive({ ...echo('e1', 'Dạ còn ạ', { time: at() }), hookId: 'again' })
  const [, answered, ...more] = await messages()
  assert.equal(more.length, 0)
  assert.deepEqual(
    [answered?.author, answered?.status, answered?.written_in_app, answered?.text],
    ['member', 'sent', true, 'Dạ còn ạ'],
  )
  assert.equal((await conversation())?.bot_off_by, 'echo')
  platform.clock.advance(seconds(10))
  await platform.jobs.drain()
  assert.equal((await messages()).length, 2, 'the bot says nothing')
  platform.clock.advance(minutes(30))
  await receive(messageIn('m2', 'giá bao nhiêu'))
  platform.clock.advance(seconds(5))
  await platform.jobs.drain()
  assert.equal((await messages()).at(-1)?.author, 'bot')
})

test('who took a conversation over for good keeps it, also after a reply in the native app', async t => {
  const { platform, workspace, receive, messageIn, conversation } = await shop(t)
  await receive(messageIn('m1', 'còn hàng không'))
  await pauseBot(platform, workspace.admin, { id: (await conversation())?.id ?? '' })
  await receive(echo('e1', 'Dạ còn ạ'))
  platform.clock.advance(minutes(31))
  await endPauses(platform)
  assert.deepEqual([(await conversation())?.bot_status, (await conversation())?.bot_off_by], ['off', 'member'])
})

test('edits and unsendings count before and after their message; a late edit changes nothing', async t => {
  const { receive, messageIn, messages, conversation } = await shop(t)
  const edit = (id: string, text: string, count: number): ChannelEvent => ({
    kind: 'edit',
    userId: 'u1',
    externalId: id,
    time: null,
    text,
    edit: count,
  })
  await receive({ ...edit('m1', 'hai lần', 2), hookId: 'b' })
  await receive({ ...edit('m1', 'một lần', 1), hookId: 'a' })
  await receive(messageIn('m1', 'không'))
  assert.equal((await messages())[0]?.text, 'hai lần')
  await receive({ ...edit('m1', 'ba lần', 3), hookId: 'c' })
  await receive({ ...edit('m1', 'hai lần', 2), hookId: 'd' })
  assert.equal((await messages())[0]?.text, 'ba lần')
  assert.equal((await conversation())?.preview, 'ba lần')
  await receive({ kind: 'delete', userId: 'u1', externalId: 'm1', time: null })
  await receive({ kind: 'delete', userId: 'u1', externalId: 'm2', time: null })
  await receive(messageIn('m2', 'bí mật 0912345678'))
  for (const message of await messages()) assert.equal(message.text, '')
})

test('an unsent text is nowhere any more', async t => {
  const { receive, messageIn, rows } = await shop(t)
  await receive(messageIn('m1', 'bí mật 0912345678'))
  await receive({ kind: 'delete', userId: 'u1', externalId: 'm1', time: null, hookId: 'm1 unsent' })
  const left = await rows(
    sql<{ text: string }>`select raw as text from private.hook_events where raw like '%bí mật%'
      union all select text from messages where text <> '' union all select preview from conversations where preview <> ''
      union all select value from contact_details union all select payload::text from private.events where payload::text like '%bí mật%'`,
  )
  assert.deepEqual(
    left.filter(one => !one.text.startsWith('Dạ')),
    [],
  )
})

test('an answer to a message that is unsent before the answer was read is not lost', async t => {
  const { receive, messageIn, messages } = await shop(t)
  await receive(messageIn('m1', 'cái này'))
  await receive({ kind: 'delete', userId: 'u1', externalId: 'm1', time: null, hookId: 'm1 unsent' }, {
    ...messageIn('m2', 'còn cái kia không'),
    replyTo: 'm1',
  } as ChannelEvent)
  const theirs = (await messages()).filter(one => one.author === 'contact')
  assert.deepEqual(
    theirs.map(one => one.text),
    ['', 'còn cái kia không'],
  )
})

test("a customer's reaction stands at the message, and goes again", async t => {
  const { receive, messageIn, messages } = await shop(t)
  const react = (emoji: string | null, hookId: string) =>
    receive({ kind: 'reaction', userId: 'u1', externalId: 'm1', time: null, emoji, hookId })
  await react('😍', '1')
  await receive(messageIn('m1', 'đẹp quá'))
  assert.equal((await messages())[0]?.reaction, '😍')
  await react(null, '2')
  assert.equal((await messages())[0]?.reaction, null)
})

test('receipts move only forward, and only what was sent', async t => {
  const { platform, workspace, kind, receive, messageIn, messages, conversation, at } = await shop(t)
  await receive(messageIn('m1', 'chào shop'))
  const { id } = (await conversation()) ?? { id: '' }
  await reply(platform, workspace.admin, { id, text: 'một' })
  await platform.jobs.drain()
  const first = kind.calls.length
  kind.outcomes.push(() => ({ outcome: 'failed', class: 'permanent', code: 'facebook.invalid' }))
  await reply(platform, workspace.admin, { id, text: 'hai' })
  await platform.jobs.drain()
  const receipt = (kindOf: 'receipt.read' | 'receipt.delivered', more: object): ChannelEvent =>
    ({ kind: kindOf, userId: 'u1', time: null, ...more }) as ChannelEvent
  await receive(receipt('receipt.read', { watermark: at(1000) }))
  await receive(receipt('receipt.delivered', { watermark: at(2000) }))
  await receive(receipt('receipt.delivered', { externalIds: [`p${first}`] }))
  const statuses = (await messages()).filter(one => one.author === 'member').map(one => one.status)
  assert.deepEqual(statuses, ['read', 'failed'])
})

test('a receipt that overtakes the answer to its send is not lost', async t => {
  const { platform, workspace, receive, messageIn, messages, conversation } = await shop(t, 'zalo')
  await receive(messageIn('m1', 'chào shop'))
  await receive({ kind: 'receipt.read', userId: 'u1', time: null, externalIds: ['p1'] })
  const { id } = (await conversation()) ?? { id: '' }
  await reply(platform, workspace.admin, { id, text: 'chào bạn' })
  await platform.jobs.drain()
  assert.equal((await messages()).at(-1)?.status, 'read')
})

test('a watermark of the same millisecond counts, also where the platform’s time comes after it, or the same one again', async t => {
  const { platform, workspace, receive, messageIn, messages, conversation, at } = await shop(t)
  await receive(messageIn('m1', 'chào shop'))
  const { id } = (await conversation()) ?? { id: '' }
  const read = (watermark: Date, hookId: string) =>
    receive({ kind: 'receipt.read', userId: 'u1', time: null, watermark, hookId } as ChannelEvent & { hookId: string })
  const states = async () => (await messages()).filter(one => one.author === 'member').map(one => one.status)
  await reply(platform, workspace.admin, { id, text: 'một' })
  await platform.jobs.drain()
  const theirs = at(-2000)
  await read(theirs, 'r1')
  assert.deepEqual(await states(), ['sent'])
  const number = (await messages()).at(-1)?.external_id ?? ''
  await receive({ ...echo(number, 'một'), kind: 'message.echo.own', time: theirs } as ChannelEvent)
  assert.deepEqual(await states(), ['read'])
  await reply(platform, workspace.admin, { id, text: 'hai' })
  await platform.jobs.drain()
  const other = (await messages()).at(-1)?.external_id ?? ''
  await platform.db.asService(null, tx =>
    sql`update messages set provider_time = ${theirs} where external_id = ${other}`.execute(tx),
  )
  await read(theirs, 'r2')
  assert.deepEqual(await states(), ['read', 'read'])
})

test('while another app holds the thread messages are stored and no bot answers', async t => {
  const { platform, receive, messageIn, messages, conversation } = await shop(t)
  await receive({ ...messageIn('m1', 'giá bao nhiêu'), standby: true } as ChannelEvent)
  platform.clock.advance(seconds(10))
  await platform.jobs.drain()
  assert.deepEqual(
    (await messages()).map(one => one.text),
    ['giá bao nhiêu'],
  )
  assert.equal((await conversation())?.bot_off_by, 'standby')
  assert.notEqual((await conversation())?.waiting_since, null)
  await receive({ kind: 'thread', userId: 'u1', time: null, owner: 'us' })
  assert.equal((await conversation())?.bot_status, 'on')
})

test('another app that takes a conversation over keeps the bot silent beyond the pause that its person caused', async t => {
  const { platform, receive, messageIn, conversation } = await shop(t)
  await receive({ ...messageIn('m1', 'giá bao nhiêu'), standby: false } as ChannelEvent)
  await receive(echo('m2', 'Dạ để em xem'))
  assert.equal((await conversation())?.bot_off_by, 'echo')
  await receive({ kind: 'thread', userId: 'u1', time: platform.clock.now(), owner: 'other' })
  platform.clock.advance(minutes(31))
  await endPauses(platform)
  assert.deepEqual([(await conversation())?.bot_status, (await conversation())?.bot_off_by], ['off', 'standby'])
})

test('follows and forms reach the contact', async t => {
  const { receive, messageIn, rows } = await shop(t, 'zalo')
  await receive({ kind: 'follow', userId: 'u1', time: null })
  await receive(messageIn('m1', 'chào'))
  await receive({
    kind: 'user_info',
    userId: 'u1',
    time: null,
    name: 'Trần Thị Bưởi',
    phone: '84912345678',
    address: '12 Đường Thử Nghiệm',
  })
  const [contact] = await rows(sql<{ name: string; fields: object }>`select name, fields from contacts`)
  assert.equal(contact?.name, 'Trần Thị Bưởi')
  assert.deepEqual(contact?.fields, {
    follows: true,
    given_name: 'Trần Thị Bưởi',
    phone: '84912345678',
    address: '12 Đường Thử Nghiệm',
  })
  const details = await rows(
    sql<{ kind: string; value: string }>`select kind, value from contact_details order by kind`,
  )
  assert.deepEqual(details, [
    { kind: 'address', value: '12 Đường Thử Nghiệm' },
    { kind: 'phone', value: '+84912345678' },
  ])
})
