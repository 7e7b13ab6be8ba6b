export type Tried = { n: number; answered: number }
export type Variant = 'a' | 'b'

export type AbResult = {
  /** B's rate minus A's, from -1 to 1 */
  difference: number
  /** 95 % interval of the difference */
  from: number
  to: number
  /** null: too early to tell */
  winner: Variant | null
}

const z = 1.959964
export const minTried = 100

/** A winner needs `minTried` on both sides and an interval (Newcombe's, of Wilson's intervals) that excludes zero. */
export function abResult(a: Tried, b: Tried): AbResult {
  const [first, second] = [wilson(a), wilson(b)]
  const difference = second.rate - first.rate
  const from = difference - Math.hypot(second.rate - second.from, first.to - first.rate)
  const to = difference + Math.hypot(second.to - second.rate, first.rate - first.from)
  const isEnough = a.n >= minTried && b.n >= minTried
  return { difference, from, to, winner: isEnough && from > 0 ? 'b' : isEnough && to < 0 ? 'a' : null }
}

function wilson({ n, answered }: Tried): { rate: number; from: number; to: number } {
  if (n === 0) return { rate: 0, from: 0, to: 1 }
  const rate = answered / n
  const middle = (rate + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n)
  return { rate, from: Math.max(0, middle - half), to: Math.min(1, middle + half) }
}
