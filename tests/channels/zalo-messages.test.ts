import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { lockConversation } from '#features/inbox/conversations/lock-conversation.ts'
import { savePaidReplies } from '#features/inbox/delivery/paid-reply-limit.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { customer, oa, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { teach } from '../fixtures/teach.ts'

type Message = {
  id: string
  author: string
  direction: string
  text: string
  status: string
  external_id: string | null
  held_reason: string | null
  error_code: string | null
  may_repeat: boolean
  written_in_app: boolean
  attachments: { type: string }[]
}

const priceList = `# Giao hàng
Phí giao hàng là 25.000đ trong nội thành. Giao trong 2 ngày.

# Kem chống nắng
Kem chống nắng Hạ An giá 250.000đ một tuýp, hợp da dầu.`
const question = 'phí giao hàng bao nhiêu vậy shop'

type Shop = ZaloDriver & {
  messages(user?: string): Promise<Message[]>
  rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]>
  conversationOf(user?: string): Promise<{ id: string; bot_status: string }>
  answer(): Promise<void>
}

async function shop(t: TestContext, settings: Record<string, string> = {}): Promise<Shop> {
  const desk = await startZaloDriver(t, settings)
  await teach(desk.platform, desk.workspace.workspaceId, 'Bảng giá', priceList)
  await desk.connect()
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await desk.platform.db.asService(null, tx => query.execute(tx))).rows
  return {
    ...desk,
    rows,
    messages: (user = customer) =>
      rows(sql<Message>`select m.* from messages m join conversations v on v.id = m.conversation_id
        join contacts c on c.id = v.contact_id where c.external_id = ${user} order by m.seq`),
    async conversationOf(user = customer) {
      const [row] = await rows(sql<{ id: string; bot_status: string }>`select v.id, v.bot_status from conversations v
        join contacts c on c.id = v.contact_id where c.external_id = ${user}`)
      return row ?? { id: '', bot_status: '' }
    },
    async answer() {
      await desk.settle()
      await desk.pass(3100)
    },
  }
}

const statusesOf = (messages: Message[]) => messages.map(one => `${one.author}: ${one.status}`)

test('a customer asks, the bot answers, and the receipts come back', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  await desk.pass(1000)
  const [asked, answered, ...more] = await desk.messages()
  assert.equal(more.length, 0)
  assert.equal(asked?.text, question)
  assert.match(answered?.text ?? '', /25\.000đ/)
  assert.deepEqual([answered?.author, answered?.status], ['bot', 'delivered'])
  assert.equal(desk.zalo.world.messages.at(-1)?.id, answered?.external_id)
  await desk.zalo.acts.seen({})
  await desk.settle()
  assert.equal((await desk.messages())[1]?.status, 'read')
  const [contact] = await desk.rows(
    sql<{ name: string; fields: object }>`select name, fields from contacts where external_id = ${customer}`,
  )
  assert.equal(contact?.name, 'Trần Thị Bưởi')
})

test('the same event five times at once is one message and one reply', async t => {
  const desk = await shop(t)
  await desk.sim('faults', { action: { duplicate: 5, concurrent: true } })
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  assert.equal(desk.zalo.deliveries.list.filter(one => one.state === 'delivered').length >= 5, true)
  assert.deepEqual(statusesOf(await desk.messages()), ['contact: stored', 'bot: delivered'])
})

test('an echo that overtakes the answer to its send is no second message', async t => {
  const desk = await shop(t)
  await desk.sim('faults', { rules: [{ action: 'echo_before_response' }, { action: 'receipt_before_echo' }] })
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  await desk.pass(11_000)
  assert.deepEqual(statusesOf(await desk.messages()), ['contact: stored', 'bot: delivered'])
  assert.equal((await desk.conversationOf()).bot_status, 'on')
})

test('a member of the staff answers in Zalo: kept as theirs, and the bot is silent for half an hour', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.say({ text: 'shop ơi' })
  await desk.zalo.acts.answerAsStaff({ text: 'Dạ em nghe ạ' })
  await desk.settle()
  await desk.pass(5000)
  assert.deepEqual(statusesOf(await desk.messages()), ['contact: stored', 'member: sent'])
  assert.equal((await desk.messages())[1]?.written_in_app, true)
  assert.equal((await desk.conversationOf()).bot_status, 'off')
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  assert.equal(
    (await desk.messages()).some(one => one.author === 'bot'),
    false,
  )
  await desk.pass(31 * 60_000)
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  assert.equal((await desk.messages()).at(-1)?.author, 'bot')
})

