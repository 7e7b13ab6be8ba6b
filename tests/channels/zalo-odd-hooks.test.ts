import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { macOf } from '#dev/simulators/zalo/zalo-events.ts'
import { customer, oa, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { runs } from '#tests/setup/property-runs.ts'

const rowsOf = async <R>({ platform }: ZaloDriver, query: ReturnType<typeof sql<R>>) =>
  (await platform.db.asService(null, tx => query.execute(tx))).rows

async function post({ app, zalo }: ZaloDriver, value: object, time: string): Promise<number> {
  const payload = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'x-zevent-signature': macOf(zalo.world.app, payload, time) }
  return (await app.inject({ method: 'POST', url: '/hooks/zalo', headers, payload })).statusCode
}

async function assertSettled(desk: ZaloDriver): Promise<void> {
  await desk.settle()
  // A failed one is retried later; those behind it wait.
  const failed = await rowsOf(
    desk,
    sql`select j.last_error, left(e.raw, 2000) as raw from private.jobs j join private.hook_events e on e.id = (j.payload ->> 'hook')::bigint
      where j.kind = 'read hook' and j.last_error is not null`,
  )
  assert.deepEqual(failed, [])
  const left = await rowsOf(desk, sql`select left(raw, 2000) as raw from private.hook_events where status = 'received'`)
  assert.deepEqual(left, [])
  assert.deepEqual(await rowsOf(desk, sql`select kind, reason from dead_letters`), [])
}

test('any event of any shape', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '👨‍👩‍👧‍👦',
      '\0',
      '\ud800',
      'giá bao nhiêu ạ',
      '84912345678',
      'constructor',
      '__proto__',
      'https://zalo.example/\ud800\0',
      'x'.repeat(20_000),
    ),
  )
  const odd = { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> }
  const mostly = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary }, odd)
  const other = '7700000000000000456'
  const side = mostly(fc.record({ id: fc.constantFrom(customer, other, oa, 42) }))
  const id = mostly(fc.constantFrom('z1', 'z2', 'z3', 7, 'ü', 'x'.repeat(3000)))
  const payload = fc.record(
    {
      url: text,
      thumbnail: text,
      id: text,
      name: text,
      size: text,
      description: text,
      coordinates: mostly(fc.record({ latitude: text, longitude: fc.double() }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  )
  const attachment = fc.record(
    { type: mostly(fc.constantFrom('image', 'sticker', 'location', 'constructor')), payload: mostly(payload) },
    { requiredKeys: [] },
  )
  const message = fc.record(
    {
      msg_id: id,
      text: mostly(text),
      attachments: mostly(fc.array(attachment, { maxLength: 30 })),
      quote_msg_id: id,
      msg_ids: mostly(fc.array(id, { maxLength: 5 })),
      react_icon: mostly(fc.oneof(text, fc.constantFrom('/-heart', 'toString', ''))),
      react_message_id: id,
      conversation_id: mostly(text),
      delivery_time: text,
    },
    { requiredKeys: [] },
  )
  const info = fc.record(
    {
      name: mostly(text),
      phone: mostly(text),
      email: mostly(text),
      address: mostly(text),
      full_address: mostly(fc.record({ user_city: text, user_district: text }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  )
  const names = [
    ...['user_send_text', 'user_send_image', 'user_send_business_card', 'anonymous_send_text', 'oa_send_text'],
    ...['oa_send_list', 'user_seen_message', 'user_received_message', 'user_reacted_message', 'user_submit_info'],
    ...['follow', 'unfollow', 'user_click_chatnow', 'user_send_group_text', 'change_oa_daily_quota', 'user_new_thing'],
  ]
  const event = fc.record(
    {
      event_name: mostly(fc.constantFrom(...names)),
      app_id: text,
      sender: side,
      recipient: side,
      follower: side,
      oa_id: mostly(fc.constant(oa)),
      message: mostly(message),
      info: mostly(info),
    },
    { requiredKeys: ['event_name', 'sender', 'recipient'] },
  )
  const now = desk.platform.clock.now().getTime()
  const time = fc.constantFrom(String(now), '0', '1', String(now + 1e12), 'gestern', '9'.repeat(30))
  await fc.assert(
    fc.asyncProperty(event, time, async (given, timestamp) =>
      assert.equal(await post(desk, { ...given, timestamp }, timestamp), 200),
    ),
    runs(100),
  )
  await assertSettled(desk)
  const doubled = await rowsOf(
    desk,
    sql`select external_id from messages where external_id is not null group by channel_id, external_id having count(*) > 1`,
  )
  assert.deepEqual(doubled, [])
  assert.ok((await rowsOf(desk, sql`select 1 from messages`)).length > 0)
})
