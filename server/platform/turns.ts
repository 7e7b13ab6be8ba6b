import type { Place } from './session.ts'

type Turns = {
  /** Resolves when it is this one's turn. */
  mine(place: Place): Promise<void>
  /** Whoever has the turn is done. */
  next(): void
  /** Whether somebody waits who goes before the last. */
  isUrged(): boolean
}

/** So many others go before one of the last, while there are others. */
const mostBeforeLast = 4

/** One after the other, in the order in which they came; who may go first does, without anybody waiting for ever. */
export function makeTurns(): Turns {
  const waiting: Record<Place, (() => void)[]> = { first: [], usual: [], last: [] }
  let busy = false
  let before: Place = 'usual'
  let sinceLast = 0

  function whoNext(): Place {
    if (waiting.last.length > 0 && sinceLast >= mostBeforeLast) return 'last'
    const goesFirst = waiting.first.length > 0 && !(before === 'first' && waiting.usual.length > 0)
    if (goesFirst) return 'first'
    return waiting.usual.length > 0 ? 'usual' : 'last'
  }

  function next(): void {
    const place = whoNext()
    const begin = waiting[place].shift()
    busy = begin !== undefined
    before = place
    sinceLast = place === 'last' ? 0 : sinceLast + 1
    begin?.()
  }

  return {
    mine: place =>
      new Promise(begin => {
        waiting[place].push(begin)
        if (!busy) next()
      }),
    next,
    isUrged: () => waiting.first.length + waiting.usual.length > 0,
  }
}