test('the answer to a send is lost: the echo of the same words settles it, nothing is sent twice', async t => {
  const desk = await shop(t)
  await desk.sim('faults', { action: 'reset_after_write', match: { path: '/message/cs' } })
  await desk.zalo.acts.say({ text: question })
  await desk.answer()
  await desk.pass(12_000)
  const [, answered] = await desk.messages()
  assert.deepEqual([answered?.status, answered?.may_repeat], ['delivered', false])
  await desk.pass(60_000)
  assert.equal(desk.zalo.world.messages.filter(one => one.by === 'api').length, 1)
})

test('answer and echo are lost: once more, marked; lost again: a person decides', async t => {
  const desk = await shop(t)
  const lose = { rules: [{ action: 'empty200', match: { path: '/message/cs' }, times: 2 }] }
  await desk.zalo.acts.say({ text: question })
  await desk.settle()
  await desk.sim('faults', lose)
  await desk.sim('webhook', { enabled: false })
  await desk.pass(3100)
  assert.equal((await desk.messages())[1]?.status, 'unsure')
  await desk.pass(31_000)
  await desk.pass(1000)
  const [, twice] = await desk.messages()
  assert.deepEqual([twice?.status, twice?.may_repeat], ['unsure', true])
  await desk.pass(3_600_000)
  assert.equal(desk.zalo.world.messages.filter(one => one.by === 'api').length, 2)
})

test('a dead token in the middle of the queue: the channel asks to sign in, all is kept, and goes out in order afterwards', async t => {
  const desk = await shop(t)
  const { admin } = desk.workspace
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.settle()
  const { id } = await desk.conversationOf()
  await desk.sim('revoke', { oa })
  for (const text of ['một', 'hai', 'ba']) await reply(desk.platform, admin, { id, text })
  await desk.settle()
  const [channel] = await desk.rows(
    sql<{ status: string; status_reason: string }>`select status, status_reason from channels where kind = 'zalo'`,
  )
  assert.deepEqual([channel?.status, channel?.status_reason], ['needs_reconnect', 'zalo.refresh_refused'])
  assert.deepEqual(statusesOf(await desk.messages()).slice(1), ['member: held', 'member: held', 'member: held'])
  await desk.zalo.acts.say({ text: 'vẫn nhận được' })
  await desk.settle()
  assert.equal((await desk.messages()).at(-1)?.text, 'vẫn nhận được')
  for (const account of desk.zalo.world.oas.values()) account.authorised = true
  await desk.connect()
  await desk.settle()
  assert.deepEqual(
    desk.zalo.world.messages.filter(one => one.by === 'api').map(one => one.text),
    ['một', 'hai', 'ba'],
  )
})

test('after the reconnect each window is looked at again', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.say({ text: question })
  await desk.settle()
  await desk.sim('revoke', { oa })
  await desk.pass(3100)
  assert.deepEqual(statusesOf(await desk.messages()), ['contact: stored', 'bot: held'])
  await desk.pass(49 * 3_600_000)
  for (const account of desk.zalo.world.oas.values()) account.authorised = true
  await desk.connect()
  await desk.settle()
  const [, held] = await desk.messages()
  assert.deepEqual([held?.status, held?.held_reason], ['held', 'window_closed'])
  assert.equal(desk.zalo.world.billed, 0)
})

test('two conversations find the token over at the same time: one renewal, both are answered', async t => {
  const desk = await shop(t)
  const other = '7700000000000000456'
  await desk.pass(25 * 3_600_000)
  for (const user of [customer, other]) await desk.zalo.acts.say({ user, text: question })
  await desk.sim('faults', { action: { delay_ms: 200 }, on: 'call', match: { path: 'access_token' } })
  await desk.answer()
  assert.equal(desk.zalo.world.refreshes, 1)
  for (const user of [customer, other]) assert.equal((await desk.messages(user))[1]?.status, 'delivered')
})

test('after 48 hours the bot is held; a person may, once they have agreed to pay; after seven days nobody', async t => {
  const desk = await shop(t)
  const { admin } = desk.workspace
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.settle()
  const { id } = await desk.conversationOf()
  await desk.pass(49 * 3_600_000)
  await assert.rejects(reply(desk.platform, admin, { id, text: 'còn ạ' }), /cost|charge/i)
  await reply(desk.platform, admin, { id, text: 'Dạ hàng đã về', may_cost: true })
  await desk.settle()
  assert.match((await desk.messages()).at(-1)?.status ?? '', /sent|delivered/)
  assert.equal(desk.zalo.world.billed, 1)
  await desk.pass(6 * 24 * 3_600_000)
  await assert.rejects(reply(desk.platform, admin, { id, text: 'quá hạn', may_cost: true }))
})

