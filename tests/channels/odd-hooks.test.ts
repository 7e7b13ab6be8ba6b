// Any correctly signed webhook is answered with 200 and either kept or ignored; no job fails or is left over.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { escapeLikeMeta } from '#dev/simulators/messenger/messenger-webhooks.ts'
import { lan, messengerDriver, type MessengerDriver, minh, pageId } from '#tests/drivers/messenger-driver.ts'
import { runs } from '#tests/setup/property-runs.ts'

const rowsOf = async <R>({ platform }: MessengerDriver, query: ReturnType<typeof sql<R>>) =>
  (await platform.db.asService(null, tx => query.execute(tx))).rows

async function post({ app, simulator }: MessengerDriver, value: unknown): Promise<number> {
  const payload = typeof value === 'string' ? value : escapeLikeMeta(JSON.stringify(value))
  const mac = createHmac('sha256', simulator.world.app.secret).update(payload).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${mac}` }
  return (await app.inject({ method: 'POST', url: '/hooks/facebook', headers, payload })).statusCode
}

async function assertSettled(desk: MessengerDriver): Promise<void> {
  await desk.platform.jobs.drain()
  assert.deepEqual(
    await rowsOf(desk, sql`select raw from private.hook_events where status not in ('done', 'ignored')`),
    [],
  )
  assert.deepEqual(await rowsOf(desk, sql`select kind, reason from dead_letters`), [])
}

test('any events of any shape, together in one call', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  const now = desk.platform.clock.now().getTime()
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '👨‍👩‍👧‍👦',
      '\0',
      '\ud800',
      'giá bao nhiêu ạ',
      '0912 345 678',
      'x'.repeat(20_000),
      '12 Lê Lợi, Quận 1, TP. HCM',
    ),
  )
  const id = fc.constantFrom('m1', 'm2', 'm3', 'e1', 'm_ü', 'x'.repeat(3000))
  const time = fc.oneof(fc.constantFrom(now, String(now), now / 1000, now + 1e12, 1, 0), fc.jsonValue())
  const side = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom({ id: lan }, { id: minh }, { id: pageId }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  const odd = { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> }
  const mostly = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary }, odd)
  const attachment = fc.record(
    {
      type: fc.constantFrom('image', 'sticker', 'fallback', 'location', 'new'),
      payload: mostly(fc.record({ url: text, sticker_id: fc.integer(), title: text }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  )
  const message = fc.record(
    {
      mid: mostly(id),
      text: mostly(text),
      is_echo: fc.constantFrom(true, 'true', false, null),
      app_id: fc.constantFrom(1, '900100200300400', null),
      metadata: fc.constantFrom('out:', 'out:01890000-0000-7000-8000-000000000001', 'x'),
      is_deleted: fc.constantFrom(true, false),
      attachments: mostly(fc.array(attachment, { maxLength: 3 })),
      quick_reply: mostly(fc.record({ payload: text })),
      reply_to: mostly(fc.record({ mid: id })),
      referral: mostly(fc.record({ source: fc.constantFrom('ADS', 'SHORTLINK'), ref: text })),
    },
    { requiredKeys: [] },
  )
  const event = fc.record(
    {
      sender: side,
      recipient: side,
      timestamp: time,
      message: mostly(message),
      postback: mostly(fc.record({ mid: id, title: text, payload: text }, { requiredKeys: [] })),
      reaction: mostly(
        fc.record({ mid: id, action: fc.constantFrom('react', 'unreact'), emoji: text }, { requiredKeys: [] }),
      ),
      message_edit: mostly(
        fc.record({ mid: id, text, num_edit: fc.constantFrom(1, '2', 1e20, -3) }, { requiredKeys: [] }),
      ),
      delivery: mostly(fc.record({ mids: fc.array(id), watermark: time }, { requiredKeys: [] })),
      read: mostly(fc.record({ watermark: time })),
      referral: mostly(fc.record({ source: text, ref: text, ad_id: fc.integer() }, { requiredKeys: [] })),
      take_thread_control: mostly(fc.record({ new_owner_app_id: fc.constantFrom('1', 900100200300400) })),
    },
    { requiredKeys: ['sender', 'recipient'] },
  )
  const single = event.chain((whole): fc.Arbitrary<object> => {
    const kinds = Object.keys(whole).filter(name => !['sender', 'recipient', 'timestamp'].includes(name))
    return kinds.length === 0
      ? fc.constant(whole)
      : fc.constantFrom(...kinds).map(kind => {
          const { sender, recipient, timestamp } = whole
          return { sender, recipient, timestamp, [kind]: (whole as Record<string, unknown>)[kind] }
        })
  })
  const body = fc.record({
    object: fc.constant('page'),
    entry: fc.array(
      fc.record(
        {
          id: fc.constantFrom(pageId, '999'),
          messaging: fc.array(single, { maxLength: 6 }),
          standby: fc.array(single, { maxLength: 2 }),
        },
        { requiredKeys: ['id', 'messaging'] },
      ),
      { maxLength: 3 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(body, async given => assert.equal(await post(desk, given), 200)),
    runs(25),
  )
  await assertSettled(desk)
  const doubled = await rowsOf(
    desk,
    sql`select external_id from messages where external_id is not null group by channel_id, external_id having count(*) > 1`,
  )
  assert.deepEqual(doubled, [])
})

test('a thousand events in one call, and twenty thousand letters in one message', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  const from = { recipient: { id: pageId }, timestamp: desk.platform.clock.now().getTime() }
  const many = Array.from({ length: 1000 }, (_, n) => ({
    ...from,
    sender: { id: minh },
    message: { mid: `many ${n}`, text: `tin ${n}` },
  }))
  assert.equal(await post(desk, { object: 'page', entry: [{ id: pageId, messaging: many }] }), 200)
  const long = 'Cho em hỏi phí giao hàng về Đà Nẵng là bao nhiêu ạ? '.repeat(400)
  const one = { ...from, sender: { id: lan }, message: { mid: 'long', text: long } }
  assert.equal(await post(desk, { object: 'page', entry: [{ id: pageId, messaging: [one] }] }), 200)
  await assertSettled(desk)
  const [stored] = await rowsOf(
    desk,
    sql<{ many: number; long: string }>`select count(*) filter (where external_id like 'many %')::int as many,
    max(text) filter (where external_id = 'long') as long from messages`,
  )
  assert.deepEqual(stored, { many: 1000, long })
  desk.platform.clock.advance(4000)
  await assertSettled(desk)
  const [answered] = await rowsOf(
    desk,
    sql`select 1 from messages m join conversations v on v.id = m.conversation_id
    join contacts c on c.id = v.contact_id where c.external_id = ${lan} and m.author = 'bot'`,
  )
  assert.ok(answered)
})
