import { seconds } from '#platform/clock.ts'
import type { Claims } from '#platform/sql/database.ts'
import { makeLruCache } from '#platform/lru-cache.ts'

/** `bytes`: of presence. */
export type Resource = 'sockets' | 'topics' | 'bindings' | 'bytes'
type Bounds = Record<Resource, number>

/** An anonymous one, all anonymous together, an account, a network address. */
const budgets = {
  anonymous: { sockets: 100, topics: 200, bindings: 100, bytes: 262_144 },
  everybodyAnonymous: { sockets: 8000, topics: 20_000, bindings: 500, bytes: 33_554_432 },
  person: { sockets: 100, topics: 1000, bindings: 200, bytes: 262_144 },
  address: { sockets: 1000, topics: 10_000, bindings: 1000, bytes: 4_194_304 },
} satisfies Record<string, Bounds>

export const pauseMs = seconds(30)
const maxPauses = 10_000

export type Payer = { accounts: { key: string; max: Bounds }[] }

export function payerOf(peer: string, { role, sub }: Claims): Payer {
  if (role === 'service_role') return { accounts: [] }
  const address = { key: `address:${peer}`, max: budgets.address }
  if (sub !== undefined) return { accounts: [address, { key: `person:${sub}`, max: budgets.person }] }
  return {
    accounts: [
      address,
      { key: `anonymous:${peer}`, max: budgets.anonymous },
      { key: 'anonymous', max: budgets.everybodyAnonymous },
    ],
  }
}

export type Budgets = {
  /** All or nothing; false where an account has used its share up. */
  hold(payer: Payer, what: Resource, count: number): boolean
  /** Even over the budget: it was admitted while there was some left. */
  charge(payer: Payer, what: Resource): void
  release(payer: Payer, what: Resource, count: number): void
  admits(payer: Payer, what: Resource): boolean
  pause(payer: Payer, now: Date): void
  /** Milliseconds; 0: at once. */
  pausedFor(payer: Payer, now: Date): number
}

/** Release what is held: an account that holds nothing takes no memory. */
export function makeBudgets(): Budgets {
  const held = new Map<string, Bounds>()
  const paused = makeLruCache<number>(maxPauses)
  const fits = ({ accounts }: Payer, what: Resource, count: number) =>
    accounts.every(account => (held.get(account.key)?.[what] ?? 0) + count <= account.max[what])
  const add = ({ accounts }: Payer, what: Resource, count: number) => {
    for (const { key } of accounts) {
      const sums = held.get(key) ?? { sockets: 0, topics: 0, bindings: 0, bytes: 0 }
      sums[what] += count
      if (Object.values(sums).some(sum => sum > 0)) held.set(key, sums)
      else held.delete(key)
    }
  }
  /** Not the address, which many people share. */
  const accountKey = ({ accounts }: Payer) => accounts[1]?.key
  return {
    hold(payer, what, count) {
      if (!fits(payer, what, count)) return false
      add(payer, what, count)
      return true
    },
    charge: (payer, what) => add(payer, what, 1),
    release: (payer, what, count) => add(payer, what, -count),
    admits: (payer, what) => fits(payer, what, 1),
    pause(payer, now) {
      const key = accountKey(payer)
      if (key !== undefined) paused.set(key, now.getTime() + pauseMs)
    },
    pausedFor(payer, now) {
      const until = paused.get(accountKey(payer) ?? '') ?? 0
      return Math.max(0, until - now.getTime())
    },
  }
}
