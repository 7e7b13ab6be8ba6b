/** Without an aim it is the floor for the others. Most fail only far beyond the aim, because machines differ and are busy. */
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
