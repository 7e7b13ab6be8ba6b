import { addresses, isScreen } from '#shared/addresses.ts'
import { clearCached, cacheForAnHour, cachedForAnHour } from '#web/data/session/cached-session.ts'
import { parseUrl } from '#web/data/parse-url.ts'

const key = 'sen-way'

/** Only paths of the application, never another site: `wanted` comes from the address, so from anyone. */
export function safeReturnPath(wanted: string | null | undefined, origin = location.origin): string | undefined {
  const url = wanted ? parseUrl(wanted, origin) : undefined
  if (!url) return undefined
  const { origin: where, pathname, search } = url
  const needsSession = /^\/(?:dashboard|payment|operator)(?:\/|$)/.test(pathname) && isScreen(pathname)
  return where === origin && needsSession ? pathname + search : undefined
}

/** For an hour, across a detour to the mailbox. */
export function saveReturnPath(way: string): void {
  if (way !== addresses.dashboard) cacheForAnHour(key, way)
}

/** Can be taken once. */
export function takeReturnPath(): string | undefined {
  const way = safeReturnPath(cachedForAnHour(key))
  clearCached(key)
  return way
}
