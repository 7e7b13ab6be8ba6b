import type { Place } from './session.ts'

type Turns = {
  /** @param taken recent milliseconds; among `last`, light users go first */
  mine(place: Place, taken?: number): Promise<void>
  next(): void
  /** Nobody but `background` has asked for `idleMs`. */
  isQuiet(): boolean
  /** Whether a waiter precedes a `last` one who took this much. */
  isUrged(taken: number): boolean
}

type Waiting = { begin: () => void; taken: number; since: number }

/** Others that may go before one of `last`, so that nobody starves. */
const maxBeforeLast = 4
/** Milliseconds from which a caller is no longer hurried for. */
export const much = 1000
/** Milliseconds more than the waiter's from which a caller must let go. */
const muchMore = 500
/** A request asks several times in a row, so `background` begins once nobody else has asked for `quietMs`; never later than `maxWaitMs`. */
const patience = { quietMs: 4, maxWaitMs: 250, idleMs: 100 }

export function makePriorityMutex({ quietMs, maxWaitMs, idleMs }: typeof patience = patience): Turns {
  const waiting: Record<Place, Waiting[]> = { first: [], default: [], last: [], background: [] }
  let busy = false
  let before: Place = 'default'
  let sinceLast = 0
  let othersAt = -Infinity
  let alarm: NodeJS.Timeout | undefined

  /** Above zero for one who must wait although the mutex is free. */
  function backgroundInMs(): number {
    const [oldest] = waiting.background
    return oldest ? Math.min(othersAt + quietMs, oldest.since + maxWaitMs) - performance.now() : 0
  }

  function whoNext(): Place {
    const [oldest] = waiting.background
    // Never twice in a row, however many have waited too long.
    if (oldest && before !== 'background' && performance.now() - oldest.since >= maxWaitMs) return 'background'
    if (waiting.last.length > 0 && sinceLast >= maxBeforeLast) return 'last'
    const goesFirst = waiting.first.length > 0 && !(before === 'first' && waiting.default.length > 0)
    if (goesFirst) return 'first'
    if (waiting.default.length > 0) return 'default'
    return waiting.last.length > 0 || !oldest ? 'last' : 'background'
  }

  /** The mutex is free. */
  function start(): void {
    clearTimeout(alarm)
    const place = whoNext()
    const inMs = place === 'background' ? backgroundInMs() : 0
    if (inMs > 0) {
      alarm = setTimeout(start, inMs)
      return
    }
    const chosen = takeLightest(waiting[place])
    busy = chosen !== undefined
    before = place
    if (place !== 'background') sinceLast = place === 'last' ? 0 : sinceLast + 1
    chosen?.begin()
  }

  return {
    mine: (place, taken = 0) =>
      new Promise(begin => {
        waiting[place].push({ begin, taken, since: performance.now() })
        if (!busy) start()
      }),
    next() {
      if (before !== 'background') othersAt = performance.now()
      busy = false // as also while one in the background waits for quiet
      start()
    },
    isQuiet: () => performance.now() - othersAt > idleMs,
    isUrged: taken =>
      waiting.first.length + waiting.default.length > 0 || waiting.last.some(one => one.taken + muchMore < taken),
  }
}

/** The first of the lightest users. */
export function takeLightest<Waits extends { taken: number }>(waiting: Waits[]): Waits | undefined {
  const lightest = waiting.reduce((best, one, at) => (one.taken < (waiting[best]?.taken ?? 0) ? at : best), 0)
  return waiting.splice(lightest, 1)[0]
}
