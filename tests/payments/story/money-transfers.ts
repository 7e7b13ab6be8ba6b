import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { approveProof, attachTransfer, listOpenProofs } from '#features/billing/methods/bank/review-transfers.ts'
import { hours } from '#platform/clock.ts'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'
import type { Happening } from './money-events.ts'
import type { MoneyDesk, ShopOrder, Story, Transfer } from './money-desk.ts'
import { survive } from './crash-points.ts'

type ByBank = Extract<Happening, { kind: 'transfer' }>

export async function payByBank(desk: MoneyDesk, story: Story, order: ShopOrder, { how, way }: ByBank): Promise<void> {
  const amount = how === 'all' ? order.amount : how === 'half' ? Math.ceil(order.amount / 2) : order.amount + 12_345
  if (amount === 0) return
  const id = ++desk.counter.transfers
  const date = new Date(desk.platform.clock.now().getTime() + hours(7)).toISOString().slice(0, 19).replace('T', ' ')
  const content = way === 'attach' ? 'chuyen tien' : order.memo_code
  const transfer: Transfer = { id, content, amount, date, way }
  if (way === 'proof') {
    await proveTransfer(desk, story.owner, order, transfer)
    story.transfers.push(transfer)
    return notifyBank(desk, transfer)
  }
  story.transfers.push(transfer)
  await notifyBank(desk, transfer)
  if (way === 'attach') await attach(desk, transfer, order)
}

/** `apart`: by the other feed, which books it so many hours later */
export async function notifyBank(
  desk: MoneyDesk,
  transfer: Transfer | undefined,
  apart: number | null = null,
): Promise<void> {
  if (!transfer) return
  if (apart !== null) return notifyBank(desk, byOtherFeed(transfer, apart))
  const { id, content, amount, date, way } = transfer
  if (way === 'poll') {
    if (!desk.listed.some(one => (one as { id: string }).id === String(id))) desk.listed.push(listedAs(transfer))
    return
  }
  const reference = referenceOf(id)
  const notice = way === 'casso' ? cassoNotice(desk, transfer) : desk.notice({ id, content, amount, date, reference })
  for (let tries = 0; tries < 30; tries++) if ((await desk.app.inject(notice)).statusCode === 200) return
  throw new Error('A notification was never acknowledged.')
}

/** The other feed numbers its transfers from here. */
const otherNumbers = 1_000_000

/** The bank's reference is the same at both feeds. */
export function referenceOf(id: number): string {
  return `R${id % otherNumbers}`
}

function byOtherFeed({ id, date, way, ...rest }: Transfer, apart: number): Transfer {
  const booked = new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + hours(apart))
  const bookedAt = booked.toISOString().slice(0, 19).replace('T', ' ')
  return { ...rest, id: id + otherNumbers, date: bookedAt, way: way === 'casso' ? 'sepay' : 'casso' }
}

function listedAs({ id, content, amount, date }: Transfer) {
  return {
    id: String(id),
    account_number: bankSettings.BANK_ACCOUNT,
    transaction_date: date,
    amount_in: `${amount}.00`,
    amount_out: '0.00',
    transaction_content: content,
    reference_number: referenceOf(id),
    sub_account: null,
  }
}

function cassoNotice(desk: MoneyDesk, { id, content, amount, date }: Transfer) {
  const data = {
    accountNumber: bankSettings.BANK_ACCOUNT,
    amount,
    description: content,
    id,
    reference: referenceOf(id),
    transactionDateTime: date,
  }
  const time = desk.platform.clock.now().getTime()
  const payload = JSON.stringify({ data, error: 0 })
  const v1 = createHmac('sha512', bankSettings.CASSO_CHECKSUM_KEY).update(`${time}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-casso-signature': `t=${time},v1=${v1}` }
  return { method: 'POST' as const, url: '/hooks/bank/casso', headers, payload }
}

async function attach(desk: MoneyDesk, { id }: Transfer, order: ShopOrder): Promise<void> {
  await survive(() => desk.platform.jobs.drain())
  const [row] = await desk.read(
    sql<{
      id: string
    }>`select id from private.bank_transactions where status = 'unmatched' and reference = ${referenceOf(id)}`,
  )
  if (row)
    await survive(() => refused(() => attachTransfer(desk.platform, desk.operator, { id: row.id, order_id: order.id })))
}

async function proveTransfer(
  desk: MoneyDesk,
  owner: Owner,
  order: ShopOrder,
  { id, amount, date }: Transfer,
): Promise<void> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png)]), 'bien-lai.png')
  const encoded = new Response(form)
  const bearer = await desk.bearerOf(owner)
  await desk.app.inject({
    method: 'POST',
    url: `/api/v1/orders/${order.id}/proof`,
    headers: { ...bearer, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const proof = (await listOpenProofs(desk.platform)).find(one => one.order_id === order.id)
  const approval = { amount, booked_date: date.slice(0, 10), reference: referenceOf(id) }
  if (proof)
    await survive(() => refused(() => approveProof(desk.platform, desk.operator, { id: proof.id, ...approval })))
}

/** Somebody, or something, may have been faster. */
export async function refused(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error as { code?: string }).code?.includes('.')) throw error
  }
}
