import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bankTime } from '#features/billing/methods/bank/bank-feed.ts'
import { expireOrders } from '#features/billing/orders/expire-orders.ts'
import { days, hours, seconds } from '#platform/clock.ts'
import { type BankDriver, bankSettings, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'

describe('transfers as they really come', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(() => desk.close())
  afterEach(async () => assert.deepEqual(await desk.faults(), []))

  async function ordered() {
    const owner = await makeOwner(desk.platform)
    return { owner, order: await desk.order('pro', 'month', owner) }
  }

  const memos: ((code: string) => string)[] = [
    code => code.toLowerCase(),
    code => `Thanh toán gói Pro ${code} cảm ơn ạ`,
    code => `MBVCB.7788112233.${code}.CT tu 0071000123456 NGUYEN THI ĐÀO toi 0900000001`,
    code => `IBFT ${code.slice(0, 5)} ${code.slice(5)}`,
    code => [...code].join('-'),
    code => `${code}FT26325887766`,
    code => `ND:${code};;TT don hang`,
    code => `Chuyển khoản: “${code}” 🌸`,
    code => `QR   -   ${code}\n`,
    code => `đơn ${code} ĐƠN ${code}`,
  ]
  for (const [at, write] of memos.entries())
    test(`memo ${at + 1}: ${write('CB7K2M9QX5').trim()}`, async () => {
      const { owner, order } = await ordered()
      await desk.transfer(write(order.memo_code), order.due)
      assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    })

  test('a đồng too little waits for that đồng; a đồng too much is credit', async () => {
    const { owner, order } = await ordered()
    await desk.transfer(order.memo_code, order.due - 1)
    const open = await desk.readOrder(order.id, owner)
    assert.deepEqual([open.status, open.status_detail, open.due, open.payment?.amount], ['processing', 'partial', 1, 1])
    await desk.transfer(order.memo_code, 2)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.equal(await desk.balance('user_credit', owner), 1)
  })

  test('three parts, the second told thrice and by both feeds', async () => {
    const { owner, order } = await ordered()
    const [one, two] = [100_000, 200_000]
    await desk.transfer(order.memo_code, one)
    for (let n = 0; n < 3; n++) await desk.transfer(order.memo_code, two, { id: 640_001, reference: 'FT640001' })
    await casso({ id: 640_002, amount: two, description: order.memo_code, reference: 'FT640001' })
    assert.equal((await desk.readOrder(order.id, owner)).due, order.due - one - two)
    await desk.transfer(order.memo_code, order.due - one - two)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.equal(await desk.balance('user_credit', owner), 0)
  })

  test('two transfers of the same amount on one day are two, where the bank names them so', async () => {
    const { owner, order } = await ordered()
    const half = Math.floor(order.due / 2)
    for (const reference of ['FT650001', 'FT650002']) await desk.transfer(order.memo_code, half, { reference })
    assert.equal((await desk.readOrder(order.id, owner)).received, 2 * half)
  })

  test('seven days after its end money still opens an order; a second later it is credit', async () => {
    const first = await ordered()
    const second = await ordered()
    desk.platform.clock.advance(hours(24))
    await expireOrders(desk.platform)
    desk.platform.clock.advance(days(7))
    await desk.transfer(first.order.memo_code, first.order.due)
    desk.platform.clock.advance(seconds(1))
    await desk.transfer(second.order.memo_code, second.order.due)
    assert.equal((await desk.readOrder(first.order.id, first.owner)).status, 'success')
    assert.equal((await desk.readOrder(second.order.id, second.owner)).status, 'failed')
    assert.equal(await desk.balance('user_credit', second.owner), second.order.due)
  })

  test('signed five minutes ago is taken, a second more is not; half of a notification is kept and means nothing', async () => {
    const { owner, order } = await ordered()
    const notice = desk.notice({ id: 660_001, content: order.memo_code, amount: order.due })
    desk.platform.clock.advance(seconds(301))
    assert.equal((await desk.app.inject(notice)).statusCode, 401)
    const half = notice.payload.slice(0, 60)
    assert.equal((await desk.app.inject(signed(half))).statusCode, 200)
    await desk.platform.jobs.drain()
    assert.equal((await desk.readOrder(order.id, owner)).status, 'processing')
    const again = signed(notice.payload)
    desk.platform.clock.advance(seconds(300))
    assert.equal((await desk.app.inject(again)).statusCode, 200)
    await desk.platform.jobs.drain()
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
  })

  test('the same id with another amount tells nothing new', async () => {
    const { owner, order } = await ordered()
    await desk.transfer(order.memo_code, 1000, { id: 670_001, reference: 'FT670001' })
    await desk.transfer(order.memo_code, order.due, { id: 670_001, reference: 'FT670001' })
    assert.equal((await desk.readOrder(order.id, owner)).received, 1000)
  })

  test('what is no whole number of đồng, or no number, pays nothing and breaks nothing', async () => {
    const { owner, order } = await ordered()
    const body = JSON.parse(desk.notice({ id: 680_001, content: order.memo_code, amount: 1 }).payload) as object
    for (const [at, transferAmount] of [0.5, '', 'một', null, -5, 1e20, [], {}, '1e400'].entries()) {
      const raw = JSON.stringify({ ...body, id: 680_100 + at, transferAmount })
      assert.equal((await desk.app.inject(signed(raw))).statusCode, 200)
    }
    await desk.platform.jobs.drain()
    assert.equal((await desk.readOrder(order.id, owner)).received, 0)
    assert.deepEqual(await desk.read(sql`select kind from dead_letters`), [])
  })

  test('banks tell their own time; one that names its zone is read so', () => {
    assert.equal(bankTime('2026-11-20 09:30:00')?.toISOString(), '2026-11-20T02:30:00.000Z')
    assert.equal(bankTime('2026-11-20T09:30')?.toISOString(), '2026-11-20T02:30:00.000Z')
    assert.equal(bankTime('2026-11-20T02:30:00Z')?.toISOString(), '2026-11-20T02:30:00.000Z')
    assert.equal(bankTime('2026-11-20T02:30:00.000+00:00')?.toISOString(), '2026-11-20T02:30:00.000Z')
    assert.equal(bankTime('20/11/2026 09:30:05')?.toISOString(), '2026-11-20T02:30:05.000Z')
    for (const day of ['2026-11-20', '20/11/2026'])
      assert.equal(bankTime(day)?.toISOString(), '2026-11-20T05:00:00.000Z')
    for (const none of ['', '20/13/2026', '2026-11', '2026-13-40 09:00:00', null, undefined, 5])
      assert.equal(bankTime(none), undefined)
  })

  test('a day without a time pays too, also before its noon, and once with the feed that has the time', async () => {
    const { owner, order } = await ordered()
    const today = new Date(desk.platform.clock.now().getTime() + hours(7)).toISOString().slice(0, 10)
    await desk.transfer(order.memo_code, order.due, { reference: 'FT690001', date: today })
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    await casso({ id: 690_002, amount: order.due, description: order.memo_code, reference: 'FT690001' })
    assert.equal(await desk.balance('user_credit', owner), 0)
    const [ahead] = await desk.read(
      sql`select 1 from private.bank_transactions where booked_at > ${desk.platform.clock.now()}`,
    )
    assert.equal(ahead, undefined)
  })

  function signed(payload: string) {
    const time = Math.floor(desk.platform.clock.now().getTime() / 1000)
    const signature = createHmac('sha256', bankSettings.SEPAY_HMAC_SECRET).update(`${time}.${payload}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-sepay-timestamp': String(time),
      'x-sepay-signature': `sha256=${signature}`,
    }
    return { method: 'POST' as const, url: '/hooks/bank/sepay', headers, payload }
  }

  async function casso(transfer: {
    id: number
    amount: number
    description: string
    reference: string
  }): Promise<void> {
    const time = desk.platform.clock.now().getTime()
    const date = new Date(time + hours(7)).toISOString().slice(0, 19).replace('T', ' ')
    const { amount, description, id, reference } = transfer
    const data = {
      accountNumber: bankSettings.BANK_ACCOUNT,
      amount,
      description,
      id,
      reference,
      transactionDateTime: date,
    }
    const payload = JSON.stringify({ data, error: 0 })
    const v1 = createHmac('sha512', bankSettings.CASSO_CHECKSUM_KEY).update(`${time}.${payload}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-casso-signature': `t=${time},v1=${v1}` }
    assert.equal(
      (await desk.app.inject({ method: 'POST', url: '/hooks/bank/casso', headers, payload })).statusCode,
      200,
    )
    await desk.platform.jobs.drain()
  }
})
