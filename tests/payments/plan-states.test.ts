// The contract's states, row by row, over the turn of a year, February, and a leap year's February.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openMonths, openRenewals } from '#features/billing/plans/open-renewals.ts'
import { remindOfRenewals, remindOfTrials } from '#features/billing/plans/remind.ts'
import { refundArrived } from '#features/billing/refunds/send-refund.ts'
import { endTrials } from '#features/billing/plans/start-trial.ts'
import { expireOrders } from '#features/billing/orders/expire-orders.ts'
import { advancePeriods } from '#features/billing/plans/advance-periods.ts'
import { reserve } from '#features/usage/reserve.ts'
import { openAnother } from '#features/workspaces/open-another.ts'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver, type ShownOrder } from '#tests/drivers/bank-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

/** Purchase, share of the 699,000 by days, and the next two 15ths. */
const chapters = [
  { bought: '2026-12-20T10:00', share: [26, 31], ends: '2027-01-15', next: '2027-02-15' },
  { bought: '2027-02-20T10:00', share: [23, 28], ends: '2027-03-15', next: '2027-04-15' },
  { bought: '2027-12-31T23:30', share: [15, 31], ends: '2028-01-15', next: '2028-02-15' },
  { bought: '2028-02-29T10:00', share: [15, 29], ends: '2028-03-15', next: '2028-04-15' },
] as const

