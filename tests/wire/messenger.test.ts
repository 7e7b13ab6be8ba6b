import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import {
  lan,
  listen,
  type MessengerDriver,
  messengerDriver,
  minh,
  otherPageId,
  pageId,
  verifyToken,
} from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { runs } from '#tests/setup/property-runs.ts'

type Message = {
  id: string
  author: string
  direction: 'in' | 'out'
  text: string
  status: string
  external_id: string | null
  held_reason: string | null
  attachments: { type: string }[]
}

async function shop(t: TestContext) {
  const desk = await messengerDriver(t)
  const address = await listen(desk)
  const channelId = await desk.connect()
  const { platform, owner } = desk
  await teach(
    platform,
    owner.workspaceId,
    'Bảng giá',
    '# Áo thun\n\nÁo thun nam giá 159.000đ một chiếc.\n\n# Giao hàng\n\nPhí giao hàng là 30.000đ.',
  )
  return { ...desk, desk, address, channelId, ...acts(desk) }
}

function acts(desk: MessengerDriver) {
  const { platform, owner, control } = desk
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const messages = (user = lan) =>
    rows(sql<Message>`select m.* from messages m join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id
      where m.workspace_id = ${owner.workspaceId} and c.external_id = ${user} order by v.created_at, m.seq`)
  async function calm(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await platform.jobs.drain()
      await control('settled')
    }
    await platform.jobs.drain()
  }
  return {
    rows,
    messages,
    calm,
    sent: async (user = lan) => (await messages(user)).filter(({ direction }) => direction === 'out'),
    async write(text: string, user = lan, more: object = {}) {
      const written = await control('user-message', { page: pageId, user, text, ...more })
      await calm()
      return written
    },
    async wait(ms: number) {
      await desk.pass(ms)
      await calm()
    },
    async reply(text: string) {
      const [conversation] = await rows(sql<{
        id: string
      }>`select v.id from conversations v join contacts c on c.id = v.contact_id
        where c.external_id = ${lan} and v.workspace_id = ${owner.workspaceId}`)
      const answer = await desk.api('POST', `/conversations/${conversation?.id}/reply`, { text })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      await calm()
    },
    channel: async () =>
      (
        await rows(sql<{ status: string; status_reason: string | null; health: { findings?: { code: string }[] } }>`
          select status, status_reason, health from channels where workspace_id = ${owner.workspaceId} and kind = 'facebook'`)
      )[0],
  }
}

