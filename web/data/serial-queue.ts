/** Runs what it is given one after another, so that an older save never arrives after a newer one; a failed one does not stop the next. */
export function makeSerialQueue(): <Done>(act: () => Promise<Done>) => Promise<Done> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
