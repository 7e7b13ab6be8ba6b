import { AsyncLocalStorage } from 'node:async_hooks'
import { makeLruCache, type LruCache } from '../lru-cache.ts'
import { tooMany } from '../limits/too-many-requests.ts'

// A bucket of database milliseconds per caller for reads, kept per process by the machine's clock: it measures its own work.

const limitMs = 2000
const maxMs = 10_000
/** Refilled per second. */
const shareMs = 300
/** Not counted per read: shorter times say more about the machine than about the load. */
const freeMs = 20
const maxCallers = 20_000

export type CallerTime = {
  limitMs: number
  taken(): number
  /** @throws request.too_many while all is spent */
  check(): void
  spend(ms: number): void
}

type Spent = LruCache<number>

const spentBy = new WeakMap<object, Spent>()
const current = new AsyncLocalStorage<CallerTime>()

/** Charges `run`'s reads to this caller. Only for reads: work that it starts would be charged too. */
export function withinTimeOf<T>(platform: object, who: string, run: () => Promise<T>): Promise<T> {
  const spent = spentBy.get(platform) ?? makeLruCache<number>(maxCallers)
  spentBy.set(platform, spent)
  return current.run(timeOf(spent, who), run)
}

export function currentTime(): CallerTime | undefined {
  return current.getStore()
}

export function outsideTime<T>(run: () => T): T {
  return current.exit(run)
}

function timeOf(spent: Spent, who: string): CallerTime {
  const fullAt = () => Math.max(spent.get(who) ?? 0, performance.now())
  return {
    limitMs,
    taken: () => ((fullAt() - performance.now()) / 1000) * shareMs,
    check() {
      const waitMs = fullAt() - performance.now() - (maxMs / shareMs) * 1000
      if (waitMs > 0) throw tooMany(waitMs)
    },
    spend(ms) {
      const counted = Math.max(0, ms - freeMs)
      if (counted > 0) spent.set(who, fullAt() + (counted / shareMs) * 1000)
    },
  }
}