const sign = (secret: string, body: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

test('connect, message, answer, receipts', async t => {
  const { write, wait, messages, calm, rows } = await shop(t)
  await write('áo thun nam giá bao nhiêu vậy shop')
  await calm()
  await wait(seconds(10))
  const [asked, answered, ...more] = await messages()
  assert.deepEqual([asked?.text, asked?.direction, more], ['áo thun nam giá bao nhiêu vậy shop', 'in', []])
  assert.match(answered?.text ?? '', /159\.000đ/)
  assert.deepEqual([answered?.author, answered?.status, answered?.external_id], ['bot', 'read', 'm_out1'])
  const [contact] = await rows(sql<{ name: string }>`select name from contacts where external_id = ${lan}`)
  assert.equal(contact?.name, 'Lan Nguyễn')
})

test('the same delivery five times at once is one message and one reply', async t => {
  const { write, wait, messages, control } = await shop(t)
  await control('faults', { action: { duplicate: 5, concurrent: true } })
  await write('phí giao hàng bao nhiêu')
  await wait(seconds(10))
  assert.deepEqual(
    (await messages()).map(({ author }) => author),
    ['contact', 'bot'],
  )
})

test('an echo that overtakes the answer, and receipts that overtake the echo, are one row', async t => {
  const { write, wait, sent, control, simulator } = await shop(t)
  for (const action of ['echo_before_response', 'receipt_before_echo']) {
    await control('faults', { action })
    await write('phí giao hàng bao nhiêu')
    await wait(seconds(10))
  }
  assert.deepEqual(
    (await sent()).map(({ status, external_id: id }) => [status, id]),
    [
      ['read', 'm_out1'],
      ['read', 'm_out2'],
    ],
  )
  assert.equal(simulator.calls.filter(({ body }) => body['message']).length, 2)
})

test('a reply from the page’s own inbox is a person’s, and pauses the bot for half an hour', async t => {
  const { write, wait, sent, control, calm } = await shop(t)
  await write('chào shop')
  await wait(seconds(10))
  const before = (await sent()).length
  await control('staff-message', { page: pageId, user: lan, text: 'Dạ em Hà đây ạ' })
  await calm()
  assert.equal((await sent()).at(-1)?.author, 'member')
  await write('phí giao hàng bao nhiêu')
  await wait(seconds(10))
  assert.equal((await sent()).length, before + 1, 'the bot is silent')
  await wait(minutes(31))
  await write('phí giao hàng bao nhiêu vậy')
  await wait(seconds(10))
  assert.equal((await sent()).at(-1)?.author, 'bot')
})

test('a token that dies mid-queue: the channel says so, replies wait, and after the owner came back they go in order', async t => {
  const { desk, write, wait, sent, reply, control, channel, messages, calm } = await shop(t)
  await write('có ai không')
  await wait(seconds(10))
  await control('revoke', { page: pageId, subcode: 460 })
  for (const text of ['một', 'hai', 'ba']) await reply(text)
  assert.deepEqual(
    [(await channel())?.status, (await channel())?.status_reason],
    ['needs_reconnect', 'facebook.password_changed'],
  )
  assert.deepEqual(
    (await sent()).slice(-3).map(({ status }) => status),
    ['held', 'held', 'held'],
  )
  await write('vẫn nhận được chứ')
  await calm()
  assert.ok(
    (await messages()).some(({ text }) => text === 'vẫn nhận được chứ'),
    'what comes in is kept',
  )
  await control('load', {
    tokens: [...desk.simulator.world.tokens.values()].map(token => ({ ...token, dead: undefined })),
  })
  await desk.connect()
  await calm()
  assert.equal((await channel())?.status, 'connected')
  const texts = desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.map(({ text }) => text)
  assert.deepEqual(texts?.slice(-3), ['một', 'hai', 'ba'])
})

test('while the channel was lost the window closed: what waited is checked again, and stays', async t => {
  const { desk, write, wait, sent, reply, control } = await shop(t)
  await control('load', { app: { humanAgent: false } })
  await write('có ai không')
  await wait(seconds(10))
  await control('revoke', { page: pageId })
  await reply('dạ có ạ')
  await wait(hours(24 * 7 + 1))
  await control('load', {
    tokens: [...desk.simulator.world.tokens.values()].map(token => ({ ...token, dead: undefined })),
  })
  await desk.connect()
  await wait(seconds(5))
  const last = (await sent()).at(-1)
  assert.deepEqual([last?.status, last?.held_reason], ['held', 'window_closed'])
})

test('a lost answer is found again by its echo: sent once', async t => {
  const { write, wait, sent, reply, control, simulator } = await shop(t)
  await write('chào')
  await wait(seconds(10))
  const count = simulator.calls.filter(({ body }) => body['message']).length
  await control('faults', { match: { path: '/messages' }, action: 'reset_after_write' })
  await wait(seconds(1))
  await reply('Dạ còn hàng ạ')
  await wait(minutes(2))
  const last = (await sent()).at(-1)
  assert.deepEqual([last?.text, last?.status], ['Dạ còn hàng ạ', 'read'])
  assert.equal(simulator.calls.filter(({ body }) => body['message']).length, count + 1)
})

test('a send that was never heard is said once more, and only once more', async t => {
  const { write, wait, sent, reply, control, simulator } = await shop(t)
  await write('chào')
  await wait(seconds(10))
  const sentCount = () =>
    simulator.world.threads.get(`${pageId} ${lan}`)?.messages.filter(({ text }) => text?.startsWith('lần')).length
  await control('faults', { match: { path: '/messages' }, action: 'reset_before_write' })
  await reply('lần một')
  await wait(seconds(40))
  assert.equal(sentCount(), 1)
  assert.equal((await sent()).at(-1)?.status, 'read')
  await control('faults', { match: { path: '/messages' }, times: 2, action: 'reset_before_write' })
  await reply('lần hai')
  for (let round = 0; round < 5; round++) await wait(minutes(1))
  assert.deepEqual([(await sent()).at(-1)?.status, sentCount()], ['unsure', 1])
})

test('another app has the conversation: kept without an answer, until it is ours again', async t => {
  const { write, wait, messages, control, sent, calm } = await shop(t)
  await write('chào')
  await wait(seconds(10))
  const before = (await sent()).length
  await control('pass-thread', { page: pageId, user: lan, to: '263902037430900' })
  await write('phí giao hàng bao nhiêu')
  await wait(seconds(10))
  assert.equal((await sent()).length, before)
  assert.ok((await messages()).some(({ text }) => text === 'phí giao hàng bao nhiêu'))
  await control('pass-thread', { page: pageId, user: lan })
  await calm()
  await write('phí giao hàng bao nhiêu ạ')
  await wait(seconds(10))
  assert.equal((await sent()).length, before + 1)
})

test('edits, reactions, unsent messages and several events of several pages at once', async t => {
  const { desk, write, messages, control, calm } = await shop(t)
  await desk.connect(otherPageId)
  const { mid } = await write('áo size M')
  await control('faults', { action: { batch: 3 } })
  await control('user-message', { page: otherPageId, user: minh, text: 'trà sữa còn không' })
  await control('user-message', { page: pageId, user: lan, message_edit: { mid, text: 'áo size L', num_edit: '1' } })
  await control('user-message', { page: pageId, user: lan, reaction: { mid, action: 'react', emoji: '❤' } })
  await calm()
  const [first] = (await messages()) as (Message & { reaction: string | null; deleted_at: Date | null })[]
  assert.deepEqual([first?.text, first?.reaction], ['áo size L', '❤'])
  assert.equal((await messages(minh))[0]?.text, 'trà sữa còn không')
  await control('user-message', { page: pageId, user: lan, unsend: mid })
  await calm()
  const [erased] = (await messages()) as (Message & { deleted_at: Date | null })[]
  assert.equal(erased?.text, '')
  assert.ok(erased?.deleted_at)
})

test('an outage of two hours: switched off by the platform, switched on again, and the gap is filled', async t => {
  const { desk, write, wait, messages, control, channel, simulator, calm } = await shop(t)
  await write('trước khi mất mạng')
  await calm()
  await control('faults', { match: { path: '/hooks' }, times: 0, on: 'delivery', action: 'bad_signature' })
  await write('trong lúc mất mạng')
  for (let round = 0; round < 13; round++) await control('clock', { advance_ms: minutes(10) })
  assert.equal(simulator.world.pages.get(pageId)?.subscribed, undefined, 'switched off')
  desk.platform.clock.advance(minutes(130))
  await write('không ai nghe thấy')
  assert.ok(!(await messages()).some(({ text }) => text.includes('không ai')))
  const repaired = await desk.api('POST', `/channels/${await channelIdOf(desk)}/repair`)
  assert.equal(repaired.status, 200, JSON.stringify(repaired.body))
  await wait(seconds(5))
  assert.ok(simulator.world.pages.get(pageId)?.subscribed?.includes('messages'))
  assert.deepEqual((await channel())?.health.findings, [])
  const texts = (await messages()).filter(({ direction }) => direction === 'in').map(({ text }) => text)
  assert.deepEqual(texts, ['trước khi mất mạng', 'trong lúc mất mạng', 'không ai nghe thấy'])
})

async function channelIdOf({ platform, owner }: MessengerDriver): Promise<string> {
  const { rows } = await platform.db.asService(owner.workspaceId, tx =>
    sql<{
      id: string
    }>`select id from channels where workspace_id = ${owner.workspaceId} and kind = 'facebook'`.execute(tx),
  )
  return rows[0]?.id ?? ''
}

test('a page that Facebook restricts waits; one who blocked the page is not written to again and again', async t => {
  const { write, wait, sent, reply, control, channel } = await shop(t)
  await write('chào')
  await wait(seconds(10))
  await control('load', { pages: [{ id: pageId, restricted: true }] })
  await reply('một')
  assert.deepEqual(
    [(await channel())?.status, (await channel())?.status_reason],
    ['paused', 'facebook.page_restricted'],
  )
  await control('load', { pages: [{ id: pageId, restricted: false }], users: [{ id: lan, blocked: true }] })
  await wait(minutes(31))
  assert.equal((await sent()).at(-1)?.status, 'failed')
})

test('the recorded webhooks, byte for byte through the program’s door into the database', async t => {
  const desk = await messengerDriver(t, { settings: { FACEBOOK_APP_SECRET: 'test-app-secret-5b1f0c77' } })
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const { rows } = acts(desk)
  await desk.platform.db.asService(desk.owner.workspaceId, tx =>
    sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (gen_random_uuid(), ${desk.owner.workspaceId}, 'facebook', ${pageId}, 'Trang', 'connected', ${desk.platform.clock.now()})`.execute(
      tx,
    ),
  )
  const folder = new URL('../data/channels/', import.meta.url)
  for (const name of readdirSync(folder).filter(file => file.startsWith('messenger-'))) {
    const { requests } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      requests: {
        method: string
        query?: Record<string, string>
        headers?: Record<string, string>
        body_base64?: string
        expect: { http: number; body?: string }
      }[]
    }
    for (const { method, query, headers, body_base64: bytes, expect } of requests) {
      const url = `${address}/hooks/facebook?${new URLSearchParams(query).toString()}`
      const answer = await fetch(url, {
        method,
        ...(headers ? { headers } : {}),
        ...(bytes ? { body: Buffer.from(bytes, 'base64') } : {}),
      })
      assert.equal(answer.status, expect.http, name)
      if (expect.body) assert.equal(await answer.text(), expect.body)
      await desk.platform.jobs.drain()
    }
  }
  const stored = await rows(sql<
    Message & { user: string; payload: string | null; reply_to: string | null }
  >`select m.*, c.external_id as user
    from messages m join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id where direction = 'in' order by m.provider_time`)
  assert.deepEqual(
    stored.map(({ external_id: id, text, payload, attachments }) => [
      id,
      text,
      payload,
      attachments.map(({ type }) => type),
    ]),
    [
      ['m_hAnd01vietText', 'Chào shop, áo thun nam size L còn hàng không ạ? Giá bao nhiêu vậy shop', null, []],
      [
        'm_hAnd02engText',
        'Hi! Do you ship to Da Nang? My email is lan.tester@example.com & I need it by 5/11',
        null,
        [],
      ],
      ['m_hAnd03postback', 'Bắt đầu', 'GET_STARTED', []],
      ['m_hAnd04image', '', null, ['image']],
      ['m_hAnd06quick', 'Xem bảng giá', 'PRICE_LIST', []],
    ],
  )
  assert.equal((await rows(sql`select 1 from messages where external_id = 'm_outbound_0002'`)).length, 0)
})

test('whatever is signed is taken with 200, whatever is not with 401, and nothing of it breaks the door', async t => {
  const desk = await messengerDriver(t)
  const { secret } = desk.simulator.world.app
  await desk.connect()
  const post = async (body: string | Buffer, signature: string | undefined) => {
    const headers = {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
    }
    return (await desk.app.inject({ method: 'POST', url: '/hooks/facebook', headers, payload: body })).statusCode
  }
  const event = (inner: object) =>
    JSON.stringify({
      object: 'page',
      entry: [{ id: pageId, messaging: [{ sender: { id: lan }, recipient: { id: pageId }, ...inner }] }],
    })
  const odd = [
    ...[
      '',
      '{',
      'null',
      '[]',
      '"page"',
      '{"object":"page","entry":null}',
      '{"object":"instagram","entry":[{}]}',
      '\ufeff{}',
      '\0',
    ],
    ...[
      event({}),
      event({ message: {} }),
      event({ message: { mid: 7 } }),
      event({ message: { mid: 'x'.repeat(9000), text: '\0 \ud800 ả' } }),
    ],
    ...[
      event({ message: { mid: 'm1', text: 'a'.repeat(100_000) } }),
      event({ timestamp: 1e300, message: { mid: 'm2', text: 'x' } }),
    ],
    ...[
      event({ read: { watermark: -1 } }),
      event({ delivery: { mids: [null, 7, 'm'] } }),
      event({ message_edit: { mid: 'm9', text: 'x', num_edit: 1e30 } }),
    ],
    ...[
      event({ reaction: { mid: 'm9', action: 'react', emoji: '\0' } }),
      event({ postback: { title: null, payload: {} } }),
    ],
    event({
      timestamp: 5,
      message: {
        mid: 'm3',
        attachments: Array.from({ length: 500 }, () => ({ type: 'image', payload: { url: 'http://x' } })),
      },
    }),
    event({ referral: { ref: '\u0000', ad_id: {} } }),
    Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
  ]
  for (const body of odd) {
    assert.equal(await post(body, sign(secret, body)), 200, String(body).slice(0, 80))
    assert.equal(await post(body, sign('another', body)), 401)
  }
  assert.equal(await post('{}', undefined), 401)
  assert.equal(await post('x'.repeat(1_048_577), 'sha256=00'), 413)
  await fc.assert(
    fc.asyncProperty(fc.json(), async json => assert.equal(await post(json, sign(secret, json)), 200)),
    runs(20),
  )
  await desk.platform.jobs.drain()
  const failed = await acts(desk).rows(
    sql<{
      kind: string
      last_error: string
    }>`select kind, last_error from private.jobs where last_error is not null and kind = 'read hook'`,
  )
  assert.deepEqual(failed, [])
})

test('a hundred events at once while nothing behind the door works: all taken, all kept, all read later', async t => {
  const { desk, rows, calm, address } = await shop(t)
  const { secret } = desk.simulator.world.app
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const message = { mid: `m_many${at}`, text: `tin ${at}` }
      const event = { sender: { id: `u${at % 10}` }, recipient: { id: pageId }, timestamp: 1793174400000 + at, message }
      const body = JSON.stringify({ object: 'page', entry: [{ id: pageId, messaging: [event] }] })
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret, body) }
      return (await fetch(`${address}/hooks/facebook`, { method: 'POST', headers, body })).status
    }),
  )
  assert.deepEqual([...new Set(answers)], [200])
  const stored = await rows(sql`select 1 from private.hook_events where external_id like 'm_many%'`)
  assert.equal(stored.length, 100)
  await calm()
  const order = await rows(sql<{
    text: string
  }>`select m.text from messages m join conversations v on v.id = m.conversation_id
    join contacts c on c.id = v.contact_id where c.external_id = 'u3' and direction = 'in' order by m.seq`)
  assert.deepEqual(
    order.map(({ text }) => text),
    Array.from({ length: 10 }, (_, at) => `tin ${at * 10 + 3}`),
  )
})

test('the handshake is answered while the database is away', async t => {
  const desk = await messengerDriver(t)
  const ask = () =>
    desk.app.inject({
      method: 'GET',
      url: `/hooks/facebook?hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=42`,
    })
  const away = () => Promise.reject(new Error('The database is away.'))
  Object.assign(desk.platform.db, { asService: away, asPerson: away, asHousekeeper: away })
  const answer = await ask()
  assert.deepEqual([answer.statusCode, answer.body], [200, '42'])
  assert.match(String(answer.headers['content-type']), /^text\/plain/)
})
