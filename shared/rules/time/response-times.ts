/** Upper ends in milliseconds; anything longer is in one more span. */
export const responseSpans = [
  500, 1000, 1500, 2000, 3000, 4000, 5000, 7000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 90_000, 120_000,
  180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000, 86_400_000,
] as const

/** In milliseconds, interpolated within a span; null if nothing was counted. */
export function medianOf(spread: readonly number[]): number | null {
  const all = spread.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let below = 0
  for (const [place, count] of spread.entries()) {
    if (count > 0 && below + count >= all / 2) {
      const from = responseSpans[place - 1] ?? 0
      const to = responseSpans[place] ?? from * 2
      return Math.round(from + ((to - from) * (all / 2 - below)) / count)
    }
    below += count
  }
  return null
}
