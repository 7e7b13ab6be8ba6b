import type { Place } from './session.ts'

type Turns = {
  /** @param taken recent milliseconds; among `last`, light users go first */
  mine(place: Place, taken?: number): Promise<void>
  next(): void
  /** Whether a waiter precedes a `last` one who took this much. */
  isUrged(taken: number): boolean
}

type Waiting = { begin: () => void; taken: number }

/** Others that may go before one of `last`, so that nobody starves. */
const maxBeforeLast = 4
/** Milliseconds from which a caller is no longer hurried for. */
export const much = 1000
/** Milliseconds more than the waiter's from which a caller must let go. */
const muchMore = 500

export function makePriorityMutex(): Turns {
  const waiting: Record<Place, Waiting[]> = { first: [], default: [], last: [] }
  let busy = false
  let before: Place = 'default'
  let sinceLast = 0

  function whoNext(): Place {
    if (waiting.last.length > 0 && sinceLast >= maxBeforeLast) return 'last'
    const goesFirst = waiting.first.length > 0 && !(before === 'first' && waiting.default.length > 0)
    if (goesFirst) return 'first'
    return waiting.default.length > 0 ? 'default' : 'last'
  }

  function next(): void {
    const place = whoNext()
    const chosen = takeLightest(waiting[place])
    busy = chosen !== undefined
    before = place
    sinceLast = place === 'last' ? 0 : sinceLast + 1
    chosen?.begin()
  }

  return {
    mine: (place, taken = 0) =>
      new Promise(begin => {
        waiting[place].push({ begin, taken })
        if (!busy) next()
      }),
    next,
    isUrged: taken =>
      waiting.first.length + waiting.default.length > 0 || waiting.last.some(one => one.taken + muchMore < taken),
  }
}

/** The first of the lightest users. */
export function takeLightest<Waits extends { taken: number }>(waiting: Waits[]): Waits | undefined {
  const lightest = waiting.reduce((best, one, at) => (one.taken < (waiting[best]?.taken ?? 0) ? at : best), 0)
  return waiting.splice(lightest, 1)[0]
}
