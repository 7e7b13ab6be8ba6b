import { addresses, isScreen } from '#shared/addresses.ts'
import { forgetKept, keepForAnHour, keptForAnHour } from '#web/data/session/kept-session.ts'
import { readableUrl } from '#web/data/readable-url.ts'

const key = 'sen-way'

/**
 * Where to go on after signing in: a screen behind the door, never a place elsewhere.
 * @param wanted from the address, so from anybody
 */
export function safeWay(wanted: string | null | undefined, origin = location.origin): string | undefined {
  const url = wanted ? readableUrl(wanted, origin) : undefined
  if (!url) return undefined
  const { origin: where, pathname, search } = url
  const isBehindTheDoor = /^\/(?:dashboard|payment|operator)(?:\/|$)/.test(pathname) && isScreen(pathname)
  return where === origin && isBehindTheDoor ? pathname + search : undefined
}

/** Remembers the way over a trip to the mail box, for an hour. */
export function keepWay(way: string): void {
  if (way !== addresses.dashboard) keepForAnHour(key, way)
}

/** The way that was remembered, once. */
export function takeWay(): string | undefined {
  const way = safeWay(keptForAnHour(key))
  forgetKept(key)
  return way
}
