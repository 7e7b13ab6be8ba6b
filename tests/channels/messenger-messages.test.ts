import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { checkChannels } from '#features/inbox/health/check-channel.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { lan, listen, messengerDriver, minh, pageId } from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'

const minute = 60_000
const hour = 60 * minute
const question = 'phí giao hàng bao nhiêu vậy shop'

type Message = {
  author: string
  status: string
  text: string
  external_id: string | null
  held_reason: string | null
  reaction: string | null
  written_in_app: boolean
}

async function shop(t: TestContext) {
  const desk = await messengerDriver(t)
  await teach(desk.platform, desk.owner.workspaceId, 'Giao hàng', 'Phí giao hàng là 25.000đ trong nội thành.')
  const channel = await desk.connect()
  await listen(desk)
  const { simulator, platform } = desk
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  async function settle(): Promise<void> {
    for (let seen = -1; seen !== simulator.calls.length + simulator.webhooks.list.length;) {
      seen = simulator.calls.length + simulator.webhooks.list.length
      await simulator.settled()
      await platform.jobs.drain()
      await desk.pass(0)
    }
  }
  const messages = (user = lan) =>
    rows(sql<Message>`select m.* from messages m join conversations v on v.id = m.conversation_id
      join contacts c on c.id = v.contact_id where c.external_id = ${user} order by m.seq`)
  const { personId, workspaceId } = desk.owner
  const claims = { role: 'authenticated', sub: personId } as const
  return {
    ...desk,
    channel,
    rows,
    settle,
    messages,
    admin: { personId, email: 'chu@example.com', workspaceId, role: 'admin', claims, language: 'vi' } as const,
    say: (body: object, user = lan) => desk.control('user-message', { page: pageId, user, ...body }),
    async wait(ms = 3100) {
      await settle()
      await desk.pass(ms)
      await settle()
    },
    fault: (...rules: object[]) => desk.control('faults', { rules }),
    statuses: async (user = lan) => (await messages(user)).map(one => `${one.author}: ${one.status}`),
    got: (user = lan) =>
      (simulator.world.threads.get(`${pageId} ${user}`)?.messages ?? [])
        .filter(one => one.from === pageId)
        .map(one => one.text),
    talk: async (user = lan) =>
      (
        await rows(sql<{ id: string; bot_status: string }>`select v.id, v.bot_status from conversations v
          join contacts c on c.id = v.contact_id where c.external_id = ${user}`)
      )[0] ?? { id: '', bot_status: '' },
  }
}

test('a question is answered, once, and the receipts come back', async t => {
  const desk = await shop(t)
  desk.simulator.world.delays.read = 1000
  await desk.say({ text: question })
  await desk.wait()
  await desk.wait(2000)
  const [asked, answered, ...more] = await desk.messages()
  assert.equal(more.length, 0)
  assert.equal(asked?.text, question)
  assert.match(answered?.text ?? '', /25\.000đ/)
  assert.equal(answered?.status, 'read')
  assert.deepEqual(desk.got(), [answered?.text])
})

test('five copies at once, cut, badly signed, unescaped, together and out of order: one message, one reply', async t => {
  const desk = await shop(t)
  await desk.fault({ action: { duplicate: 5, concurrent: true } })
  await desk.say({ text: question })
  await desk.wait()
  assert.equal((await desk.statuses()).length, 2)
  assert.equal(desk.got().length, 1)
  for (const action of ['truncate', 'bad_signature', 'no_signature', 'unescaped_utf8', 'unknown_event']) {
    await desk.fault({ action })
    await desk.say({ text: `cảm ơn (${action})` })
    await desk.wait(minute)
    await desk.wait(5 * minute)
  }
  const texts = (await desk.messages()).filter(one => one.author === 'contact').map(one => one.text)
  assert.deepEqual(texts.toSorted(), [...new Set(texts)].toSorted())
  for (const action of ['unescaped_utf8', 'unknown_event']) assert.ok(texts.includes(`cảm ơn (${action})`), action)
  for (const action of ['truncate', 'bad_signature', 'no_signature'])
    assert.equal(texts.includes(`cảm ơn (${action})`), false, action)
  await desk.fault({ action: 'reorder' })
  await desk.say({ text: 'một' }, minh)
  await desk.pass(500)
  await desk.say({ text: 'hai' }, minh)
  await desk.wait(6000)
  assert.deepEqual(
    (await desk.messages(minh)).filter(one => one.author === 'contact').map(one => one.text),
    ['một', 'hai'],
  )
})

test('echo before the answer, receipt before the echo: one row, and the bot goes on', async t => {
  const desk = await shop(t)
  await desk.fault({ action: 'echo_before_response' }, { action: 'receipt_before_echo' })
  await desk.say({ text: question })
  await desk.wait()
  await desk.wait(11_000)
  assert.deepEqual(await desk.statuses(), ['contact: stored', 'bot: read'])
  assert.equal((await desk.talk()).bot_status, 'on')
})

test('the answer to a send is lost: its echo settles it, and nothing is sent twice', async t => {
  const desk = await shop(t)
  await desk.fault({ action: 'reset_after_write', match: { path: '/messages' } })
  await desk.say({ text: question })
  await desk.wait()
  await desk.wait(40_000)
  assert.equal((await desk.statuses()).length, 2)
  assert.match((await desk.statuses())[1] ?? '', /^bot: (sent|delivered|read)$/)
  assert.equal(desk.got().length, 1)
})