test('within an admin’s ceiling the bot pays for what Zalo bills, and not a message more', async t => {
  const desk = await shop(t)
  const { admin, workspaceId } = desk.workspace
  const { platform } = desk
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.answer()
  const { id } = await desk.conversationOf()
  const [channel] = await desk.rows(sql<{ id: string }>`select id from channels where kind = 'zalo'`)
  await savePaidReplies(platform, admin, { id: channel?.id ?? '', max_month: 100 })
  await desk.pass(49 * 3_600_000)
  for (const text of ['Dạ hàng về rồi', 'Mình ghé lấy nhé']) {
    await platform.db.asService(workspaceId, async tx => {
      await lockConversation(tx, workspaceId, id)
      await sendMessage(platform, tx, { workspaceId, conversationId: id, author: 'system', text })
    })
    await desk.settle()
  }
  assert.equal(desk.zalo.world.billed, 1)
  const held = (await desk.messages()).at(-1)
  assert.deepEqual([held?.status, held?.held_reason], ['held', 'paid_limit'])
})

for (const [error, status, held] of [
  [-230, 'held', 'window_closed'],
  [-32, 'queued', null],
  [-211, 'held', 'quota'],
  [-234, 'held', 'quota'],
  [-244, 'failed', null],
  [-248, 'failed', null],
  [-224, 'held', 'channel'],
] as const) {
  test(`Zalo says ${error}: ${status}${held ? `, ${held}` : ''}, with a code that is explained`, async t => {
    const desk = await shop(t)
    await desk.sim('faults', { action: { error: { code: error } }, match: { path: '/message/cs' } })
    await desk.zalo.acts.say({ text: question })
    await desk.answer()
    const [, answered] = await desk.messages()
    assert.deepEqual([answered?.status, answered?.held_reason], [status, held])
    assert.match(answered?.error_code ?? '', /^zalo\./)
    if (error === -32) {
      await desk.pass(61_000)
      assert.match((await desk.messages())[1]?.status ?? '', /sent|delivered/)
    }
  })
}

test('a visitor without a Zalo identity is answered in their own conversation', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.sayAnonymously({ text: question })
  await desk.answer()
  const call = desk.zalo.calls.find(one => one.path === '/v2.0/oa/message')
  assert.deepEqual(call?.body['recipient'], { anonymous_id: 'anon-1', conversation_id: 'anon-chat-1' })
  assert.deepEqual(statusesOf(await desk.messages('anon-1')), ['contact: stored', 'bot: delivered'])
})

test('given details are kept in both shapes; a template’s receipt makes nobody', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.zalo.acts.submitInfo({ info: { name: 'Trần Bưởi', phone: '84912345678', city: 'Huế' }, newer: true })
  await desk.zalo.acts.templateReceipt({ phone: '84900000123' })
  await desk.settle()
  const contacts = await desk.rows(sql<{ external_id: string; name: string }>`select external_id, name from contacts`)
  assert.deepEqual(contacts, [{ external_id: customer, name: 'Trần Bưởi' }])
  const details = await desk.rows(
    sql<{ kind: string; value: string }>`select kind, value from contact_details order by kind`,
  )
  assert.deepEqual(
    details.map(one => one.kind),
    ['address', 'phone'],
  )
})

test('a member asks for details by Zalo’s own form', async t => {
  const desk = await shop(t)
  await desk.zalo.acts.say({ text: 'alo' })
  await desk.settle()
  const { id } = await desk.conversationOf()
  const text = 'Chị cho em xin tên, số điện thoại và địa chỉ nhận hàng ạ'
  await reply(desk.platform, desk.workspace.admin, { id, text, asks_details: true })
  await desk.settle()
  await desk.pass(1000)
  const asked = (await desk.messages()).at(-1)
  assert.deepEqual([asked?.text, asked?.status], [text, 'delivered'])
  const [form] = desk.zalo.world.messages.at(-1)?.attachments ?? []
  assert.equal(form?.payload['subtitle'], text)
})

