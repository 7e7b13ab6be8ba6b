/** From 0 in even, round steps; the last is at or above the largest value. */
export function ticksFor(max: number): number[] {
  const wanted = Math.max(max, 1) / 3
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = Math.max([1, 2, 5, 10].map(one => one * power).find(one => one >= wanted) ?? 1, 1)
  const count = Math.max(Math.ceil(max / step), 1)
  return Array.from({ length: count + 1 }, (_, place) => place * step)
}

export function labelEvery(count: number, width: number, each = 52): number {
  return Math.max(Math.ceil((count * each) / Math.max(width, 1)), 1)
}
