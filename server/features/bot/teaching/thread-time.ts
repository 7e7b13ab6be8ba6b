import type { Platform } from '#platform/platform.ts'
import { tooMany } from '#platform/limits/too-many-requests.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'

// Trying takes time on the thread that answers everybody, so each workspace has a budget that refills by a share of every second, per
// process and by the machine's clock.

const maxMs = 30_000
const shareMs = 100
const maxWorkspaces = 20_000

const spent = new WeakMap<Platform, LruCache<number>>()

/** @throws request.too_many */
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
