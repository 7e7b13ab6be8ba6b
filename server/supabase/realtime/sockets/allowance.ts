/** A token bucket in memory. Each call counts. */
export function makeAllowance({ burst, perSecond }: { burst: number; perSecond: number }): () => boolean {
  let left = burst
  let before = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(burst, left + ((now - before) / 1000) * perSecond)
    before = now
    if (left < 1) return false
    left--
    return true
  }
}
