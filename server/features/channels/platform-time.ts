const earliest = Date.UTC(2005, 0)
const latest = Date.UTC(2100, 0)

/** Milliseconds since 1970; seconds and microseconds are recognised by size. Null for times outside this century. */
export function platformTime(value: number | undefined): Date | null {
  if (value === undefined || !Number.isFinite(value) || value <= 0) return null
  const guess = [value, value * 1000, value / 1000, value / 1_000_000].find(ms => ms >= earliest && ms < latest)
  return guess === undefined ? null : new Date(Math.floor(guess))
}
