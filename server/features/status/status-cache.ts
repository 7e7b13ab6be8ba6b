import { setTimeout as wait } from 'node:timers/promises'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { readStatus, type Status } from './read-status.ts'

/** However many look, it is read once in this time. */
const freshMs = seconds(10)
/** After this long, what was read last is shown. */
const patienceMs = seconds(1)

export type KnownStatus = { status: Status | undefined; isStale: boolean }

/** The page must be there when nothing else is. */
export function makeStatusCache(platform: Platform, read = readStatus): () => Promise<KnownStatus> {
  let status: Status | undefined
  let readAt = -Infinity
  let reading: Promise<unknown> | undefined

  function start(): Promise<unknown> {
    const begun = platform.clock.now().getTime()
    const run = read(platform).then(
      found => {
        status = found
        readAt = begun
      },
      (error: unknown) => platform.log.warn({ error }, 'The status could not be read'),
    )
    return run.finally(() => (reading = undefined))
  }

  return async () => {
    const age = () => Math.abs(platform.clock.now().getTime() - readAt)
    if (age() >= freshMs) {
      reading ??= start()
      const patience = new AbortController()
      await Promise.race([reading, wait(patienceMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    }
    return { status, isStale: age() >= freshMs }
  }
}
