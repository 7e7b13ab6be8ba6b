export type LoadResult = {
  sent: number
  ms: number
  refused: string[]
  busy: number
  /** ms until acknowledged */
  p50: number
  p99: number
}

export function resultOf({
  times,
  began,
  refused,
  busy,
}: {
  times: number[]
  began: number
  refused: string[]
  busy: number
}): LoadResult {
  const ms = performance.now() - began
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return { sent: times.length, ms, refused: refused.slice(0, 3), busy, p50: at(0.5), p99: at(0.99) }
}
