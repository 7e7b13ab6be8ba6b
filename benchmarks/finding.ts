/** What a benchmark found: printed beside its aim; without one it is the floor of the others. It fails only far beyond it, for machines differ and are busy. */
export type Finding = {
  name: string
  value: number
  unit: string
  aim: number | undefined
  fails: boolean
  more?: string
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
