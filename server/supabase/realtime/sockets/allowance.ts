/**
 * How often one may: at once as often as the burst, then at a steady rate.
 * @returns a question that counts itself; it is about one process and one moment, so it needs no stored count
 */
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
