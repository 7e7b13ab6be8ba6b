import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { expireOrders } from '#features/billing/orders/expire-orders.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { openMonths, openRenewals } from '#features/billing/plans/open-renewals.ts'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { days, hours } from '#platform/clock.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { DeskOffers } from '#shared/contracts/billing/offers.results.ts'
import { notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import type { ShownOrder } from '#tests/drivers/bank-driver.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Answered = { error?: { code: string }; id: string; plan: string }

const limits = {
  messages: 30_000,
  campaigns: 50_000,
  connections: 12,
  documents: 300,
  members: null,
  crawl_pages: 200,
  imported_customers: 80_000,
  active_sequences: null,
}
const vnd = (interval: string, amount: number) => ({ interval, currency: 'VND', amount })
const terms = { name: 'Chuỗi Hồng Ân', note: '', limits, prices: [vnd('month', 2_500_000), vnd('year', 25_000_000)] }

describe('a plan for one shop', () => {
  let desk: OperatorDriver
  let owner: Owner
  before(async () => {
    desk = await openOperatorDriver()
  })
  beforeEach(async () => {
    owner = await makeOwner(desk.platform)
  })
  afterEach(async () => assert.deepEqual(await desk.faults(), []))
  after(() => desk.close())

  const day = (ahead: number) => new Date(desk.platform.clock.now().getTime() + days(ahead)).toISOString().slice(0, 10)
  const send = (how: 'offers' | 'terms', input: object = {}) =>
    desk.ask<Answered>(`POST /workspaces/${owner.workspaceId}/${how}`, { ...terms, ...input })
  const end = (id: string) => desk.ask<Answered>(`POST /offers/${id}/end`)
  const codeOf = (answer: { body: Answered }) => answer.body.error?.code
  const states = async () =>
    (await desk.ask<DeskOffers>(`GET /workspaces/${owner.workspaceId}/offers`)).body.offers.map(one => one.state)
  const change = (input: object) =>
    desk.call<
      Answered & { when: string; due_now: number; next_amount: number; credit_after: number; order: ShownOrder | null }
    >('POST /subscription/change', { interval: 'month', method: 'bank', ...input }, owner)

  async function offer(input: object = {}): Promise<{ id: string; plan: string }> {
    const { status, body } = await send('offers', { valid_until: day(14), ...input })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }

  async function have(input: object = {}): Promise<{ id: string; plan: string; order: ShownOrder }> {
    const made = await offer(input)
    const order = await desk.order(made.plan, 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    return { ...made, order }
  }

  /** What operators were told of this shop's offers, as they read it. */
  const operatorNews = async () => {
    const rows = await desk.read(sql<{ data: NotificationData }>`select n.data from notifications n, workspaces w
      where n.person_id = ${desk.operator.personId} and n.data ->> 'what' like 'desk_offer%' and n.created_at >= w.created_at
        and w.id = ${owner.workspaceId} order by n.created_at, n.id`)
    return rows.map(({ data }) => notificationWords('vi', 'payment', { ...data, workspace: 'Hồng Ân' }))
  }

  const limitsNow = async () =>
    Object.fromEntries(
      (
        await desk.read(sql<{
          metric: string
          max: number | null
        }>`select metric, hard_limit - extra as max from usage_counters
          where workspace_id = ${owner.workspaceId} and period_start <= ${desk.platform.clock.now()}
            and (period_end is null or period_end > ${desk.platform.clock.now()})`)
      ).map(({ metric, max }) => [metric, max]),
    )

  async function runTimers(): Promise<void> {
    for (const run of [advancePeriods, openRenewals, openMonths]) await run(desk.platform)
    await desk.platform.jobs.drain()
  }
  async function moveClockTo(at: Date | undefined, less = 0): Promise<void> {
    desk.platform.clock.advance((at?.getTime() ?? 0) - less - desk.platform.clock.now().getTime())
    await runTimers()
  }
  const renewal = async () =>
    (
      await desk.read(
        sql<
          ShownOrder & { plan: string; list_amount: number }
        >`select *, amount - credit_used - received as due from orders
          where workspace_id = ${owner.workspaceId} and kind = 'renewal' and status = 'processing'`,
      )
    )[0]

  test('is offered, paid as any other, and holds from the payment on', async () => {
    const mails = desk.mails().length
    const { plan } = await offer({ note: 'Như đã trao đổi qua điện thoại.' })
    assert.deepEqual(await states(), ['open'])
    await desk.platform.jobs.drain()
    const [mail] = desk.mails().slice(mails)
    assert.match(mail?.text ?? '', /2\.500\.000đ mỗi tháng, 25\.000\.000đ mỗi năm/)
    assert.equal(mail?.subject.includes('Chuỗi Hồng Ân'), true)
    const order = await desk.order(plan, 'month', owner)
    assert.notEqual((await limitsNow())['messages'], 30_000)
    await desk.transfer(order.memo_code, order.due)
    const { crawl_pages, imported_customers, active_sequences, ...counted } = limits
    assert.deepEqual(await limitsNow(), counted)
    assert.deepEqual(await states(), ['running'])
    assert.deepEqual(
      [(await desk.subscription(owner))?.plan, (await desk.subscription(owner))?.status],
      [plan, 'active'],
    )
    const [invoice] = await desk.read(
      sql<{ lines: { plan: string }[] }>`select lines from invoices where order_id = ${order.id}`,
    )
    assert.equal(invoice?.lines[0]?.plan, 'Chuỗi Hồng Ân')
    assert.deepEqual(await desk.acts(owner.workspaceId), ['offer.made'])
    const notices = await desk.read(sql<{ what: string }>`select data ->> 'what' as what from notifications
      where workspace_id = ${owner.workspaceId} and kind = 'payment' order by created_at, id`)
    assert.deepEqual(
      notices.map(({ what }) => what),
      ['offer_made', 'settled'],
    )
    assert.deepEqual(await operatorNews(), [
      {
        title: `Hồng Ân đã mua gói riêng: ${formatMoney(order.due, 'VND', 'vi')}`,
        text: 'Đã nhận đủ tiền, gói đang chạy theo báo giá.',
        path: '/operator/workspaces',
      },
    ])
  })

  test('renews at the agreed price, and no other price of a later day changes that', async () => {
    await have()
    await moveClockTo((await desk.subscription(owner))?.period_end, days(6))
    const next = await renewal()
    assert.equal(next?.amount, 2_500_000)
    await desk.transfer(next?.memo_code ?? '', next?.due ?? 0)
    await moveClockTo((await desk.subscription(owner))?.period_end, -hours(1))
    assert.equal((await limitsNow())['messages'], 30_000)
    assert.equal((await desk.subscription(owner))?.status, 'active')
  })

  test('cannot be had after its last day, nor by money that comes later', async () => {
    const { id, plan } = await offer({ valid_until: day(0) })
    desk.platform.clock.advance(days(1))
    const late = await desk.call<Answered>('POST /orders', { plan, interval: 'month', method: 'bank' }, owner)
    assert.deepEqual([late.status, codeOf(late)], [410, 'billing.offer_expired'])
    assert.deepEqual(await states(), ['past'])
    const second = await offer({ valid_until: day(2) })
    assert.equal(codeOf(await end(id)), 'billing.offer_ended')
    const order = await desk.order(second.plan, 'month', owner)
    // Ordered in time, it may be paid as long as its order is open.
    desk.platform.clock.advance(days(30))
    await desk.platform.jobs.drain()
    await desk.read(sql`update orders set expires_at = ${desk.platform.clock.now()} where id = ${order.id}`)
    await expireOrders(desk.platform)
    await desk.transfer(order.memo_code, order.due)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'failed')
    assert.equal(await desk.balance('user_credit', owner), order.due)
  })

  test('is taken back while nobody has accepted it: its open order closes, what was paid of it is credit', async () => {
    const { id, plan } = await offer()
    const order = await desk.order(plan, 'month', owner)
    await desk.transfer(order.memo_code, 100_000)
    assert.equal((await end(id)).status, 200)
    assert.equal(codeOf(await end(id)), 'billing.offer_ended')
    assert.equal((await desk.readOrder(order.id, owner)).status_detail, 'cancelled')
    assert.equal(await desk.balance('user_credit', owner), 100_000)
    const again = await desk.call<Answered>('POST /orders', { plan, interval: 'month', method: 'bank' }, owner)
    assert.equal(codeOf(again), 'billing.offer_ended')
    // Money already on its way does not revive it.
    await desk.transfer(order.memo_code, order.due)
    assert.notEqual((await desk.subscription(owner))?.status, 'active')
    assert.equal(await desk.balance('user_credit', owner), 100_000 + order.due)
    assert.deepEqual(await desk.acts(owner.workspaceId), ['offer.made', 'offer.ended'])
  })

  test('two operators at once: one offer, one taking back; who has paid keeps what was bought', async () => {
    const input = { valid_until: day(3) }
    const made = await Promise.all([send('offers', input), send('offers', input)])
    assert.deepEqual(
      made.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    )
    assert.ok(made.some(answer => codeOf(answer) === 'billing.offer_open'))
    const { id, plan } = made.find(({ status }) => status === 201)?.body ?? { id: '', plan: '' }
    const order = await desk.order(plan, 'month', owner)
    const [paid, ...ended] = await Promise.all([desk.transfer(order.memo_code, order.due), end(id), end(id)])
    assert.equal(paid, 200)
    assert.ok(ended.filter(({ status }) => status === 200).length <= 1)
    const runs = (await desk.subscription(owner))?.plan === plan
    assert.equal(await desk.balance('user_credit', owner), runs ? 0 : order.due)
    assert.equal(
      ended.some(({ status }) => status === 200),
      !runs,
    )
  })

  test('what an operator sends is looked at: its last day, its prices, whose shop it is', async () => {
    const refused = async (input: object) => (await send('offers', { valid_until: day(9), ...input })).status
    assert.equal(codeOf(await send('offers', { valid_until: day(-2) })), 'billing.offer_not_ahead')
    assert.equal(codeOf(await send('offers', { valid_until: day(500) })), 'billing.offer_not_ahead')
    assert.equal(await refused({ prices: [] }), 400)
    assert.equal(await refused({ prices: [vnd('once', 50_000)] }), 400)
    assert.equal(await refused({ prices: [vnd('month', 1), vnd('month', 2)] }), 400)
    assert.equal(await refused({ prices: [vnd('month', 0)] }), 400)
    assert.equal(await refused({ limits: { ...limits, messages: -1 } }), 400)
    assert.equal(await refused({ name: ' ' }), 400)
    assert.equal(codeOf(await send('terms')), 'billing.no_own_plan')
    const house = await desk.ask<Answered>(`POST /workspaces/${desk.houseId}/offers`, { ...terms, valid_until: day(9) })
    assert.equal(house.status, 404)
  })

  test('from a smaller plan it holds at once, less what that one’s rest is worth; back to it from the period’s end', async () => {
    const pro = await desk.order('pro', 'month', owner)
    await desk.transfer(pro.memo_code, pro.due)
    const { plan } = await offer()
    const changed = await change({ plan })
    assert.equal(changed.body.when, 'now')
    const { order } = changed.body
    const until = (await desk.subscription(owner))?.period_end
    await desk.transfer(order?.memo_code ?? '', order?.due ?? 0)
    const now = await desk.subscription(owner)
    assert.deepEqual([now?.plan, now?.period_end], [plan, until])
    const [row] = await desk.read(
      sql<{
        list_amount: number
        unused_value: number
      }>`select list_amount, unused_value from orders where id = ${order?.id}`,
    )
    // Over the same days, the remaining value is proportional to the price.
    assert.ok(Math.abs((row?.unused_value ?? 0) / (row?.list_amount ?? 1) - 699 / 2500) < 0.001)
    const back = await change({ plan: 'pro' })
    assert.equal(back.body.when, 'period_end')
    await moveClockTo(until, days(6))
    const next = await renewal()
    assert.deepEqual([next?.plan, next?.amount], ['pro', 699_000])
    await desk.transfer(next?.memo_code ?? '', next?.due ?? 0)
    await moveClockTo(until, -hours(1))
    assert.equal((await limitsNow())['messages'], 6000)
    assert.equal(codeOf(await change({ plan })), 'billing.offer_ended')
  })

  test('a second offer: the costlier one holds at once, the cheaper one waits for the period’s end, and is accepted', async () => {
    await have()
    const before = (await operatorNews()).length
    const costlier = await offer({ name: 'Lớn', prices: [vnd('month', 4_000_000)] })
    const first = await change({ plan: costlier.plan })
    assert.equal(first.body.when, 'now')
    await desk.transfer(first.body.order?.memo_code ?? '', first.body.order?.due ?? 0)
    assert.deepEqual(await states(), ['running', 'past'])
    const cheaper = await offer({
      name: 'Nhỏ',
      prices: [vnd('month', 1_000_000)],
      limits: { ...limits, messages: 9000 },
    })
    assert.equal((await change({ plan: cheaper.plan })).body.when, 'period_end')
    assert.deepEqual(await states(), ['waiting', 'running', 'past'])
    assert.equal(codeOf(await end(cheaper.id)), 'billing.offer_accepted')
    assert.equal((await limitsNow())['messages'], 30_000)
    const until = (await desk.subscription(owner))?.period_end
    await moveClockTo(until, days(6))
    const next = await renewal()
    assert.equal(next?.amount, 1_000_000)
    await desk.transfer(next?.memo_code ?? '', next?.due ?? 0)
    await moveClockTo(until, -hours(1))
    assert.deepEqual([(await limitsNow())['messages'], (await states())[0]], [9000, 'running'])
    const news = (await operatorNews()).slice(before).map(({ title }) => title.replace(/ *[\d.]+đ$/, ''))
    assert.deepEqual(
      news,
      ['mua', 'chọn', 'mua'].map(what => `Hồng Ân đã ${what} gói riêng:`),
    )
  })

  test('other terms hold from the first period that begins thirty days after they were told, and not before', async () => {
    const { plan } = await have()
    const until = (await desk.subscription(owner))?.period_end
    assert.equal(codeOf(await send('terms', { prices: [vnd('month', 3_000_000)] })), 'billing.terms_lack_price')
    const prices = [vnd('month', 3_000_000), vnd('year', 30_000_000)]
    const answer = await send('terms', { prices, limits: { ...limits, messages: 20_000 } })
    assert.equal(answer.status, 201)
    assert.equal(codeOf(await send('terms', { prices })), 'billing.offer_open')
    assert.equal(codeOf(await change({ plan: answer.body.plan })), 'billing.offer_ended', 'nobody orders them')
    const from = desk.platform.clock.now().getTime() + days(30)
    let begins = until as Date
    while (begins.getTime() < from) {
      await moveClockTo(begins, days(6))
      const next = await renewal()
      assert.deepEqual([next?.plan, next?.amount], [plan, 2_500_000])
      await desk.transfer(next?.memo_code ?? '', next?.due ?? 0)
      await moveClockTo(begins, -hours(1))
      assert.equal((await limitsNow())['messages'], 30_000)
      begins = (await desk.subscription(owner))?.period_end as Date
    }
    await moveClockTo(begins, days(6))
    const next = await renewal()
    assert.deepEqual([next?.plan, next?.amount], [answer.body.plan, 3_000_000])
    assert.deepEqual(await states(), ['coming', 'running'])
    await desk.transfer(next?.memo_code ?? '', next?.due ?? 0)
    assert.equal(codeOf(await end(answer.body.id)), 'billing.offer_accepted')
    assert.equal((await limitsNow())['messages'], 30_000, 'the paid period keeps what was bought')
    await moveClockTo(begins, -hours(1))
    assert.deepEqual([(await limitsNow())['messages'], await states()], [20_000, ['running', 'past']])
  })

  test('terms that are coming are not gone round by a change of interval, nor by taking it back', async () => {
    const { plan, order } = await have()
    const prices = [vnd('month', 3_000_000), vnd('year', 30_000_000)]
    const answer = await send('terms', { prices })
    // As if announced long ago: they apply from the next period.
    await desk.read(
      sql`update subscriptions set next_terms_from = ${new Date(order.period_end)} where workspace_id = ${owner.workspaceId}`,
    )
    assert.equal(codeOf(await change({ plan })), 'billing.same_plan')
    const yearly = await change({ plan, interval: 'year', preview: true })
    assert.deepEqual([yearly.body.when, yearly.body.next_amount], ['now', 30_000_000])
    await runTimers()
    assert.equal((await change({ plan: 'hobby' })).body.when, 'period_end')
    assert.equal((await change({ plan })).body.when, 'none')
    await moveClockTo(new Date(order.period_end), days(6))
    const next = await renewal()
    assert.deepEqual([next?.plan, next?.amount], [answer.body.plan, 3_000_000])
    assert.equal((await end(answer.body.id)).status, 200)
    assert.equal((await desk.readOrder(next?.id ?? '', owner)).status, 'failed')
    await runTimers()
    assert.deepEqual([(await renewal())?.plan, (await renewal())?.amount], [plan, 2_500_000])
    assert.deepEqual(await states(), ['past', 'running'])
  })

  test('its refund ends it as any other; it is not had again by the same offer', async () => {
    const { plan, order } = await have()
    const asked = await desk.call<{ id: string; status: string }>(
      'POST /refunds',
      { order_id: order.id, reason: '' },
      owner,
    )
    assert.equal(asked.status, 201)
    await desk.platform.jobs.drain()
    await desk.ask(`POST /refunds/${asked.body.id}/sent`, { reference: 'FT-offer' })
    await refundArrived(desk.platform, asked.body.id)
    assert.equal((await desk.subscription(owner))?.status, 'ended')
    const again = await desk.call<Answered>('POST /orders', { plan, interval: 'month', method: 'bank' }, owner)
    assert.equal(codeOf(again), 'billing.offer_ended')
    assert.deepEqual(await states(), ['past'])
    await offer()
  })

  test('sells further messages where they were agreed on', async () => {
    await have({ prices: [vnd('month', 2_500_000), vnd('once', 40_000)] })
    const extra = await desk.call<ShownOrder>('POST /orders/extra-messages', { packs: 2, method: 'bank' }, owner)
    assert.equal(extra.body.due, 80_000)
  })
})
