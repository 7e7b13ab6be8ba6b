/** Each act begins when the one before it has ended: an older text that is sent slowly never arrives after a newer one. */
export function inTurn(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
