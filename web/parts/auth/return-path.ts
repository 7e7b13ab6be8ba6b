import { addresses, isScreen } from '#shared/addresses.ts'
import { clearCached, cacheForAnHour, cachedForAnHour } from '#web/data/session/cached-session.ts'
import { parseUrl } from '#web/data/parse-url.ts'

const key = 'sen-way'

/**
 * Where to go on after signing in: a screen behind the door, never a place elsewhere.
 * @param wanted from the address, so from anybody
 */
export function safeReturnPath(wanted: string | null | undefined, origin = location.origin): string | undefined {
  const url = wanted ? parseUrl(wanted, origin) : undefined
  if (!url) return undefined
  const { origin: where, pathname, search } = url
  const isBehindTheDoor = /^\/(?:dashboard|payment|operator)(?:\/|$)/.test(pathname) && isScreen(pathname)
  return where === origin && isBehindTheDoor ? pathname + search : undefined
}

/** Remembers the way over a trip to the mail box, for an hour. */
export function saveReturnPath(way: string): void {
  if (way !== addresses.dashboard) cacheForAnHour(key, way)
}

/** The way that was remembered, once. */
export function takeReturnPath(): string | undefined {
  const way = safeReturnPath(cachedForAnHour(key))
  clearCached(key)
  return way
}
