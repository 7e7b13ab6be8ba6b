import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { minutes } from '#platform/clock.ts'
import { isDeeper } from '#platform/http/json-depth.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import type { HookRequest, PaymentHook } from '../hook.ts'
import { type BankMovement, bankTime, wholeAmount } from './bank-feed.ts'
import { handleMovement } from './handle-movement.ts'

const drift = minutes(5)
const deepest = 64

/** As Casso's webhook V2 sends it. Positive amounts are incoming. */
const notice = z.object({
  data: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    reference: z.string().nullish(),
    description: z.string().nullish(),
    amount: z.unknown(),
    transactionDateTime: z.unknown().optional(),
    accountNumber: z.string(),
    virtualAccountNumber: z.string().nullish(),
  }),
})

export const cassoHook: PaymentHook = {
  address: '/hooks/bank/casso',
  provider: 'casso',
  refusal: 401,
  storedHeaders: [],
  isGenuine({ config, clock, log }, request) {
    const genuine = isFromCasso(config.CASSO_CHECKSUM_KEY, request, clock.now())
    // Its JSON serialisation is known from one sample, so a difference must be noticed.
    if (!genuine) log.warn({ bytes: request.raw.length }, 'A notification of Casso does not bear its signature')
    return genuine
  },
  ...handleMovement(readNotice),
}

/** `X-Casso-Signature: t=<ms>,v1=<hex>`: HMAC-SHA512 of `<t>.<body as JSON with sorted keys>`, at most five minutes old. */
export function isFromCasso(secret: string, { headers, raw }: HookRequest, now: Date): boolean {
  const header = String(headers['x-casso-signature'] ?? '')
  const [, time = '', given = ''] = /^t=(\d{1,15}),v1=([0-9a-f]{128})$/i.exec(header) ?? []
  if (secret === '' || given === '') return false
  if (Math.abs(now.getTime() - Number(time)) > drift) return false
  const text = raw.toString()
  const body = isDeeper(text, deepest) ? undefined : parseJson(text)
  if (body === undefined) return false
  const right = createHmac('sha512', secret)
    .update(`${time}.${JSON.stringify(sorted(body))}`)
    .digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex'))
}

function readNotice(raw: string): BankMovement | undefined {
  const read = notice.safeParse(parseJson(raw))
  if (!read.success) return undefined
  const { data } = read.data
  const amount = wholeAmount(data.amount)
  const bookedAt = bankTime(data.transactionDateTime)
  if (amount === undefined) return undefined
  return {
    provider: 'casso',
    externalId: data.id,
    accounts: [data.accountNumber, ...(data.virtualAccountNumber ? [data.virtualAccountNumber] : [])],
    direction: amount < 0 ? 'out' : 'in',
    amount: Math.abs(amount),
    content: data.description ?? '',
    reference: data.reference || undefined,
    bookedAt,
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]))
}
