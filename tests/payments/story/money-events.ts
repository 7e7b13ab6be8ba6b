import fc from 'fast-check'

const plan = fc.constantFrom('hobby' as const, 'pro' as const)
const interval = fc.constantFrom('month' as const, 'month' as const, 'year' as const)
const method = fc.constantFrom('bank' as const, 'stripe' as const, 'stripe' as const, 'payoneer' as const)
const which = fc.constantFrom(0, 0, 0, 1, 2, 3)
/** Above and below the public price. */
const customPrice = fc.constantFrom(200_000, 900_000, 2_500_000)
const usually = fc.constantFrom(true, true, true, false)
const kind = <T extends string>(name: T) => fc.constant(name)

export type Way = 'sepay' | 'casso' | 'poll' | 'attach' | 'proof'
export type Happening =
  | {
      kind: 'order' | 'change'
      plan: string
      interval: string
      method: 'bank' | 'stripe' | 'payoneer'
      usd: boolean
      pays: boolean
    }
  /** By an operator: a custom plan, taken or not; new terms; withdrawing what is pending. */
  | {
      kind: 'offer'
      amount: number
      interval: string
      method: 'bank' | 'stripe' | 'payoneer'
      takes: boolean
      pays: boolean
    }
  | { kind: 'terms'; amount: number }
  | { kind: 'end offer' }
  | { kind: 'extra'; packs: number; method: 'bank' | 'stripe' | 'payoneer'; pays: boolean }
  | { kind: 'transfer'; which: number; how: 'all' | 'half' | 'more'; way: Way }
  | { kind: 'card'; which: number; how: '4242' | '0002' | 'later' }
  | { kind: 'card settles'; which: number; came: boolean }
  | { kind: 'payoneer'; which: number; how: 'pay' | 'decline' | 'pending' | 'void' }
  | { kind: 'abandon' | 'cancel order'; which: number }
  /** As before, or by the other feed, which books it `apart` hours off. */
  | { kind: 'tell again'; which: number; apart: number | null }
  /** `along`: with the orders that depend on it. */
  | { kind: 'refund'; which: number; along: boolean }
  | { kind: 'refund at Stripe'; which: number; part: boolean }
  | { kind: 'dispute'; which: number; end: 'open' | 'won' | 'lost' }
  | { kind: 'portal'; how: 'cancel' | 'resume' | 'pays' | 'declines' | 'end now' }
  | { kind: 'retry invoices' }
  | { kind: 'stop' | 'resume' | 'tend' }
  | { kind: 'deliveries'; policy: 'twice' | 'reversed' | 'delayed' | 'dropped' | 'normal' }
  | { kind: 'wait'; hours: number }

export type OrderHappening = Extract<Happening, { which: number }>