test('a hundred messages while nothing behind works: all taken, all stored', async t => {
  const desk = await shop(t)
  await desk.sim('faults', { rules: [{ action: 'http:503', match: { path: '/v' }, times: 0 }] })
  for (let n = 0; n < 100; n++) await desk.zalo.acts.say({ user: `77000000000000${n % 10}000`, text: `tin ${n}` })
  assert.ok(desk.zalo.deliveries.list.every(one => one.attempts[0]?.status === 200))
  await desk.settle()
  const [count] = await desk.rows(sql<{ n: number }>`select count(*)::int as n from messages where direction = 'in'`)
  assert.equal(count?.n, 100)
})

type Fixture = {
  credentials: { app_id: string; app_secret: string; oa_secret_key: string; oa_id: string }
  requests: {
    method: 'POST'
    headers: Record<string, string>
    body_base64: string
    expect: { http: number; events: Record<string, unknown>[] }
  }[]
}
const folder = join(import.meta.dirname, '../data/channels')

test('the prepared calls, byte for byte through the address, become what they say', async t => {
  const fixtures = readdirSync(folder)
    .filter(name => name.startsWith('zalo-'))
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture)
  const [{ credentials }] = fixtures as [Fixture]
  const desk = await shop(t, {
    ZALO_APP_ID: credentials.app_id,
    ZALO_APP_SECRET: credentials.app_secret,
    ZALO_OA_SECRET_KEY: credentials.oa_secret_key,
  })
  for (const { requests } of fixtures) {
    for (const { headers, body_base64, expect } of requests) {
      const answers = await Promise.all(
        [1, 2, 3].map(() =>
          fetch(`${desk.url}/hooks/zalo`, { method: 'POST', headers, body: Buffer.from(body_base64, 'base64') }),
        ),
      )
      assert.deepEqual(
        answers.map(one => one.status),
        [expect.http, expect.http, expect.http],
      )
    }
  }
  await desk.platform.jobs.drain()
  const stored = await desk.messages()
  for (const event of fixtures.flatMap(one => one.requests).flatMap(one => one.expect.events)) {
    if (event['msg_id'] === undefined) continue
    const found = stored.filter(one => one.external_id === event['msg_id'])
    assert.equal(found.length, 1)
    assert.equal(found[0]?.text, event['text'])
    assert.equal(found[0]?.author, event['kind'] === 'message.in' ? 'contact' : 'member')
  }
  assert.deepEqual(
    stored[1]?.attachments.map(one => one.type),
    ['image'],
  )
  const [follower] = await desk.rows(
    sql<{ acted: Date }>`select last_interaction_at as acted from contacts where external_id = '7700000000000000456'`,
  )
  assert.ok(follower?.acted)
})

test('whatever is signed is answered with 200; whatever is not, with 401', async t => {
  const desk = await shop(t)
  const { app_id, oa_secret_key } = desk.zalo.world.app
  const post = (body: string, time: string, signature?: string) => {
    const right = createHash('sha256').update(`${app_id}${body}${time}${oa_secret_key}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-zevent-signature': signature ?? `mac=${right}` }
    return fetch(`${desk.url}/hooks/zalo`, { method: 'POST', headers, body })
  }
  const names = fc.constantFrom(
    'user_send_text',
    'user_send_image',
    'user_seen_message',
    'follow',
    'oa_send_text',
    'user_submit_info',
    'user_received_message',
    'new_one',
  )
  const parties = fc.oneof(fc.constant({ id: customer }), fc.constant({ id: oa }), fc.jsonValue())
  const event = fc.record(
    {
      event_name: fc.oneof(names, fc.jsonValue()),
      sender: parties,
      recipient: parties,
      message: fc.jsonValue(),
      info: fc.jsonValue(),
      oa_id: fc.jsonValue(),
    },
    { requiredKeys: ['event_name'] },
  )
  await fc.assert(
    fc.asyncProperty(
      event,
      fc.constantFrom('1793174400100', '0', '-1', 'later', '99999999999999999999'),
      async (fields, timestamp) => {
        const body = JSON.stringify({ ...fields, timestamp })
        assert.equal((await post(body, timestamp)).status, 200, body)
        assert.equal((await post(body, timestamp, 'mac=00')).status, 401)
      },
    ),
    runs(25),
  )
  for (const body of ['', '{', '[]', 'null', '"x"', '{}']) assert.equal((await post(body, '')).status, 401, body)
  await desk.platform.jobs.drain()
  const failed = await desk.rows(sql`select 1 from private.hook_events where status not in ('done', 'ignored')`)
  assert.deepEqual(failed, [])
  const [dead] = await desk.rows(sql<{ n: number }>`select count(*)::int as n from dead_letters`)
  assert.equal(dead?.n, 0)
})
