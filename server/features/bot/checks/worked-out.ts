type Stated = { value: string; unit: string }

/** A reply with more figures than this is a list, not a sum. */
const maxFigures = 14

export function workedOut<One extends Stated>(unknown: One[], known: number[]): One[] {
  if (known.length > maxFigures) return unknown
  const found = unknown.filter(({ value, unit }) => unit !== '%' && isResult(Number(value), known))
  if (found.length === 0) return unknown
  const left = unknown.filter(one => !found.includes(one))
  return left.length ? workedOut(left, [...known, ...found.map(({ value }) => Number(value))]) : []
}

function isResult(wanted: number, known: number[]): boolean {
  const is = (result: number): boolean => Math.abs(result - wanted) < 0.5
  return known.some((a, i) =>
    known.some((b, j) => {
      if (i === j) return wanted >= 1000 && is(a * 2)
      if (wanted < 1000) return wanted > 1 && a < 1000 && b < 1000 && is(a - b)
      if ([a * b, a + b, a - b, (a * b) / 100, (a * (100 + b)) / 100, (a * (100 - b)) / 100].some(is)) return true
      return known.some((c, k) => k !== i && k !== j && b < 1000 && c >= 1000 && is(a + b * c))
    }),
  )
}
