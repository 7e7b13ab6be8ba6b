const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 30_000

/** A wait that can be cut short. */
export type Pause = {
  /** Waits so long (null: until woken), or until woken or aborted. */
  wait(ms: number | null, signal: AbortSignal): Promise<void>
  /** Ends the wait; when none is going on, the next one ends at once. */
  wake(): void
}

/** Makes a wait that one caller at a time may use. */
export function createPause(): Pause {
  let due = false
  const remember = () => {
    due = true
  }
  let wake = remember
  return {
    wait: (ms, signal) =>
      new Promise(resolve => {
        const timer = ms === null ? undefined : setTimeout(done, ms)
        function done() {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = remember
          due = false
          resolve()
        }
        wake = done
        signal.addEventListener('abort', done)
        if (signal.aborted || due) done()
      }),
    wake: () => wake(),
  }
}

/**
 * How long to wait after so many failures in a row, in ms: from 1 s on, the ceiling doubling to 30 s, anywhere below
 * it, so that a restarted server is not met by all visitors at once. `share` is a random number from 0 to 1.
 */
export function backoff(failures: number, share: number): number {
  const most = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (failures + 1))
  return BACKOFF_MS + share * (most - BACKOFF_MS)
}
