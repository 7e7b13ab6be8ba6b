/** Rounded to four decimals; 0 when `whole` is 0. */
export function fraction(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

export function areaUnderCurve(higher: number[], lower: number[]): number {
  const sorted = [...lower].sort((a, b) => a - b)
  let sum = 0
  for (const value of higher) {
    const below = firstAtLeast(sorted, value)
    sum += below + (firstAbove(sorted, value) - below) / 2
  }
  return fraction(sum, higher.length * lower.length)
}

/** Right replies in the longest list, surest first, with at most a share `maxErrorRate` of wrong ones; as a share of `questions`. */
export function rightWithin(
  cases: { confidence: number; right: boolean }[],
  maxErrorRate: number,
  questions: number,
): number {
  const sorted = [...cases].sort((a, b) => b.confidence - a.confidence)
  let wrong = 0
  let best = 0
  sorted.forEach((one, i) => {
    if (!one.right) wrong += 1
    if (wrong <= maxErrorRate * (i + 1)) best = i + 1 - wrong
  })
  return fraction(best, questions)
}

export function labelScores(pairs: { label: string; got: string }[]): { accuracy: number; macro_f1: number } {
  const labels = [...new Set(pairs.map(pair => pair.label))]
  const f1 = labels.map(label => {
    const hits = pairs.filter(pair => pair.label === label && pair.got === label).length
    const named = pairs.filter(pair => pair.got === label).length
    const there = pairs.filter(pair => pair.label === label).length
    return hits === 0 ? 0 : (2 * hits) / (named + there)
  })
  const right = pairs.filter(pair => pair.label === pair.got).length
  return {
    accuracy: fraction(right, pairs.length),
    macro_f1: fraction(
      f1.reduce((a, b) => a + b, 0),
      labels.length,
    ),
  }
}

function firstAtLeast(sorted: number[], value: number): number {
  return partition(sorted, one => one < value)
}

function firstAbove(sorted: number[], value: number): number {
  return partition(sorted, one => one <= value)
}

function partition(sorted: number[], goesLeft: (value: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (goesLeft(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