test('somebody answers in the page’s own inbox: kept as theirs, and the bot is silent for half an hour', async t => {
  const desk = await shop(t)
  await desk.say({ text: 'shop ơi' })
  await desk.control('staff-message', { page: pageId, user: lan, text: 'Dạ em nghe ạ' })
  await desk.wait()
  assert.deepEqual(await desk.statuses(), ['contact: stored', 'member: read'])
  assert.equal((await desk.messages())[1]?.written_in_app, true)
  await desk.say({ text: question })
  await desk.wait()
  assert.equal(
    (await desk.statuses()).some(one => one.startsWith('bot')),
    false,
  )
  await desk.pass(31 * minute)
  await desk.say({ text: question })
  await desk.wait()
  assert.match((await desk.statuses()).at(-1) ?? '', /^bot/)
})

test('another app takes the conversation: stored, not answered; given back: answered', async t => {
  const desk = await shop(t)
  await desk.control('pass-thread', { page: pageId, user: lan, to: '263902037430900' })
  await desk.say({ text: question })
  await desk.wait()
  assert.deepEqual(await desk.statuses(), ['contact: stored'])
  await desk.control('pass-thread', { page: pageId, user: lan })
  await desk.say({ text: question })
  await desk.wait()
  assert.match((await desk.statuses()).at(-1) ?? '', /^bot/)
})

test('a token is taken back in the middle of the queue: all is kept, and goes out in order after the reconnect', async t => {
  const desk = await shop(t)
  await desk.say({ text: 'alo' })
  await desk.settle()
  const { id } = await desk.talk()
  await desk.control('revoke', { page: pageId })
  for (const text of ['một', 'hai', 'ba']) await reply(desk.platform, desk.admin, { id, text })
  await desk.settle()
  const [channel] = await desk.rows(
    sql<{
      status: string
      status_reason: string
    }>`select status, status_reason from channels where id = ${desk.channel}`,
  )
  assert.deepEqual([channel?.status, channel?.status_reason], ['needs_reconnect', 'facebook.password_changed'])
  assert.deepEqual((await desk.statuses()).slice(1), ['member: held', 'member: held', 'member: held'])
  await desk.say({ text: 'vẫn nhận được' })
  await desk.settle()
  assert.equal((await desk.messages()).at(-1)?.text, 'vẫn nhận được')
  await desk.connect()
  await desk.settle()
  assert.deepEqual(desk.got(), ['một', 'hai', 'ba'])
})

test('a hundred messages while nothing behind works: all taken at the first try, all stored', async t => {
  const desk = await shop(t)
  await desk.fault({ action: 'http:503', match: { path: '/messages' }, times: 0 })
  const before = desk.simulator.webhooks.list.length
  for (let n = 0; n < 100; n++) await desk.say({ text: `tin ${n}` }, n % 2 ? lan : minh)
  await desk.settle()
  const events = desk.simulator.webhooks.list.slice(before)
  assert.ok(events.every(one => one.attempts.length === 1 && one.attempts[0]?.status === 200))
  const [count] = await desk.rows(sql<{ n: number }>`select count(*)::int as n from messages where direction = 'in'`)
  assert.equal(count?.n, 100)
})

test('two hours away: Meta gives the page up; afterwards it is subscribed again, and the gap is filled, once and in order', async t => {
  const desk = await shop(t)
  await desk.say({ text: 'trước' })
  await desk.wait()
  await checkChannels(desk.platform)
  await desk.settle()
  const { webhooks, world } = desk.simulator
  const address = webhooks.url
  webhooks.url = 'http://127.0.0.1:1/hooks/facebook'
  for (const text of ['một', 'hai']) {
    await desk.say({ text })
    await desk.pass(minute)
  }
  for (let n = 0; n < 12; n++) await desk.pass(10 * minute)
  assert.equal(world.pages.get(pageId)?.subscribed, undefined)
  webhooks.url = address
  await checkChannels(desk.platform)
  await desk.wait()
  assert.ok(world.pages.get(pageId)?.subscribed?.includes('messages'))
  const texts = async () => (await desk.messages()).filter(one => one.author === 'contact').map(one => one.text)
  assert.deepEqual(await texts(), ['trước', 'một', 'hai'])
  await desk.wait(hour)
  await checkChannels(desk.platform)
  await desk.settle()
  assert.deepEqual(await texts(), ['trước', 'một', 'hai'])
  assert.match((await desk.statuses()).at(-1) ?? '', /^bot/)
})

test('edits, reactions and unsent messages of a customer are seen', async t => {
  const desk = await shop(t)
  const { mid } = await desk.say({ text: 'size L' })
  await desk.settle()
  await desk.say({ message_edit: { mid, text: 'size M', num_edit: 1 } })
  await desk.say({ reaction: { mid, action: 'react', reaction: 'love', emoji: '❤' } })
  await desk.settle()
  assert.deepEqual([(await desk.messages())[0]?.text, (await desk.messages())[0]?.reaction], ['size M', '❤'])
  await desk.say({ unsend: mid })
  await desk.wait()
  const [gone, ...more] = await desk.messages()
  assert.equal(gone?.text, '')
  assert.deepEqual(more, [], 'what was taken back is not answered')
})