const orderFields = { plan, interval, method, usd: fc.boolean(), pays: fc.boolean() }
const weighted: [number, fc.Arbitrary<Happening>][] = [
  [6, fc.record({ kind: kind('order'), ...orderFields })],
  [7, fc.record({ kind: kind('change'), ...orderFields })],
  [4, fc.record({ kind: kind('offer'), amount: customPrice, interval, method, takes: usually, pays: fc.boolean() })],
  [1, fc.record({ kind: kind('terms'), amount: customPrice })],
  [1, fc.record({ kind: kind('end offer') })],
  [3, fc.record({ kind: kind('extra'), packs: fc.constantFrom(1, 3), method, pays: fc.boolean() })],
  [
    6,
    fc.record({
      kind: kind('transfer'),
      which,
      how: fc.constantFrom('all' as const, 'all' as const, 'half' as const, 'more' as const),
      way: fc.constantFrom('sepay' as const, 'casso' as const, 'poll' as const, 'attach' as const, 'proof' as const),
    }),
  ],
  [
    8,
    fc.record({
      kind: kind('card'),
      which,
      how: fc.constantFrom('4242' as const, '4242' as const, '4242' as const, '0002' as const, 'later' as const),
    }),
  ],
  [3, fc.record({ kind: kind('card settles'), which, came: fc.boolean() })],
  [
    6,
    fc.record({
      kind: kind('payoneer'),
      which,
      how: fc.constantFrom('pay' as const, 'pay' as const, 'decline' as const, 'pending' as const, 'void' as const),
    }),
  ],
  [1, fc.record({ kind: kind('abandon'), which })],
  [2, fc.record({ kind: kind('cancel order'), which })],
  [3, fc.record({ kind: kind('refund'), which, along: fc.boolean() })],
  [3, fc.record({ kind: kind('refund at Stripe'), which, part: fc.boolean() })],
  [3, fc.record({ kind: kind('tell again'), which, apart: fc.constantFrom(null, -20, -1, 0, 3, 23) })],
  [
    3,
    fc.record({ kind: kind('dispute'), which, end: fc.constantFrom('open' as const, 'won' as const, 'lost' as const) }),
  ],
  [
    3,
    fc.record({
      kind: kind('portal'),
      how: fc.constantFrom(
        'cancel' as const,
        'resume' as const,
        'pays' as const,
        'declines' as const,
        'end now' as const,
      ),
    }),
  ],
  [
    3,
    fc.record({
      kind: fc.constantFrom('retry invoices' as const, 'stop' as const, 'resume' as const, 'tend' as const),
    }),
  ],
  [
    2,
    fc.record({
      kind: kind('deliveries'),
      policy: fc.constantFrom(
        'twice' as const,
        'reversed' as const,
        'delayed' as const,
        'dropped' as const,
        'normal' as const,
      ),
    }),
  ],
  [5, fc.record({ kind: kind('wait'), hours: fc.constantFrom(1, 20, 30, 24 * 6, 24 * 9, 24 * 26) })],
]

const pays = { usd: fc.constant(false), pays: fc.constant(true) }
const byTransfer = {
  kind: kind('transfer'),
  which: fc.constant(0),
  how: fc.constant('all' as const),
  way: fc.constant('sepay' as const),
}
const inChains: [number, fc.Arbitrary<Happening>][] = [
  [5, fc.record({ kind: kind('change'), plan, interval, method, ...pays })],
  [
    3,
    fc.record({
      kind: kind('offer'),
      amount: customPrice,
      interval,
      method,
      takes: fc.constant(true),
      pays: fc.constant(true),
    }),
  ],
  [1, fc.record({ kind: kind('terms'), amount: customPrice })],
  [4, fc.record(byTransfer)],
  [3, fc.record({ kind: kind('wait'), hours: fc.constantFrom(30, 24 * 4, 24 * 6, 24 * 9, 24 * 21) })],
  [4, fc.record({ kind: kind('tend') })],
  [6, fc.record({ kind: kind('refund'), which, along: fc.boolean() })],
  [2, fc.record({ kind: kind('refund at Stripe'), which, part: fc.boolean() })],
  [1, fc.record({ kind: kind('dispute'), which, end: fc.constantFrom('won' as const, 'lost' as const) })],
  [2, fc.record({ kind: kind('order'), plan, interval, method, ...pays })],
]

/** One plan, its changes, renewals that have not begun, and refunds of any. */
export const chains = fc
  .tuple(
    fc.record({ kind: kind('order'), plan, interval: fc.constant('month'), method, ...pays }),
    fc.array(fc.oneof(...inChains.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
      minLength: 5,
      maxLength: 14,
    }),
  )
  .map(([first, more]): Happening[] => [first, ...more])

export const happenings = fc.array(fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
  minLength: 6,
  maxLength: 20,
})

/** `after` so many transactions; before or after the commit. */
export const deaths = fc.array(fc.record({ after: fc.integer({ min: 1, max: 30 }), committed: fc.boolean() }), {
  maxLength: 6,
  size: 'max',
})
export type Death = { after: number; committed: boolean }
