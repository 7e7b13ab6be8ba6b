import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('what waits for operators', () => {
  let desk: ReferralDriver
  let operators: Owner[]
  before(async () => {
    desk = await openReferralDriver()
    operators = [await makeOwner(desk.platform), await makeOwner(desk.platform)]
    const ids = operators.map(({ personId }) => personId)
    await desk.read(sql`update people set is_operator = true, email_verified = true where id = any (${ids}::uuid[])`)
  })
  after(() => desk.close())

  let seen = 0
  async function news(of = operators[0]) {
    const rows = await desk.read(
      sql<{ data: NotificationData; workspace_id: string | null }>`select data, workspace_id from notifications
        where person_id = ${of?.personId} and data ->> 'what' like 'desk%' order by id`,
    )
    const fresh = rows.slice(seen)
    seen = rows.length
    for (const { workspace_id } of fresh) assert.equal(workspace_id, null)
    return fresh.map(({ data }) => notificationWords('vi', 'payment', data))
  }

  test('money without an order, told once to each of them, leads to the transfers', async () => {
    const id = 555_001
    await desk.transfer('chuyen tien', 480_000, { id })
    await desk.transfer('chuyen tien', 480_000, { id })
    assert.deepEqual(await news(), [
      {
        title: 'Tiền vào chưa rõ của ai: 480.000đ',
        text: 'Nội dung chuyển khoản không khớp đơn nào. Hãy gắn vào đơn của khách.',
        path: '/operator/transfers',
      },
    ])
    seen = 0
    assert.equal((await news(operators[1])).length, 1)
    const mails = async () => {
      desk.platform.clock.advance(minutes(2))
      await desk.platform.jobs.drain()
      return readMailbox(desk.platform).filter(({ subject }) => subject.includes('480.000đ'))
    }
    assert.equal((await mails()).length, 2)
    assert.equal((await mails()).length, 2)
  })

  test('a refund to be sent by hand leads to the refunds; a shop’s people hear nothing of the desk', async () => {
    await news()
    const shop = await makeOwner(desk.platform)
    const order = await desk.pay(shop)
    assert.equal((await desk.call('POST /refunds', { order_id: order.id }, shop)).status, 201)
    const seenNews = await news()
    assert.deepEqual(
      seenNews.map(({ path }) => path),
      ['/operator/refunds'],
    )
    assert.match(seenNews[0]?.title ?? '', /^Cần chuyển trả [\d.]+đ$/)
    const own = await desk.read(
      sql`select 1 from notifications where person_id = ${shop.personId} and data ->> 'what' like 'desk%'`,
    )
    assert.equal(own.length, 0)
  })

  test('an e-invoice that is asked for is told once', async () => {
    const shop = await makeOwner(desk.platform)
    await desk.call('PUT /billing-details', { company: 'Công ty Hoa', tax_id: '0100112437', address: 'Huế' }, shop)
    const order = await desk.pay(shop)
    const [invoice] = await desk.read(sql<{ id: string }>`select id from invoices where order_id = ${order.id}`)
    for (let n = 0; n < 2; n++) await desk.call(`POST /invoices/${invoice?.id}/e-invoice`, {}, shop)
    assert.deepEqual(
      (await news()).map(({ path }) => path),
      ['/operator/refunds'],
    )
  })
})
