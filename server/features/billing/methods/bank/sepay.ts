import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import type { HookRequest, PaymentHook } from '../hook.ts'
import { type BankMovement, bankTime, wholeAmount } from './bank-feed.ts'
import { handleMovement } from './handle-movement.ts'

const drift = seconds(300)

/** As documented at developer.sepay.vn. */
const notice = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  accountNumber: z.string(),
  subAccount: z.string().nullish(),
  transactionDate: z.unknown().optional(),
  transferType: z.enum(['in', 'out']),
  transferAmount: z.unknown(),
  content: z.string().nullish(),
  description: z.string().nullish(),
  code: z.string().nullish(),
  referenceCode: z.string().nullish(),
})

const listed = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  account_number: z.string(),
  sub_account: z.string().nullish(),
  transaction_date: z.unknown().optional(),
  amount_in: z.unknown(),
  amount_out: z.unknown(),
  transaction_content: z.string().nullish(),
  reference_number: z.string().nullish(),
})
const list = z.object({ transactions: z.array(z.unknown()) })

export const sepayHook: PaymentHook = {
  address: '/hooks/bank/sepay',
  provider: 'sepay',
  refusal: 401,
  storedHeaders: ['x-sepay-timestamp'],
  isGenuine: ({ config, clock }, request) => isFromSepay(config.SEPAY_HMAC_SECRET, request, clock.now()),
  ...handleMovement(readNotice),
}

/** `X-SePay-Signature: sha256=<hex>` of `<X-SePay-Timestamp>.<raw body>`, at most five minutes old. */
export function isFromSepay(secret: string, { headers, raw }: HookRequest, now: Date): boolean {
  const time = String(headers['x-sepay-timestamp'] ?? '')
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-sepay-signature'] ?? '')) ?? []
  if (secret === '' || given === '' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() - seconds(Number(time))) > drift) return false
  const right = createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex'))
}

function readNotice(raw: string): BankMovement | undefined {
  const read = notice.safeParse(parseJson(raw))
  if (!read.success) return undefined
  const { data } = read
  const amount = wholeAmount(data.transferAmount)
  const bookedAt = bankTime(data.transactionDate)
  if (amount === undefined) return undefined
  return {
    provider: 'sepay',
    externalId: data.id,
    accounts: [data.accountNumber, ...(data.subAccount ? [data.subAccount] : [])],
    direction: data.transferType,
    amount,
    content: [data.content, data.code, data.description].filter(Boolean).join(' '),
    reference: data.referenceCode || undefined,
    bookedAt,
  }
}

/** @throws Error on an unexpected answer */
export async function listMovements({ config, outside }: Platform): Promise<BankMovement[]> {
  const query = new URLSearchParams({ account_number: config.BANK_ACCOUNT, limit: '200' })
  const answer = await outside.fetch({
    url: `${config.SEPAY_API_BASE}/userapi/transactions/list?${query.toString()}`,
    headers: { authorization: `Bearer ${config.SEPAY_API_TOKEN}`, accept: 'application/json' },
    timeoutMs: seconds(15),
    trusted: true,
  })
  if (answer.status !== 200) throw new Error(`SePay answered ${answer.status}.`)
  const { transactions } = list.parse(parseJson(answer.body.toString()))
  return transactions.flatMap(one => readListed(one) ?? [])
}

function readListed(one: unknown): BankMovement | undefined {
  const read = listed.safeParse(one)
  if (!read.success) return undefined
  const { data } = read
  const [came, went] = [wholeAmount(data.amount_in) ?? 0, wholeAmount(data.amount_out) ?? 0]
  const bookedAt = bankTime(data.transaction_date)
  return {
    provider: 'sepay',
    externalId: data.id,
    accounts: [data.account_number, ...(data.sub_account ? [data.sub_account] : [])],
    direction: came > 0 ? 'in' : 'out',
    amount: came > 0 ? came : went,
    content: data.transaction_content ?? '',
    reference: data.reference_number || undefined,
    bookedAt,
  }
}
