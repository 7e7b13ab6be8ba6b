import type { Platform } from '#platform/platform.ts'
import { tooMany } from '#platform/limits/too-many-requests.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'

// Trying takes as long as a shop's documents are large, on the thread that answers everybody. A workspace has so much at once, and then a
// share of every second. Kept by each process for itself, by the clock of the machine: what is measured is its own work.

const maxMs = 30_000
/** Comes back in each second. */
const shareMs = 100
const maxWorkspaces = 20_000

/** Workspace → when the whole of its time will be there again, by `performance.now()`. */
const spent = new WeakMap<Platform, LruCache<number>>()

/** Runs what is counted. @throws request.too_many while all is spent */
export async function onThreadTime<T>(platform: Platform, workspaceId: string, run: () => Promise<T>): Promise<T> {
  const times = spent.get(platform) ?? makeLruCache<number>(maxWorkspaces)
  spent.set(platform, times)
  const fullAt = (): number => Math.max(times.get(workspaceId) ?? 0, performance.now())
  const waitMs = fullAt() - performance.now() - (maxMs / shareMs) * 1000
  if (waitMs > 0) throw tooMany(waitMs)
  const started = performance.now()
  try {
    return await run()
  } finally {
    times.set(workspaceId, fullAt() + ((performance.now() - started) / shareMs) * 1000)
  }
}
