import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeMember, makeOwner } from '#tests/fixtures/shop-owner.ts'
import { openRenewals } from './open-renewals.ts'
import { remindOfRenewals, remindOfTrials } from './remind.ts'
import { endTrials } from './start-trial.ts'
import { advancePeriods } from './advance-periods.ts'

describe('reminders', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
    await makeMember(desk.platform, desk.owner)
    const { personId } = await makeMember(desk.platform, desk.owner)
    await desk.read(sql`update members set role = 'admin' where person_id = ${personId}`)
    await desk.read(sql`update people set status = 'locked' where id = ${personId}`)
  })
  after(() => desk.close())

  async function pass(ms: number): Promise<string[]> {
    const begun = desk.mails().length
    for (let left = ms; left > 0; left -= hours(12)) {
      desk.platform.clock.advance(hours(12))
      for (let n = 0; n < 2; n++)
        for (const run of [endTrials, advancePeriods, openRenewals, remindOfTrials, remindOfRenewals])
          await run(desk.platform)
      await desk.platform.jobs.drain()
    }
    return desk
      .mails()
      .slice(begun)
      .map(mail => mail.subject)
  }

  test('of a trial’s end come on its fifth and sixth day, by event and mail, to admins who are not locked out', async () => {
    assert.deepEqual(await pass(days(7)), ['Còn 2 ngày dùng thử Sen', 'Còn 1 ngày dùng thử Sen'])
    const reminders = await desk.read(
      sql<{
        left: number
      }>`select (payload ->> 'days_left')::int as left from private.events where name = 'trial.ending' order by id`,
    )
    assert.deepEqual(reminders, [{ left: 2 }, { left: 1 }])
    assert.equal((await desk.subscription())?.status, 'expired')
  })

  test('of a renewal come a week, three days and a day before; unpaid on days 0, 1, 3 and 5; then that it is over', async () => {
    const order = await desk.order('pro', 'month')
    await desk.transfer(order.memo_code, order.due)
    assert.deepEqual(await pass(days(10)), [])
    const rest = await pass(days(16))
    assert.deepEqual(rest, [
      'Gia hạn gói Pro trước 15/12/2026',
      'Gia hạn gói Pro trước 15/12/2026',
      'Gia hạn gói Pro trước 15/12/2026',
      ...Array.from({ length: 4 }, () => 'Gói Pro chưa được gia hạn'),
      `Gói Pro của ${await workspaceName()} đã kết thúc`,
    ])
    const renewal = desk.mails().find(mail => mail.subject.startsWith('Gia hạn'))
    assert.match(renewal?.text ?? '', /699\.000đ; nội dung chuyển khoản là CB/)
  })

  test('who pays while trials are being ended keeps the plan', async () => {
    const { platform } = desk
    const owner = await makeOwner(platform)
    platform.clock.advance(days(8))
    const readAsService: typeof platform.db.readAsService = async statement => {
      const due = await platform.db.readAsService(statement)
      const order = await desk.order('pro', 'month', owner)
      await desk.transfer(order.memo_code, order.due)
      return due
    }
    await endTrials({ ...platform, db: { ...platform.db, readAsService } })
    assert.equal((await desk.subscription(owner))?.status, 'active')
  })

  async function workspaceName(): Promise<string> {
    const [row] = await desk.read(
      sql<{ name: string }>`select name from workspaces where id = ${desk.owner.workspaceId}`,
    )
    return row?.name ?? ''
  }

  test('say in the reader’s language that money became credit', async () => {
    await desk.read(sql`update people set language = 'en' where id = ${desk.owner.personId}`)
    const order = await desk.order('hobby', 'month')
    await desk.transfer(order.memo_code, order.due + 1000)
    const [mail] = desk.mails().filter(one => one.subject.includes('balance'))
    assert.equal(mail?.subject, '1,000đ was added to your balance')
  })
})
