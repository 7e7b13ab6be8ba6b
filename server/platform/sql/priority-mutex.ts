import type { Place } from './session.ts'

type Turns = {
  /** Resolves when it is this one's turn. @param taken by whom little was taken of late goes before others of the last */
  mine(place: Place, taken?: number): Promise<void>
  /** Whoever has the turn is done. */
  next(): void
  /** Whether somebody waits who goes before one of the last by whom so much was taken. */
  isUrged(taken: number): boolean
}

type Waiting = { begin: () => void; taken: number }

/** So many others go before one of the last, while there are others. */
const maxBeforeLast = 4
/** Who has taken so much of late is not hurried for: milliseconds. */
export const much = 1000
/** By whom so much more was taken, lets go before: milliseconds. */
const muchMore = 500

/** One after the other, in the order in which they came; who may go first does, without anybody waiting for ever. */
export function makePriorityMutex(): Turns {
  const waiting: Record<Place, Waiting[]> = { first: [], usual: [], last: [] }
  let busy = false
  let before: Place = 'usual'
  let sinceLast = 0

  function whoNext(): Place {
    if (waiting.last.length > 0 && sinceLast >= maxBeforeLast) return 'last'
    const goesFirst = waiting.first.length > 0 && !(before === 'first' && waiting.usual.length > 0)
    if (goesFirst) return 'first'
    return waiting.usual.length > 0 ? 'usual' : 'last'
  }

  function next(): void {
    const place = whoNext()
    const chosen = takeLeast(waiting[place])
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
      waiting.first.length + waiting.usual.length > 0 || waiting.last.some(one => one.taken + muchMore < taken),
  }
}

/** Of those by whom little was taken, the one that came first. */
export function takeLeast<Waits extends { taken: number }>(waiting: Waits[]): Waits | undefined {
  const least = waiting.reduce((best, one, at) => (one.taken < (waiting[best]?.taken ?? 0) ? at : best), 0)
  return waiting.splice(least, 1)[0]
}
