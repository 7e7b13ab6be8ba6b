type Turns = {
  /** Resolves when it is this one's turn. @param first before those who wait, but one of them goes between two such */
  mine(first: boolean): Promise<void>
  /** Whoever has the turn is done. */
  next(): void
}

/** One after the other, in the order in which they came; who may go first does, without anybody waiting for ever. */
export function makeTurns(): Turns {
  const waiting: { first: (() => void)[]; others: (() => void)[] } = { first: [], others: [] }
  let busy = false
  let wasFirst = false

  function next(): void {
    const goesFirst = waiting.first.length > 0 && !(wasFirst && waiting.others.length > 0)
    const begin = goesFirst ? waiting.first.shift() : waiting.others.shift()
    busy = begin !== undefined
    wasFirst = goesFirst
    begin?.()
  }

  return {
    mine: first =>
      new Promise(begin => {
        ;(first ? waiting.first : waiting.others).push(begin)
        if (!busy) next()
      }),
    next,
  }
}
