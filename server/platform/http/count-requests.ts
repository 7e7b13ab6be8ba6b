import type { Platform } from '../platform.ts'

/** Seconds; the last bucket, beyond all of these, is the count itself. */
export const requestBuckets = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export type RequestCounts = { byClass: Record<string, number>; buckets: number[]; count: number; seconds: number }

const counted = new WeakMap<Platform, RequestCounts>()

/** Since the process began. */
export function requestCounts(platform: Platform): RequestCounts {
  const known = counted.get(platform)
  if (known) return known
  const fresh = { byClass: {}, buckets: requestBuckets.map(() => 0), count: 0, seconds: 0 }
  counted.set(platform, fresh)
  return fresh
}

export function countRequest(platform: Platform, status: number, ms: number): void {
  const counts = requestCounts(platform)
  const kind = `${Math.floor(status / 100)}xx`
  counts.byClass[kind] = (counts.byClass[kind] ?? 0) + 1
  counts.count += 1
  counts.seconds += ms / 1000
  for (const [at, bound] of requestBuckets.entries())
    if (ms / 1000 <= bound) counts.buckets[at] = (counts.buckets[at] ?? 0) + 1
}