describe('the states of a plan', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function runTimers(): Promise<void> {
    const daily = [endTrials, advancePeriods, openRenewals, openMonths, expireOrders, remindOfTrials, remindOfRenewals]
    // Twice: nothing happens a second time.
    for (const run of [...daily, ...daily]) await run(desk.platform)
    await desk.platform.jobs.drain()
  }

  /** In Viet Nam time. `step` 0: at once, as after a long sleep of the machine. */
  async function on(moment: string, step = hours(12)): Promise<void> {
    const { clock } = desk.platform
    const goal = new Date(`${moment}+07:00`).getTime()
    assert.ok(goal >= clock.now().getTime(), `the clock only goes forward: ${moment}`)
    for (;;) {
      await runTimers()
      const left = goal - clock.now().getTime()
      if (left <= 0) return
      clock.advance(step === 0 ? left : Math.min(left, step))
    }
  }

  const take = (owner: Owner) =>
    desk.platform.db.asService(owner.workspaceId, tx => reserve(desk.platform, tx, owner.workspaceId, 'messages'))
  const state = async (owner: Owner) => {
    const row = await desk.subscription(owner)
    return [row?.status, row?.plan, row && day(row.period_end)]
  }
  const day = (at: Date) => new Date(at.getTime() + hours(7)).toISOString().slice(0, 10)
  const messages = async (owner: Owner) => {
    const { body } = await desk.call<{ usage: { metric: string; used: number; limit: number }[] }>(
      'GET /usage',
      undefined,
      owner,
    )
    const [row] = body.usage.filter(one => one.metric === 'messages')
    return row && [row.used, row.limit]
  }
  const openOrder = async (owner: Owner, kind: string) =>
    (
      await desk.read(sql<{ memo_code: string; due: number }>`select memo_code, amount - credit_used - received as due
        from orders where workspace_id = ${owner.workspaceId} and kind = ${kind} and status = 'processing'`)
    )[0]
  const change = (owner: Owner, plan: string) =>
    desk.call<{ when: string; error?: { code: string }; order: ShownOrder | null }>(
      'POST /subscription/change',
      { plan, interval: 'month' },
      owner,
    )
  const mailsFrom = (begun: number, owner: Owner) =>
    desk
      .mails()
      .slice(begun)
      .filter(mail => mail.to.startsWith(owner.personId))
      .map(mail => mail.subject)

  async function bought(plan = 'pro'): Promise<Owner> {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order(plan, 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    return owner
  }

  for (const { bought: moment, share, ends, next } of chapters)
    describe(`bought ${moment}`, () => {
      const [part, whole] = share
      const price = Math.round((699_000 * part) / whole)

      test('trialing, expired and ended become active, to the next 15th, for its days', async () => {
        await on(moment, 0)
        const trying = await makeOwner(desk.platform)
        const expired = await makeOwner(desk.platform)
        const ended = await makeOwner(desk.platform)
        for (const [who, status] of [
          [expired, 'expired'],
          [ended, 'ended'],
        ] as const)
          await desk.read(sql`update subscriptions set status = ${status}, period_end = ${desk.platform.clock.now()}
            where workspace_id = ${who.workspaceId}`)
        for (const owner of [trying, expired, ended]) {
          const order = await desk.order('pro', 'month', owner)
          assert.equal(order.amount, price)
          await desk.transfer(order.memo_code, order.due)
          assert.deepEqual(await state(owner), ['active', 'pro', ends])
          assert.deepEqual(await messages(owner), [0, 6000])
        }
      })

      test('paid on time, unpaid, paid late, upgraded, cancelled, taken back, made smaller, refunded', async () => {
        const names = ['onTime', 'never', 'late', 'upgraded', 'cancelled', 'resumed', 'smaller', 'refunded'] as const
        const who = {} as Record<(typeof names)[number], Owner>
        for (const name of names) who[name] = await bought(name === 'upgraded' ? 'hobby' : 'pro')
        const begun = desk.mails().length

        await take(who.upgraded)
        const upgrade = (await change(who.upgraded, 'pro')).body.order
        assert.equal(upgrade?.due, price - Math.round((299_000 * part) / whole))
        await desk.transfer(upgrade?.memo_code ?? '', upgrade?.due ?? 0)
        assert.deepEqual(await state(who.upgraded), ['active', 'pro', ends])
        assert.deepEqual(await messages(who.upgraded), [1, 6000])

        // A downgrade waits for the period's end, and is refused while too much is in use.
        const connections = (used: number) =>
          desk.read(
            sql`update usage_counters set used = ${used} where workspace_id = ${who.smaller.workspaceId} and metric = 'connections'`,
          )
        await connections(3)
        assert.equal((await change(who.smaller, 'hobby')).body.error?.code, 'billing.too_much_in_use')
        await connections(2)
        assert.equal((await change(who.smaller, 'hobby')).body.when, 'period_end')
        assert.deepEqual(await state(who.smaller), ['active', 'pro', ends])

        for (const owner of [who.cancelled, who.resumed]) await desk.call('POST /subscription/cancel', {}, owner)
        await desk.call('POST /subscription/resume', {}, who.resumed)
        assert.deepEqual(await state(who.cancelled), ['active', 'pro', ends])

        const [paid] = await desk.read(
          sql<{
            id: string
          }>`select id from orders where workspace_id = ${who.refunded.workspaceId} and status = 'success'`,
        )
        const refund = await desk.call<{ id: string }>('POST /refunds', { order_id: paid?.id }, who.refunded)
        assert.equal((await state(who.refunded))[0], 'active')
        await refundArrived(desk.platform, refund.body.id)
        assert.equal((await state(who.refunded))[0], 'ended')
        assert.equal(await take(who.refunded), false)

        // Renewal orders are made seven days before the 15th.
        await on(`${daysBefore(ends, 6)}T10:00`)
        assert.equal((await openOrder(who.onTime, 'renewal'))?.due, 699_000)
        assert.equal((await openOrder(who.smaller, 'renewal'))?.due, 299_000)
        for (const owner of [who.cancelled, who.refunded]) assert.equal(await openOrder(owner, 'renewal'), undefined)
        for (const name of ['onTime', 'upgraded', 'smaller', 'resumed'] as const) {
          await take(who[name])
          const order = await openOrder(who[name], 'renewal')
          await desk.transfer(order?.memo_code ?? '', order?.due ?? 0)
        }
        await on(`${ends}T08:59`)
        assert.deepEqual(await state(who.onTime), ['active', 'pro', ends])

        await on(`${ends}T09:00`)
        for (const name of ['onTime', 'upgraded', 'resumed'] as const) {
          assert.deepEqual(await state(who[name]), ['active', 'pro', next], name)
          assert.deepEqual(await messages(who[name]), [0, 6000], name)
        }
        assert.deepEqual(await state(who.smaller), ['active', 'hobby', next])
        assert.deepEqual(await messages(who.smaller), [0, 1500])
        assert.equal((await state(who.cancelled))[0], 'ended')
        assert.equal(await take(who.cancelled), false)

        // Unpaid: full service for seven days, reminders on days 0, 1, 3 and 5.
        for (const owner of [who.never, who.late]) {
          assert.equal((await state(owner))[0], 'past_due')
          assert.equal(await take(owner), true)
        }
        await on(`${daysBefore(ends, -5)}T10:00`)
        const subjects = mailsFrom(begun, who.never).filter(subject => /thanh toán|gia hạn/i.test(subject))
        assert.equal(subjects.length, 3 + 4, subjects.join('\n'))
        const late = await openOrder(who.late, 'renewal')
        await desk.transfer(late?.memo_code ?? '', late?.due ?? 0)
        assert.deepEqual(await state(who.late), ['active', 'pro', next])
        await on(`${daysBefore(ends, -7)}T08:00`)
        assert.equal(await take(who.never), true)
        await on(`${daysBefore(ends, -7)}T09:00`)
        assert.equal((await state(who.never))[0], 'ended')
        assert.equal(await take(who.never), false)
      })
    })

  describe('the trial', () => {
    const statuses = (personId: string) =>
      desk.read(sql<{ status: string; messages: number | null }>`select s.status,
          (select hard_limit from usage_counters u where u.workspace_id = s.workspace_id and metric = 'messages') as messages
        from subscriptions s join members m on m.workspace_id = s.workspace_id where m.person_id = ${personId} order by m.joined_at, m.id`)
    const confirm = async (email: string, invitation = false) => {
      const personId = newId()
      await openWorkspace(desk.platform, {
        person_id: personId,
        email,
        full_name: 'Chị Hoà',
        language: 'vi',
        invitation,
      })
      return personId
    }

    test('begins with a confirmed address, not with an invitation', async () => {
      const personId = await confirm('hoa@tiem-banh.example')
      assert.deepEqual(await statuses(personId), [{ status: 'trialing', messages: 100 }])
      assert.deepEqual(await statuses(await confirm('tu@tiem-banh.example', true)), [])
    })

    test('is given once to a person and to a mailbox, whatever account or spelling comes later', async () => {
      const owner = await makeOwner(desk.platform)
      const [person] = await desk.read(sql<{ email: string }>`select email from people where id = ${owner.personId}`)
      const caller = {
        ...owner,
        email: person?.email ?? '',
        role: 'admin' as const,
        claims: { role: 'authenticated' as const, sub: owner.personId },
        language: 'vi' as const,
      }
      await openAnother(desk.platform, caller, { name: 'Tiệm thứ hai' })
      assert.deepEqual(
        (await statuses(owner.personId)).map(one => one.status),
        ['trialing', 'expired'],
      )
      assert.equal((await statuses(await confirm('le.thu@gmail.com')))[0]?.status, 'trialing')
      assert.deepEqual(await statuses(await confirm('lethu+2@gmail.com')), [{ status: 'expired', messages: null }])
      assert.equal((await statuses(await confirm('lethu2@gmail.com')))[0]?.status, 'trialing')
    })

    test('whoever had it before can pay at once', async () => {
      const personId = await confirm('hai.lan@gmail.com')
      await desk.read(sql`delete from members where person_id = ${personId}`)
      const owner = await makeOwner(desk.platform)
      await desk.read(
        sql`update subscriptions set status = 'expired', period_end = period_start where workspace_id = ${owner.workspaceId}`,
      )
      const order = await desk.order('pro', 'month', owner)
      await desk.transfer(order.memo_code, order.due)
      assert.equal((await state(owner))[0], 'active')
      assert.equal(await take(owner), true)
    })

    test('its fifth and sixth day are told, its end silences the bot and takes nothing away', async () => {
      const owner = await makeOwner(desk.platform)
      const begun = desk.mails().length
      const start = desk.platform.clock.now().getTime() + hours(7)
      const at = (ms: number) => new Date(start + ms).toISOString().slice(0, 16)
      assert.equal(await take(owner), true)
      await on(at(hours(7 * 24 - 1)))
      assert.deepEqual(mailsFrom(begun, owner), ['Còn 2 ngày dùng thử Sen', 'Còn 1 ngày dùng thử Sen'])
      assert.equal((await state(owner))[0], 'trialing')
      assert.equal(await take(owner), true)
      await on(at(hours(7 * 24)))
      assert.equal((await state(owner))[0], 'expired')
      assert.equal(await take(owner), false)
      await on(at(hours(90 * 24)), 0)
      const [stored] = await desk.read(sql<{ channels: number; deleted_at: Date | null }>`select deleted_at,
          (select count(*)::int from channels where workspace_id = w.id) as channels from workspaces w where id = ${owner.workspaceId}`)
      assert.deepEqual(stored, { channels: 1, deleted_at: null })
    })
  })

  function daysBefore(date: string, count: number): string {
    return new Date(Date.parse(`${date}T00:00:00Z`) - count * hours(24)).toISOString().slice(0, 10)
  }
})
