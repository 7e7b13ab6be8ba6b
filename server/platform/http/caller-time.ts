import { AsyncLocalStorage } from 'node:async_hooks'
import { makeLruCache, type LruCache } from '../lru-cache.ts'
import { tooMany } from '../limits/too-many-requests.ts'

// Whoever reads takes of the database's time. Each caller has so much at once, and then a share of every second: a bucket of
// milliseconds. It is kept by each process for itself, by the clock of the machine: what is measured is its own work.

/** No statement of such a read runs longer. */
const limitMs = 2000
const maxMs = 10_000
/** Comes back in each second. */
const shareMs = 300
/** Of each read so much is not counted: what is short is no load, and how long it takes says more of the machine than of it. */
const freeMs = 20
const maxCallers = 20_000

export type CallerTime = {
  limitMs: number
  /** What was taken and has not come back yet: milliseconds. */
  taken(): number
  /** @throws request.too_many while all is spent */
  check(): void
  spend(ms: number): void
}

/** Caller → when the whole of the time will be there again, by `performance.now()`. */
type Spent = LruCache<number>

const spentBy = new WeakMap<object, Spent>()
const current = new AsyncLocalStorage<CallerTime>()

/** What `run` reads of the database is taken from this caller's time. Only for what reads: work that it starts would be counted too. */
export function withinTimeOf<T>(platform: object, who: string, run: () => Promise<T>): Promise<T> {
  const spent = spentBy.get(platform) ?? makeLruCache<number>(maxCallers)
  spentBy.set(platform, spent)
  return current.run(timeOf(spent, who), run)
}

/** Whose time what runs now is taken from. */
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
