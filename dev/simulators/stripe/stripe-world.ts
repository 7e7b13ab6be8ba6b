// Amounts in the smallest currency unit, times in Unix seconds.
import { randomUUID } from 'node:crypto'

export type StripeObject = { id: string; object: string; created: number } & Record<string, unknown>
export type Kind =
  | 'customer'
  | 'price'
  | 'coupon'
  | 'checkout.session'
  | 'subscription'
  | 'invoice'
  | 'invoice_payment'
  | 'charge'
  | 'refund'
  | 'dispute'

export type SimulatedPrice = StripeObject & {
  lookup_key: string
  currency: string
  unit_amount: number
  recurring: { interval: 'month' | 'year'; interval_count: number }
}

export type StripeWorld = {
  key: string
  webhookSecret: string
  card: 'pays' | 'declines'
  fingerprint: string | undefined
  refunds: 'succeeded' | 'pending' | 'failed'
  signedAgo: number
  objects: Map<string, StripeObject>
  events: { id: string; type: string; created: number; data: { object: StripeObject } }[]
  answers: Map<string, { asked: string; status: number; body: object }>
  now(): number
  add(kind: Kind, fields: Record<string, unknown>, id?: string): StripeObject
  all(kind: Kind): StripeObject[]
}

const prefixes: Record<Kind, string> = {
  customer: 'cus',
  price: 'price',
  coupon: 'coupon',
  'checkout.session': 'cs_test',
  subscription: 'sub',
  invoice: 'in',
  invoice_payment: 'inpay',
  charge: 'ch',
  refund: 're',
  dispute: 'dp',
}
const listed = [
  ['hobby', 'month', 'vnd', 299_000],
  ['hobby', 'year', 'vnd', 3_049_800],
  ['hobby', 'month', 'usd', 1200],
  ['hobby', 'year', 'usd', 12_240],
  ['pro', 'month', 'vnd', 699_000],
  ['pro', 'year', 'vnd', 7_129_800],
  ['pro', 'month', 'usd', 2900],
  ['pro', 'year', 'usd', 29_580],
] as const

export function makeStripeWorld(now: () => number): StripeWorld {
  const objects = new Map<string, StripeObject>()
  const world: StripeWorld = {
    key: 'sk_test_simulated',
    webhookSecret: 'whsec_simulated',
    card: 'pays',
    fingerprint: undefined,
    refunds: 'succeeded',
    signedAgo: 0,
    objects,
    events: [],
    answers: new Map(),
    now: () => Math.floor(now() / 1000),
    add(kind, fields, id = `${prefixes[kind]}_${randomUUID().replaceAll('-', '')}`) {
      const object = { id, object: kind, created: world.now(), livemode: false, ...fields } as StripeObject
      objects.set(id, object)
      return object
    },
    all: kind => [...objects.values()].filter(object => object.object === kind),
  }
  for (const [plan, interval, currency, amount] of listed)
    world.add(
      'price',
      {
        lookup_key: `${plan}_${interval}_${currency}`,
        active: true,
        currency,
        unit_amount: amount,
        recurring: { interval, interval_count: 1 },
      },
      `price_${plan}_${interval}_${currency}`,
    )
  return world
}

export type Anchor = { day_of_month: number; hour: number; minute: number; second: number; month?: number }

export function periodAt(now: number, anchor: Anchor, interval: 'month' | 'year'): { start: number; end: number } {
  const date = new Date(now * 1000)
  const at = (months: number): number => {
    const month =
      interval === 'year' ? (anchor.month ?? date.getUTCMonth() + 1) - 1 + months : date.getUTCMonth() + months
    const { day_of_month: day, hour, minute, second } = anchor
    return Date.UTC(date.getUTCFullYear(), month, day, hour, minute, second) / 1000
  }
  const step = interval === 'year' ? 12 : 1
  let months = -step
  while (at(months + step) <= now) months += step
  return { start: at(months), end: at(months + step) }
}

export function stubOf(price: SimulatedPrice, now: number, period: { start: number; end: number }): number {
  return Math.round((price.unit_amount * (period.end - now)) / (period.end - period.start))
}

export class StripeRefusal extends Error {
  readonly status: number
  readonly error: { type: string; code?: string; message: string; param?: string }

  constructor(status: number, message: string, param?: string, code?: string) {
    super(message)
    this.status = status
    const type = status === 402 ? 'card_error' : 'invalid_request_error'
    this.error = { type, message, ...(code ? { code } : {}), ...(param ? { param } : {}) }
  }
}
