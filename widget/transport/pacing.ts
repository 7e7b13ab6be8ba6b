const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 30_000

export type Pause = {
  /** null: until woken or aborted. */
  wait(ms: number | null, signal: AbortSignal): Promise<void>
  /** Without a current wait, the next one ends at once. */
  wake(): void
}

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

/** In ms: random below a ceiling that doubles from 1 s to 30 s, so that visitors do not all return at once. `share`: 0 to 1. */
export function backoff(failures: number, share: number): number {
  const maxMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (failures + 1))
  return BACKOFF_MS + share * (maxMs - BACKOFF_MS)
}
