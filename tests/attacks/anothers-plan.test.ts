import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Refusal = { error?: { code: string } }

describe('another shop’s plan', () => {
  let desk: OperatorDriver
  let stranger: Owner
  let payer: Owner
  let member: Owner
  let made: { id: string; plan: string }
  before(async () => {
    desk = await openOperatorDriver()
    stranger = await makeOwner(desk.platform)
    payer = await makeOwner(desk.platform)
    member = await makeMember(desk.platform, desk.owner)
    const paid = await desk.order('hobby', 'month', payer)
    await desk.transfer(paid.memo_code, paid.due)
    const limits = { messages: null, campaigns: null, connections: null, documents: null, members: null }
    const more = { crawl_pages: 500, imported_customers: null, active_sequences: null }
    const { body } = await desk.ask<typeof made>(`POST /workspaces/${desk.owner.workspaceId}/offers`, {
      name: 'Bí mật',
      note: 'Giá riêng',
      limits: { ...limits, ...more },
      prices: ['month', 'year', 'once'].map(interval => ({ interval, currency: 'VND', amount: 1000 })),
      valid_until: new Date(desk.platform.clock.now().getTime() + days(9)).toISOString().slice(0, 10),
    })
    made = body
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function rest(who: Owner | undefined, query: string): Promise<unknown[]> {
    const headers = { apikey: desk.platform.tokens.anonKey, ...(who && (await desk.bearerOf(who))) }
    const answer = await desk.app.inject({ url: `/rest/v1/${query}`, headers })
    return answer.statusCode === 200 ? answer.json<unknown[]>() : []
  }

  test('is ordered by nobody else, with a plan or without one, and answers like none', async () => {
    const none = made.plan.replace(/.$/, last => (last === '0' ? '1' : '0'))
    for (const plan of [made.plan, none])
      for (const interval of ['month', 'year']) {
        const input = { plan, interval, method: 'bank' }
        const first = await desk.call<Refusal>('POST /orders', input, stranger)
        assert.deepEqual([first.status, first.body.error?.code], [404, 'request.not_found'])
        const second = await desk.call<Refusal>('POST /orders', input, payer)
        assert.equal(second.body.error?.code, 'billing.already_subscribed')
        for (const preview of [true, false]) {
          const change = await desk.call<Refusal>('POST /subscription/change', { ...input, preview }, payer)
          assert.deepEqual([change.status, change.body.error?.code], [404, 'request.not_found'])
        }
        const named = { 'x-workspace': desk.owner.workspaceId }
        assert.equal((await desk.call('POST /orders', input, stranger, named)).status, 404)
        assert.equal((await desk.call('POST /orders', input, member)).status, 403)
      }
    for (const plan of ['custom', 'custom-', 'custom-1', `${made.plan}'`, `${made.plan} `, 'trial'])
      assert.equal((await desk.call('POST /orders', { plan, interval: 'month', method: 'bank' }, stranger)).status, 400)
    assert.deepEqual(await desk.read(sql`select 1 from orders where plan = ${made.plan}`), [])
  })

  test('is seen by its shop’s admins alone, however one asks', async () => {
    const { plan, id } = made
    const asks = [
      `plans?code=eq.${plan}`,
      `plans?or=(code.eq.hobby,code.eq.${plan})&code=neq.hobby`,
      `plans?workspace_id=eq.${desk.owner.workspaceId}`,
      'plans?workspace_id=not.is.null',
      'plans?name=not.is.null',
      `prices?plan=eq.${plan}`,
      'prices?amount=eq.1000',
      'prices?plan=like.custom-*',
      `prices?select=amount,plans!inner(code,name)&plan=eq.${plan}`,
      `offers?id=eq.${id}`,
      'offers?select=*',
    ]
    for (const query of asks) {
      assert.notEqual((await rest(desk.owner, query)).length, 0, query)
      for (const who of [undefined, stranger, payer, member]) assert.deepEqual(await rest(who, query), [], query)
    }
    for (const who of [stranger, payer, desk.owner]) {
      const { body } = await desk.call<{ plans: { code: string }[] }>('GET /plans', undefined, who)
      assert.deepEqual(
        body.plans.map(({ code }) => code),
        ['trial', 'hobby', 'pro', 'custom'],
      )
    }
    const { body } = await desk.ask<{ prices: { plan: string }[] }>('GET /prices')
    assert.ok(body.prices.every(price => price.plan !== plan))
  })

  test('is made, seen and taken back at the desk by operators alone', async () => {
    for (const who of [desk.owner, stranger, member])
      for (const address of [
        `GET /operator/workspaces/${desk.owner.workspaceId}/offers`,
        `POST /operator/workspaces/${who.workspaceId}/offers`,
        `POST /operator/workspaces/${who.workspaceId}/terms`,
        `POST /operator/offers/${made.id}/end`,
      ])
        assert.equal((await desk.call(address, address.startsWith('GET') ? undefined : {}, who)).status, 403)
  })

  test('the database itself gives it to no other shop', async () => {
    const write = (statement: ReturnType<typeof sql>) =>
      desk.platform.db
        .asService(null, tx => statement.execute(tx))
        .then(
          () => 'written',
          (error: unknown) => (error as { code?: string }).code,
        )
    const of = payer.workspaceId
    for (const column of ['plan', 'pending_plan'])
      assert.equal(
        await write(sql`update subscriptions set ${sql.ref(column)} = ${made.plan} where workspace_id = ${of}`),
        '23514',
      )
    assert.equal(
      await write(
        sql`update subscriptions set next_terms = ${made.plan}, next_terms_from = now() where workspace_id = ${of}`,
      ),
      '23514',
    )
    assert.equal(await write(sql`update orders set plan = ${made.plan} where workspace_id = ${of}`), '23514')
    assert.equal(await write(sql`update orders set plan = 'pro' where workspace_id = ${of}`), 'written')
    await write(sql`update orders set plan = 'hobby' where workspace_id = ${of}`)
  })
})
