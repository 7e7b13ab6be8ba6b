import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { DeskPrice } from '#shared/contracts/operator.results.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'

describe('what operators do for the whole installation', () => {
  let desk: OperatorDriver
  before(async () => {
    desk = await openOperatorDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  const ask = <T = Record<string, unknown>>(address: string, body?: object) => desk.ask<T>(address, body)
  const acts = (workspaceId: string) => desk.acts(workspaceId)

  test('a new price begins on a day to come, touches nothing that was sold, and is told once', async () => {
    type Price = Pick<DeskPrice, 'id' | 'plan' | 'interval' | 'currency' | 'amount' | 'state' | 'subscribers'>
    const payer = await makeOwner(desk.platform)
    const paid = await desk.order('pro', 'month', payer)
    await desk.transfer(paid.memo_code, paid.due)
    for (const [plan, interval] of [
      ['hobby', 'month'],
      ['pro', 'year'],
    ]) {
      const other = await makeOwner(desk.platform)
      const order = await desk.order(plan, interval, other)
      await desk.transfer(order.memo_code, order.due)
    }
    const list = async () =>
      (await ask<{ prices: Price[] }>('GET /prices')).body.prices.filter(
        one => one.plan === 'pro' && one.interval === 'month' && one.currency === 'VND',
      )
    const day = (ahead: number) =>
      new Date(desk.platform.clock.now().getTime() + days(ahead)).toISOString().slice(0, 10)
    const price = { plan: 'pro', interval: 'month', currency: 'VND', amount: 799_000, announce: true }
    const codeOf = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code
    assert.equal(codeOf(await ask('POST /prices', { ...price, from: day(-1) })), 'billing.price_not_ahead')
    const mails = desk.mails().length
    assert.equal((await ask('POST /prices', { ...price, from: day(40) })).status, 201)
    assert.equal(codeOf(await ask('POST /prices', { ...price, from: day(40) })), 'billing.price_that_day')
    await desk.platform.jobs.drain()
    const sent = desk.mails().slice(mails)
    assert.deepEqual(
      sent.map(({ to }) => to),
      [`${payer.personId}@shop.example`],
      'those who pay for it alone',
    )
    assert.match(sent[0]?.text ?? '', /799\.000đ mỗi tháng/)
    assert.deepEqual(
      (await list()).map(({ amount, state, subscribers }) => [amount, state, subscribers]),
      [
        [799_000, 'coming', 0],
        [699_000, 'current', 1],
      ],
    )
    assert.equal((await desk.order('pro', 'month', await makeOwner(desk.platform))).amount, paid.amount)
    const [coming] = await list()
    assert.equal((await ask(`POST /prices/${coming?.id}/drop`)).status, 409)
    const other = await ask<{ id: string }>('POST /prices', { ...price, announce: false, from: day(90) })
    assert.equal((await ask(`POST /prices/${other.body.id}/drop`)).status, 200)
    assert.equal((await list()).length, 2)
    assert.deepEqual((await acts(desk.houseId)).slice(-3), ['price.added', 'price.added', 'price.dropped'])
    await desk.read(sql`delete from prices where id = ${coming?.id}`)
  })

  test('an announcement reaches those it is for, in parts, once, however often it is sent', async () => {
    type Reach = { people: number; in_app: number; email: number; reached: number }
    type News = { id: string; people: number; notified: number; status: string }
    const payer = await makeOwner(desk.platform)
    const paid = await desk.order('hobby', 'month', payer)
    await desk.transfer(paid.memo_code, paid.due)
    const words = { title: 'Sen có gì mới', text: 'Hộp thư nhanh hơn.' }
    const news = { id: newId(), kind: 'system', audience: 'paying', vi: words, en: words }
    const reach = async (kind: string, audience: string) =>
      (await ask<Reach>(`GET /announcements/reach?kind=${kind}&audience=${audience}`)).body
    const paying = await reach('system', 'paying')
    assert.ok(paying.people >= 1 && paying.reached === paying.people)
    assert.ok((await reach('system', 'everybody')).people > paying.people)
    assert.equal((await reach('marketing', 'everybody')).reached, 0)
    for (let n = 0; n < 2; n++) assert.equal((await ask('POST /announcements', news)).status, 202)
    await desk.platform.jobs.drain()
    const [sent] = (await ask<{ announcements: News[] }>('GET /announcements')).body.announcements
    assert.deepEqual([sent?.id, sent?.status, sent?.notified], [news.id, 'done', paying.people])
    const received = await desk.read(
      sql<{ person_id: string }>`select person_id from notifications where matter = ${`announcement ${news.id}`}`,
    )
    assert.ok(received.some(one => one.person_id === payer.personId))
    assert.ok(!received.some(one => one.person_id === desk.operator.personId))
    assert.equal((await acts(desk.houseId)).filter(action => action === 'announcement.sent').length, 1)
  })

  test('how the installation does is told in facts, and what waits too long stands out', async () => {
    type Health = { facts: { name: string; state: string; text?: string; count?: number }[] }
    const facts = async () => (await ask<Health>('GET /health')).body.facts
    const stateOf = (all: Health['facts'], name: string, text?: string) =>
      all.find(one => one.name === name && (text === undefined || one.text === text))?.state
    const well = await facts()
    for (const name of ['jobs', 'model', 'database', 'disk', 'timers']) assert.ok(stateOf(well, name), name)
    assert.equal(stateOf(well, 'mail'), 'look')
    assert.equal(stateOf(well, 'payments', 'sepay'), 'ok')
    assert.equal(stateOf(well, 'payments', 'stripe'), undefined)
    await desk.read(
      sql`insert into private.jobs (kind, run_at) values ('nobody does this', ${desk.platform.clock.now()})`,
    )
    await desk.read(sql`insert into private.payment_inbox (id, provider, external_id, headers, raw, received_at)
      values (${newId()}, 'sepay', 'stuck', '{"headers": {}}', '{}', ${desk.platform.clock.now()})`)
    assert.deepEqual([stateOf(well, 'dead_letters'), stateOf(well, 'timers')], ['ok', 'ok'])
    await desk.read(sql`insert into dead_letters (id, kind, ref, payload, reason, attempts, created_at)
      values (${newId()}, 'send mail', 'r', '{}', 'Hộp thư đầy', 8, ${desk.platform.clock.now()})`)
    await desk.read(sql`insert into private.timers (name, next_run_at) values ('stuck', ${desk.platform.clock.now()})`)
    desk.platform.clock.advance(hours(1))
    const ill = await facts()
    assert.deepEqual([stateOf(ill, 'jobs'), stateOf(ill, 'payments', 'sepay')], ['bad', 'bad'])
    assert.deepEqual([stateOf(ill, 'dead_letters'), stateOf(ill, 'timers')], ['look', 'bad'])
    await desk.read(sql`delete from private.timers where name = 'stuck'`)
    await desk.read(sql`delete from dead_letters where ref = 'r'`)
    await desk.read(sql`delete from private.jobs where kind = 'nobody does this'`)
    await desk.read(sql`delete from private.payment_inbox where external_id = 'stuck'`)
  })
})
