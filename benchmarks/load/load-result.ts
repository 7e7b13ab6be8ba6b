export type LoadResult = {
  sent: number
  ms: number
  /** The first few answers that neither took what was sent nor, by a 503, put it off. */
  refused: string[]
  /** How often the server said 503, and when to come back. */
  busy: number
  /** Milliseconds until it was acknowledged. */
  p50: number
  p99: number
}

/** What a load comes to that began at `began` of the process's clock and ends now. */
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
