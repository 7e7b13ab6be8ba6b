import { seconds } from '#platform/clock.ts'

/** A fuse before one account of one provider. */
export type Circuit = {
  /** Whether a call may be made now. While open one call each half minute tries whether it goes again. */
  mayCall(now: Date): boolean
  note(wentWell: boolean, now: Date): void
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
      nextTry = now.getTime() + restMs // whoever asks after this one waits for what becomes of it
      return true
    },
    note(wentWell, now) {
      failed = wentWell ? 0 : failed + 1
      if (failed >= maxInARow) nextTry = now.getTime() + restMs
    },
  }
}
