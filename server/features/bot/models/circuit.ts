import { seconds } from '#platform/clock.ts'

export type Circuit = {
  /** While open, one call each half minute is let through as a probe. */
  mayCall(now: Date): boolean
  record(wentWell: boolean, now: Date): void
}

const maxInARow = 5
const restMs = seconds(30)

export function makeCircuit(): Circuit {
  let failed = 0
  let nextTry = 0
  return {
    mayCall(now) {
      if (failed < maxInARow) return true
      if (now.getTime() < nextTry) return false
      nextTry = now.getTime() + restMs
      return true
    },
    record(wentWell, now) {
      failed = wentWell ? 0 : failed + 1
      if (failed >= maxInARow) nextTry = now.getTime() + restMs
    },
  }
}
