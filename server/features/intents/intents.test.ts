import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { settledIntent } from '#shared/contracts/bot/intents.contract.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { expireIntents } from './expire-intents.ts'
import { settleIntent } from './settle-intent.ts'

type Row = {
  id: string
  kind: string
  state: string
  what: string | null
  said_when: string | null
  how_many: string | null
  customer_name: string | null
  phone: string | null
  address: string | null
  asked_at: Date | null
  reply_id: string | null
}

describe('what customers want to be done', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let visitor: string
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())
  beforeEach(async () => {
    shop = await makeWorkspace(platform)
    await teach(
      platform,
      shop.workspaceId,
      'Giá',
      '# Chính sách giao hàng\n## Phí giao hàng\nNội thành: phí ship 20.000đ. Các tỉnh: phí ship 32.000đ.\n',
    )
    visitor = newId()
  })

  const rows = async <T>(query: RawBuilder<T>): Promise<T[]> =>
    (await platform.db.asService(shop.workspaceId, tx => query.execute(tx))).rows
  const intents = (id: string) =>
    rows(sql<Row>`select * from intents where conversation_id = ${id} order by created_at`)
  const texts = async (id: string) =>
    (
      await rows(
        sql<{
          author: string
          text: string
        }>`select author, text from messages where conversation_id = ${id} order by seq`,
      )
    ).map(({ author, text }) => `${author}: ${text}`)

  async function sendText(text: string): Promise<string> {
    platform.clock.advance(minutes(1))
    const id = await customerWrites(platform, shop, visitor, text)
    await platform.jobs.drain()
    platform.clock.advance(1000)
    await platform.jobs.drain()
    return id
  }
  const settled = async (id: string) =>
    (
      await rows(
        sql<{ state: string }>`select payload ->> 'state' as state from private.events where name = 'intent.settled'
          and payload ->> 'conversation_id' = ${id} order by id`,
      )
    ).map(({ state }) => state)
  const settle = (id: string, act: string, text = '', more: object = {}, by = shop) =>
    settleIntent(platform, by.admin, { id, ...settledIntent.parse({ act, text, ...more }) })

  test('the bot notes it, asks once for what is missing, confirms nothing; what comes next fills it in; a person is wanted', async () => {
    const id = await sendText('cho chị đặt lịch gội bầu 15h hôm nay nha')
    const [first] = await intents(id)
    assert.deepEqual(
      [first?.kind, first?.state, first?.what, first?.said_when, first?.phone],
      ['booking', 'open', 'gội bầu', '15h hôm nay', null],
    )
    const [, recorded = ''] = await texts(id)
    assert.match(recorded, /^bot: .*ghi lại lịch.*tên và số điện thoại/s)
    assert.doesNotMatch(recorded, /đã (?:đặt|giữ|xác nhận)/)
    const [talk] = await rows(sql<{ lane: string }>`select lane from conversations where id = ${id}`)
    assert.equal(talk?.lane, 'waiting')
    assert.deepEqual(
      await rows(
        sql`select distinct kind, data ->> 'what' as what, data ->> 'request' as request, data ->> 'channel' as channel
          from notifications where workspace_id = ${shop.workspaceId}`,
      ),
      [{ kind: 'intent', what: 'booking', request: 'gội bầu, 15h hôm nay', channel: 'shop.example' }],
    )
    await sendText('Lan 0909 123 456')
    const [filled, ...others] = await intents(id)
    assert.deepEqual([filled?.customer_name, filled?.phone, others], ['Lan', '+84909123456', []])
    await sendText('à cho chị đặt lịch 16h hôm nay nhé')
    const [changed, ...none] = await intents(id)
    assert.deepEqual([changed?.said_when, changed?.customer_name, none], ['16h hôm nay', 'Lan', []])
    const asks = (await texts(id)).filter(text => /cho em xin/.test(text))
    assert.equal(asks.length, 1)
  })

  test('it is of what was answered last; where nothing was, it is asked for once', async () => {
    await teach(platform, shop.workspaceId, 'Bảng giá', '# Bảng giá\n- Gội bầu: 200.000đ\n- Gội sả: 90.000đ\n')
    const id = await sendText('gội bầu giá bao nhiêu')
    await sendText('ok cho chị đặt 3h chiều nay')
    const [booking] = await intents(id)
    assert.deepEqual([booking?.what, booking?.said_when], ['Gội bầu', '3h chiều nay'])

    visitor = newId()
    const short = await sendText('gội bầu giá bao nhiêu')
    await sendText('đặt cho chị nha')
    assert.deepEqual(
      (await intents(short)).map(row => [row.kind, row.what]),
      [['booking', 'Gội bầu']],
    )

    visitor = newId()
    const other = await sendText('gội bầu giá bao nhiêu')
    await sendText('có triệt lông không')
    await sendText('cho chị đặt 3h chiều')
    assert.deepEqual(
      (await intents(other)).map(row => [row.kind, row.what]),
      [['booking', null]],
    )

    visitor = newId()
    const open = await sendText('cho chị đặt 3h chiều nay')
    assert.match((await texts(open)).at(-1)!, /cho em xin dịch vụ mình muốn đặt, tên và số điện thoại/)
    await sendText('gội sả nha, chị tên Lan 0909 123 456')
    const [filled] = await intents(open)
    assert.deepEqual([filled?.what, filled?.customer_name, filled?.phone], ['gội sả', 'Lan', '+84909123456'])
  })

  test('a place alone is no new thing: it takes nothing from what is known, and people need no service', async () => {
    await teach(platform, shop.workspaceId, 'Giá sân', '# Bảng giá\n- Sân Tre: 320.000đ\n- Lẩu nấm: 200.000đ\n')
    const id = await sendText('đặt bàn ngoài trời tối nay 7h nha')
    await sendText('đặt bàn 5 người nha')
    const [table, ...none] = await intents(id)
    assert.deepEqual([table?.what, table?.how_many, none], ['bàn ngoài trời', '5 người', []])

    visitor = newId()
    const court = await sendText('sân tre giá bao nhiêu')
    await sendText('cho anh đặt sân 7h tối nay')
    assert.equal((await intents(court))[0]?.what, 'Sân Tre')

    visitor = newId()
    const seats = await sendText('lẩu nấm giá bao nhiêu')
    await sendText('Đặt chỗ 4 người 19h')
    const [booked] = await intents(seats)
    assert.deepEqual([booked?.what, booked?.how_many], ['chỗ', '4 người'])

    for (const [text, what] of [
      ["I'd like to book a table tonight at 7pm", 'table'],
      ['giữ chỗ cho anh 7h tối nay', 'chỗ'],
    ] as const) {
      visitor = newId()
      const free = await sendText(text)
      assert.equal((await intents(free))[0]?.what, what, text)
      assert.doesNotMatch((await texts(free)).at(-1)!, /dịch vụ|choice of service/)
    }
  })

  test('an answer that was looked up is said beside it', async () => {
    const id = await sendText('phí ship nội thành bao nhiêu ạ? lấy cho em 2 hộp trà gừng về 12 Nguyễn Trãi nhé')
    const [, reply = ''] = await texts(id)
    assert.match(reply, /20\.000đ[^]*ghi lại đơn/)
  })

  test('yes tells the customer once, however often it is pressed; another decision after it is refused; nobody else’s', async () => {
    const id = await sendText('ship cho em 2 hộp trà gừng về 45 Lê Lợi nhé, 0909 123 456')
    const [intent] = await intents(id)
    assert.deepEqual([intent?.kind, intent?.how_many, intent?.phone], ['order', '2 hộp', '+84909123456'])
    const stranger = await makeWorkspace(platform)
    await assert.rejects(settle(intent!.id, 'confirm', 'Dạ xong ạ', {}, stranger), { code: 'request.not_found' })
    assert.throws(() => settledIntent.parse({ act: 'confirm', text: ' ' }))
    const both = await Promise.all([1, 2].map(() => settle(intent!.id, 'confirm', 'Dạ tiệm xác nhận đơn rồi ạ')))
    assert.deepEqual(
      both.map(row => [row.state, row.settled_by]),
      Array.from({ length: 2 }, () => ['confirmed', shop.admin.personId]),
    )
    assert.equal((await texts(id)).filter(text => text === 'member: Dạ tiệm xác nhận đơn rồi ạ').length, 1)
    await assert.rejects(settle(intent!.id, 'decline', 'Dạ thôi ạ'), { code: 'intents.settled' })
    assert.deepEqual(await settled(id), ['confirmed'])
    const [talk] = await rows(sql<{ lane: string }>`select lane from conversations where id = ${id}`)
    assert.equal(talk?.lane, 'team')
    await sendText('lấy cho em thêm 1 hộp trà gừng nữa nhé')
    assert.deepEqual(
      (await intents(id)).map(row => row.state),
      ['confirmed', 'open'],
    )
  })

  test('otherwise, no, or no request at all; and after a week nobody says anything', async () => {
    const id = await sendText('đặt bàn 4 người tối nay 7h nhé')
    const [table] = await intents(id)
    const changed = await settle(table!.id, 'change', 'Dạ 8h được không ạ', { said_when: 'tối nay 8h', how_many: '' })
    assert.deepEqual([changed.state, changed.said_when, changed.how_many], ['changed', 'tối nay 8h', null])
    await sendText('gọi lại cho mình nhé 0908777666')
    const call = (await intents(id)).at(-1)!
    const before = (await texts(id)).length
    assert.equal((await settle(call.id, 'decline')).state, 'declined')
    assert.equal((await texts(id)).length, before)
    await sendText('chốt cho mình 1 cái áo size M màu đen')
    platform.clock.advance(days(6))
    await expireIntents(platform)
    assert.equal((await intents(id)).at(-1)?.state, 'open')
    platform.clock.advance(days(2))
    await expireIntents(platform)
    assert.deepEqual(
      (await intents(id)).map(row => row.state),
      ['changed', 'declined', 'expired'],
    )
    assert.equal((await texts(id)).filter(text => text.startsWith('member')).length, 1)
    assert.deepEqual(await settled(id), ['changed', 'declined', 'expired'])
  })

  test('what was proposed otherwise is confirmed or declined once the customer has answered, within a week', async () => {
    const proposed = async () => {
      visitor = newId()
      const id = await sendText('đặt bàn 4 người tối nay 7h nhé')
      const [table] = await intents(id)
      await settle(table!.id, 'change', 'Dạ 8h được không ạ', { said_when: 'tối nay 8h' })
      await sendText('ok bạn')
      return { id, table: table!.id }
    }
    const [yes, no, late] = [await proposed(), await proposed(), await proposed()]
    const again = await settle(yes.table, 'change', 'Dạ 8h được không ạ', { said_when: 'tối nay 8h' })
    assert.deepEqual([again.state, again.said_when], ['changed', 'tối nay 8h'], 'the same request, sent twice')
    for (const [text, said_when] of [
      ['Dạ 9h được không ạ', 'tối nay 9h'],
      ['Dạ 8h được không ạ', 'tối nay 9h'],
      ['Dạ 9h được không ạ', 'tối nay 8h'],
    ] as const)
      await assert.rejects(settle(yes.table, 'change', text, { said_when }), { code: 'intents.settled' }, 'not sent')
    assert.equal((await texts(yes.id)).filter(text => text.startsWith('member')).length, 1)
    const confirmed = await settle(yes.table, 'confirm', 'Dạ giữ bàn rồi ạ')
    assert.deepEqual([confirmed.state, confirmed.said_when], ['confirmed', 'tối nay 8h'])
    assert.equal((await texts(yes.id)).at(-1), 'member: Dạ giữ bàn rồi ạ')
    await assert.rejects(settle(yes.table, 'change', 'Dạ 9h ạ'), { code: 'intents.settled' })
    assert.equal((await settle(no.table, 'decline', 'Dạ tiếc quá ạ')).state, 'declined')
    assert.deepEqual(await settled(yes.id), ['changed', 'confirmed'])
    platform.clock.advance(days(7))
    await assert.rejects(settle(late.table, 'confirm', 'Dạ vâng ạ'), { code: 'intents.settled' })
  })

  test('what the customer left before is not asked for again; an address goes with orders alone', async () => {
    const id = await sendText('số chị 0909 123 456, nhà ở 45 Lê Lợi, quận 1')
    await sendText('cho chị đặt lịch gội bầu 15h hôm nay nha')
    await sendText('lấy cho chị 2 hộp trà gừng')
    assert.deepEqual(
      (await intents(id)).map(({ kind, phone, address }) => [kind, phone, address]),
      [
        ['booking', '+84909123456', null],
        ['order', '+84909123456', '45 Lê Lợi, quận 1'],
      ],
    )
  })
})
