import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { mergeCustomers } from '#features/customers/merging/merge-customers.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { plan, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { sequenceShop } from '#tests/fixtures/sequence-shop.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

const order = 'lấy cho em 2 hộp trà gừng nhé'
const booking = 'cho chị đặt lịch gội bầu 15h hôm nay nha'

describe('orders and appointments that the team confirmed', () => {
  const at = sequenceShop()
  const { rows, headersOf, call, drafted, published, wrote, start, turn, pass, sent, runOf, way, caller } = at

  const after = (on: 'order.placed' | 'appointment.made', steps = [wait(60)], change: object = {}) =>
    published(plan(steps, { trigger: { on }, ...change }), on)
  const openCard = async (customerId: string) =>
    (
      await rows(sql<{ id: string; conversation_id: string }>`select i.id, i.conversation_id from intents i
        join contacts k on k.workspace_id = i.workspace_id and k.id = i.contact_id
        where i.workspace_id = ${at.admin.workspaceId} and k.customer_id = ${customerId} and i.state = 'open'`)
    )[0]
  async function settle(id: string | undefined, act: 'confirm' | 'change' | 'decline', who: Owner = at.member) {
    const answer = await at.app.inject({
      ...{ method: 'POST', url: `/api/v1/intents/${id}/settle`, headers: await headersOf(who) },
      payload: { act, text: act === 'change' ? 'Dạ mai mới có ạ, mình thấy được không?' : 'Dạ vâng ạ' },
    })
    await at.platform.jobs.drain()
    at.kind.calls.length = 0
    return answer.statusCode < 300 ? 'ok' : answer.json<{ error: { code: string } }>().error.code
  }
  async function asked(name: string, text: string, act?: 'confirm' | 'change' | 'decline'): Promise<string> {
    const customerId = await wrote(name, text)
    if (act) assert.equal(await settle((await openCard(customerId))?.id, act), 'ok', `${name}: ${text}`)
    return customerId
  }
  const runs = async (sequenceId: string) =>
    (
      await rows(sql<{ id: string; by: string }>`select customer_id as id, entered_by as by from private.sequence_runs
        where sequence_id = ${sequenceId} and step is not null order by entered_at, id`)
    ).map(({ id, by }): [string, string] => [id, by])

  test('one begins when a person confirms the card: not when it is heard, offered otherwise, declined, or of another kind', async () => {
    const [orders, bookings] = [await after('order.placed'), await after('appointment.made')]
    const lan = await asked('lan', order)
    await turn()
    assert.deepEqual(await runs(orders), [])
    const card = await openCard(lan)
    assert.equal(await settle(card?.id, 'confirm', await makeOwner(at.platform)), 'request.not_found')
    assert.deepEqual(await Promise.all([settle(card?.id, 'confirm'), settle(card?.id, 'confirm')]), ['ok', 'ok'])
    const mai = await asked('mai', booking, 'confirm')
    await asked('nga', order, 'decline')
    await asked('hoa', order, 'change')
    await asked('thu', booking, 'change')
    const binh = await asked('binh', booking)
    const proposed = (await openCard(binh))?.id
    assert.equal(await settle(proposed, 'change'), 'ok')
    await turn()
    assert.equal(await runOf(bookings, binh), undefined)
    await wrote('binh', 'ok bạn')
    assert.equal(await settle(proposed, 'confirm'), 'ok')
    await asked('cuc', 'gọi lại cho mình nhé 0908777666', 'confirm')
    await turn()
    assert.deepEqual(await runs(orders), [[lan, 'order.placed']])
    assert.deepEqual(
      new Map(await runs(bookings)),
      new Map([
        [mai, 'appointment.made'],
        [binh, 'appointment.made'],
      ]),
    )
    const { body } = await call('GET', `/${orders}/runs`, undefined, at.member)
    assert.deepEqual(
      (body['runs'] as { entered_by: string }[]).map(run => run.entered_by),
      ['order.placed'],
    )
  })

  test('who is inside goes on with one way; after it, again only as it says; the same event again is nothing', async () => {
    const [once, often] = [
      await after('order.placed'),
      await after('order.placed', [wait(60)], { again_after_days: 2 }),
    ]
    const lan = await asked('lan', order, 'confirm')
    await turn()
    await asked('lan', 'lấy cho em thêm 1 hộp trà gừng nữa nhé', 'confirm')
    await turn()
    assert.deepEqual([(await runs(once)).length, (await runs(often)).length], [1, 1])
    await pass(minutes(70))
    assert.deepEqual(
      [(await runOf(once, lan))?.ended_why, (await runOf(often, lan))?.ended_why],
      ['finished', 'finished'],
    )
    const [settled] = await rows(sql<{
      payload: never
    }>`select payload from private.events where name = 'intent.settled'
      and workspace_id = ${at.admin.workspaceId} order by id desc limit 1`)
    for (let time = 0; time < 2; time++)
      await at.platform.db.asService(at.admin.workspaceId, tx =>
        at.platform.jobs.emit(tx, 'intent.settled', settled?.payload as never),
      )
    await turn()
    assert.deepEqual([(await runs(once)).length, (await runs(often)).length], [1, 1])
    at.platform.clock.advance(days(2))
    await asked('lan', order, 'confirm')
    await turn()
    assert.deepEqual([(await runs(once)).length, (await runs(often)).length], [1, 2])
  })

  test('nobody restricted enters, nor who is in three already; who was merged meanwhile goes on as the one who stays', async () => {
    const orders = await after('order.placed')
    const three = await Promise.all([1, 2, 3].map(() => published(plan([wait(90)]))))
    const [lan, mai, nga, hoa] = [
      await asked('lan', order),
      await asked('mai', order),
      await asked('nga', order),
      await wrote('hoa'),
    ]
    await rows(sql`update customers set restricted_at = ${at.platform.clock.now()} where id = ${lan}`)
    for (const id of three) await start(id, mai)
    await turn()
    for (const one of [lan, mai, nga]) assert.equal(await settle((await openCard(one))?.id, 'confirm'), 'ok')
    await mergeCustomers(at.platform, caller(), { customer_id: hoa, merged_id: nga })
    await turn()
    await turn()
    assert.deepEqual(await runs(orders), [[hoa, 'order.placed']])
  })

  test('what it sends the rules decide: of the order at once, what follows up after the talk, and neither to who refused', async () => {
    const texts = [say('Đơn đang gói ạ', 'packed', { purpose: 'service' }), say('Trà uống ổn không ạ', 'asks')]
    const id = await after('order.placed', texts)
    const [lan, mai, nga] = [await asked('lan', order), await asked('mai', order), await asked('nga', order)]
    for (const one of [lan, mai, nga]) await settle((await openCard(one))?.id, 'confirm')
    await wrote('mai', 'TC', 0)
    await wrote('nga', 'STOPALL', 0)
    await rows(sql`update conversations set last_message_at = ${at.platform.clock.now()}`)
    at.kind.calls.length = 0
    await turn()
    assert.deepEqual(sent(), ['lan: Đơn đang gói ạ'])
    assert.deepEqual([(await runOf(id, lan))?.step, (await runOf(id, lan))?.reason], ['asks', 'conversation_active'])
    await pass(hours(2))
    assert.deepEqual(sent(), ['lan: Đơn đang gói ạ', 'lan: Trà uống ổn không ạ'])
    assert.deepEqual(way(await runOf(id, nga)) ?? [], [])
  })

  test('it takes nothing beside its name', async () => {
    const payload = { name: 'x', plan: plan([wait(5)], { trigger: { on: 'order.placed', hours: 3 } as never }) }
    assert.equal((await call('POST', '', payload)).code, 'request.invalid')
    const other = { name: 'x', plan: plan([wait(5)], { trigger: { on: 'order.settled' } as never }) }
    assert.equal((await call('POST', '', other)).code, 'request.invalid')
    await drafted(plan([wait(5)], { trigger: { on: 'appointment.made' } }))
  })
})
