/** Whole percents that add up to 100: the remainder goes to those that lost most by rounding down. */
export function roundPercents(values: readonly number[]): number[] {
  const all = values.reduce((sum, value) => sum + value, 0)
  if (all === 0) return values.map(() => 0)
  const exact = values.map(value => (value / all) * 100)
  const whole = exact.map(Math.floor)
  const lost = exact.map((share, at) => ({ at, by: share - (whole[at] ?? 0) })).toSorted((a, b) => b.by - a.by)
  const left = 100 - whole.reduce((sum, share) => sum + share, 0)
  for (const { at } of lost.slice(0, left)) whole[at] = (whole[at] ?? 0) + 1
  return whole
}
