export type Dice = {
  below(sides: number): number
  one<T>(list: readonly T[]): T
  weighted<T extends { weight?: number }>(list: readonly T[]): T
}

/** Deterministic, so the demo is the same shop every time. */
export function dice(seed: number): Dice {
  let state = seed
  function below(sides: number): number {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  function one<T>(list: readonly T[]): T {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('There is nothing to choose from.')
    return found
  }
  return {
    below,
    one,
    weighted: list => one(list.flatMap(item => Array.from({ length: item.weight ?? 1 }, () => item))),
  }
}
